/** The worker loop: claims due jobs in batches, runs their handlers and records the outcomes. */
import type { Db } from '../db/dialect.js';
import type { Clock } from '../lib/clock.js';
import { isStoreDown } from '../lib/errors.js';
import type { Log } from '../lib/log.js';
import { sleep } from '../lib/retry.js';
import { claim, type Busy, type WorkOf } from './claim-jobs.js';
import {
  completeJobs,
  failJob,
  isQueueBusy,
  makeDue,
  postponeJobs,
  postponeLostJobs,
  releaseJobsOf,
  renewLeases,
} from './job.repository.js';
import {
  postponed,
  type Job,
  type JobHandler,
  type JobHandlers,
  type JobKind,
  type JobOutcome,
  type JobQueue,
} from './job.types.js';
import { holdLease, isGone, releaseLease } from './lease.js';
import { createTurns } from './turns.js';
import { asJobs, loggedMs, loggedWork } from '../db/request-work.js';

/** The lease that restricts index jobs to one process at a time. */
export const INDEX_LEASE = 'worker';

const LEASE_MS = 60_000;
/** Also the time within which a cancelled job is stopped. */
const RENEW_MS = 5_000;
const IDLE_POLL_MS = 250;
const STANDBY_POLL_MS = 1_000;
/** Consecutive failures before `lastError` reports one, so that a database restart goes unreported. */
const REPORTED_FAILURES = 5;
/** A job that fails because a store is down is tried again for most of a day after it was enqueued. */
const OUTAGE_MS = 18 * 60 * 60_000;
/** Between its attempts, at most, so that it is done soon after the store has returned. */
const OUTAGE_BACKOFF_MS = 5_000;
/**
 * After a batch that failed because a store is down, no jobs of its kind are claimed for as long as it took, at least
 * and at most: some attempts are expensive.
 */
const OUTAGE_PAUSE_MS = { least: 1_000, most: 30_000 };
/** The clock was set back if it is behind by this much since the last poll. */
const CLOCK_STEP_MS = 60_000;
/** A job is not retried if the process ended this often while it ran. */
const MAX_CRASHES = 25;

export interface Worker {
  /** Starts the loop; resolves once it has stopped. */
  run(): Promise<void>;
  /** Polls now instead of after the usual interval. */
  wake(): void;
  /** Stops after the current batches. */
  stop(): Promise<void>;
  /**
   * The last of several consecutive failures, e.g. because of a full disk or an engine that is down; null while
   * jobs succeed.
   */
  lastError(): Error | null;
}

/** Combines several independent loops into one worker. */
export const combineWorkers = (...workers: Worker[]): Worker => ({
  run: async () => {
    await Promise.all(workers.map((worker) => worker.run()));
  },
  wake: () => workers.forEach((worker) => worker.wake()),
  stop: async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
  },
  lastError: () => workers.map((worker) => worker.lastError()).find(Boolean) ?? null,
});

