/** Servers and workers as processes of their own, on PostgreSQL, Qdrant's engine and ClickHouse. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectClickHouse } from '../../analytics/index.js';
import { freePort } from './free-port.js';
import { frontCanRun, startClickHouseFront } from './clickhouse-front/start.js';
import { createClient, type Client } from './client.js';
import { qdrantPython, startQdrantFront } from './qdrant-front/start.js';
import { removeFolder } from './remove-folder.js';
import { startCli, type Running } from './run-cli.js';
import { prepareData } from './run-in-process.js';
import { administer, databaseAt } from './templates.js';

/** @param postgresUrl with a user who may create databases; empty if there is none */
export const canRunProcesses = (postgresUrl: string | undefined): boolean =>
  frontCanRun() && Boolean(postgresUrl) && qdrantPython() !== undefined;

export interface Addresses {
  private: string;
  public: string;
  console: string;
  metrics: string;
}

export interface Processes {
  env: Record<string, string>;
  /** Of an admin of the account `demo`. */
  token: string;
  /** Of the processes that run, by name. */
  urls: Record<string, Addresses>;
  start(name: string): Promise<void>;
  /** As an operator does. @returns the exit code and what it has logged */
  stop(name: string): Promise<{ code: number | null; stderr: string }>;
  api(name: string, headers?: Record<string, string>): Client;
  /** The same path at another server. */
  at(name: string, url: string): string;
  /** Process ids of those that run. */
  pids(): number[];
  /** Kills what runs, and removes everything. */
  remove(): Promise<void>;
}

/**
 * @param postgresUrl with a user who may create databases
 * @param names of the processes: `api…` and `worker…` have that role, others both
 * @param consoleBaseUrl origin of the console of all servers
 */
export const startProcesses = async (
  postgresUrl: string,
  names: readonly string[],
  consoleBaseUrl: string,
): Promise<Processes> => {
  const home = mkdtempSync(join(tmpdir(), 'lectern-processes-'));
  const database = `processes_${process.pid}_${randomBytes(4).toString('hex')}`;
  const front = await startClickHouseFront();
  const clickHouse = await connectClickHouse({ url: front.url });
  await clickHouse.command('CREATE DATABASE library').finally(() => clickHouse.close());
  const qdrant = await startQdrantFront(qdrantPython()!);
  await administer(postgresUrl, `create database ${database}`);
  const env = {
    DATA_DIR: join(home, 'data'),
    DATABASE_URL: databaseAt(postgresUrl, database),
    QDRANT_URL: qdrant.url,
    CLICKHOUSE_URL: `${front.url.replace(/\/$/, '')}/library`,
    CONSOLE_BASE_URL: consoleBaseUrl,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    PUBLIC_RATE_LIMIT: '100000',
    PRIVATE_RATE_LIMIT: '100000',
    PORT: '0',
    PUBLIC_PORT: '0',
    METRICS_PORT: '0',
  };
  const token = await prepareData(env);
  const running = new Map<string, Running>();
  const urls: Record<string, Addresses> = {};

  const start = async (name: string): Promise<void> => {
    const [, role = 'all'] = /^(api|worker)/.exec(name) ?? [];
    // A server prints the origin of its console, not its port.
    const consolePort = await freePort();
    const program = startCli(['serve', '--role', role], {
      ...env,
      CONSOLE_PORT: String(consolePort),
      SPOOL_DIR: join(home, `spool-${name}`),
    });
    running.set(name, program);
    await program.said('metrics  ');
    const url = (host: string): string =>
      new RegExp(`${host}\\s+(http\\S+)`).exec(program.output())?.[1] ?? '';
    urls[name] = {
      private: url('private'),
      public: url('public'),
      console: `http://127.0.0.1:${consolePort}`,
      metrics: url('metrics'),
    };
  };

  for (const name of names) await start(name);
  return {
    env,
    token,
    urls,
    start,
    stop: async (name) => {
      const { process: program, finished } = running.get(name)!;
      running.delete(name);
      program.kill('SIGTERM');
      const { code, stderr } = await finished;
      return { code, stderr };
    },
    api: (name, headers) =>
      createClient(urls[name]!.private, { Authorization: `Bearer ${token}`, ...headers }),
    at: (name, url) => {
      const { pathname, search } = new URL(url);
      return new URL(urls[name]!.private).origin + pathname + search;
    },
    pids: () => [...running.values()].map(({ process: { pid = 0 } }) => pid),
    remove: async () => {
      for (const { process: program, finished } of running.values()) {
        program.kill('SIGKILL');
        await finished;
      }
      await front.remove();
      await qdrant.stop();
      await administer(postgresUrl, `drop database if exists ${database} with (force)`);
      await removeFolder(home);
      if (qdrant.unknown.length > 0) throw new Error(`Qdrant's front does not know ${qdrant.unknown.join()}`);
    },
  };
};
