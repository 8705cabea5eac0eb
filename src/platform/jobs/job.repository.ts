/** The job table. Jobs are enqueued within transactions, claimed with a lease (`claim-jobs.ts`), retried, and finally marked dead. */
import { sql } from 'kysely';
import { isUniqueViolation, type Db } from '../db/dialect.js';
import type { Row } from '../db/tables.js';
import { isoTime, type Clock } from '../lib/clock.js';
import { backoffMs } from '../lib/retry.js';
import { subjectOf } from './job-subject.js';
import { queueOf, type Job, type JobKind, type JobPayloads, type JobQueue } from './job.types.js';

const DEFAULT_MAX_ATTEMPTS = 5;
const FIRST_BACKOFF_MS = 1_000;

export interface EnqueueOptions {
  /** Milliseconds from now before the job can be claimed. */
  delayMs?: number;
  maxAttempts?: number;
}

/** Rows per insert; SQLite allows 32,766 values. */
const INSERT_ROWS = 500;

/** Adds the job. If one of the same kind and subject is already waiting, that one is brought forward instead. */
export const enqueue = <K extends JobKind>(
  trx: Db,
  clock: Clock,
  accountId: number,
  kind: K,
  payload: JobPayloads[K],
  options: EnqueueOptions = {},
): Promise<void> => enqueueMany(trx, clock, accountId, kind, [payload], options);

/** Like `enqueue`, for many payloads in few statements. */
export const enqueueMany = async <K extends JobKind>(
  trx: Db,
  clock: Clock,
  accountId: number,
  kind: K,
  payloads: readonly JobPayloads[K][],
  { delayMs = 0, maxAttempts = DEFAULT_MAX_ATTEMPTS }: EnqueueOptions = {},
): Promise<void> => {
  const runAt = isoTime(clock, delayMs);
  // One row per subject, always in the same order, so that two transactions never deadlock.
  const bySubject = new Map(payloads.map((payload) => [subjectOf(payload), payload]));
  const rows = [...bySubject].sort().map(([subject, payload]) => ({
    accountId,
    kind,
    queue: queueOf(kind),
    subject,
    payload: JSON.stringify(payload),
    status: 'waiting' as const,
    attempts: 0,
    maxAttempts,
    runAt,
    leaseUntil: null,
    leaseOwner: null,
    lastError: null,
    entryDate: isoTime(clock),
  }));
  for (let start = 0; start < rows.length; start += INSERT_ROWS) {
    await trx
      .insertInto('job')
      .values(rows.slice(start, start + INSERT_ROWS))
      .onConflict((oc) =>
        oc
          .columns(['kind', 'subject', 'accountId'])
          // A literal: a parameter would not match the partial index.
          .where('status', '=', sql.lit('waiting'))
          .doUpdateSet((eb) => ({
            attempts: 0,
            runAt: eb.case().when('job.runAt', '<', runAt).then(eb.ref('job.runAt')).else(runAt).end(),
          })),
      )
      .execute();
  }
};

const owned = (db: Db, ids: readonly number[], owner: string) =>
  db
    .updateTable('job')
    .where('id', 'in', [...ids])
    .where('leaseOwner', '=', owner)
    .where('status', '=', 'running');

/** @returns number of jobs that the owner still has */
export const renewLeases = async (
  db: Db,
  clock: Clock,
  owner: string,
  ids: readonly number[],
  leaseMs: number,
): Promise<number> => {
  const { numUpdatedRows } = await owned(db, ids, owner)
    .set({ leaseUntil: isoTime(clock, leaseMs) })
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

/** Makes jobs that this owner claimed but did not start due again. */
export const postponeJobs = async (
  db: Db,
  clock: Clock,
  owner: string,
  ids: readonly number[],
): Promise<void> => {
  if (ids.length > 0)
    await owned(db, ids, owner)
      .set({ leaseUntil: isoTime(clock, -1), leaseOwner: null, attempts: sql`"attempts" - 1` })
      .execute();
};

/**
 * Makes jobs due again that this owner holds but does not run: the connection to the database was lost while they
 * were claimed, or before their outcome was recorded.
 */
export const postponeLostJobs = async (
  db: Db,
  clock: Clock,
  owner: string,
  kinds: readonly JobKind[],
  running: readonly number[],
): Promise<void> => {
  const held = await db
    .selectFrom('job')
    .select('id')
    .where('status', '=', 'running')
    .where('leaseOwner', '=', owner)
    .where('kind', 'in', [...kinds])
    .execute();
  const isRunning = new Set(running);
  const lost = held.flatMap(({ id }) => (isRunning.has(id) ? [] : [id]));
  await postponeJobs(db, clock, owner, lost);
};

/** Makes all waiting jobs of these kinds due. */
export const makeDue = async (db: Db, clock: Clock, kinds: readonly JobKind[]): Promise<void> => {
  const now = isoTime(clock);
  await db
    .updateTable('job')
    .set({ runAt: now })
    .where('status', '=', 'waiting')
    .where('kind', 'in', [...kinds])
    .where('runAt', '>', now)
    .execute();
};

/** Deletes completed jobs, and dead ones of the same kind and subject. */
export const completeJobs = async (db: Db, owner: string, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return;
  await db
    .deleteFrom('job')
    .where('status', '=', 'dead')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('job as done')
          .select('done.id')
          .where('done.id', 'in', [...ids])
          .where('done.leaseOwner', '=', owner)
          .whereRef('done.kind', '=', 'job.kind')
          .whereRef('done.subject', '=', 'job.subject')
          .whereRef('done.accountId', '=', 'job.accountId'),
      ),
    )
    .execute();
  await removeJobs(db, owner, ids);
};

