/** A process that can be started again, suspended, and ended together with its children. */
import type { ChildProcess } from 'node:child_process';
import { treeOf } from './proc.js';
import { timeUntil } from './wait.js';

export interface Daemon {
  name: string;
  /** Undefined while it does not run. */
  child(): ChildProcess | undefined;
  /** Starts it, and resolves when it responds. @throws {Error} if it does not */
  start(): Promise<void>;
  /** Asks it to end, as systemd does. */
  stop(): Promise<void>;
  /** Ends it and its children with SIGKILL; it stays down until `start`. */
  kill(): Promise<void>;
  suspend(): void;
  resume(): void;
}

const RESTART_MS = 500;
const READY_LIMIT_MS = 60_000;
const READY_POLL_MS = 20;

const send = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // It has just ended.
  }
};

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/**
 * @param run starts the process
 * @param isReady whether the process responds
 * @param options.restarts whether it is started again when it ends by itself, as systemd does
 */
export const createDaemon = (
  name: string,
  run: () => ChildProcess,
  isReady: () => Promise<boolean>,
  { restarts = false } = {},
): Daemon => {
  let child: ChildProcess | undefined;
  let isWanted = false;
  const launch = (): void => {
    const started = run();
    child = started;
    started.once('error', () => undefined);
    started.once('exit', () => {
      if (child === started) child = undefined;
      if (isWanted && restarts) setTimeout(() => isWanted && !child && launch(), RESTART_MS);
    });
  };
  const signalAll = (signal: NodeJS.Signals): void => {
    if (child?.pid) for (const pid of treeOf(child.pid)) send(pid, signal);
  };
  const end = async (signal: (ending: ChildProcess) => void): Promise<void> => {
    isWanted = false;
    const ending = child;
    if (!ending?.pid || hasEnded(ending)) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    signal(ending);
    await ended;
  };
  const kill = (): Promise<void> =>
    end(() => {
      // Stopped first, so that no parent starts another child meanwhile.
      signalAll('SIGSTOP');
      signalAll('SIGKILL');
    });
  return {
    name,
    child: () => child,
    start: async () => {
      isWanted = true;
      if (!child) launch();
      await timeUntil(async () => (child ? isReady() : !restarts), READY_LIMIT_MS, READY_POLL_MS);
      if (child && (await isReady().catch(() => false))) return;
      await kill();
      throw new Error(`${name} does not respond`);
    },
    stop: () => end((ending) => ending.kill('SIGTERM')),
    kill,
    suspend: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
  };
};
