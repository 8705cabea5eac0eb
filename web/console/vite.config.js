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

/** @returns the files of a module and of all that it imports at once, not of what it imports later */
const filesOf = (manifest, name, seen = new Set()) => {
  if (seen.has(name)) return [];
  seen.add(name);
  const { file, css = [], imports = [] } = manifest[name];
  return [file, ...css, ...imports.flatMap((imported) => filesOf(manifest, imported, seen))];
};

const budget = {
  name: 'budget',
  closeBundle() {
    const manifest = JSON.parse(readFileSync(join(outDir, 'manifest.json'), 'utf8'));
    const styles = Object.values(manifest).map(({ file }) => file);
    const files = new Set([...filesOf(manifest, ENTRY), ...styles.filter((file) => file.endsWith('.css'))]);
    const bytes = [...files].reduce(
      (sum, file) => sum + gzipSync(readFileSync(join(outDir, file))).length,
      0,
    );
    process.stdout.write(`  console        ${bytes} of ${FIRST_VIEW_BUDGET} bytes, compressed by gzip\n`);
    if (bytes > FIRST_VIEW_BUDGET)
      this.error('The first view of the console is larger than its budget in web/console/vite.config.js');
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
