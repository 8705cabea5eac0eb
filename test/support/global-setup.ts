/**
 * Runs before all tests. Starts PostgreSQL if its programs are installed, unless TEST_POSTGRES_URL names a server;
 * creates the databases to copy; and starts Qdrant's engine if its Python package is installed, unless
 * TEST_QDRANT_URL names a server.
 */
import { randomInt } from 'node:crypto';
import { tryResolveLibchdb } from 'chdb/libchdb';
import type { TestProject } from 'vitest/node';
import { startEngineReport } from './engine-report.js';
import { removeFolder } from './remove-folder.js';
import { temporaryFolder } from './temporary-folder.js';
import { findPostgres } from './postgres-server.js';
import { qdrantPython, startQdrantFront } from './qdrant-front/start.js';
import { postgresTemplate, sqliteTemplate } from './templates.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a PostgreSQL server whose user may create databases; empty if there is none. */
    postgresUrl: string;
    /**
     * The migrated databases that `freshDatabase` copies: a file, and the name of a database on the server, empty
     * without a server.
     */
    sqliteTemplate: string;
    postgresTemplate: string;
    /** URL of a Qdrant server, or of the test server with its engine; empty if there is none. */
    qdrantUrl: string;
    /** A folder in which each engine leaves a mark when a test has used it. */
    engineMarks: string;
    /** The seed of all random tests. */
    seed: number;
  }
}

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = temporaryFolder();
  // Before any worker or program starts, because they create files.
  process.env.TMPDIR = folder;
  const server = await findPostgres();
  if (!server)
    console.log(
      'PostgreSQL is not installed, and TEST_POSTGRES_URL is not set: the tests on it are skipped.',
    );
  const { TEST_QDRANT_URL } = process.env;
  const python = TEST_QDRANT_URL === undefined ? qdrantPython() : undefined;
  const front = python ? await startQdrantFront(python) : undefined;
  const qdrantUrl = TEST_QDRANT_URL || front?.url;
  if (!qdrantUrl)
    console.log(
      'Python has no package qdrant-edge-py, and TEST_QDRANT_URL is not set: the tests on Qdrant are skipped.',
    );
  const templates = [await sqliteTemplate()];
  if (server) templates.push(await postgresTemplate(server.url));
  const report = startEngineReport();
  project.provide('engineMarks', report.folder);
  project.provide('seed', chooseSeed());
  project.provide('postgresUrl', server?.url ?? '');
  project.provide('sqliteTemplate', templates[0]?.at ?? '');
  project.provide('postgresTemplate', templates[1]?.at ?? '');
  project.provide('qdrantUrl', qdrantUrl ?? '');
  return async () => {
    for (const template of templates) await template.drop();
    await server?.stop();
    await front?.stop();
    report.finish({
      PostgreSQL: server !== undefined,
      chdb: tryResolveLibchdb() !== undefined,
      Qdrant: qdrantUrl !== undefined,
      'ClickHouse server': Boolean(process.env.TEST_CLICKHOUSE_URL),
      S3: Boolean(process.env.TEST_S3_URL),
    });
    await removeFolder(folder);
    failOn(front?.unknown ?? []);
  };
};

/** Fails the run for unknown requests, because a search that falls back to full text would pass its test. */
const failOn = (unknown: readonly string[]): void => {
  if (unknown.length === 0) return;
  console.error(`The front of Qdrant was asked for what it does not know:\n${unknown.join('\n')}`);
  process.exitCode = 1;
};

/** @throws Error if `TEST_SEED` is not an integer */
const chooseSeed = (): number => {
  const { TEST_SEED } = process.env;
  const seed = TEST_SEED ? Number(TEST_SEED) : randomInt(2 ** 31);
  if (!Number.isInteger(seed)) throw new Error(`TEST_SEED must be a whole number, not ${TEST_SEED}`);
  console.log(`Random tests use the seed ${seed}. TEST_SEED=${seed} repeats them.`);
  return seed;
};
