/** Counts the jobs that run in this process, and tells which kinds have room for more. */
import type { Busy } from './claim-jobs.js';
import type { Job, JobHandlers, JobKind } from './job.types.js';

export interface RunningJobs {
  /** The most jobs to claim at once, of the kinds that have room. */
  limits(): Partial<Record<JobKind, number>>;
  /** Kinds of which accounts have as many as they may. */
  busy(): Busy;
  /** @returns a function that counts them out */
  add(jobs: readonly Job[]): () => void;
}

export const createRunningJobs = (handlers: Partial<JobHandlers<JobKind>>): RunningJobs => {
  const kinds = Object.keys(handlers) as JobKind[];
  const running = new Set<Job>();
  const ofKind = (kind: JobKind): Job[] => [...running].filter((job) => job.kind === kind);

  return {
    limits: () =>
      Object.fromEntries(
        kinds.flatMap((kind) => {
          const { batchSize = 1, limit } = handlers[kind] ?? {};
          const room = limit ? limit.total - ofKind(kind).length : batchSize;
          return room > 0 ? [[kind, Math.min(room, batchSize)]] : [];
        }),
      ),
    busy: () =>
      kinds.flatMap((kind) => {
        const limit = handlers[kind]?.limit;
        if (!limit) return [];
        const ids = ofKind(kind).map(({ accountId }) => accountId);
        const full = [...new Set(ids)].filter(
          (accountId) => ids.filter((id) => id === accountId).length >= limit.perAccount,
        );
        return full.length > 0 ? [{ kind, accountIds: full }] : [];
      }),
    add: (jobs) => {
      for (const job of jobs) running.add(job);
      return () => jobs.forEach((job) => running.delete(job));
    },
  };
};
