import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { defineConfig, type Plugin, type TestProjectInlineConfiguration } from 'vitest/config';
import { build } from './scripts/bootstrap.mjs';
import { LongestFirst } from './test/support/longest-first.js';
import { hasPostgres } from './test/support/postgres-server.js';
import { hasQdrant } from './test/support/qdrant-front/start.js';

const root = import.meta.dirname;
const dist = resolve(root, 'dist');
/** What tsconfig.build.json compiles. */
const COMPILED =
  /^(?:src|indexer|analytics|migrations|client|sqlite|strings|workers|scripts(?!\/(?:abuse|fuzz|soak)\/))\/.*\.js$/;

// `npm test` has done so.
if (!process.env.TEST_BUILT) build();

/**
 * Tests run the compiled code, as users do. Node loads it without transforming it, and worker threads start without a
 * TypeScript loader, which would take longer than everything else that they load.
 */
const compiled: Plugin = {
  name: 'compiled',
  enforce: 'pre',
  resolveId: (source, importer) => {
    if (!importer || !source.startsWith('.')) return null;
    const path = relative(root, resolve(dirname(importer), source));
    return COMPILED.test(path) ? resolve(dist, path) : null;
  },
};

const tests = (paths: readonly string[]): string[] => paths.map((path) => `test/${path}.test.ts`);

/** Browser tests of `npm test`: one of the site and one of the console. */
const inTheBrowser = tests(['browser/{console,site}']);
/** Tests of what differs between SQLite and PostgreSQL: SQL, sorting, locks, triggers, and requests at the same time. */
const alsoOnPostgres = tests([
  'http/{browse,bulk-jobs,conflicts,corrections,every-conflict,every-list,every-success,idempotency,item-filters,items}',
  'http/{items-list,lists,merges,people,preconditions,public,public-lists,query-count,quotas,repeated-imports,restores}',
  'http/{resumable-uploads,scheduled-publishing,search-names,sign-in,sorted-titles,suggestions,tokens,transcripts}',
  'http/{trash,trash-purges,without-transcript}',
  'repository/*',
]);
const onlyOnPostgres = tests([
  'faults/{backup-stores,database-down,metrics-stores,several-processes}',
  'repository/statement-limit',
]);
/** Tests that depend on the index engine. */
const alsoOnQdrant = tests([
  'contract/{keyword-weights,languages,mixed-languages,search-index,search-index-changes,stale-hits,vocabulary}',
  'http/{facets,search,without-transcript}',
  'http/search-{checks,explain,four-languages,languages,names,other-spellings,pins,scores,scripture,silence,spelling,synonyms,syntax,unspaced}',
]);
const onlyOnQdrant = tests([
  'contract/{engines-agree,library-on-qdrant,qdrant-api,qdrant-nodes,qdrant-round-trips}',
  'faults/{qdrant-nodes,silent-qdrant}',
  'unit/{qdrant-cluster,qdrant-front}',
]);
/** Contract tests that `test:more` repeats with ClickHouse over HTTP. */
const alsoOnHttp = tests([
  'contract/{clickhouse,event-parts,refused-batch,stats,stats-export,stats-top,unknown-sources}',
]);

/** Tests that `npm test` runs with a part of their random input. With TEST_RANDOM=all, they run again with all of it. */
const random = (): string[] =>
  process.env.TEST_RANDOM === 'all'
    ? ['test/contract', 'test/http', 'test/unit']
        .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
        .filter((path) => readFileSync(path, 'utf8').includes('/random-runs.js'))
    : [];

/** @param name of the project @param env what its tests read */
const project = (
  name: string,
  files: { include: string[]; exclude?: string[]; globalSetup?: string },
  env: Record<string, string> = {},
): TestProjectInlineConfiguration => ({
  plugins: [compiled],
  test: {
    ...files,
    name,
    env,
    pool: 'forks',
    // Loading the app takes longer than most files, so the files of a project share a process, and each restores its
    // state.
    isolate: false,
    server,
    // Generous, for busy machines. A condition that holds is noticed at once.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // Failures show the complete output of a process.
    chaiConfig: { truncateThreshold: 2_000 },
  },
});
const server = { deps: { external: [/\/dist\//] } };

export default defineConfig({
  plugins: [compiled],
  test: {
    // Once for all projects. If they extended this one, each would do this set-up.
    globalSetup: ['test/support/global-setup.ts'],
    // One more than the cores of the test machine, because many tests wait for processes and timeouts.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Tests load the compiled code, so the watch does not see what they depend on.
    forceRerunTriggers: [
      `${root}/{src,indexer,analytics,client,sqlite,strings,workers,scripts,web}/**/*.{ts,tsx}`,
    ],
    server,
    projects: [
      // `npm test`
      project('plain', {
        include: [...tests(['{unit,contract,cli}/*']), ...inTheBrowser],
        exclude: onlyOnQdrant,
      }),
      project('sqlite', { include: tests(['{http,repository}/*']), exclude: onlyOnPostgres }),
      // `npm run test:more`
      project(
        'more',
        {
          include: [...tests(['{browser,faults,release}/*']), ...alsoOnHttp, ...random()],
          exclude: [...inTheBrowser, ...onlyOnPostgres, ...onlyOnQdrant],
        },
        { TEST_CLICKHOUSE: 'http' },
      ),
      ...(hasPostgres()
        ? [
            project(
              'postgres',
              {
                include: [...alsoOnPostgres, ...onlyOnPostgres],
                globalSetup: 'test/support/postgres-setup.ts',
              },
              { TEST_DATABASE: 'postgres' },
            ),
          ]
        : []),
      ...(hasQdrant()
        ? [
            project(
              'qdrant',
              { include: [...alsoOnQdrant, ...onlyOnQdrant], globalSetup: 'test/support/qdrant-setup.ts' },
              { TEST_INDEX: 'qdrant' },
            ),
          ]
        : []),
    ],
  },
});
