/** The owner's side: the first call starts the worker, and a call after its death starts another. */
import type { Caller } from './channel.js';
import { WorkerError } from './errors.js';
import { startRun, type Run, type RunOptions } from './run.js';

export interface WorkerOptions extends RunOptions {
  /** Ends the worker if a call takes longer, ms. */
  timeoutMs?: number;
  /** Ends the worker after this time without calls, ms. */
  idleMs?: number;
  /** When the worker is ended, pending calls may finish within this time, ms. By default they reject at once. */
  finishMs?: number;
  /** If false, always restarts without delay after a death. For untrusted files, each of which may kill the worker. */
  backsOff?: boolean;
  /** Called when the worker has died or failed to start, but not when its owner has ended it. */
  onDeath?: (error: WorkerError) => void;
}

/** Calls reject with a WorkerError when the worker dies, takes too long, or fails to start. */
export interface WorkerHandle<Remote extends object> extends Caller<Remote> {
  isRunning(): boolean;
  /** Ends the worker; the next call starts another. Resolves once it has ended. */
  end(): Promise<void>;
  /** Ends the worker; later calls reject. */
  close(): Promise<void>;
}

/** A death after a run of this length, ms, counts as the first again. */
const STEADY_MS = 60_000;
/** Delay of the second restart, ms; the first has none, and each later delay is twice as long. */
const RESTART_MS = 1_000;
const MAX_RESTART_MS = 30_000;

export const createWorker = <Remote extends object>(options: WorkerOptions): WorkerHandle<Remote> => {
  const { name, timeoutMs, idleMs, finishMs = 0, backsOff = true } = options;
  let current: Run<Remote> | undefined;
  /** Resolves once earlier runs have ended. */
  let before: Promise<unknown> = Promise.resolve();
  let calls = 0;
  let idle: NodeJS.Timeout | undefined;
  let death: { error: WorkerError; count: number; nextStart: number } | undefined;
  let closed = false;

  const died = (error: WorkerError, startedAt: number): void => {
    const now = performance.now();
    const count = death && now - startedAt < STEADY_MS ? death.count + 1 : 1;
    const wait = count === 1 ? 0 : Math.min(MAX_RESTART_MS, RESTART_MS * 2 ** (count - 2));
    death = { error, count, nextStart: now + wait };
    options.onDeath?.(error);
  };

  const endRun = (run: Run<Remote>, error: WorkerError, withinMs: number): void => {
    if (current === run) current = undefined;
    before = Promise.allSettled([before, run.end(error, withinMs)]);
  };

  const start = (): Run<Remote> => {
    const startedAt = performance.now();
    if (backsOff && death && startedAt < death.nextStart) throw death.error;
    const run = startRun<Remote>(options, before, (error) => {
      died(error, startedAt);
      endRun(run, error, 0);
    });
    return run;
  };

  const end = async (why: string): Promise<void> => {
    clearTimeout(idle);
    if (current) endRun(current, new WorkerError(`${name} ${why}`, 'closed'), finishMs);
    await before;
  };

  return {
    call: async (callName, ...args) => {
      if (closed) throw new WorkerError(`${name} is closed`, 'closed');
      const run = (current ??= start());
      clearTimeout(idle);
      if (++calls === 1) run.keepAlive(true);
      let timer: NodeJS.Timeout | undefined;
      try {
        const result = (await run.started).call(callName, ...args);
        const late = (): void => endRun(run, new WorkerError(`${name} took too long`, 'timeout'), 0);
        if (timeoutMs !== undefined) timer = setTimeout(late, timeoutMs);
        return await result;
      } finally {
        clearTimeout(timer);
        if (--calls === 0) {
          current?.keepAlive(false);
          if (idleMs !== undefined && !closed) idle = setTimeout(() => void end('was ended'), idleMs).unref();
        }
      }
    },
    isRunning: () => current !== undefined,
    end: () => end('was ended'),
    close: () => {
      closed = true;
      return end('is closed');
    },
  };
};
