/** Starts `lectern serve` in a process of its own, on free ports, and looks into it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { packageFolder } from '../../src/platform/lib/package-folder.js';
import { freePort } from '../../test/support/free-port.js';
import { createDaemon, type Daemon } from './daemon.js';

/** The project's folder. */
export const ROOT = packageFolder();
const PROGRAM = join(ROOT, 'dist/bin/lectern.js');
const PROBE = join(ROOT, 'scripts/harness/probe.mjs');
const PROBE_LIMIT_MS = 60_000;

/** Delays of the event loop since the last report, in ms. */
export interface Probed {
  /** The longest time that it was blocked, without time in which other processes had the processor. */
  longestMs: number;
  /** How late its timers are, 99th percentile. */
  delayP99Ms: number;
}

export interface RunningServer {
  daemon: Daemon;
  pid: number;
  privatePort: number;
  publicPort: number;
  /** Base URLs, `/v2` and `/api` included. */
  privateUrl: string;
  publicUrl: string;
  /** @param collect collects garbage first, so that its memory contains only what is in use */
  probe(collect?: boolean): Promise<Probed>;
  hasEnded(): boolean;
  stop(): Promise<void>;
}

/** Starts the compiled program, with a probe in it. */
export const spawnProgram = (
  args: readonly string[],
  environment: Record<string, string>,
  stderr: 'inherit' | 'pipe' = 'inherit',
): ChildProcess =>
  spawn(process.execPath, ['--expose-gc', '--import', PROBE, PROGRAM, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', stderr, 'ipc'],
  });

let probes = 0;

/** @returns null if there is no reply in time */
export const probe = (
  child: ChildProcess,
  collect = false,
  limitMs = PROBE_LIMIT_MS,
): Promise<Probed | null> =>
  new Promise((resolve) => {
    const id = ++probes;
    const end = (reply: Probed | null): void => {
      clearTimeout(timer);
      child.off('message', take).off('exit', fail);
      resolve(reply);
    };
    const take = (message: unknown): void => {
      const reply = message as Probed & { id: number };
      if (reply.id === id) end(reply);
    };
    const fail = (): void => end(null);
    const timer = setTimeout(fail, limitMs);
    child.on('message', take).once('exit', fail);
    child.send({ id, collect }, () => undefined);
  });

/** Whether a server responds with success. */
export const responds = async (url: string): Promise<boolean> =>
  (await fetch(url, { signal: AbortSignal.timeout(1_000) })).ok;

/**
 * @param environment without the ports
 * @param args of `lectern serve`
 */
export const startServer = async (
  environment: Record<string, string>,
  args: readonly string[] = [],
): Promise<RunningServer> => {
  const [privatePort, publicPort] = [await freePort(), await freePort()];
  const ports = { PORT: String(privatePort), PUBLIC_PORT: String(publicPort) };
  const daemon = createDaemon(
    'lectern serve',
    () => spawnProgram(['serve', ...args], { ...environment, ...ports }),
    async () =>
      (await responds(`http://127.0.0.1:${privatePort}/healthz`)) &&
      (await responds(`http://127.0.0.1:${publicPort}/healthz`)),
  );
  await daemon.start();
  const child = daemon.child()!;
  return {
    daemon,
    pid: child.pid!,
    privatePort,
    publicPort,
    privateUrl: `http://127.0.0.1:${privatePort}/v2`,
    publicUrl: `http://127.0.0.1:${publicPort}/api`,
    probe: async (collect) => {
      const reply = await probe(child, collect);
      if (!reply) throw new Error('The server has ended');
      return reply;
    },
    hasEnded: () => daemon.child() === undefined,
    stop: daemon.stop,
  };
};
