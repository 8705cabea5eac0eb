/** Builds the console for staff into dist/console, and prints what its first view loads. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const root = import.meta.dirname;
const outDir = join(root, '../../dist/console');
const ENTRY = 'main.tsx';
/** Scripts and styles that the first view loads, in bytes compressed by gzip. */
const FIRST_VIEW_BUDGET = 280 * 1024;
/** Scripts that only analytics loads, with the library of their curve. */
const ANALYTICS = /^analytics\//;
const ANALYTICS_BUDGET = 130 * 1024;

/** @returns the files of a module and of all that it imports at once, not of what it imports later */
const filesOf = (manifest, name, seen = new Set()) => {
  if (seen.has(name)) return [];
  seen.add(name);
  const { file, css = [], imports = [] } = manifest[name];
  return [file, ...css, ...imports.flatMap((imported) => filesOf(manifest, imported, seen))];
};

const budget = {
  name: 'budget',
  writeBundle({ dir }) {
    const manifest = JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8'));
    const sizeOf = (files) =>
      files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dir, file))).length, 0);
    const check = (what, files, most) => {
      const bytes = sizeOf(files);
      process.stdout.write(`  ${what.padEnd(15)}${bytes} of ${most} bytes, compressed by gzip\n`);
      if (bytes > most) this.error(`${what} is larger than its budget in web/console/vite.config.js`);
    };
    const styles = Object.values(manifest)
      .map(({ file }) => file)
      .filter((file) => file.endsWith('.css'));
    const first = new Set([...filesOf(manifest, ENTRY), ...styles]);
    check('console', [...first], FIRST_VIEW_BUDGET);
    const loadedBy = (isOne) =>
      new Set(
        Object.entries(manifest)
          .filter(([name, { isEntry, isDynamicEntry }]) => (isEntry || isDynamicEntry) && isOne(name))
          .flatMap(([name]) => filesOf(manifest, name)),
      );
    const others = loadedBy((name) => !ANALYTICS.test(name));
    const analytics = [...loadedBy((name) => ANALYTICS.test(name))].filter((file) => !others.has(file));
    check('analytics', analytics, ANALYTICS_BUDGET);
  },
};

export default defineConfig({
  root,
  base: '/',
  publicDir: false,
  logLevel: 'warn',
  plugins: [react(), budget],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: true,
    modulePreload: false,
    // One file of styles, which the page names with its nonce.
    cssCodeSplit: false,
    manifest: 'manifest.json',
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      input: join(root, ENTRY),
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
      },
    },
  },
});
