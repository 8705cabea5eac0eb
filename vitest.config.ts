import { dirname, relative, resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';
import { build } from './scripts/bootstrap.mjs';
import { LongestFirst } from './test/support/longest-first.js';
import { hasQdrant } from './test/support/qdrant-front/start.js';

const root = import.meta.dirname;
const dist = resolve(root, 'dist');
/** What tsconfig.build.json compiles. */
const COMPILED =
  /^(?:src|indexer|analytics|migrations|client|sqlite|strings|workers|scripts(?!\/(?:abuse|fuzz)\/))\/.*\.js$/;

/**
 * Tests run what is compiled, as users do. Node loads it without a transformation, and its worker threads start without
 * a loader for TypeScript, which costs each more than all else that it loads.
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

/** Tests that touch SQL run once an engine; the others once. */
const sqlTests = ['test/http/**/*.test.ts', 'test/repository/**/*.test.ts'];
/**
 * Of these, to which the database makes no difference that others do not show: on both engines run each operation once,
 * lists, filters and sorting, what locks, what triggers maintain, jobs, migrations, and random input.
 */
const onSqliteOnly = [
  'api-reference-page',
  'artwork',
  'audit-log',
  'bad-input',
  'caching',
  'chapters',
  'client',
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
  'indexable',
  'item-pages',
  'logging',
  'media-files',
  'operations-without-account',
  'page-events',
  'passage-speakers',
  'passages',
  'patch-round-trips',
  'podcast-feeds',
  'processing',
  'public-limits',
  'request-limits',
  'requests',
  'response-fields',
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
  'transcript-uploads',
  'transcription-setups',
  'uploads',
  'variant-types',
  'webhook-hosts',
  'webhooks',
].map((name) => `test/http/${name}.test.ts`);
/** What the engine of the index decides, of what a site calls: on Qdrant as well. */
const onQdrant = ['facets', 'search', 'search-{languages,names,scores,scripture,spelling,syntax}'].map(
  (name) => `test/http/${name}.test.ts`,
);
const common = {
  pool: 'forks' as const,
  // Loading the app costs more than most files take: files of a project share a process, and each leaves it as it was.
  isolate: false,
  server: { deps: { external: [/\/dist\//] } },
  // Generous, for machines with other work: a condition that holds is seen at once.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
  // Failures show the whole of what a process printed.
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
    // Once for all projects: they do not extend this one, which would set up a PostgreSQL server for each.
    globalSetup: ['test/support/global-setup.ts'],
    // One more than the cores that the tests are meant for: many of them wait for processes and timeouts.
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
