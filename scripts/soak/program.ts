/** The program under test: `lectern serve` as an API process and a worker process, with their logs and memory. */
import type { ChildProcess } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ALLOCATOR_SETTINGS } from '../../src/platform/lib/allocator.js';
import { freePort } from '../../test/support/free-port.js';
import { environmentOf } from '../harness/app.js';
import { createDaemon, type Daemon } from '../harness/daemon.js';
import { residentMiB } from '../harness/proc.js';
import { probe, responds, spawnProgram } from '../harness/program.js';

const COLLECT_LIMIT_MS = 5_000;
/** Maximum number of log lines per fault. */
const MAX_LINES = 10_000;

export interface LogLine {
  process: string;
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

interface ProgramClock {
  /** Environment variables of the processes that use this clock. */
  variables: Record<string, string>;
  /** Seconds from the machine's time, within a second in both processes, which keep running. */
  shift(secs: number): void;
}

const FAKETIME = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1',
].find((path) => existsSync(path));

const createClock = (folder: string): ProgramClock | null => {
  if (!FAKETIME) return null;
  const file = join(folder, 'clock');
  const shift = (secs: number): void => writeFileSync(file, `${secs < 0 ? '-' : '+'}${Math.abs(secs)}s`);
  shift(0);
  const variables = {
    LD_PRELOAD: FAKETIME,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    // As when an administrator sets the clock: timers go on.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  return { variables, shift };
};

/** The environment of the program, without the stores and the ports. */
export const programEnvironment = (dataDir: string): Record<string, string> => ({
  ...environmentOf(dataDir),
  // It warns of each older version of Node.
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  SLOW_MS: '0',
  SUGGESTIONS: 'false',
  MAX_CONNECTIONS: '5000',
  MAX_CONNECTIONS_PER_ADDRESS: '5000',
});

/** @param environment of the program, with the stores */
export const startProgram = async (environment: Record<string, string>, folder: string): Promise<Program> => {
  const [port, publicPort, metricsPort] = [await freePort(), await freePort(), await freePort()];
  const clock = createClock(folder);
  const lines: LogLine[] = [];
  const log = (role: string, text: string): void => {
    const [, level] = /^\{"level":(\d+)/.exec(text) ?? [];
    // Loaders complain about a library that their architecture cannot preload.
    if (lines.length < MAX_LINES && text.trim() !== '')
      lines.push({ process: role, level: level ? Number(level) : 60, text });
  };
  const run = (role: 'api' | 'worker', ports: Record<string, string>) => (): ChildProcess => {
    const own = { ...ALLOCATOR_SETTINGS, ...clock?.variables, ...environment, ...ports };
    const child = spawnProgram(['serve', '--role', role], own, 'pipe');
    createInterface(child.stderr!).on('line', (text) => log(role, text));
    return child;
  };
  const restarts = { restarts: true };
  const api = createDaemon(
    'the API process',
    run('api', { PORT: String(port), PUBLIC_PORT: String(publicPort) }),
    () => responds(`http://127.0.0.1:${port}/healthz`),
    restarts,
  );
  const worker = createDaemon(
    'the worker',
    run('worker', { METRICS_PORT: String(metricsPort) }),
    () => responds(`http://127.0.0.1:${metricsPort}/metrics`),
    restarts,
  );
  await api.start();
  await worker.start();
  const measured = async (daemon: Daemon): Promise<number> => {
    const child = daemon.child();
    const reply = child && (await probe(child, true, COLLECT_LIMIT_MS));
    return reply && child.pid ? residentMiB(child.pid) : Number.NaN;
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
    clock,
    stop: async () => {
      await api.kill();
      await worker.kill();
    },
  };
};
