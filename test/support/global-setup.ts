/**
 * Before all tests: a PostgreSQL of the run's own where its programs are installed, unless TEST_POSTGRES_URL names one,
 * and databases to copy.
 */
import { execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { tryResolveLibchdb } from 'chdb/libchdb';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEngineReport } from './engine-report.js';
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

const PROGRAMS = '/usr/lib/postgresql';

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const server = await findPostgres();
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

interface Server {
  url: string;
  stop(): Promise<void>;
}

const findPostgres = async (): Promise<Server | undefined> => {
  const given = process.env.TEST_POSTGRES_URL;
  if (given) return { url: given, stop: () => Promise.resolve() };
  const programs = given === undefined ? postgresPrograms() : undefined;
  if (programs) return startPostgres(programs);
  console.log('PostgreSQL is not installed, and TEST_POSTGRES_URL is not set: the tests on it are skipped.');
  return undefined;
};

const postgresPrograms = (): string | undefined => {
  if (!existsSync(PROGRAMS)) return undefined;
  const versions = readdirSync(PROGRAMS).sort((a, b) => Number(b) - Number(a));
  return versions
    .map((version) => join(PROGRAMS, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres')));
};

const startPostgres = async (programs: string): Promise<Server> => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-postgres-'));
  const data = join(folder, 'data');
  // PostgreSQL refuses to run as root.
  const identity: Identity = userInfo().uid === 0 ? postgresUser() : undefined;
  if (identity) chownSync(folder, identity.uid, identity.gid);
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...identity, stdio: 'ignore' },
  );
  const port = await freePort();
  const options = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
  };
  const flags = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(programs, 'postgres'), ['-D', data, '-p', String(port), ...flags], {
    ...identity,
    stdio: 'ignore',
  });
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await untilItAnswers(url);
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

const postgresUser = (): Identity => ({
  uid: Number(execFileSync('id', ['-u', 'postgres'])),
  gid: Number(execFileSync('id', ['-g', 'postgres'])),
});

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

const untilItAnswers = async (url: string): Promise<void> => {
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
