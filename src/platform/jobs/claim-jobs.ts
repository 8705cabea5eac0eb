/** Claims due jobs, taking turns between accounts. */
import { sql, type Expression, type SelectQueryBuilder } from 'kysely';
import { isPostgres, type Db } from '../db/dialect.js';
import type { Row, Tables } from '../db/tables.js';
import { batchesOf } from '../lib/batches.js';
import { isoTime, type Clock } from '../lib/clock.js';
import { jobQueues, queueOf, type Job, type JobKind, type JobPayloads, type JobQueue } from './job.types.js';
import { createTurns, type Turn, type Turns } from './turns.js';

/** The two kinds of due jobs are queried separately, each in the order of its index. */
const isAbandoned = (job: string, now: string) =>
  sql<boolean>`(${sql.ref(`${job}.status`)} = 'running' and ${sql.ref(`${job}.leaseUntil`)} < ${now})`;
const isWaiting = (job: string, now: string) =>
  sql<boolean>`(${sql.ref(`${job}.status`)} = 'waiting' and ${sql.ref(`${job}.runAt`)} <= ${now})`;

/**
 * Maximum work of a batch; a job with more forms a batch alone. Publishing comes before other work of accounts unless
 * its account is ahead of them by as much.
 */
const MAX_WORK = 256;
/** Number of accounts that are compared for a turn. */
const MAX_ACCOUNTS = 100;
const MAX_ABANDONED = 1_000;

/** The work of each of the jobs, which are of one kind and account. */
export type WorkOf = (jobs: readonly Job[]) => Promise<readonly number[]>;

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
 * Kind and account of the oldest due job of each account that has one, by account id. Skips from account to account in
 * the index, so it is fast for any number of jobs.
 * @param after skips the accounts up to this one
 */
export const accountsWithJobs = (
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
    .limit(MAX_ACCOUNTS);
};

/** The next job of an account. */
interface NextJob extends Turn {
  kind: JobKind;
  /** Chooses the jobs of its kind. */
  batch: ReturnType<typeof freeJobs>;
  maxJobs: number;
}

/**
 * Claims due jobs of one kind and account, and counts the attempt in the same statement. The accounts take turns by
 * work. Within an account, jobs with an expired lease come first, then publishing, then the oldest. Jobs with the same
 * subject are claimed one at a time, in the order in which they were enqueued.
 * @param limits maximum number of jobs to claim, by kind
 * @param leaseMs duration of the claim without renewal
 * @param turns the turns of the accounts so far
 * @param busy kinds and accounts from which nothing is claimed
 * @param workOf the work of jobs of one kind and account
 */
export const claim = async (
  db: Db,
  clock: Clock,
  owner: string,
  limits: Partial<Record<JobKind, number>>,
  leaseMs: number,
  turns: Turns = createTurns(),
  busy: Busy = [],
  workOf: WorkOf = (jobs) => Promise.resolve(jobs.map(() => 1)),
): Promise<Job[]> => {
  if (Object.keys(limits).length === 0) return [];
  const now = isoTime(clock);
  const next = turns.next(await nextJobs(db, now, limits, turns.last(), busy));
  if (!next) return [];
  const rows = await next.batch.selectAll('candidate').limit(next.maxJobs).execute();
  if (rows.length === 0) return [];
  const work = await workOf(rows.map(jobOf));
  const weighed = rows.map(({ id }, i) => ({ id, work: work[i]! }));
  const [chosen = []] = batchesOf(weighed, (row) => row.work, {
    maxItems: next.maxJobs,
    maxWeight: MAX_WORK,
  });
  turns.charge(
    next.accountId,
    chosen.reduce((sum, row) => sum + row.work, 0),
  );
  const ids = chosen.map(({ id }) => id);
  const lease = { leaseOwner: owner, leaseUntil: isoTime(clock, leaseMs) };
  return take(db, next.batch.where('candidate.id', 'in', ids).select('candidate.id'), lease);
};

/** The next job of each account, at most one per account. */
const nextJobs = async (
  db: Db,
  now: string,
  limits: Partial<Record<JobKind, number>>,
  lastAccount: number,
  busy: Busy,
): Promise<NextJob[]> => {
  const kinds = Object.keys(limits) as JobKind[];
  const maxJobs = (kind: JobKind): number => limits[kind] ?? 1;
  const found = new Map<number, NextJob>();
  const add = (job: NextJob): unknown => found.has(job.accountId) || found.set(job.accountId, job);

  const abandoned = await freeJobs(db, now, isAbandoned, kinds, busy)
    .select(['candidate.kind', 'candidate.accountId', 'candidate.crashes'])
    .limit(MAX_ABANDONED)
    .execute();
  for (const { accountId, crashes, ...row } of abandoned) {
    const kind = row.kind as JobKind;
    const batch = freeJobs(db, now, isAbandoned, [kind], busy).where('candidate.accountId', '=', accountId);
    // One by one after the second crash, so that the harmless jobs of the batch get done.
    add({ accountId, kind, lead: 0, batch, maxJobs: crashes > 0 ? 1 : maxJobs(kind) });
  }
  for (const queue of jobQueues.filter((one) => kinds.some((kind) => queueOf(kind) === one))) {
    const turnsAfter = (account: number) => accountsWithJobs(db, now, queue, kinds, account, busy).execute();
    const after = await turnsAfter(lastAccount);
    const all =
      lastAccount === 0 || after.length === MAX_ACCOUNTS ? after : [...after, ...(await turnsAfter(0))];
    for (const { accountId, ...row } of all) {
      const kind = row.kind as JobKind;
      const batch = jobsOfAccount(db, now, queue, sql.val(accountId), [kind], busy);
      add({ accountId, kind, lead: queue === 'publishing' ? MAX_WORK : 0, batch, maxJobs: maxJobs(kind) });
    }
  }
  return [...found.values()];
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
  return rows.sort((a, b) => a.id - b.id).map(jobOf);
};

const jobOf = (row: Row<'job'>): Job => ({
  id: row.id,
  accountId: row.accountId,
  kind: row.kind as JobKind,
  payload: JSON.parse(row.payload) as JobPayloads[JobKind],
  attempt: row.attempts,
  lastAttempt: row.attempts - row.crashes >= row.maxAttempts,
  crashes: row.crashes,
  entryDate: row.entryDate,
});
