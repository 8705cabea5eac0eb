/** The worker loop: claims due jobs in batches, runs their handler, and records how each ended. */
import type { Db } from '../db/dialect.js';
import type { Clock } from '../lib/clock.js';
import { isStoreDown } from '../lib/errors.js';
import type { Log } from '../lib/log.js';
import { sleep } from '../lib/retry.js';
import { claim, completeJobs, failJob, postponeJobs, releaseJobsOf, renewLeases } from './job.repository.js';
import {
  postponed,
  type Job,
  type JobHandler,
  type JobHandlers,
  type JobKind,
  type JobOutcome,
} from './job.types.js';
import { holdLease, isGone, releaseLease } from './lease.js';

/** Index writes go through one lane: only the process that holds this lease works the jobs of the index off. */
export const INDEX_LEASE = 'worker';

const LEASE_MS = 60_000;
const RENEW_MS = 15_000;
const IDLE_POLL_MS = 250;
const STANDBY_POLL_MS = 1_000;
/** Turns or batches in a row that may fail before it counts as trouble: a database that restarts is none. */
const TROUBLED_TURNS = 5;
/** Tries of a job whose store is down, not the job itself: with the back-off, most of a day. */
const OUTAGE_ATTEMPTS = 30;

export interface Worker {
  /** Starts the loop; resolves once it has stopped. */
  run(): Promise<void>;
  /** Looks for work now rather than at the next poll. */
  wake(): void;
  /** Lets the batch at hand end, then stops. */
  stop(): Promise<void>;
  /** Why the loop does not get on for several turns, e.g. a full disk or an engine that is away; null while it does. */
  trouble(): Error | null;
}

/** Several loops as one, none waiting for another. */
export const combineWorkers = (...workers: Worker[]): Worker => ({
  run: async () => {
    await Promise.all(workers.map((worker) => worker.run()));
  },
  wake: () => workers.forEach((worker) => worker.wake()),
  stop: async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
  },
  trouble: () => workers.map((worker) => worker.trouble()).find(Boolean) ?? null,
});

export const createWorker = ({
  db,
  clock,
  log,
  handlers,
  owner,
  lease,
  batchesAtOnce = 1,
}: {
  db: Db;
  clock: Clock;
  log: Log;
  /** Only jobs of these kinds are taken. */
  handlers: Partial<JobHandlers<JobKind>>;
  owner: string;
  /** The lease without which nothing is taken; null where several processes may work side by side. */
  lease: string | null;
  /** Batches under way together: the next is taken while earlier ones wait for other servers. */
  batchesAtOnce?: number;
}): Worker => {
  const stopping = new AbortController();
  let waking = new AbortController();
  let running: Promise<void> = Promise.resolve();
  /** Batches that are not over; true where they ended well. */
  const underWay = new Set<Promise<boolean>>();
  /** Failures in a row to reach the job table, and to reach a store that a whole batch needed. */
  let unreachable: Error[] = [];
  let outages: Error[] = [];
  const limits = Object.fromEntries(
    Object.entries(handlers).map(([kind, { batchSize }]) => [kind, batchSize]),
  ) as Partial<Record<JobKind, number>>;
  const allowed = async (): Promise<boolean> => !lease || holdLease(db, clock, lease, owner, LEASE_MS);

  const idle = async (ms: number): Promise<void> => {
    if (stopping.signal.aborted) return;
    waking = new AbortController();
    await sleep(ms, waking.signal);
  };

  const runBatch = async (jobs: Job[]): Promise<void> => {
    const [{ kind } = { kind: undefined }] = jobs;
    if (!kind) return;
    const handler = handlers[kind] as JobHandler<JobKind>;
    const ids = jobs.map(({ id }) => id);
    const renewal = setInterval(() => {
      Promise.all([renewLeases(db, clock, owner, ids, LEASE_MS), allowed()]).catch((err: unknown) =>
        log.warn({ err }, 'could not renew a lease'),
      );
    }, RENEW_MS);
    let outcomes: readonly JobOutcome[];
    try {
      outcomes = await handler.run(jobs, stopping.signal);
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      outcomes = jobs.map(() => error);
    } finally {
      clearInterval(renewal);
    }
    await postponeJobs(
      db,
      clock,
      owner,
      ids.filter((_id, i) => outcomes[i] === postponed),
    );
    await completeJobs(
      db,
      owner,
      ids.filter((_id, i) => !outcomes[i]),
    );
    for (const [i, job] of jobs.entries()) {
      const error = outcomes[i];
      if (!error || error === postponed) continue;
      const lastAttempt = job.lastAttempt && !(isStoreDown(error) && job.attempt < OUTAGE_ATTEMPTS);
      log.warn({ err: error, kind, jobId: job.id, attempt: job.attempt, dead: lastAttempt }, 'job failed');
      if (lastAttempt) await handler.onDead?.(job, error);
      await failJob(db, clock, owner, { ...job, lastAttempt }, error.message);
    }
    const [outage] = outcomes.every(isStoreDown) ? outcomes : [];
    outages = outage ? [...outages, outage] : [];
  };

  const tableFailed = async (err: unknown): Promise<void> => {
    unreachable.push(err instanceof Error ? err : new Error(String(err)));
    log.error({ err }, 'the worker cannot reach the job table');
    await idle(STANDBY_POLL_MS);
  };

  /** Begins the batch, and waits where no more may be under way. @returns whether what ended meanwhile went well */
  const begin = async (jobs: Job[]): Promise<boolean> => {
    const work = runBatch(jobs)
      .then(() => true)
      .catch((err: unknown) => tableFailed(err).then(() => false))
      .finally(() => underWay.delete(work));
    underWay.add(work);
    return underWay.size < batchesAtOnce || Promise.race(underWay);
  };

  const turn = async (): Promise<void> => {
    try {
      if (!(await allowed())) return await idle(STANDBY_POLL_MS);
      const jobs = await claim(db, clock, owner, limits, LEASE_MS);
      if (jobs.length === 0) await idle(IDLE_POLL_MS);
      else if (!(await begin(jobs))) return;
      unreachable = [];
    } catch (err) {
      await tableFailed(err);
    }
  };

  const loop = async (): Promise<void> => {
    await releaseJobsOf(db, clock, (name) => isGone(name, owner)).catch((err: unknown) =>
      log.warn({ err }, 'could not release old leases'),
    );
    while (!stopping.signal.aborted) await turn();
    await Promise.all(underWay);
    if (!lease) return;
    await releaseLease(db, lease, owner).catch((err: unknown) =>
      log.warn({ err }, 'could not release the worker lease'),
    );
  };

  return {
    run: () => (running = loop()),
    wake: () => waking.abort(),
    trouble: () => [unreachable, outages].find(({ length }) => length >= TROUBLED_TURNS)?.at(-1) ?? null,
    stop: async () => {
      stopping.abort();
      waking.abort();
      await running;
    },
  };
};
