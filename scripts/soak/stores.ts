/** The stores of the program, each a process behind a TCP proxy with its data on a small disk. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
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
import {
  qdrantPython,
  runQdrantFront,
  startQdrantCluster,
  type QdrantCluster,
} from '../../test/support/qdrant-front/start.js';
import { openSocket } from '../../test/support/raw-socket.js';
import { startTcpProxy, type TcpProxy } from '../../test/support/tcp-proxy.js';
import { administer, databaseAt } from '../../test/support/templates.js';
import { freePort } from '../../test/support/free-port.js';
import { createDaemon, type Daemon } from '../harness/daemon.js';
import { responds } from '../harness/program.js';
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

/** How a store is run: on this disk, and on this port. */
interface Kind {
  name: StoreName;
  diskMiB: number;
  /** Makes the empty store. */
  init?(folder: string): void;
  run(folder: string, port: number): ChildProcess;
  /** May throw instead. */
  isReady(port: number): Promise<boolean>;
  url(port: number): string;
  environment(url: string): Record<string, string>;
}

const start = async (parent: string, kind: Kind): Promise<Store> => {
  const folder = join(parent, kind.name);
  const disk = createDisk(folder, kind.diskMiB);
  const port = await freePort();
  kind.init?.(folder);
  const run = (): ChildProcess => kind.run(folder, port);
  const daemon = createDaemon(kind.name, run, () => kind.isReady(port), { restarts: true });
  await daemon.start();
  const proxy = await startTcpProxy(port);
  const environment = kind.environment(kind.url(proxy.port));
  return { name: kind.name, daemon, proxy, disk, environment, url: kind.url(port) };
};

const DATABASE = 'soak';
const httpUrl = (port: number): string => `http://127.0.0.1:${port}`;

const postgres = (): Kind => {
  const programs = postgresPrograms();
  if (!programs) throw new Error('PostgreSQL is not installed');
  // Without fsync, what was committed survives the death of the process, though not that of the machine.
  const options = { fsync: 'off', max_connections: '100', max_wal_size: '128MB', min_wal_size: '32MB' };
  return {
    name: 'database',
    diskMiB: 768,
    init: (folder) => initPostgres({ programs, folder, port: 0, options }),
    run: (folder, port) => runPostgres({ programs, folder, port, options }),
    isReady: async (port) => {
      await untilPostgresAnswers(postgresUrl(port));
      return true;
    },
    url: (port) => databaseAt(postgresUrl(port), DATABASE),
    environment: (url) => ({ DATABASE_URL: url }),
  };
};

/** @throws {Error} without Qdrant's engine */
const requiredPython = (): string => {
  const python = qdrantPython();
  if (!python) throw new Error('Python has no package qdrant-edge-py: see CONTRIBUTING.md');
  return python;
};

/** @param refused gets the requests that the front of Qdrant does not know */
const qdrant = (refused: string[]): Kind => {
  const python = requiredPython();
  return {
    name: 'index',
    diskMiB: 1_024,
    run: (folder, port) => {
      const child = runQdrantFront(python, [folder, String(port)], 'ignore');
      createInterface(child.stdout).on('line', (line) => {
        if (line.includes('"unknown"')) refused.push(line);
      });
      return child;
    },
    isReady: (port) => responds(`${httpUrl(port)}/collections`),
    url: httpUrl,
    environment: (url) => ({ QDRANT_URL: url }),
  };
};

const clickHouse = (): Kind => ({
  name: 'clickhouse',
  diskMiB: 768,
  init: (folder) => mkdirSync(join(folder, 'data')),
  run: (folder, port) => runClickHouseFront(join(folder, 'data'), port, ''),
  isReady: (port) => responds(`${httpUrl(port)}/ping`),
  url: httpUrl,
  environment: (url) => ({ CLICKHOUSE_URL: url }),
});

/** Where `.ci/run` builds it. */
const CACHED_GATEWAY = join(
  process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
  'lectern-ci/versitygw-v1.8.0',
);

/** Path of versitygw; undefined if it is not installed, and files are in the data folder. */
const findGateway = (): string | undefined =>
  findProgram('versitygw', process.env.PATH) ?? (existsSync(CACHED_GATEWAY) ? CACHED_GATEWAY : undefined);

const bucket = (program: string): Kind => ({
  name: 'bucket',
  diskMiB: 256,
  init: (folder) => mkdirSync(join(folder, 'data/lectern'), { recursive: true }),
  run: (folder, port) => {
    const keys = ['--access', 'soak', '--secret', 'soak-secret'];
    const args = ['--port', `127.0.0.1:${port}`, ...keys, '--quiet', 'posix', join(folder, 'data')];
    return spawn(program, args, { stdio: 'ignore' });
  },
  isReady: async (port) => {
    (await openSocket(httpUrl(port))).socket.destroy();
    return true;
  },
  url: httpUrl,
  environment: (url) => ({
    S3_ENDPOINT: url,
    S3_BUCKET: 'lectern',
    S3_ACCESS_KEY_ID: 'soak',
    S3_SECRET_ACCESS_KEY: 'soak-secret',
  }),
});

export interface Stores {
  all: Store[];
  /** The nodes that hold the index in place of one server; null without them. */
  cluster: QdrantCluster | null;
  /** How the program finds the stores. */
  environment: Record<string, string>;
  of(name: StoreName): Store | undefined;
  /** Requests that the front of Qdrant did not know. */
  refused: readonly string[];
  stop(): Promise<void>;
}

/** @param onNodes whether three nodes of Qdrant hold the index */
export const startStores = async (folder: string, onNodes: boolean): Promise<Stores> => {
  const refused: string[] = [];
  const all: Store[] = [];
  let cluster: QdrantCluster | null = null;
  const stop = async (): Promise<void> => {
    await cluster?.stop();
    for (const { daemon, proxy, disk } of all) {
      await daemon.kill();
      await proxy.close();
      disk.remove();
    }
  };
  const gateway = findGateway();
  try {
    const index = onNodes ? [] : [qdrant(refused)];
    for (const kind of [postgres(), ...index, clickHouse(), ...(gateway ? [bucket(gateway)] : [])])
      all.push(await start(folder, kind));
    if (onNodes) cluster = await startQdrantCluster(requiredPython());
    const server = new URL(all[0]!.url);
    server.pathname = '/postgres';
    await administer(server.href, `create database ${DATABASE}`);
  } catch (error) {
    await stop();
    throw error;
  }
  const environment = Object.assign(
    {},
    ...all.map((store) => store.environment),
    cluster && { QDRANT_URL: cluster.urls.join(',') },
  ) as Record<string, string>;
  const of = (name: StoreName): Store | undefined => all.find((store) => store.name === name);
  return { all, cluster, environment, of, refused: cluster?.unknown ?? refused, stop };
};
