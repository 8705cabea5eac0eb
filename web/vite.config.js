/**
 * Builds the web components into dist/web: `components.js` and `player.js` keep their names and import files whose
 * names change with their content. Prints what a page loads, and fails above the budgets.
 */
import { defineConfig } from 'vite';
import { budgetReport } from './budget.js';

const root = import.meta.dirname;
/** The files that sites name, and the module that each loads. */
const ENTRIES = { components: 'src/search.ts', player: 'src/player.ts' };
/** What the host's own pages load besides. */
const PAGES = { page: 'src/page.ts', article: 'src/article.ts' };

/** What both components need; the pages need the events of it. */
const COMMON =
  /\/(?:lit|lit-html|lit-element|@lit)\/|\/strings\/(?!paragraph)|\/web\/src\/(?:api|words|lectern-element|theme|text)\.ts|\/events\/(?:event-queue|random)/;

/** Emits a module for each entry that imports the entry and what it needs, so that all of it is requested at once. */
const stableNames = {
  name: 'stable-names',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || !chunk.isEntry || !(chunk.name in ENTRIES)) continue;
      const imports = [...chunk.imports, chunk.fileName].map((file) => `import './${file}';\n`);
      this.emitFile({ type: 'asset', fileName: `${chunk.name}.js`, source: imports.join('') });
    }
  },
};

/** Templates of HTML and CSS are shipped without their indentation, which means nothing in them. */
const unindented = {
  name: 'unindented',
  transform: (code) => ({ code: code.replace(/\n[ \t]+/g, '\n'), map: null }),
};

const budgets = {
  name: 'budgets',
  writeBundle() {
    const { lines, isOver } = budgetReport(`${root}/../dist/web`);
    process.stdout.write(`${lines.join('\n')}\n`);
    if (isOver) this.error('A component is larger than its budget in web/budget.js');
  },
};

export default defineConfig({
  root,
  base: './',
  publicDir: false,
  logLevel: 'warn',
  plugins: [unindented, stableNames, budgets],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: true,
    modulePreload: false,
    manifest: 'manifest.json',
    // HLS, which few recordings need, is larger.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      input: Object.fromEntries(
        Object.entries({ ...ENTRIES, ...PAGES }).map(([name, file]) => [name, `${root}/${file}`]),
      ),
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        // What several need is one file, which is compressed better than two.
        codeSplitting: { groups: [{ name: 'common', test: COMMON, minShareCount: 2 }] },
      },
    },
  },
});
