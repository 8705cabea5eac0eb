/**
 * Before all tests: a PostgreSQL of the run's own where its programs are installed, unless TEST_POSTGRES_URL names one,
 * and databases to copy.
 */
import { randomInt } from 'node:crypto';
import { tryResolveLibchdb } from 'chdb/libchdb';
import type { TestProject } from 'vitest/node';
import { startEngineReport } from './engine-report.js';
import { removeFolder } from './remove-folder.js';
import { temporaryFolder } from './temporary-folder.js';
import { findPostgres } from './postgres-server.js';
import { postgresTemplate, sqliteTemplate } from './templates.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a PostgreSQL server whose user may create databases; empty where there is none. */
    postgresUrl: string;
    /**
     * The migrated databases that `freshDatabase` copies: a file, and a name on the server, empty where there is none.
     */
    sqliteTemplate: string;
    postgresTemplate: string;
    /** A folder in which each engine leaves a mark when a test has used it. */
    engineMarks: string;
    /** What all random tests begin with. */
    seed: number;
  }
}

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = temporaryFolder();
  // Before anything is started, workers and programs, that has files of its own.
  process.env.TMPDIR = folder;
  const server = await findPostgres();
  if (!server)
    console.log(
      'PostgreSQL is not installed, and TEST_POSTGRES_URL is not set: the tests on it are skipped.',
    );
  const templates = [await sqliteTemplate()];
  if (server) templates.push(await postgresTemplate(server.url));
  const report = startEngineReport();
  project.provide('engineMarks', report.folder);
  project.provide('seed', chooseSeed());
  project.provide('postgresUrl', server?.url ?? '');
  project.provide('sqliteTemplate', templates[0]?.at ?? '');
  project.provide('postgresTemplate', templates[1]?.at ?? '');
  return async () => {
    for (const template of templates) await template.drop();
    await server?.stop();
    report.finish({
      PostgreSQL: server !== undefined,
      chdb: tryResolveLibchdb() !== undefined,
      Qdrant: Boolean(process.env.TEST_QDRANT_URL),
      'ClickHouse server': Boolean(process.env.TEST_CLICKHOUSE_URL),
      S3: Boolean(process.env.TEST_S3_URL),
    });
    await removeFolder(folder);
  };
};

/** @throws Error where `TEST_SEED` is no whole number */
const chooseSeed = (): number => {
  const { TEST_SEED } = process.env;
  const seed = TEST_SEED ? Number(TEST_SEED) : randomInt(2 ** 31);
  if (!Number.isInteger(seed)) throw new Error(`TEST_SEED must be a whole number, not ${TEST_SEED}`);
  console.log(`Random tests use the seed ${seed}. TEST_SEED=${seed} repeats them.`);
  return seed;
};
