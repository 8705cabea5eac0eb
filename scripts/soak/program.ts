/** The program under test: `lectern serve` as an API process and a worker process, with their logs and memory. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ALLOCATOR_SETTINGS } from '../../src/platform/lib/allocator.js';
import { residentMiB } from '../bench/server.js';
import { freePort } from '../../test/support/free-port.js';
import { createDaemon, type Daemon } from './daemon.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PROGRAM = join(ROOT, 'dist/bin/lectern.js');
const PROBE = join(ROOT, 'scripts/abuse/stall-probe.mjs');
const COLLECT_LIMIT_MS = 5_000;
/** Of a fault's log lines. */
const MAX_LINES = 10_000;

export interface LogLine {
  process: string;
  /** When it came, ms of `performance.now()`. */
  at: number;
  /** pino's; 60 for a line that is not JSON. */
  level: number;
  text: string;
}

export interface Program {
  api: Daemon;
  worker: Daemon;
  privateUrl: string;
  publicUrl: string;
  /** Lines at level warn and above since the last call. */
  takeLog(): LogLine[];
  /** Resident MiB of both processes and their children after garbage collection; NaN if one does not respond. */
  collectedMiB(): Promise<Record<'api' | 'worker', number>>;
  /** Null without libfaketime. */
  clock: ProgramClock | null;
  stop(): Promise<void>;
}

export interface ProgramClock {
  /** Seconds from the machine's time, within a second in both processes, which keep running. */
  shift(secs: number): void;
}

const FAKETIME = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1',
].find((path) => existsSync(path));

/** The clock of processes in whose environment its variables are. */
const createClock = (folder: string): { variables: Record<string, string>; clock: ProgramClock } | null => {
  if (!FAKETIME) return null;
  const file = join(folder, 'clock');
  const shift = (secs: number): void => writeFileSync(file, `${secs < 0 ? '-' : '+'}${Math.abs(secs)}s`);
  shift(0);
  return {
    variables: {
      LD_PRELOAD: FAKETIME,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      // As when an administrator sets the clock: timers go on.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    clock: { shift },
  };
};

export const runCommand = (args: readonly string[], environment: Record<string, string>): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [PROGRAM, ...args], { env: { ...process.env, ...environment } });
    let output = '';
    let errors = '';
    child.stdout.on('data', (text: Buffer) => (output += text.toString()));
    child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
    child.once('close', (code) =>
      code === 0 ? resolve(output.trim()) : reject(new Error(`lectern ${args.join(' ')}: ${errors}`)),
    );
  });

const isAlive = async (url: string): Promise<boolean> =>
  (await fetch(url, { signal: AbortSignal.timeout(1_000) })).ok;

/** @param environment of the stores @param dataDir of the program, on a disk of its own */
export const startProgram = async (environment: Record<string, string>, folder: string): Promise<Program> => {
  const [port, publicPort, metricsPort] = [await freePort(), await freePort(), await freePort()];
  const faked = createClock(folder);
  const lines: LogLine[] = [];
  const log = (name: string, text: string): void => {
    const [, level] = /^\{"level":(\d+)/.exec(text) ?? [];
    // Loaders complain about a library that their architecture cannot preload.
    if (lines.length < MAX_LINES && text.trim() !== '')
      lines.push({ process: name, at: performance.now(), level: level ? Number(level) : 60, text });
  };
  const run = (role: 'api' | 'worker', more: Record<string, string>) => (): ChildProcess => {
    const child = spawn(
      process.execPath,
      ['--expose-gc', '--import', PROBE, PROGRAM, 'serve', '--role', role],
      {
        env: { ...process.env, ...ALLOCATOR_SETTINGS, ...faked?.variables, ...environment, ...more },
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      },
    );
    createInterface(child.stderr!).on('line', (text) => log(role, text));
    return child;
  };
  const api = createDaemon(
    'the API process',
    run('api', { PORT: String(port), PUBLIC_PORT: String(publicPort) }),
    () => isAlive(`http://127.0.0.1:${port}/healthz`),
  );
  const worker = createDaemon('the worker', run('worker', { METRICS_PORT: String(metricsPort) }), () =>
    isAlive(`http://127.0.0.1:${metricsPort}/metrics`),
  );
  await api.start();
  await worker.start();
  const measured = async (daemon: Daemon): Promise<number> => {
    const child = daemon.child();
    if (!child?.pid) return Number.NaN;
    const { pid } = child;
    const answered = new Promise<boolean>((resolve) => {
      child.once('message', () => resolve(true));
      setTimeout(() => resolve(false), COLLECT_LIMIT_MS);
    });
    child.send({ id: 1, collect: true }, () => undefined);
    return (await answered) ? residentMiB(pid) : Number.NaN;
  };
  return {
    api,
    worker,
    privateUrl: `http://127.0.0.1:${port}`,
    publicUrl: `http://127.0.0.1:${publicPort}`,
    takeLog: () => lines.splice(0),
    collectedMiB: async () => {
      const [ofApi, ofWorker] = await Promise.all([measured(api), measured(worker)]);
      return { api: ofApi, worker: ofWorker };
    },
    clock: faked?.clock ?? null,
    stop: async () => {
      await api.kill();
      await worker.kill();
    },
  };
};

/** The environment of the program, without the stores and the ports. */
export const programEnvironment = (dataDir: string): Record<string, string> => {
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  return {
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    CONSOLE: 'false',
    // It warns of each older version of Node.
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    SLOW_MS: '0',
    SUGGESTIONS: 'false',
    PUBLIC_RATE_LIMIT: '1000000000',
    PRIVATE_RATE_LIMIT: '1000000000',
    EVENT_BYTES_LIMIT: '1000000000000',
    MAX_CONNECTIONS: '5000',
    MAX_CONNECTIONS_PER_ADDRESS: '5000',
  };
};
