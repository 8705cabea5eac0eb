/**
 * Starts a ClickHouse for tests of the HTTP transport: real protocol and engine (chdb in a process of its own),
 * without a server to install.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tryResolveLibchdb } from 'chdb/libchdb';

export interface ClickHouseFront {
  /** URL of the default database; the same after every start. */
  url: string;
  port: number;
  /** Completes pending requests, and ends. */
  stop(): Promise<void>;
  /** Ends at once, also during requests. */
  kill(): Promise<void>;
  /** Starts again on the same folder and port. */
  start(): Promise<void>;
  /** Ends, and removes the folder. */
  remove(): Promise<void>;
}

/** False if chdb has no library for this system: these tests are skipped then. */
export const frontCanRun = (): boolean => tryResolveLibchdb() !== undefined;

const PROGRAM = join(import.meta.dirname, 'server.ts');

/** Runs the server. It sends a message with its port, and ends with this process. */
export const runClickHouseFront = (folder: string, port: number, password: string): ChildProcess =>
  fork(PROGRAM, [folder, String(port), password], {
    execArgv: ['--import', 'tsx'],
    // Each running query of the engine occupies a thread of the pool.
    env: { ...process.env, UV_THREADPOOL_SIZE: '16' },
  });

export const startClickHouseFront = async ({ password = '' } = {}): Promise<ClickHouseFront> => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-clickhouse-'));
  let port = 0;
  let child: ChildProcess | undefined;

  const start = async (): Promise<void> => {
    const begun = runClickHouseFront(folder, port, password);
    child = begun;
    port = await new Promise<number>((resolve, reject) => {
      begun.once('message', (message) => resolve((message as { port: number }).port));
      begun.once('exit', (code) => reject(new Error(`The front of ClickHouse ended with ${code}`)));
    });
  };

  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ending = child;
    child = undefined;
    if (!ending) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill(signal);
    await ended;
  };

  await start();
  return {
    url: `http://default:${password}@127.0.0.1:${port}`,
    port,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    start,
    remove: async () => {
      await end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
