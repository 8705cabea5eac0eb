/**
 * Builds the web components into dist/web: `components.js` and `player.js` keep their names and import files whose
 * names change with their content. Prints what a page loads, and fails above the budgets.
 */
import { defineConfig } from 'vite';
import { budgetReport } from './budget.js';

const root = import.meta.dirname;
/** The files that sites load by name, and their modules. */
const ENTRIES = { components: 'src/search/search.ts', player: 'src/player/player.ts' };
/** Other files that the host's own pages load. */
const PAGES = { page: 'src/events/page.ts', article: 'src/article/article.ts' };

/** Modules that both components use; the pages use its events. */
const COMMON =
  /\/(?:lit|lit-html|lit-element|@lit)\/|\/strings\/(?!paragraph)|\/web\/src\/(?:api|words|lectern-element|theme|text)\.ts|\/events\/(?:event-queue|random)/;

/**
 * Emits a module per entry that imports the entry and its dependencies, so that all of them are requested at once.
 */
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

/** Removes the indentation of HTML and CSS templates, which has no meaning. */
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
    // HLS is larger, but few recordings need it.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      input: Object.fromEntries(
        Object.entries({ ...ENTRIES, ...PAGES }).map(([name, file]) => [name, `${root}/${file}`]),
      ),
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        // Shared modules are one file, which compresses better than two.
        codeSplitting: { groups: [{ name: 'common', test: COMMON, minShareCount: 2 }] },
      },
    },
  },
});
