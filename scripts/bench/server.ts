/** Starts `lectern serve` in its own process, on free ports. */
import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../test/support/free-port.js';
import type { LoopDelay } from './loop-delay.js';

export interface RunningServer {
  privatePort: number;
  publicPort: number;
  pid: number;
  /** Event loop delays since the last call. */
  loopDelay(): Promise<LoopDelay>;
  stop(): Promise<void>;
}

const READY_TIMEOUT_MS = 60_000;
const POLL_MS = 20;

/** The environment of an app on the benchmark's data folder. */
export const appEnvironment = (dataDir: string): Record<string, string> => ({
  DATA_DIR: dataDir,
  DATABASE_URL: `sqlite:${join(dataDir, 'lectern.db')}`,
  HOST: '127.0.0.1',
  LOG_LEVEL: 'warn',
  PUBLIC_RATE_LIMIT: '1000000000',
  PRIVATE_RATE_LIMIT: '1000000000',
  EVENT_BYTES_LIMIT: '1000000000000',
  // Disables the response cache, so that repeated searches are measured.
  SEARCH_ANSWER_BYTES: '0',
  QDRANT_URL: '',
  EMBEDDING_MODEL: '',
});

/**
 * Starts `program` and waits until it responds to `/healthz` on all its ports.
 * @param options.ipc opens a message channel to the child
 */
export const startProcess = async (
  program: string,
  args: readonly string[],
  environment: Record<string, string>,
  ports: readonly number[],
  { nodeArgs = [], ipc = false }: { nodeArgs?: readonly string[]; ipc?: boolean } = {},
): Promise<{ child: ChildProcess; pid: number; stop(): Promise<void> }> => {
  const child = spawn(process.execPath, [...nodeArgs, program, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', ...(ipc ? (['ipc'] as const) : [])],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  const until = performance.now() + READY_TIMEOUT_MS;
  for (const port of ports) {
    while (!(await isReady(port))) {
      if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`);
      if (performance.now() > until) {
        await stop();
        throw new Error(`${program} did not respond on port ${port}`);
      }
      await setTimeout(POLL_MS);
    }
  }
  return { child, pid: child.pid!, stop };
};

/** User and system seconds of a process and its children so far; NaN without /proc. */
export const processSecs = (pid: number): number => sumOfTree(pid, ownSecs);

/** Resident memory of a process and its children in MiB; NaN without /proc. */
export const residentMiB = (pid: number): number => sumOfTree(pid, ownMiB);

/** Resident memory of the process alone, and of its children. */
export const memoryOf = (pid: number): { serverMiB: number; childrenMiB: number } => {
  try {
    const path = `/proc/${pid}`;
    return { serverMiB: ownMiB(path), childrenMiB: sumOfChildren(path, ownMiB) };
  } catch {
    return { serverMiB: Number.NaN, childrenMiB: Number.NaN };
  }
};

const ownMiB = (path: string): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`${path}/status`, 'utf8'))?.[1]) / 1_024;

const ownSecs = (path: string): number => {
  const [, fields = ''] = /^.*\) (.*)$/s.exec(readFileSync(`${path}/stat`, 'utf8')) ?? [];
  // The last two fields are those of children that have exited.
  const ticks = fields.split(' ').slice(11, 15).map(Number);
  return ticks.reduce((sum, value) => sum + value, 0) / TICKS_PER_SECOND;
};

/** @param measure gets the process's folder in /proc */
const sumOfTree = (pid: number, measure: (path: string) => number): number => {
  const path = `/proc/${pid}`;
  try {
    return measure(path) + sumOfChildren(path, measure);
  } catch {
    return Number.NaN;
  }
};

const sumOfChildren = (path: string, measure: (path: string) => number): number => {
  const children = readdirSync(`${path}/task`).flatMap((id) =>
    (readFileSync(`${path}/task/${id}/children`, 'utf8').match(/\d+/g) ?? []).map(Number),
  );
  // A child that exits during the measurement counts as 0.
  return children.reduce((sum, child) => sum + (sumOfTree(child, measure) || 0), 0);
};

/** The unit of processor time in /proc. */
const TICKS_PER_SECOND = 100;

const isReady = async (port: number): Promise<boolean> => {
  try {
    return (await fetch(`http://127.0.0.1:${port}/healthz`)).ok;
  } catch {
    return false;
  }
};

/** @param root the project's folder, already compiled */
export const startServer = async (
  root: string,
  dataDir: string,
  args: readonly string[] = [],
  environment: Record<string, string> = {},
): Promise<RunningServer> => {
  const [privatePort, publicPort] = [await freePort(), await freePort()];
  const running = await startProcess(
    join(root, 'dist/bin/lectern.js'),
    ['serve', ...args],
    {
      ...appEnvironment(dataDir),
      CONSOLE: 'false',
      ...environment,
      PORT: String(privatePort),
      PUBLIC_PORT: String(publicPort),
    },
    [privatePort, publicPort],
    { nodeArgs: ['--import', new URL('./loop-delay.js', import.meta.url).href], ipc: true },
  );
  const loopDelay = (): Promise<LoopDelay> =>
    new Promise((resolve) => {
      running.child.once('message', (delay: LoopDelay) => resolve(delay));
      running.child.send({});
    });
  return { privatePort, publicPort, loopDelay, ...running };
};

export type Call = ReturnType<typeof apiOf>;

export interface ApiAnswer<T> {
  body: T;
  etag: string | null;
}

/** Calls of the private API of a server, one after the other. They throw on errors. */
export const apiOf =
  ({ privatePort }: Pick<RunningServer, 'privatePort'>, secret: string) =>
  async <T>(method: string, path: string, sent?: unknown): Promise<ApiAnswer<T>> => {
    const response = await fetch(`http://127.0.0.1:${privatePort}/v2${path}`, {
      method,
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
      ...(sent !== undefined && { body: JSON.stringify(sent) }),
    });
    const body = (await response.json()) as T;
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(body)}`);
    return { body, etag: response.headers.get('etag') };
  };
