/**
 * `npm run abuse [-- --classes=a,b] [--seed=N] [--count=N] [--database=sqlite|postgres] [--plain]`: sends
 * hostile requests to a running server while visitors of another account use it. Exits with 1 when a limit is
 * exceeded.
 */
import { join } from 'node:path';
import { note, print } from '../../src/cli/output.js';
import { findPostgres } from '../../test/support/postgres-server.js';
import { administer, databaseAt } from '../../test/support/templates.js';
import { anySeed, inFolder, readOptions } from '../harness/command.js';
import { attack } from './attack.js';
import { classes } from '../../test/support/abuse/classes.js';
import { documents, manyCaptions } from './documents.js';
import { exports, hostileJson, largeIndexing, replacedWords } from './large-bodies.js';
import { rendered, type EngineReport } from './report.js';
import {
  eventBatches,
  imageCopies,
  pipelining,
  reports as manyReports,
  unfinishedHeads,
  writes,
} from './turns.js';

/** Classes that run only here, because they measure time and memory. */
const CROWDING = [
  manyReports,
  eventBatches,
  pipelining,
  unfinishedHeads,
  imageCopies,
  documents,
  manyCaptions,
  writes,
  hostileJson,
  exports,
  largeIndexing,
  replacedWords,
];
const ALL = new Map([...classes, ...CROWDING].map((one) => [one.name.replaceAll(' ', '-'), one]));
const usage = `npm run abuse [-- --classes=a,b] [--seed=N] [--count=N] [--database=sqlite|postgres] [--plain]
classes: ${[...ALL.keys()].join(', ')} (default: all)
--count=N: cases of each class
--plain: without the settings of the allocator, as after lectern serve in a shell`;

/** @returns the exit code: 1 when a limit was exceeded */
const main = async (args: readonly string[]): Promise<number> => {
  const read = readOptions(args, usage, {
    classes: 'list',
    seed: 'number',
    count: 'number',
    database: 'text',
    plain: 'flag',
  });
  if (!read) return 2;
  const { classes: names = [...ALL.keys()], seed = anySeed(), count, database, plain = false } = read.options;
  const chosen = names.flatMap((name) => ALL.get(name) ?? []);
  if (chosen.length < names.length) {
    note(usage);
    return 2;
  }
  const plan = { classes: chosen, seed, count, plain };
  const reports: EngineReport[] = [];
  const run = (engine: string, urlIn: (folder: string) => string): Promise<void> =>
    inFolder('abuse', async (folder) => {
      note(`— ${engine}`);
      reports.push(await attack(engine, urlIn(folder), folder, plan));
    });
  if (database !== 'postgres') await run('SQLite', (folder) => `sqlite:${join(folder, 'lectern.db')}`);
  if (database !== 'sqlite') await onPostgres((url) => run('PostgreSQL', () => url));
  print(rendered(reports, seed));
  return reports.every(({ missed }) => missed.length === 0) ? 0 : 1;
};

/** Runs with a new PostgreSQL database, if a server is available. */
const onPostgres = async (run: (databaseUrl: string) => Promise<void>): Promise<void> => {
  const server = await findPostgres();
  if (!server) return note('PostgreSQL is not installed, and TEST_POSTGRES_URL is not set: it is left out.');
  const name = `abuse_${process.pid}`;
  try {
    await administer(server.url, `create database ${name}`);
    await run(databaseAt(server.url, name));
    await administer(server.url, `drop database if exists ${name} with (force)`);
  } finally {
    await server.stop();
  }
};

process.exitCode = await main(process.argv.slice(2));