const removeJobs = async (db: Db, owner: string, ids: readonly number[]): Promise<void> => {
  await db
    .deleteFrom('job')
    .where('id', 'in', [...ids])
    .where('leaseOwner', '=', owner)
    .execute();
};

/**
 * Retries the job with back-off, or marks it dead after its last attempt; drops it if a newer one is already waiting.
 */
export const failJob = async (
  db: Db,
  clock: Clock,
  owner: string,
  job: Job,
  message: string,
  maxBackoffMs?: number,
): Promise<void> => {
  const release = { leaseOwner: null, leaseUntil: null, lastError: message.slice(0, 2_000) };
  const again = job.lastAttempt
    ? ({ ...release, status: 'dead' } as const)
    : ({
        ...release,
        status: 'waiting',
        runAt: isoTime(clock, backoffMs(job.attempt, FIRST_BACKOFF_MS, maxBackoffMs)),
      } as const);
  try {
    await owned(db, [job.id], owner).set(again).execute();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await removeJobs(db, owner, [job.id]);
  }
};

/** Makes the jobs of processes that no longer run due immediately. */
export const releaseJobsOf = async (
  db: Db,
  clock: Clock,
  isGone: (owner: string) => boolean,
): Promise<void> => {
  const owners = await db
    .selectFrom('job')
    .select('leaseOwner')
    .distinct()
    .where('status', '=', 'running')
    .execute();
  const gone = owners.flatMap(({ leaseOwner }) => (leaseOwner && isGone(leaseOwner) ? [leaseOwner] : []));
  if (gone.length > 0)
    await db
      .updateTable('job')
      .set({ leaseUntil: isoTime(clock, -1) })
      .where('status', '=', 'running')
      .where('leaseOwner', 'in', gone)
      .execute();
};

/** Job counts by kind and status, of one account or all. */
export const countJobs = (db: Db, accountId?: number) =>
  db
    .selectFrom('job')
    .select(['kind', 'status', sql<number>`count(*)`.as('count')])
    .$if(accountId !== undefined, (qb) => qb.where('accountId', '=', accountId ?? 0))
    .groupBy(['kind', 'status'])
    .execute();

export const deadJobs = (db: Db, limit: number) =>
  db
    .selectFrom('job')
    .select(['id', 'accountId', 'kind', 'subject', 'attempts', 'lastError', 'entryDate'])
    .where('status', '=', 'dead')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Whether a job of the queues is due or running, of any account. */
export const isQueueBusy = async (db: Db, clock: Clock, queues: readonly JobQueue[]): Promise<boolean> => {
  const jobs = db.selectFrom('job').select('id').where('queue', 'in', queues).limit(1);
  const due = await jobs
    .where('status', '=', sql.lit('waiting'))
    .where('runAt', '<=', isoTime(clock))
    .executeTakeFirst();
  return (due ?? (await jobs.where('status', '=', 'running').executeTakeFirst())) !== undefined;
};

export interface QueueState {
  queue: string;
  status: Row<'job'>['status'];
  count: number;
  /** When the first of them was, or is, due. */
  oldest: string;
}

/** The jobs of all accounts by queue and status. */
export const queueStates = (db: Db): Promise<QueueState[]> =>
  db
    .selectFrom('job')
    .select(['queue', 'status', sql<number>`count(*)`.as('count')])
    .select(({ fn }) => fn.min('runAt').as('oldest'))
    .groupBy(['queue', 'status'])
    .execute();

/** Number of jobs by status for all accounts, and of waiting jobs per queue. */
export const queueMetrics = async (db: Db, clock: Clock): Promise<Record<string, number>> => {
  const rows = await queueStates(db);
  const count = (...keys: string[]): number =>
    rows
      .filter(({ queue, status }) => keys.every((value) => value === queue || value === status))
      .reduce((sum, row) => sum + row.count, 0);
  return {
    waiting: count('waiting'),
    running: count('running'),
    dead: count('dead'),
    publishingWaiting: count('publishing', 'waiting'),
    indexWaiting: count('index', 'waiting'),
    backgroundWaiting: count('background', 'waiting'),
    suggestionsWaiting: count('suggestions', 'waiting'),
    oldestSecs: Math.round((await jobsLagMs(db, clock)) / 1_000),
  };
};

/**
 * Milliseconds that the oldest due job has been waiting.
 * @param except queues that do not count
 */
const jobsLagMs = async (db: Db, clock: Clock, except: readonly string[] = []): Promise<number> => {
  const oldest = await db
    .selectFrom('job')
    .select('runAt')
    .where('status', '=', 'waiting')
    .$if(except.length > 0, (query) => query.where('queue', 'not in', [...except]))
    .orderBy('runAt')
    .limit(1)
    .executeTakeFirst();
  return oldest ? Math.max(0, clock.now().getTime() - new Date(oldest.runAt).getTime()) : 0;
};

/** The same of the queues whose jobs no worker is running: a queue may be long where one is. */
export const unattendedJobsLagMs = async (db: Db, clock: Clock): Promise<number> => {
  const attended = await db
    .selectFrom('job')
    .select('queue')
    .distinct()
    .where('status', '=', 'running')
    .where('leaseUntil', '>=', isoTime(clock))
    .execute();
  return jobsLagMs(
    db,
    clock,
    attended.map(({ queue }) => queue),
  );
};
