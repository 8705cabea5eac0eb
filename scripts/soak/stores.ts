/** The stores of the program, each a process behind a TCP proxy with its data on a small disk. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findProgram } from '../../src/platform/lib/find-program.js';
import { runClickHouseFront } from '../../test/support/clickhouse-front/start.js';
import {
  initPostgres,
  postgresPrograms,
  postgresUrl,
  runPostgres,
  untilPostgresAnswers,
} from '../../test/support/postgres-server.js';
import { qdrantPython, runQdrantFront } from '../../test/support/qdrant-front/start.js';
import { startTcpProxy, type TcpProxy } from '../../test/support/tcp-proxy.js';
import { administer, databaseAt } from '../../test/support/templates.js';
import { freePort } from '../../test/support/free-port.js';
import { createDaemon, type Daemon } from './daemon.js';
import { createDisk, type Disk } from './disk.js';
import type { StoreName } from './expectations.js';

export interface Store {
  name: StoreName;
  daemon: Daemon;
  proxy: TcpProxy;
  disk: Disk;
  /** How the program finds the store, through the proxy. */
  environment: Record<string, string>;
  /** The store itself, for the checks of the soak. */
  url: string;
}

const DATABASE = 'soak';
const DISK_MIB = { database: 768, index: 1_024, clickhouse: 768, bucket: 256 } as const;

/** Whether something accepts connections. */
const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

const answers = async (url: string): Promise<boolean> =>
  (await fetch(url, { signal: AbortSignal.timeout(1_000) })).status < 500;

const startPostgres = async (folder: string): Promise<Store> => {
  const programs = postgresPrograms();
  if (!programs) throw new Error('PostgreSQL is not installed');
  const disk = createDisk(folder, DISK_MIB.database);
  const port = await freePort();
  // Without fsync, what was committed survives the death of the process, though not that of the machine.
  const options = { fsync: 'off', max_connections: '100', max_wal_size: '128MB', min_wal_size: '32MB' };
  const server = { programs, folder, port, options };
  initPostgres(server);
  const daemon = createDaemon(
    'PostgreSQL',
    () => runPostgres(server),
    async () => {
      await untilPostgresAnswers(postgresUrl(port));
      return true;
    },
  );
  await daemon.start();
  await administer(postgresUrl(port), `create database ${DATABASE}`);
  const proxy = await startTcpProxy(port);
  return {
    name: 'database',
    daemon,
    proxy,
    disk,
    url: databaseAt(postgresUrl(port), DATABASE),
    environment: { DATABASE_URL: databaseAt(postgresUrl(proxy.port), DATABASE) },
  };
};

const startQdrant = async (folder: string, refused: string[]): Promise<Store> => {
  const python = qdrantPython();
  if (!python) throw new Error('Python has no package qdrant-edge-py: see CONTRIBUTING.md');
  const disk = createDisk(folder, DISK_MIB.index);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const run = (): ChildProcess => {
    const child = runQdrantFront(python, [folder, String(port)], 'ignore');
    createInterface(child.stdout).on('line', (line) => {
      if (line.includes('"unknown"')) refused.push(line);
    });
    return child;
  };
  const daemon = createDaemon('Qdrant', run, () => answers(`${url}/collections`));
  await daemon.start();
  const proxy = await startTcpProxy(port);
  const environment = { QDRANT_URL: `http://127.0.0.1:${proxy.port}` };
  return { name: 'index', daemon, proxy, disk, url, environment };
};

const startClickHouse = async (folder: string): Promise<Store> => {
  const disk = createDisk(folder, DISK_MIB.clickhouse);
  const data = join(folder, 'data');
  mkdirSync(data);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const daemon = createDaemon(
    'ClickHouse',
    () => runClickHouseFront(data, port, ''),
    () => answers(`${url}/ping`),
  );
  await daemon.start();
  const proxy = await startTcpProxy(port);
  const environment = { CLICKHOUSE_URL: `http://127.0.0.1:${proxy.port}` };
  return { name: 'clickhouse', daemon, proxy, disk, url, environment };
};

/** Where `.ci/run` builds it. */
const CACHED_GATEWAY = join(
  process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
  'lectern-ci/versitygw-v1.8.0',
);

/** Path of versitygw; undefined if it is not installed, and files are in the data folder. */
const findGateway = (): string | undefined =>
  findProgram('versitygw', process.env.PATH) ?? (existsSync(CACHED_GATEWAY) ? CACHED_GATEWAY : undefined);

const startBucket = async (folder: string, program: string): Promise<Store> => {
  const disk = createDisk(folder, DISK_MIB.bucket);
  const data = join(folder, 'data');
  mkdirSync(join(data, 'lectern'), { recursive: true });
  const port = await freePort();
  const credentials = ['--access', 'soak', '--secret', 'soak-secret'];
  const daemon = createDaemon(
    'the bucket',
    () =>
      spawn(program, ['--port', `127.0.0.1:${port}`, ...credentials, '--quiet', 'posix', data], {
        stdio: 'ignore',
      }),
    () => accepts(port),
  );
  await daemon.start();
  const proxy = await startTcpProxy(port);
  return {
    name: 'bucket',
    daemon,
    proxy,
    disk,
    url: `http://127.0.0.1:${port}`,
    environment: {
      S3_ENDPOINT: `http://127.0.0.1:${proxy.port}`,
      S3_BUCKET: 'lectern',
      S3_ACCESS_KEY_ID: 'soak',
      S3_SECRET_ACCESS_KEY: 'soak-secret',
    },
  };
};

export interface Stores {
  all: Store[];
  of(name: StoreName): Store | undefined;
  /** Requests that the front of Qdrant did not know. */
  refused: readonly string[];
  stop(): Promise<void>;
}

export const startStores = async (folder: string): Promise<Stores> => {
  const refused: string[] = [];
  const all: Store[] = [];
  const stop = async (): Promise<void> => {
    for (const { daemon, proxy, disk } of all) {
      await daemon.kill();
      await proxy.close();
      disk.remove();
    }
  };
  const gateway = findGateway();
  try {
    all.push(await startPostgres(join(folder, 'postgres')));
    all.push(await startQdrant(join(folder, 'qdrant'), refused));
    all.push(await startClickHouse(join(folder, 'clickhouse')));
    if (gateway) all.push(await startBucket(join(folder, 'bucket'), gateway));
  } catch (error) {
    await stop();
    throw error;
  }
  return { all, of: (name) => all.find((store) => store.name === name), refused, stop };
};
