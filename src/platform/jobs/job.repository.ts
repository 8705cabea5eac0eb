/** The job table: enqueued in the transaction that made the work necessary, claimed with a lease, tried again, or dead. */
import { sql, type SelectQueryBuilder } from 'kysely';
import { isPostgres, isUniqueViolation, type Db } from '../db/dialect.js';
import type { Tables } from '../db/tables.js';
import { isoTime, type Clock } from '../lib/clock.js';
import { backoffMs } from '../lib/retry.js';
import type { Job, JobKind, JobPayloads } from './job.types.js';

const DEFAULT_MAX_ATTEMPTS = 5;

interface EnqueueOptions {
  /** ms from now before which the job is not claimed. */
  delayMs?: number;
  maxAttempts?: number;
}

/** What a job is about: jobs of one subject never run at the same time. */
const subjectOf = (payload: JobPayloads[JobKind]): string => {
  if ('itemId' in payload) return `item:${payload.itemId}`;
  if ('deliveryId' in payload) return `delivery:${payload.deliveryId}`;
  if ('uploadId' in payload) return `upload:${payload.uploadId}`;
  if ('blobKey' in payload) return `blob:${payload.blobKey}`;
  return 'index';
};

/** Rows of one insert: SQLite takes 32,766 values. */
const INSERT_ROWS = 500;

/** Adds the job; one that waits already with the same kind and subject is brought forward instead. */
export const enqueue = <K extends JobKind>(
  trx: Db,
  clock: Clock,
  accountId: number,
  kind: K,
  payload: JobPayloads[K],
  options: EnqueueOptions = {},
): Promise<void> => enqueueMany(trx, clock, accountId, kind, [payload], options);