export const createWorker = ({
  db,
  clock,
  log,
  handlers,
  owner,
  lease,
  batchesAtOnce = 1,
  yieldsTo,
  slowMs = 0,
}: {
  db: Db;
  clock: Clock;
  log: Log;
  /** Handlers; only jobs of these kinds are claimed. */
  handlers: Partial<JobHandlers<JobKind>>;
  owner: string;
  /** The lease required to claim jobs; null if several processes may work at once. */
  lease: string | null;
  /** Maximum number of concurrent batches. */
  batchesAtOnce?: number;
  /** Queues with priority: nothing is claimed while one of their jobs is due or running in any process. */
  yieldsTo?: readonly JobQueue[];
  /** Batches that take longer are logged with their parts; 0 for none. */
  slowMs?: number;
}): Worker => {
  const stopping = new AbortController();
  let waking = new AbortController();
  let finished: Promise<void> = Promise.resolve();
  /** Running batches; each resolves to false if its outcomes could not be recorded. */
  const running = new Set<Promise<boolean>>();
  /** Consecutive failures to reach the job table, and to reach a store that a whole batch needed. */
  let databaseErrors: Error[] = [];
  let outages: Error[] = [];
  /** Kinds that wait for a store, with the time of `performance.now()` until which they do. */
  const paused = new Map<JobKind, number>();
  /** Whether jobs may be held that do not run, because the connection to the database was lost. */
  let mayHoldLost = false;
  const turns = createTurns();
  const counted = createRunningJobs(handlers);
  const kinds = Object.keys(handlers) as JobKind[];
  const withSlowLog = createSlowJobLog(log, slowMs);
  const holdsLease = async (): Promise<boolean> => !lease || holdLease(db, clock, lease, owner, LEASE_MS);

  const idle = async (ms: number): Promise<void> => {
    if (stopping.signal.aborted) return;
    waking = new AbortController();
    await sleep(ms, waking.signal);
  };

  const workOf: WorkOf = async (jobs) =>
    (await (handlers[jobs[0]!.kind] as JobHandler<JobKind>).workOf?.(jobs)) ?? jobs.map(() => 1);

  const runBatch = async (jobs: Job[]): Promise<void> => {
    const [{ kind } = { kind: undefined }] = jobs;
    if (!kind) return;
    const handler = handlers[kind] as JobHandler<JobKind>;
    const ids = jobs.map(({ id }) => id);
    const cancelled = new AbortController();
    const renewal = setInterval(() => {
      Promise.all([renewLeases(db, clock, owner, ids, LEASE_MS), holdsLease()]).then(
        ([left]) => left === 0 && cancelled.abort(),
        (err: unknown) => log.warn({ err }, 'could not renew a lease'),
      );
    }, RENEW_MS);
    const started = performance.now();
    let outcomes: readonly JobOutcome[];
    try {
      outcomes = jobs.some(({ crashes }) => crashes > MAX_CRASHES)
        ? jobs.map(({ crashes }) => new Error(`the process ended ${crashes} times while it ran`))
        : await withSlowLog(jobs, () =>
            handler.run(jobs, AbortSignal.any([stopping.signal, cancelled.signal])),
          );
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
      if (error && error !== postponed) await recordFailure(handler, job, error);
    }
    const [outage] = outcomes.every(isStoreDown) ? outcomes : [];
    outages = outage ? [...outages, outage].slice(-REPORTED_FAILURES) : [];
    const now = performance.now();
    const { least, most } = OUTAGE_PAUSE_MS;
    if (outage) paused.set(kind, now + Math.min(most, Math.max(least, now - started)));
    else paused.delete(kind);
  };

  /** Has the job tried again, or gives it up. */
  const recordFailure = async (handler: JobHandler<JobKind>, job: Job, error: Error): Promise<void> => {
    const { id, kind, attempt, crashes } = job;
    const isOutage = isStoreDown(error);
    const isLast = job.lastAttempt || crashes > MAX_CRASHES;
    const lastAttempt = isLast && !(isOutage && isRecent(job));
    log.warn({ err: error, kind, jobId: id, attempt, dead: lastAttempt }, 'job failed');
    if (lastAttempt) await handler.onDead?.(job, error);
    const most = isOutage ? OUTAGE_BACKOFF_MS : undefined;
    await failJob(db, clock, owner, { ...job, lastAttempt }, error.message, most);
  };

  const isRecent = ({ entryDate }: Job): boolean => clock.now().getTime() < Date.parse(entryDate) + OUTAGE_MS;

  /** Maximum number of jobs to claim, for the kinds that may start more. */
  const claimable = (): ReturnType<typeof counted.limits> =>
    Object.fromEntries(
      Object.entries(counted.limits()).filter(
        ([kind]) => performance.now() >= (paused.get(kind as JobKind) ?? 0),
      ),
    );

  const onDatabaseError = async (err: unknown): Promise<void> => {
    mayHoldLost = true;
    databaseErrors = [...databaseErrors, err instanceof Error ? err : new Error(String(err))].slice(
      -REPORTED_FAILURES,
    );
    log.error({ err }, 'cannot reach the job table');
    await idle(STANDBY_POLL_MS);
  };

  /**
   * Starts the batch, and waits while the maximum number of batches is running.
   * @returns false if a batch that ended in the meantime could not record its outcomes
   */
  const start = async (jobs: Job[]): Promise<boolean> => {
    const countOut = counted.add(jobs);
    const work = runBatch(jobs)
      .then(() => true)
      .catch((err: unknown) => onDatabaseError(err).then(() => false))
      .finally(() => {
        countOut();
        running.delete(work);
      });
    // Once it no longer counts as running.
    void work.then((isRecorded) => (mayHoldLost ||= !isRecorded));
    running.add(work);
    return running.size < batchesAtOnce || Promise.race(running);
  };

  const monotonicOffset = (): number => clock.now().getTime() - performance.now();
  let offset = monotonicOffset();

  /** After the clock was set back, jobs would be due only once it is again what it was when they were enqueued. */
  const noticeClock = async (): Promise<void> => {
    const current = monotonicOffset();
    if (offset - current > CLOCK_STEP_MS) {
      log.warn({ ms: Math.round(offset - current) }, 'the clock was set back: all waiting jobs are due now');
      await makeDue(db, clock, kinds);
    }
    offset = current;
  };

  const poll = async (): Promise<void> => {
    try {
      await noticeClock();
      if (!(await holdsLease())) return await idle(STANDBY_POLL_MS);
      if (yieldsTo && (await isQueueBusy(db, clock, yieldsTo))) return await idle(IDLE_POLL_MS);
      if (mayHoldLost) {
        await postponeLostJobs(db, clock, owner, kinds, counted.ids());
        mayHoldLost = false;
      }
      const jobs = await claim(db, clock, owner, claimable(), LEASE_MS, turns, counted.busy(), workOf);
      if (jobs.length === 0) await idle(IDLE_POLL_MS);
      else if (!(await start(jobs))) return;
      databaseErrors = [];
    } catch (err) {
      await onDatabaseError(err);
    }
  };

  const loop = async (): Promise<void> => {
    await releaseJobsOf(db, clock, (name) => isGone(name, owner)).catch((err: unknown) =>
      log.warn({ err }, 'could not release old leases'),
    );
    while (!stopping.signal.aborted) await poll();
    await Promise.all(running);
    if (!lease) return;
    await releaseLease(db, lease, owner).catch((err: unknown) =>
      log.warn({ err }, 'could not release the worker lease'),
    );
  };

  return {
    run: () => (finished = loop()),
    wake: () => waking.abort(),
    lastError: () =>
      [databaseErrors, outages].find(({ length }) => length >= REPORTED_FAILURES)?.at(-1) ?? null,
    stop: async () => {
      stopping.abort();
      waking.abort();
      await finished;
    },
  };
};

