/** Claims due jobs, taking turns between accounts. */
import { sql, type Expression, type SelectQueryBuilder } from 'kysely';
import { isPostgres, type Db } from '../db/dialect.js';
import type { Tables } from '../db/tables.js';
import { isoTime, type Clock } from '../lib/clock.js';
import { queueOf, type Job, type JobKind, type JobPayloads, type JobQueue } from './job.types.js';

/** The two kinds of due jobs are queried separately, each in the order of its index. */
const isAbandoned = (job: string, now: string) =>
  sql<boolean>`(${sql.ref(`${job}.status`)} = 'running' and ${sql.ref(`${job}.leaseUntil`)} < ${now})`;
const isWaiting = (job: string, now: string) =>
  sql<boolean>`(${sql.ref(`${job}.status`)} = 'waiting' and ${sql.ref(`${job}.runAt`)} <= ${now})`;

/** Kinds with the accounts that have reached their limit of running jobs. */
export type Busy = readonly { kind: JobKind; accountIds: readonly number[] }[];

/** Due jobs whose subject has neither a running job nor an earlier due one. */
const freeJobs = (db: Db, now: string, isDue: typeof isWaiting, kinds: string[], busy: Busy) => {
  const others = db
    .selectFrom('job as other')
    .select('other.id')
    .whereRef('other.subject', '=', sql.ref('candidate.subject'))
    .whereRef('other.accountId', '=', sql.ref('candidate.accountId'));
  const running = others.where('other.status', '=', 'running').where('other.leaseUntil', '>=', now);
  const earlier = others
    .whereRef('other.id', '<', sql.ref('candidate.id'))
    .where(sql<boolean>`(${isAbandoned('other', now)} or ${isWaiting('other', now)})`);
  return db
    .selectFrom('job as candidate')
    .where(isDue('candidate', now))
    .where('candidate.kind', 'in', kinds)
    .where(({ not, exists }) => not(exists(running)))
    .where(({ not, exists }) => not(exists(earlier)))
    .where((eb) =>
      eb.and(
        busy.map(({ kind, accountIds }) =>
          eb.or([eb('candidate.kind', '!=', kind), eb('candidate.accountId', 'not in', accountIds)]),
        ),
      ),
    )
    .orderBy('candidate.runAt')
    .orderBy('candidate.id');
};

/** An account's waiting jobs of a queue, in index order. */
export const jobsOfAccount = (
  db: Db,
  now: string,
  queue: JobQueue,
  accountId: Expression<number>,
  kinds: string[],
  busy: Busy = [],
) =>
  freeJobs(db, now, isWaiting, kinds, busy)
    .where('candidate.queue', '=', queue)
    .where('candidate.accountId', '=', accountId);

/**
 * Kind and account of the oldest due job of the next account, by id, that has one. Skips from account to account
 * in the index, so it is fast for any number of jobs.
 * @param after the previous account
 */
export const nextTurn = (
  db: Db,
  now: string,
  queue: JobQueue,
  kinds: string[],
  after: number,
  busy: Busy = [],
) => {
  const nextAccount = (id: Expression<number>) =>
    sql<number>`(select min("accountId") from "job"
      where "status" = 'waiting' and "queue" = ${queue} and "accountId" > ${id})`;
  return db
    .withRecursive('turn', (qb) =>
      qb.selectNoFrom(nextAccount(sql.val(after)).as('accountId')).unionAll((eb) =>
        eb
          .selectFrom('turn')
          .select(nextAccount(sql.ref('turn.accountId')).as('accountId'))
          .where('turn.accountId', 'is not', null),
      ),
    )
    .selectFrom(({ selectFrom }) =>
      selectFrom('turn')
        .select(
          jobsOfAccount(db, now, queue, sql.ref('turn.accountId'), kinds, busy)
            .select('candidate.id')
            .limit(1)
            .as('id'),
        )
        .as('first'),
    )
    .innerJoin('job', 'job.id', 'first.id')
    .select(['job.kind', 'job.accountId'])
    .limit(1);
};

/**
 * Claims due jobs of one kind, and counts the attempt in the same statement. Jobs with an expired lease come
 * first; the others are taken from the accounts in turn, oldest first. Jobs with the same subject are claimed one
 * at a time, in the order in which they were enqueued.
 * @param limits maximum number of jobs to claim, by kind; all of one queue
 * @param leaseMs duration of the claim without renewal
 * @param after account of the previous batch
 * @param busy kinds and accounts from which nothing is claimed
 */
export const claim = async (
  db: Db,
  clock: Clock,
  owner: string,
  limits: Partial<Record<JobKind, number>>,
  leaseMs: number,
  after = 0,
  busy: Busy = [],
): Promise<Job[]> => {
  const now = isoTime(clock);
  const kinds = Object.keys(limits) as JobKind[];
  const [firstKind] = kinds;
  if (!firstKind) return [];
  const lease = { leaseOwner: owner, leaseUntil: isoTime(clock, leaseMs) };
  const abandoned = await freeJobs(db, now, isAbandoned, kinds, busy)
    .select(['candidate.kind', 'candidate.crashes'])
    .limit(1)
    .executeTakeFirst();
  if (abandoned) {
    const kind = abandoned.kind as JobKind;
    const batch = freeJobs(db, now, isAbandoned, [kind], busy).select('candidate.id');
    // One by one after the second crash, so that the harmless jobs of the batch get done.
    return take(db, batch.limit(abandoned.crashes > 0 ? 1 : (limits[kind] ?? 1)), lease);
  }
  const queue = queueOf(firstKind);
  for (const from of new Set([after, 0])) {
    const turn = await nextTurn(db, now, queue, kinds, from, busy).executeTakeFirst();
    if (!turn) continue;
    const kind = turn.kind as JobKind;
    const batch = jobsOfAccount(db, now, queue, sql.val(turn.accountId), [kind], busy).select('candidate.id');
    return take(db, batch.limit(limits[kind] ?? 1), lease);
  }
  return [];
};

/** Marks the chosen jobs as running, skipping those that another process is claiming. */
const take = async (
  db: Db,
  batch: SelectQueryBuilder<Tables & { candidate: Tables['job'] }, 'candidate', { id: number }>,
  lease: { leaseOwner: string; leaseUntil: string },
): Promise<Job[]> => {
  const rows = await db
    // A CTE, so that PostgreSQL evaluates it once: a subquery evaluated again would lock more than the limit.
    .with('chosen', () => (isPostgres(db) ? batch.forUpdate().skipLocked() : batch))
    .updateTable('job')
    .set({
      ...lease,
      status: 'running',
      attempts: sql`"attempts" + 1`,
      // The lease was not released, so its process has ended.
      crashes: sql`"crashes" + case when "status" = 'running' and "leaseOwner" is not null then 1 else 0 end`,
    })
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
      lastAttempt: row.attempts - row.crashes >= row.maxAttempts,
      crashes: row.crashes,
      entryDate: row.entryDate,
    }));
};
