/**
 * Bundles the program, its threads and the ClickHouse process into dist/bin, each in a few files. Loading a thousand
 * separate modules would take Node half a second longer.
 */
import { join, resolve } from 'node:path';
import { defineConfig } from 'vite';

const root = resolve(import.meta.dirname, '../..');

/** Keys equal the paths with which other modules start the entries. */
const ENTRIES = {
  lectern: 'src/cli/main.ts',
  'embed-worker': 'indexer/embedding/embed-worker.ts',
  'engine-process': 'analytics/clickhouse/engine-process.ts',
  'import-thread': 'src/import/import-thread.ts',
  'integrity-thread': 'src/platform/db/integrity-thread.ts',
  'probe-thread': 'src/processing/media/probe-thread.ts',
  'search-worker': 'indexer/search-thread/search-worker.ts',
  'spool-thread': 'analytics/spool/spool-thread.ts',
  'suggest-thread': 'src/processing/suggest/suggest-thread.ts',
  'waiting-thread': 'src/platform/http/server/waiting-thread.ts',
  'transcript-thread': 'src/transcripts/transcript-thread.ts',
  'whisper-process': 'src/processing/transcription/whisper-process.ts',
};

/** Not bundled: packages with binaries or data files, and large ones that are rarely needed. */
const PACKAGES = [
  '@aws-sdk/client-s3',
  '@aws-sdk/s3-request-presigner',
  '@clickhouse/client',
  '@huggingface/transformers',
  '@node-rs/argon2',
  'better-sqlite3',
  'better-sqlite3-13',
  'chdb',
  'mediainfo.js',
  'onnxruntime-node',
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
      // By name, because on Node 20 only one of the two versions of better-sqlite3 is installed.
      external: PACKAGES,
      input: Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, join(root, file)])),
      // Names without a hash, so that a running program still finds its files after a rebuild.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      // The package depd uses `eval` to name functions.
      checks: { eval: false },
    },
  },
});