/**
 * At level `info`, because many jobs take long by nature, such as transcriptions.
 * @param slowMs logs batches that take longer; 0 for none
 */
const createSlowJobLog =
  (log: Log, slowMs: number) =>
  <T>(jobs: readonly Job[], run: () => Promise<T>): Promise<T> => {
    if (slowMs === 0) return run();
    const started = performance.now();
    return asJobs(async (work) => {
      try {
        return await run();
      } finally {
        const ms = performance.now() - started;
        const [first] = jobs;
        if (ms >= slowMs)
          log.info(
            {
              kind: first?.kind,
              jobId: first?.id,
              jobs: jobs.length,
              ms: loggedMs(ms),
              ...loggedWork(work),
            },
            'slow job',
          );
      }
    });
  };

interface RunningJobs {
  /** Maximum number of jobs to claim, for the kinds below their limit. */
  limits(): Partial<Record<JobKind, number>>;
  /** Kinds with the accounts that have reached their limit. */
  busy(): Busy;
  /** Ids of the jobs that run. */
  ids(): number[];
  /** @returns a function to call when they have ended */
  add(jobs: readonly Job[]): () => void;
}

/** Counts the jobs that run in this process, and determines which kinds may start more. */
const createRunningJobs = (handlers: Partial<JobHandlers<JobKind>>): RunningJobs => {
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
