/**
 * `npm run abuse [-- --classes=a,b] [--seed=N] [--count=N] [--database=sqlite|postgres] [--plain=yes]`: sends
 * hostile requests to a running server while visitors of another account use it. Exits with 1 when a limit is
 * exceeded.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { note, print } from '../../src/cli/output.js';
import { findPostgres } from '../../test/support/postgres-server.js';
import { administer, databaseAt } from '../../test/support/templates.js';
import { classes, crowding } from './classes.js';
import { rendered, type EngineReport } from './report.js';
import { runAll } from './run-all.js';

const ALL = [...classes, ...crowding];
const OPTION = /^--(classes|seed|count|database|plain)=(.+)$/;
const usage = `npm run abuse [-- --classes=a,b] [--seed=N] [--count=N] [--database=sqlite|postgres]
classes: ${ALL.map(({ name }) => name.replaceAll(' ', '-')).join(', ')} (default: all)
--count=N: cases of each class
--plain=yes: without the settings of the allocator, as after lectern serve in a shell`;

/** @returns the exit code: 1 when a limit was exceeded */
const main = async (args: readonly string[]): Promise<number> => {
  const given = new Map(args.map((arg) => [OPTION.exec(arg)?.[1], OPTION.exec(arg)?.[2] ?? '']));
  const names = given.get('classes')?.split(',') ?? ALL.map(({ name }) => name.replaceAll(' ', '-'));
  const chosen = ALL.filter(({ name }) => names.includes(name.replaceAll(' ', '-')));
  const numbers = ['seed', 'count'].map((name) => Number(given.get(name) ?? 0));
  if (given.has(undefined) || chosen.length < names.length || numbers.some((n) => !Number.isInteger(n))) {
    note(usage);
    return 2;
  }
  const seed = Number(given.get('seed') ?? Math.floor(Math.random() * 2 ** 31));
  const count = given.has('count') ? Number(given.get('count')) : undefined;
  const database = given.get('database');
  const reports: EngineReport[] = [];
  const attack = async (engine: string, databaseUrl: string): Promise<void> => {
    const dataDir = await mkdtemp(join(tmpdir(), 'lectern-abuse-'));
    try {
      note(`— ${engine}`);
      const url = databaseUrl || `sqlite:${join(dataDir, 'lectern.db')}`;
      reports.push(
        await runAll({
          engine,
          databaseUrl: url,
          dataDir,
          classes: chosen,
          seed,
          count,
          isPlain: given.has('plain'),
        }),
      );
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  };
  if (database !== 'postgres') await attack('SQLite', '');
  if (database !== 'sqlite') await onPostgres((url) => attack('PostgreSQL', url));
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