/** The same for many payloads, in few statements. */
export const enqueueMany = async <K extends JobKind>(
  trx: Db,
  clock: Clock,
  accountId: number,
  kind: K,
  payloads: readonly JobPayloads[K][],
  { delayMs = 0, maxAttempts = DEFAULT_MAX_ATTEMPTS }: EnqueueOptions = {},
): Promise<void> => {
  const runAt = isoTime(clock, delayMs);
  // One row a subject, always in the same order, so that two transactions never wait for each other.
  const bySubject = new Map(payloads.map((payload) => [subjectOf(payload), payload]));
  const rows = [...bySubject].sort().map(([subject, payload]) => ({
    accountId,
    kind,
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
          // As a literal: a parameter would not be seen to match the partial index.
          .where('status', '=', sql.lit('waiting'))
          .doUpdateSet((eb) => ({
            attempts: 0,
            runAt: eb.case().when('job.runAt', '<', runAt).then(eb.ref('job.runAt')).else(runAt).end(),
          })),
      )
      .execute();
  }
};

/** The two kinds of work to do at `now`. Asked for one by one, each in the order of its index. */
const isAbandoned = (job: string, now: string) =>
  sql<boolean>`(${sql.ref(`${job}.status`)} = 'running' and ${sql.ref(`${job}.leaseUntil`)} < ${now})`;
const isWaiting = (job: string, now: string) =>
  sql<boolean>`(${sql.ref(`${job}.status`)} = 'waiting' and ${sql.ref(`${job}.runAt`)} <= ${now})`;

/** Due jobs of a subject that no process works on and that no earlier due job concerns. */
const freeJobs = (db: Db, now: string, isDue: typeof isWaiting, kinds: string[]) => {
  const others = db
    .selectFrom('job as other')
    .select('other.id')
    .whereRef('other.subject', '=', sql.ref('candidate.subject'))
    .whereRef('other.accountId', '=', sql.ref('candidate.accountId'));
  const held = others.where('other.status', '=', 'running').where('other.leaseUntil', '>=', now);
  const earlier = others
    .whereRef('other.id', '<', sql.ref('candidate.id'))
    .where(sql<boolean>`(${isAbandoned('other', now)} or ${isWaiting('other', now)})`);
  return db
    .selectFrom('job as candidate')
    .where(isDue('candidate', now))
    .where('candidate.kind', 'in', kinds)
    .where(({ not, exists }) => not(exists(held)))
    .where(({ not, exists }) => not(exists(earlier)))
    .orderBy('candidate.runAt')
    .orderBy('candidate.id');
};

/**
 * Takes due jobs of one kind, that of the oldest, as many as `limits` says, and counts the attempt in the same statement;
 * first those whose lease ran out. Jobs of one subject are handed out one at a time, in the order they came.
 * @param leaseMs how long the claim holds without renewal
 */
export const claim = async (
  db: Db,
  clock: Clock,
  owner: string,
  limits: Partial<Record<JobKind, number>>,
  leaseMs: number,
): Promise<Job[]> => {
  const now = isoTime(clock);
  for (const isDue of [isAbandoned, isWaiting]) {
    const first = await freeJobs(db, now, isDue, Object.keys(limits))
      .select('candidate.kind')
      .limit(1)
      .executeTakeFirst();
    if (!first) continue;
    const kind = first.kind as JobKind;
    const batch = freeJobs(db, now, isDue, [kind])
      .select('candidate.id')
      .limit(limits[kind] ?? 1);
    return take(db, batch, { leaseOwner: owner, leaseUntil: isoTime(clock, leaseMs) });
  }
  return [];
};

/** Marks the chosen jobs as running; those that another process takes at this moment are passed over. */
const take = async (
  db: Db,
  batch: SelectQueryBuilder<Tables & { candidate: Tables['job'] }, 'candidate', { id: number }>,
  lease: { leaseOwner: string; leaseUntil: string },
): Promise<Job[]> => {
  const rows = await db
    // Named, so that PostgreSQL chooses once: a subquery that it ran again would lock more than the limit.
    .with('chosen', () => (isPostgres(db) ? batch.forUpdate().skipLocked() : batch))
    .updateTable('job')
    .set({ ...lease, status: 'running', attempts: sql`attempts + 1` })
    .where('id', 'in', (eb) => eb.selectFrom('chosen').select('chosen.id'))
    .returningAll()
    .execute();
  return rows
    .sort((a, b) => a.id - b.id)
    .map((row) => ({
      id: row.id,
      accountId: row.accountId,
      kind: row.kind as JobKind,
      payload: JSON.parse(row.payload) as JobPayloads[JobKind],
      attempt: row.attempts,
      lastAttempt: row.attempts >= row.maxAttempts,
    }));
};

const owned = (db: Db, ids: readonly number[], owner: string) =>
  db
    .updateTable('job')
    .where('id', 'in', [...ids])
    .where('leaseOwner', '=', owner)
    .where('status', '=', 'running');

export const renewLeases = async (
  db: Db,
  clock: Clock,
  owner: string,
  ids: readonly number[],
  leaseMs: number,
): Promise<void> => {
  await owned(db, ids, owner)
    .set({ leaseUntil: isoTime(clock, leaseMs) })
    .execute();
};

/** Takes the jobs off the table, and with them what had given up on the same work before. */
/** Makes jobs of this owner that it has not begun due again. */
export const postponeJobs = async (
  db: Db,
  clock: Clock,
  owner: string,
  ids: readonly number[],
): Promise<void> => {
  if (ids.length > 0)
    await owned(db, ids, owner)
      .set({ leaseUntil: isoTime(clock, -1), attempts: sql`attempts - 1` })
      .execute();
};

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

/** Puts the job back with back-off, or among the dead after its last try; a newer one that waits already stands in for it. */
export const failJob = async (
  db: Db,
  clock: Clock,
  owner: string,
  job: Job,
  message: string,
): Promise<void> => {
  const release = { leaseOwner: null, leaseUntil: null, lastError: message.slice(0, 2_000) };
  const again = job.lastAttempt
    ? ({ ...release, status: 'dead' } as const)
    : ({ ...release, status: 'waiting', runAt: isoTime(clock, backoffMs(job.attempt)) } as const);
  try {
    await owned(db, [job.id], owner).set(again).execute();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await removeJobs(db, owner, [job.id]);
  }
};

/** Makes jobs that these owners hold due at once: their processes are gone. */
export const releaseJobsOf = async (
  db: Db,
  clock: Clock,
  isGone: (owner: string) => boolean,
): Promise<void> => {
  const held = await db
    .selectFrom('job')
    .select('leaseOwner')
    .distinct()
    .where('status', '=', 'running')
    .execute();
  const gone = held.flatMap(({ leaseOwner }) => (leaseOwner && isGone(leaseOwner) ? [leaseOwner] : []));
  if (gone.length > 0)
    await db
      .updateTable('job')
      .set({ leaseUntil: isoTime(clock, -1) })
      .where('status', '=', 'running')
      .where('leaseOwner', 'in', gone)
      .execute();
};

/** Jobs of one account by kind and status: what `lectern doctor` and the import wait on. */
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

/** How long the oldest job that is due has waited, ms. */
export const jobsLagMs = async (db: Db, clock: Clock): Promise<number> => {
  const oldest = await db
    .selectFrom('job')
    .select('runAt')
    .where('status', '=', 'waiting')
    .orderBy('runAt')
    .limit(1)
    .executeTakeFirst();
  return oldest ? Math.max(0, clock.now().getTime() - new Date(oldest.runAt).getTime()) : 0;
};
