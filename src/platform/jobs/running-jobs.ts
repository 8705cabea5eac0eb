/** Counts the jobs that run in this process, and determines which kinds may start more. */
import type { Busy } from './claim-jobs.js';
import type { Job, JobHandlers, JobKind } from './job.types.js';

export interface RunningJobs {
  /** Maximum number of jobs to claim, for the kinds below their limit. */
  limits(): Partial<Record<JobKind, number>>;
  /** Kinds with the accounts that have reached their limit. */
  busy(): Busy;
  /** Ids of the jobs that run. */
  ids(): number[];
  /** @returns a function to call when they have ended */
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
    ids: () => [...running].map(({ id }) => id),
    add: (jobs) => {
      for (const job of jobs) running.add(job);
      return () => jobs.forEach((job) => running.delete(job));
    },
  };
};
