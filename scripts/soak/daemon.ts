/** A process that is started again when it ends, as systemd does, and can be killed and suspended with its children. */
import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Daemon {
  name: string;
  /** Undefined while it does not run. */
  pid(): number | undefined;
  child(): ChildProcess | undefined;
  /** How often it has ended by itself. */
  crashes(): number;
  /** Starts it, and resolves when it responds. */
  start(): Promise<void>;
  /** Ends it and its children with SIGKILL; it stays down until `start`. */
  kill(): Promise<void>;
  suspend(): void;
  resume(): void;
}

const RESTART_MS = 500;
const READY_LIMIT_MS = 60_000;
const POLL_MS = 50;

/** The process and all below it, parents first. */
const treeOf = (pid: number): number[] => {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap(
      (id) => readFileSync(`/proc/${pid}/task/${id}/children`, 'utf8').match(/\d+/g) ?? [],
    );
    return [pid, ...children.flatMap((child) => treeOf(Number(child)))];
  } catch {
    return [pid];
  }
};

const send = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // It has just ended.
  }
};

/**
 * @param run starts the process
 * @param isReady whether the process responds
 */
export const createDaemon = (
  name: string,
  run: () => ChildProcess,
  isReady: () => Promise<boolean>,
): Daemon => {
  let child: ChildProcess | undefined;
  let isWanted = false;
  let crashes = 0;
  const launch = (): void => {
    const started = run();
    child = started;
    started.once('error', () => undefined);
    started.once('exit', () => {
      if (child === started) child = undefined;
      if (!isWanted) return;
      crashes += 1;
      setTimeout(() => isWanted && !child && launch(), RESTART_MS);
    });
  };
  const untilReady = async (): Promise<void> => {
    const until = performance.now() + READY_LIMIT_MS;
    while (!(child && (await isReady().catch(() => false)))) {
      if (performance.now() > until) throw new Error(`${name} does not respond`);
      await sleep(POLL_MS);
    }
  };
  const signalAll = (signal: NodeJS.Signals): void => {
    if (!child?.pid) return;
    for (const pid of treeOf(child.pid)) send(pid, signal);
  };
  return {
    name,
    pid: () => child?.pid,
    child: () => child,
    crashes: () => crashes,
    start: async () => {
      isWanted = true;
      if (!child) launch();
      await untilReady();
    },
    kill: async () => {
      isWanted = false;
      const ending = child;
      if (!ending?.pid || ending.exitCode !== null || ending.signalCode !== null) return;
      const ended = new Promise((resolve) => ending.once('exit', resolve));
      // Stopped first, so that no parent starts another child meanwhile.
      signalAll('SIGSTOP');
      signalAll('SIGKILL');
      await ended;
    },
    suspend: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
  };
};
