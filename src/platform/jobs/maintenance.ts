/** Maintenance tasks that run periodically in every worker process, such as deleting expired rows. */
import type { Log } from '../lib/log.js';

export interface MaintenanceTask {
  name: string;
  everyMs: number;
  /**
   * Must be idempotent, even if two processes run it at once.
   * @param stopping aborts when the process stops: a task that takes long then ends early
   */
  run(stopping?: AbortSignal): Promise<void>;
}

export interface Maintenance {
  /** Runs every task now, then each at its interval. */
  start(): void;
  /** Waits for running tasks to finish. */
  stop(): Promise<void>;
}

export const createMaintenance = (tasks: readonly MaintenanceTask[], log: Log): Maintenance => {
  const timers: NodeJS.Timeout[] = [];
  const running = new Map<MaintenanceTask, Promise<void>>();
  let stopping = new AbortController();

  const run = (task: MaintenanceTask): void => {
    if (running.has(task)) return;
    const work = task
      .run(stopping.signal)
      .catch((err: unknown) => log.warn({ err, task: task.name }, 'maintenance failed'))
      .finally(() => running.delete(task));
    running.set(task, work);
  };

  return {
    start: () => {
      stopping = new AbortController();
      for (const task of tasks) {
        run(task);
        timers.push(setInterval(() => run(task), task.everyMs).unref());
      }
    },
    stop: async () => {
      stopping.abort();
      timers.forEach(clearInterval);
      await Promise.all(running.values());
    },
  };
};
