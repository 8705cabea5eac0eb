import { dirname, relative, resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';
import { build } from './scripts/bootstrap.mjs';
import { LongestFirst } from './test/support/longest-first.js';
import { hasQdrant } from './test/support/qdrant-front/start.js';

const root = import.meta.dirname;
const dist = resolve(root, 'dist');
/** What tsconfig.build.json compiles. */
const COMPILED =
  /^(?:src|indexer|analytics|migrations|client|sqlite|strings|workers|scripts(?!\/(?:abuse|fuzz|processes|soak)\/))\/.*\.js$/;

/**
 * Tests run the compiled code, as users do. Node loads it without transforming it, and worker threads start without a
 * TypeScript loader, which would take longer than everything else that they load.
 */
const compiled: Plugin = {
  name: 'compiled',
  enforce: 'pre',
  config: () => build(),
  resolveId: (source, importer) => {
    if (!importer || !source.startsWith('.')) return null;
    const path = relative(root, resolve(dirname(importer), source));
    return COMPILED.test(path) ? resolve(dist, path) : null;
  },
};

/** Tests that touch SQL run once per engine, the others once. */
const sqlTests = ['test/http/**/*.test.ts', 'test/repository/**/*.test.ts'];
/**
 * SQL tests that run on SQLite only, because other tests show how the engines differ: every operation once, lists,
 * filters and sorting, locks, triggers, jobs, migrations, and random input run on both.
 */
const onSqliteOnly = [
  'account-limits',
  'activity',
  'api-reference-page',
  'artwork',
  'audit-log',
  'bad-input',
  'caching',
  'chapters',
  'client',
  'draft-policy',
  'embed-pages',
  'embed-tokens',
  'equivalent-inputs',
  'every-body',
  'every-operation',
  'external-videos',
  'feed-artwork',
  'feed-settings',
  'feeds',
  'files',
  'images-on-s3',
  'import-downloads',
  'import-feeds',
  'import-guesses',
  'indexable',
  'item-pages',
  'library-model',
  'logging',
  'mail',
  'media-files',
  'operations-without-account',
  'page-events',
  'pages',
  'passage-speakers',
  'passages',
  'patch-round-trips',
  'podcast-feeds',
  'processing',
  'public-limits',
  'rejected-transcripts',
  'rendered-responses',
  'request-limits',
  'requests',
  'response-fields',
  'resumable-rights',
  'samples',
  'search',
  'search-callers',
  'search-scripture',
  'search-syntax',
  'secrets-at-rest',
  'sibling-positions',
  'signed-files',
  'speaker-images',
  'status-codes',
  'suggested-outlines',
  'token-limits',
  'tracking-parameters',
  'transcript-bodies',
  'transcript-edits',
  'transcript-operations',
  'transcript-uploads',
  'transcription',
  'transcription-setups',
  'uploads',
  'variant-types',
  'webhook-deliveries',
  'webhook-hosts',
  'webhooks',
  'who-may-call',
  'written-suggestions',
].map((name) => `test/http/${name}.test.ts`);
/** Tests of the public host that depend on the index engine run on Qdrant as well. */
const onQdrant = [
  'facets',
  'search',
  'search-{checks,explain,four-languages,languages,names,other-spellings,pins,scores,scripture,spelling,synonyms,syntax}',
].map((name) => `test/http/${name}.test.ts`);
const common = {
  pool: 'forks' as const,
  // Loading the app takes longer than most files, so the files of a project share a process, and each restores its
  // state.
  isolate: false,
  server: { deps: { external: [/\/dist\//] } },
  // Generous, for busy machines. A condition that holds is noticed at once.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
  // Failures show the complete output of a process.
  chaiConfig: { truncateThreshold: 2_000 },
};

const qdrantProject = {
  plugins: [compiled],
  test: {
    ...common,
    name: 'qdrant',
    include: onQdrant,
    env: { TEST_DATABASE: 'sqlite', TEST_INDEX: 'qdrant' },
  },
};

export default defineConfig({
  plugins: [compiled],
  test: {
    // Once for all projects. If they extended this one, each would set up a PostgreSQL server.
    globalSetup: ['test/support/global-setup.ts'],
    // One more than the cores of the test machine, because many tests wait for processes and timeouts.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    server: common.server,
    projects: [
      {
        plugins: [compiled],
        test: { ...common, name: 'plain', include: ['test/**/*.test.ts'], exclude: sqlTests },
      },
      {
        plugins: [compiled],
        test: { ...common, name: 'sqlite', include: sqlTests, env: { TEST_DATABASE: 'sqlite' } },
      },
      {
        plugins: [compiled],
        test: {
          ...common,
          name: 'postgres',
          include: sqlTests,
          exclude: onSqliteOnly,
          env: { TEST_DATABASE: 'postgres' },
        },
      },
      ...(hasQdrant() ? [qdrantProject] : []),
    ],
  },
});
