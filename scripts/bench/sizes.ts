/**
 * `sizes`: bytes per passage of an imported library in each store: SQLite, the embedded index, PostgreSQL if
 * TEST_POSTGRES_URL names a server, and Qdrant if TEST_QDRANT_PYTHON has its engine. docs/scaling.md multiplies these.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import type { App } from '../../src/app.js';
import { connect } from '../../src/platform/db/connect.js';
import { newApp, openApp } from './app.js';
import type { Bench, BenchContext } from './bench.js';
import { findCorpus, type Corpus } from './corpus.js';
import { importInto, settle } from './library.js';
import type { Metric } from './report.js';

interface Counts {
  items: number;
  passages: number;
}

export const sizesBench: Bench = async (context) => {
  const corpus = await findCorpus(context);
  const dataDir = await context.scratch('sizes');
  const { app, account } = await newApp(dataDir);
  await importInto(context, app, account.id, corpus);
  const counts = await countsOf(app);
  await app.close();
  await settle(dataDir);
  const metrics = [
    { name: 'items', value: counts.items, unit: '' },
    { name: 'passages', value: counts.passages, unit: '' },
    perPassage('database (SQLite), with transcripts', allocatedBelow(dataDir, /^lectern\.db/), counts),
    perPassage('embedded index on disk', allocatedBelow(join(dataDir, 'index')), counts),
    ...(await onPostgres(context, corpus, counts)),
    ...(await onQdrant(context, dataDir, counts)),
  ];
  return { name: 'sizes', timings: [], metrics, notes: [corpus.description] };
};

const perPassage = (name: string, bytes: number, { passages }: Counts): Metric => ({
  name: `${name}, per passage`,
  value: bytes / passages,
  unit: 'bytes',
});

const countsOf = async ({ db }: App): Promise<Counts> => {
  const count = async (table: 'item' | 'chunk'): Promise<number> =>
    (
      await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count;
  return { items: await count('item'), passages: await count('chunk') };
};

/** Imports the library once more, into a database of its own. */
const onPostgres = async (context: BenchContext, corpus: Corpus, counts: Counts): Promise<Metric[]> => {
  const server = process.env.TEST_POSTGRES_URL;
  if (!server) {
    context.say('TEST_POSTGRES_URL is not set: PostgreSQL is left out.');
    return [];
  }
  const name = `lectern_bench_${process.pid}`;
  const admin = connect(server);
  await sql`create database ${sql.id(name)}`.execute(admin);
  try {
    const url = new URL(server);
    url.pathname = name;
    const { app, account } = await newApp(await context.scratch('postgres'), { DATABASE_URL: url.href });
    await importInto(context, app, account.id, corpus);
    const { rows } = await sql<{
      bytes: number;
    }>`select pg_database_size(current_database()) as bytes`.execute(app.db);
    await app.close();
    return [perPassage('database (PostgreSQL), with transcripts', rows[0]!.bytes, counts)];
  } finally {
    await sql`drop database ${sql.id(name)} with (force)`.execute(admin);
    await admin.destroy();
  }
};

/** Indexes the library in Qdrant's engine as a server would have it: optimised, and read again by a new process. */
const onQdrant = async (context: BenchContext, dataDir: string, counts: Counts): Promise<Metric[]> => {
  const python = process.env.TEST_QDRANT_PYTHON;
  if (!python) {
    context.say('TEST_QDRANT_PYTHON is not set: Qdrant is left out.');
    return [];
  }
  const folder = await context.scratch('qdrant');
  const program = join(context.root, 'test/support/qdrant-front/server.py');
  // It ends when its input ends.
  const front = spawn(python, ['-B', program, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    const [line] = (await once(createInterface(front.stdout), 'line')) as [string];
    const { port } = JSON.parse(line) as { port: number };
    const app = openApp(dataDir, { QDRANT_URL: `http://127.0.0.1:${port}` });
    const bar = context.progress('indexing in Qdrant');
    await app.reindex({ onProgress: (done, total) => bar.update(done, total) });
    bar.stop();
    await app.close();
  } finally {
    front.stdin.end();
    await once(front, 'close');
  }
  const measure = (...options: string[]): Measured =>
    JSON.parse(
      execFileSync(python, [join(context.root, 'scripts/bench/qdrant_sizes.py'), folder, ...options], {
        encoding: 'utf8',
      }),
    ) as Measured;
  measure('optimize');
  const { own, mapped, points, indexed } = measure();
  return [
    perPassage('Qdrant on disk', allocatedBelow(folder), counts),
    perPassage('Qdrant in memory after loading', own, counts),
    perPassage('Qdrant in memory after loading, mapped files', mapped, counts),
    { name: 'Qdrant: points', value: points, unit: '' },
    { name: 'Qdrant: vectors in a graph', value: indexed, unit: '' },
  ];
};

interface Measured {
  /** Bytes of memory. */
  own: number;
  mapped: number;
  points: number;
  /** Number of vectors in a graph. */
  indexed: number;
}

/** Bytes that files occupy: sparse files have fewer than their size. */
const allocatedBelow = (folder: string, names = /^/): number =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => names.test(name))
    .reduce((sum, entry) => {
      const path = join(folder, entry.name);
      return sum + (entry.isDirectory() ? allocatedBelow(path) : statSync(path).blocks * 512);
    }, 0);
