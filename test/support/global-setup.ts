/** Runs before all tests. Engines that need a server have a set-up of their own: `postgres-setup.ts`, `qdrant-setup.ts`. */
import { randomInt } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { build } from '../../scripts/bootstrap.mjs';
import { startEngineReport } from './engine-report.js';
import { runFolder } from './run-folder.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Holds all files of the run. */
    runFolder: string;
    /** URL of a PostgreSQL server whose user may create databases; empty in projects without one. */
    postgresUrl: string;
    /** The name of a migrated database on that server, which `freshDatabase` copies. */
    postgresTemplate: string;
    /** URL of a Qdrant server, or of the test server with its engine; empty in projects without one. */
    qdrantUrl: string;
    /** A folder in which each engine leaves a mark when a test has used it. */
    engineMarks: string;
    /** The seed of all random tests. */
    seed: number;
  }
}

export const setup = (project: TestProject): (() => void) => {
  const folder = runFolder();
  const report = startEngineReport();
  project.provide('runFolder', folder);
  project.provide('engineMarks', report.folder);
  project.provide('seed', chooseSeed());
  project.provide('postgresUrl', '');
  project.provide('postgresTemplate', '');
  project.provide('qdrantUrl', '');
  // When files change that tests are watched for.
  project.onTestsRerun(() => Promise.resolve(build()));
  return () => report.finish();
};

/** @throws Error if `TEST_SEED` is not an integer */
const chooseSeed = (): number => {
  const { TEST_SEED } = process.env;
  const seed = TEST_SEED ? Number(TEST_SEED) : randomInt(2 ** 31);
  if (!Number.isInteger(seed)) throw new Error(`TEST_SEED must be a whole number, not ${TEST_SEED}`);
  console.log(`Random tests use the seed ${seed}. TEST_SEED=${seed} repeats them.`);
  return seed;
};
