/**
 * The ClickHouse engines of the tests: embedded, over HTTP with chdb, and a server if TEST_CLICKHOUSE_URL names one.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectClickHouse, type ClickHouse, type ClickHouseAddress } from '../../analytics/index.js';
import { frontCanRun, startClickHouseFront } from './clickhouse-front/start.js';
import { engineUsed } from './engines.js';

export interface TestClickHouse {
  address: ClickHouseAddress;
  /** A connection to an empty database. */
  connect(): Promise<ClickHouse>;
  /** Restarts the engine. Close earlier connections first. */
  restart(): Promise<void>;
  remove(): Promise<void>;
}

const server = process.env.TEST_CLICKHOUSE_URL;
const embeddedCanRun = frontCanRun();
if (!server) console.log('TEST_CLICKHOUSE_URL is not set: the tests on a server of ClickHouse are skipped.');
if (!embeddedCanRun) console.log('chdb has no library for this system: the tests on it are skipped.');

const embedded = (): Promise<TestClickHouse> => {
  const path = mkdtempSync(join(tmpdir(), 'lectern-chdb-'));
  return Promise.resolve({
    address: { path },
    connect: async () => {
      const connection = await connectClickHouse({ path });
      engineUsed('chdb');
      return connection;
    },
    restart: () => Promise.resolve(),
    remove: () => Promise.resolve(rmSync(path, { recursive: true, force: true })),
  });
};

/** A separate database, named in the path of the URL. */
const database = async (url: string): Promise<{ url: string; drop(): Promise<void> }> => {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const run = async (sql: string): Promise<void> => {
    const connection = await connectClickHouse({ url });
    await connection.command(sql).finally(() => connection.close());
  };
  await run(`CREATE DATABASE ${name}`);
  return { url: `${url.replace(/\/$/, '')}/${name}`, drop: () => run(`DROP DATABASE ${name} SYNC`) };
};

const onFront = async (): Promise<TestClickHouse> => {
  const front = await startClickHouseFront();
  const { url } = await database(front.url);
  engineUsed('chdb');
  return {
    address: { url },
    connect: () => connectClickHouse({ url }),
    restart: async () => {
      await front.kill();
      await front.start();
    },
    remove: front.remove,
  };
};

const onServer = async (): Promise<TestClickHouse> => {
  const { url, drop } = await database(server ?? '');
  engineUsed('ClickHouse server');
  return {
    address: { url },
    connect: () => connectClickHouse({ url }),
    restart: () => Promise.resolve(),
    remove: drop,
  };
};

type Kind = [name: string, isThere: boolean, open: () => Promise<TestClickHouse>];

/** All kinds: the name, whether it is available, and how to open it. */
export const everyClickHouse: Kind[] = [
  ['embedded', embeddedCanRun, embedded],
  ['over HTTP', embeddedCanRun, onFront],
  ['on a server', server !== undefined, onServer],
];

/** Whether this test project uses ClickHouse over HTTP. The others use the embedded one, with the same queries. */
export const onHttp = process.env.TEST_CLICKHOUSE === 'http';

/** The kinds of this test project. */
export const clickHouses = everyClickHouse.filter(
  ([name]) => name === 'on a server' || (name === 'over HTTP') === onHttp,
);
