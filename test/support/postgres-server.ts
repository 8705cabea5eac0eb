/** A PostgreSQL server for tests: the one in TEST_POSTGRES_URL, or a new one if PostgreSQL is installed. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.js';

const PROGRAMS = '/usr/lib/postgresql';

export interface PostgresServer {
  /** URL with a user who may create databases. */
  url: string;
  stop(): Promise<void>;
}

/** Whether tests can run on PostgreSQL: TEST_POSTGRES_URL names a server, or is not set and PostgreSQL is installed. */
export const hasPostgres = (url = process.env.TEST_POSTGRES_URL): boolean =>
  url === undefined ? postgresPrograms() !== undefined : url !== '';

/** The server in TEST_POSTGRES_URL, or a new one. Only if `hasPostgres()`. */
export const findPostgres = async (): Promise<PostgresServer> => {
  const given = process.env.TEST_POSTGRES_URL;
  return given ? { url: given, stop: () => Promise.resolve() } : startPostgres(postgresPrograms()!);
};

/** Where the programs of the newest version are; undefined if there are none. */
export const postgresPrograms = (): string | undefined => {
  if (!existsSync(PROGRAMS)) return undefined;
  const versions = readdirSync(PROGRAMS).sort((a, b) => Number(b) - Number(a));
  return versions
    .map((version) => join(PROGRAMS, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres')));
};

export interface PostgresOptions {
  programs: string;
  /** Holds the data, below `data`. */
  folder: string;
  port: number;
  /** Options of the server. */
  options: Record<string, string>;
}

/** Creates an empty cluster in the folder. */
export const initPostgres = ({ programs, folder }: PostgresOptions): void => {
  // PostgreSQL refuses to run as root.
  const identity = identityOfServer();
  if (identity) chownSync(folder, identity.uid, identity.gid);
  execFileSync(
    join(programs, 'initdb'),
    [
      ...['-D', join(folder, 'data'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8'],
      ...['--locale=C.UTF-8', '--no-sync'],
    ],
    { ...identity, cwd: folder, stdio: 'ignore' },
  );
};

export const runPostgres = ({ programs, folder, port, options }: PostgresOptions): ChildProcess => {
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: folder, ...options };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return spawn(
    join(programs, 'postgres'),
    ['-D', join(folder, 'data'), '-p', String(port), ...flags],
    // PostgreSQL's user cannot enter a clone that only its owner can read.
    { ...identityOfServer(), cwd: folder, stdio: 'ignore' },
  );
};

export const postgresUrl = (port: number): string => `postgres://postgres@127.0.0.1:${port}/postgres`;

const startPostgres = async (programs: string): Promise<PostgresServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-postgres-'));
  const port = await freePort();
  const options = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
  };
  initPostgres({ programs, folder, port, options });
  const server = runPostgres({ programs, folder, port, options });
  const url = postgresUrl(port);
  await untilPostgresAnswers(url);
  return {
    url,
    stop: async (): Promise<void> => {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

type Identity = { uid: number; gid: number } | undefined;

const identityOfServer = (): Identity =>
  userInfo().uid === 0
    ? {
        uid: Number(execFileSync('id', ['-u', 'postgres'])),
        gid: Number(execFileSync('id', ['-g', 'postgres'])),
      }
    : undefined;

/** @throws the error of the last attempt, after ten seconds */
export const untilPostgresAnswers = async (url: string): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    const client = new pg.Client(url);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (attempt === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
};
