/**
 * Builds what `lectern` runs into dist/bin: the program, its threads and the process of ClickHouse, each in a few files.
 * Node needs half a second less to load them than the thousand modules that they are made of.
 */
import { join, resolve } from 'node:path';
import { defineConfig } from 'vite';

const root = resolve(import.meta.dirname, '../..');

/** Named as the modules that start them do: by the path from there. */
const ENTRIES = {
  lectern: 'src/main.ts',
  'embed-worker': 'indexer/embedding/embed-worker.ts',
  'engine-process': 'analytics/embedded/engine-process.ts',
  'import/import-thread': 'src/content/import/import-thread.ts',
  'integrity-thread': 'src/platform/db/integrity-thread.ts',
  'probe-thread': 'src/processing/media/probe-thread.ts',
  'search-worker': 'indexer/search-thread/search-worker.ts',
  'spool-thread': 'analytics/spool/spool-thread.ts',
  'suggest-thread': 'src/processing/suggest/suggest-thread.ts',
  'transcripts/transcript-thread': 'src/content/transcripts/transcript-thread.ts',
};

/** Stay packages: they have binaries or files beside them, or are large and seldom needed. */
const PACKAGES = [
  '@aws-sdk/client-s3',
  '@aws-sdk/s3-request-presigner',
  '@clickhouse/client',
  '@huggingface/transformers',
  'better-sqlite3',
  'better-sqlite3-13',
  'chdb',
  'mediainfo.js',
  'sharp',
];

export default defineConfig({
  root,
  publicDir: false,
  logLevel: 'warn',
  ssr: { noExternal: true, external: PACKAGES },
  build: {
    ssr: true,
    outDir: 'dist/bin',
    target: 'node20',
    rolldownOptions: {
      // By name: Node 20 has one of the two versions of better-sqlite3 installed.
      external: PACKAGES,
      input: Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, join(root, file)])),
      // Names without a hash: a program that runs while it is built again finds its files.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      // depd, a package, names functions by it.
      checks: { eval: false },
    },
  },
});
