/** A worker as its owner uses it: started by the first call, again after it has died, and ended in one way. */
import type { Caller } from './channel.js';
import { WorkerError } from './errors.js';
import { startRun, type Run, type RunOptions } from './run.js';

export interface WorkerOptions extends RunOptions {
  /** A call that takes longer ends the worker, ms. */
  timeoutMs?: number;
  /** A worker without calls is ended after this time, ms. */
  idleMs?: number;
  /** Calls in progress may finish for this long when the worker is ended, ms; by default they fail at once. */
  finishMs?: number;
  /** False: after a death it starts again at once, however often. For strangers' files, each of which may kill it. */
  backsOff?: boolean;
  /** Told when the worker has died or could not start, but not when its owner has ended it. */
  onDeath?: (error: WorkerError) => void;
}

/** Calls fail with a WorkerError when the worker dies, takes too long, or cannot start. */
export interface WorkerHandle<Remote extends object> extends Caller<Remote> {
  isRunning(): boolean;
  /** Ends the worker; the next call starts another. Resolves once it has ended. */
  end(): Promise<void>;
  /** Ends it for good. */
  close(): Promise<void>;
}

/** A worker that has run for this long dies of something else than those before it, ms. */
const STEADY_MS = 60_000;
/** The first restart is at once, the second after this time, each further one after twice as much, ms. */
const RESTART_MS = 1_000;
const MAX_RESTART_MS = 30_000;

export const createWorker = <Remote extends object>(options: WorkerOptions): WorkerHandle<Remote> => {
  const { name, timeoutMs, idleMs, finishMs = 0, backsOff = true } = options;
  let current: Run<Remote> | undefined;
  /** Resolves once the runs before have let go of what they had open. */
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
