/** The job queue on both databases: no job is lost or runs twice, and jobs of one subject do not overlap. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '../../src/platform/db/dialect.js';
import { sql } from 'kysely';
import { accountsWithJobs, claim, jobsOfAccount, type WorkOf } from '../../src/platform/jobs/claim-jobs.js';
import {
  completeJobs,
  deadJobs,
  enqueue,
  enqueueMany,
  failJob,
  postponeJobs,
  releaseJobsOf,
  renewLeases,
  unattendedJobsLagMs,
} from '../../src/platform/jobs/job.repository.js';
import type { IndexJobs, Job } from '../../src/platform/jobs/job.types.js';
import { createTurns } from '../../src/platform/jobs/turns.js';
import { createFakeClock, type FakeClock } from '../support/clock.js';
import { openDatabase } from '../support/database.js';
import { explain } from '../support/explain.js';
import { use } from '../support/use.js';

const LEASE_MS = 60_000;
const limits: Record<keyof IndexJobs, number> = {
  processItem: 3,
  continueItem: 3,
  publishItem: 3,
  unpublishItem: 3,
  refreshItem: 3,
  removeItem: 3,
  maintainIndex: 1,
  reconcileIndex: 1,
};

describe('jobs', () => {
  let db: Db;
  let clock: FakeClock;
  let accountId: number;

  const database = use(() => openDatabase(), 'close');
  beforeAll(() => {
    ({ db, accountId } = database);
  });
  beforeEach(async () => {
    await db.deleteFrom('job').execute();
    clock = createFakeClock();
  });

  const add = (kind: 'processItem' | 'publishItem' | 'refreshItem', itemId: number, options = {}) =>
    enqueue(db, clock, accountId, kind, { itemId }, options);
  const take = (owner = 'a'): Promise<Job[]> => claim(db, clock, owner, limits, LEASE_MS);
  const addAccount = async (shortName: string): Promise<number> =>
    (
      await db
        .insertInto('account')
        .values({ shortName, name: shortName, timeZone: 'UTC', settings: '{}', entryDate: '' })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const itemsOf = (jobs: Job[]): unknown[] =>
    jobs.map(({ payload }) => (payload as { itemId: number }).itemId);
  const all = () => db.selectFrom('job').selectAll().orderBy('id').execute();
  const only = async (): Promise<Job> => {
    const [job, ...more] = await take();
    expect(more).toEqual([]);
    return job!;
  };

  it('lag while no worker runs any of their queue, and not while one is busy', async () => {
    await add('processItem', 1, { delayMs: 60_000 });
    expect(await unattendedJobsLagMs(db, clock)).toBe(0);
    for (const itemId of [2, 3, 4, 5]) await add('processItem', itemId);
    clock.pass(30_000);
    expect(await unattendedJobsLagMs(db, clock)).toBe(30_000);
    expect(await take()).toHaveLength(3);
    expect(await unattendedJobsLagMs(db, clock)).toBe(0);
    await enqueue(db, clock, accountId, 'suggestItem', { suggestionsOf: 2 });
    clock.pass(LEASE_MS - 10_000);
    expect(await unattendedJobsLagMs(db, clock)).toBe(LEASE_MS - 10_000);
    // The worker has died.
    clock.pass(10_001);
    expect(await unattendedJobsLagMs(db, clock)).toBe(LEASE_MS + 30_001);
  });

  it('keep one pending job per kind and subject, at the earlier of the two times', async () => {
    await add('processItem', 1, { delayMs: 5_000 });
    await add('processItem', 1, { delayMs: 60_000 });
    await add('publishItem', 1);
    await enqueueMany(db, clock, accountId, 'refreshItem', [{ itemId: 2 }, { itemId: 1 }, { itemId: 2 }]);
    expect((await all()).map(({ kind, subject }) => `${kind} ${subject}`)).toEqual([
      'processItem item:1',
      'publishItem item:1',
      'refreshItem item:1',
      'refreshItem item:2',
    ]);
    expect((await all())[0]?.runAt).toBe(new Date(clock.now().getTime() + 5_000).toISOString());
    await add('processItem', 1);
    expect((await all())[0]?.runAt).toBe(clock.now().toISOString());
  });

  it('are rolled back with the transaction that enqueued them', async () => {
    const undone = db.transaction().execute(async (trx) => {
      await enqueue(trx, clock, accountId, 'processItem', { itemId: 1 });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await all()).toEqual([]);
  });

  it('are claimed publishing first, by the kind of the oldest due job, up to its limit, and count the attempt', async () => {
    for (const itemId of [1, 2, 3, 4]) await add('processItem', itemId);
    await add('publishItem', 9);
    await add('processItem', 5, { delayMs: 1_000 });
    expect(itemsOf(await take('b'))).toEqual([9]);
    const jobs = await take();
    expect(itemsOf(jobs)).toEqual([1, 2, 3]);
    expect(jobs[0]).toMatchObject({ accountId, kind: 'processItem', attempt: 1, lastAttempt: false });
    expect(itemsOf(await take('b'))).toEqual([4]);
    expect(await take('b')).toEqual([]);
    clock.pass(1_000);
    expect(itemsOf(await take('b'))).toEqual([5]);
  });

  it('are never claimed twice, however many workers claim at once', async () => {
    const ids = Array.from({ length: 40 }, (_, i) => i + 1);
    await enqueueMany(
      db,
      clock,
      accountId,
      'processItem',
      ids.map((itemId) => ({ itemId })),
    );
    const taken: unknown[] = [];
    const drain = async (owner: string): Promise<void> => {
      for (let jobs = await take(owner); jobs.length > 0; jobs = await take(owner))
        taken.push(...itemsOf(jobs));
    };
    await Promise.all(['a', 'b', 'c', 'd'].map(drain));
    // A claim that runs beside others may find nothing free for a moment: one more attempt claims the rest.
    await drain('e');
    expect([...taken].sort((a, b) => Number(a) - Number(b))).toEqual(ids);
  });

  it('run one at a time per subject, in order', async () => {
    await add('processItem', 1);
    await add('publishItem', 1);
    const first = await only();
    expect(first.kind).toBe('processItem');
    await add('processItem', 1);
    expect(await take('b')).toEqual([]);
    // Its process has died: the abandoned job and the waiting one are both due, and still run one after the other.
    clock.pass(LEASE_MS + 1);
    const again = await only();
    expect(again).toMatchObject({ id: first.id, attempt: 2 });
    await completeJobs(db, 'a', [again.id]);
    const second = await only();
    expect(second.kind).toBe('publishItem');
    await completeJobs(db, 'a', [second.id]);
    expect((await only()).kind).toBe('processItem');
  });

  it('run one at a time per subject under simultaneous claims', async () => {
    for (const itemId of [1, 2, 3, 4, 5])
      for (const kind of ['processItem', 'publishItem', 'refreshItem'] as const) await add(kind, itemId);
    const claims = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((owner) => take(owner)));
    const items = claims.flatMap(itemsOf);
    expect(new Set(items).size).toBe(items.length);
  });

  it('are due again when their lease expires, unless it was renewed', async () => {
    await add('processItem', 1);
    const job = await only();
    clock.pass(LEASE_MS - 1);
    await renewLeases(db, clock, 'a', [job.id], LEASE_MS);
    clock.pass(LEASE_MS);
    expect(await take('b')).toEqual([]);
    clock.pass(1);
    expect(await take('b')).toMatchObject([{ id: job.id, attempt: 2 }]);
    await renewLeases(db, clock, 'a', [job.id], LEASE_MS * 10);
    await completeJobs(db, 'a', [job.id]);
    await failJob(db, clock, 'a', job, 'too late');
    expect(await all()).toMatchObject([{ status: 'running', leaseOwner: 'b', lastError: null }]);
  });

  it('of dead processes are released at once', async () => {
    await add('processItem', 1);
    await only();
    await releaseJobsOf(db, clock, (owner) => owner === 'a');
    expect(await take('b')).toMatchObject([{ attempt: 2 }]);
  });

  it('run alone after their process ended twice, counted separately from failures', async () => {
    for (const itemId of [1, 2, 3]) await add('processItem', itemId, { maxAttempts: 2 });
    expect(await take()).toHaveLength(3);
    await releaseJobsOf(db, clock, (owner) => owner === 'a');
    expect(await take('b')).toMatchObject([{ crashes: 1 }, { crashes: 1 }, { crashes: 1 }]);
    await releaseJobsOf(db, clock, (owner) => owner === 'b');
    const [alone, ...others] = await take('c');
    expect(others).toEqual([]);
    expect(alone).toMatchObject({ crashes: 2, attempt: 3, lastAttempt: false });
    await failJob(db, clock, 'c', alone!, 'failed');
    expect(itemsOf(await take('c'))).toEqual([2]);
    // A job that was never started has not crashed.
    const [third] = await take('c');
    await postponeJobs(db, clock, 'c', [third!.id]);
    expect(await take('d')).toMatchObject([{ id: third!.id, crashes: third!.crashes }]);
  });

  it('are skipped while the account runs its maximum of the kind', async () => {
    const second = await addAccount('less-busy');
    await add('processItem', 1);
    await add('refreshItem', 2);
    await enqueue(db, clock, second, 'processItem', { itemId: 3 });
    const busy = [{ kind: 'processItem' as const, accountIds: [accountId] }];
    const next = () => claim(db, clock, 'a', limits, LEASE_MS, createTurns(), busy);
    expect([...(await next()), ...(await next())].map(({ kind, accountId: id }) => [kind, id])).toEqual([
      ['refreshItem', accountId],
      ['processItem', second],
    ]);
    expect(await next()).toEqual([]);
    expect(itemsOf(await take('b'))).toEqual([1]);
  });

  it('wait longer after each failure and are dead after the last', async () => {
    await add('processItem', 1, { maxAttempts: 3 });
    const waits: number[] = [];
    for (const attempt of [1, 2]) {
      const job = await only();
      expect(job).toMatchObject({ attempt, lastAttempt: false });
      await failJob(db, clock, 'a', job, `failure ${attempt}`);
      const [row] = await all();
      expect(row).toMatchObject({ status: 'waiting', leaseOwner: null, lastError: `failure ${attempt}` });
      waits.push(new Date(row!.runAt).getTime() - clock.now().getTime());
      expect(await take()).toEqual([]);
      clock.pass(waits.at(-1)!);
    }
    expect(waits[1]).toBeGreaterThan(waits[0]! * 1.5);
    const last = await only();
    expect(last.lastAttempt).toBe(true);
    await failJob(db, clock, 'a', last, 'x'.repeat(10_000));
    const dead = await deadJobs(db, 10);
    expect(dead).toMatchObject([{ kind: 'processItem', subject: 'item:1', attempts: 3 }]);
    expect(dead[0]?.lastError).toHaveLength(2_000);
    clock.pass(24 * 3_600_000);
    expect(await take()).toEqual([]);
    await add('processItem', 1);
    const again = await only();
    expect(again.attempt).toBe(1);
    await completeJobs(db, 'a', [again.id]);
    expect(await deadJobs(db, 10)).toEqual([]);
  });

  it('that fail are replaced by a newer job of the same kind and subject', async () => {
    await add('processItem', 1);
    const old = await only();
    await add('processItem', 1);
    await failJob(db, clock, 'a', old, 'failed');
    expect(await all()).toMatchObject([{ status: 'waiting', attempts: 0, lastError: null }]);
    expect((await only()).id).not.toBe(old.id);
  });

  it('take turns by account: one behind ten thousand jobs of another account is next', async () => {
    const [second, third] = [await addAccount('second'), await addAccount('third')];
    const many = Array.from({ length: 10_000 }, (_, i) => ({ itemId: 10_000 + i }));
    await enqueueMany(db, clock, accountId, 'processItem', many);
    clock.pass(1_000);
    await enqueue(db, clock, second, 'processItem', { itemId: 20_000 });
    // All jobs of the third account are due later.
    await enqueueMany(db, clock, third, 'processItem', many.slice(0, 500), { delayMs: 60_000 });
    const queueTurns = createTurns();
    const next = (): Promise<Job[]> => claim(db, clock, 'a', limits, LEASE_MS, queueTurns);
    expect(itemsOf(await next())).toEqual([10_000, 10_001, 10_002]);
    expect(await next()).toMatchObject([{ accountId: second, payload: { itemId: 20_000 } }]);
    expect(itemsOf(await next())).toEqual([10_003, 10_004, 10_005]);
    expect(itemsOf(await next())).toEqual([10_006, 10_007, 10_008]);
    clock.pass(60_000);
    // Their leases have expired: within an account, abandoned jobs come first.
    await db.deleteFrom('job').where('status', '=', 'running').execute();
    const turns = [await next(), await next(), await next(), await next()].map(([job]) => job?.accountId);
    expect(turns).toEqual([third, accountId, third, accountId]);
  });

  it('take turns by work: large ones are claimed alone, and the small one of another account is next', async () => {
    const second = await addAccount('small');
    const third = await addAccount('publisher');
    const queueTurns = createTurns();
    const workOf: WorkOf = (jobs) =>
      Promise.resolve(jobs.map((job) => (job.accountId === accountId ? 2_000 : 1)));
    const next = async () => {
      const jobs = await claim(db, clock, 'a', limits, LEASE_MS, queueTurns, [], workOf);
      return jobs.map((job) => [job.accountId, job.kind]);
    };
    const large = Array.from({ length: 14 }, (_, i) => ({ itemId: 100 + i }));
    await enqueueMany(db, clock, accountId, 'processItem', large);
    expect(await next()).toEqual([[accountId, 'processItem']]);
    for (const itemId of [1, 2]) await enqueue(db, clock, second, 'processItem', { itemId });
    await enqueue(db, clock, third, 'publishItem', { itemId: 3 });
    expect(await next()).toEqual([[third, 'publishItem']]);
    expect(await next()).toEqual([
      [second, 'processItem'],
      [second, 'processItem'],
    ]);
    expect(await next()).toEqual([[accountId, 'processItem']]);
    // An account whose process has ended in the middle of its large jobs waits for its turn as well.
    await releaseJobsOf(db, clock, (owner) => owner === 'a');
    await enqueue(db, clock, second, 'processItem', { itemId: 4 });
    expect(await next()).toContainEqual([second, 'processItem']);
  });

  it('find the next account by an index, for any number of jobs', async () => {
    const second = await addAccount('indexed');
    const many = Array.from({ length: 10_000 }, (_, i) => ({ itemId: 10_000 + i }));
    await enqueueMany(db, clock, accountId, 'processItem', many, { delayMs: 60_000 });
    await enqueueMany(db, clock, second, 'refreshItem', many);
    await sql`analyze`.execute(db);
    const now = clock.now().toISOString();
    const plan = await explain(db, accountsWithJobs(db, now, 'index', Object.keys(limits), 0).compile());
    expect(plan).toContain('job_turn');
    expect(plan).not.toMatch(/SCAN job|SCAN candidate|Seq Scan on job|TEMP B-TREE|Sort/);
    const batch = jobsOfAccount(db, now, 'publishing', sql.lit(second), ['refreshItem']);
    const batchPlan = await explain(db, batch.select('candidate.id').limit(3).compile());
    expect(batchPlan).toContain('job_turn');
    expect(batchPlan).not.toMatch(/SCAN candidate|Seq Scan on job|TEMP B-TREE|Sort/);
  });
});
