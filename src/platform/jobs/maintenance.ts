/** What a process that works does from time to time beside its jobs: putting away what nobody comes back for. */
import type { Log } from '../lib/log.js';

export interface MaintenanceTask {
  name: string;
  everyMs: number;
  /** Can run twice, also in two processes at once. */
  run(): Promise<void>;
}

export interface Maintenance {
  /** Runs every task now, and then each at its time. */
  start(): void;
  /** Lets what is under way end. */
  stop(): Promise<void>;
}

export const createMaintenance = (tasks: readonly MaintenanceTask[], log: Log): Maintenance => {
  const timers: NodeJS.Timeout[] = [];
  const underWay = new Map<MaintenanceTask, Promise<void>>();

  const run = (task: MaintenanceTask): void => {
    if (underWay.has(task)) return;
    const work = task
      .run()
      .catch((err: unknown) => log.warn({ err, task: task.name }, 'maintenance failed'))
      .finally(() => underWay.delete(task));
    underWay.set(task, work);
  };

  return {
    start: () => {
      for (const task of tasks) {
        run(task);
        timers.push(setInterval(() => run(task), task.everyMs).unref());
      }
    },
    stop: async () => {
      timers.forEach(clearInterval);
      await Promise.all(underWay.values());
    },
  };
};
