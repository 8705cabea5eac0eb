/** The worker while a store or the database is down, and when it returns. */
import type { KyselyPlugin } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { IndexUnavailableError } from '../../indexer/index.js';
import type { Db } from '../../src/platform/db/dialect.js';
import { enqueue } from '../../src/platform/jobs/job.repository.js';
import type { JobHandler } from '../../src/platform/jobs/job.types.js';
import { createWorker, INDEX_LEASE } from '../../src/platform/jobs/worker.js';
import { DatabaseUnavailableError } from '../../src/platform/lib/errors.js';
import { createLog } from '../../src/platform/lib/log.js';
import { createFakeClock, type FakeClock } from '../support/clock.js';
import { openDatabase } from '../support/database.js';
import { use } from '../support/use.js';

describe('the worker in outages', () => {
  let db: Db;
  let clock: FakeClock;
  let accountId: number;

  const database = use(() => openDatabase(), 'close');
  beforeAll(() => {
    ({ db, accountId } = database);
  });
  beforeEach(async () => {
    await db.deleteFrom('job').execute();
    await db.deleteFrom('lease').execute();
    clock = createFakeClock();
  });

  const add = (itemId: number, options = {}) =>
    enqueue(db, clock, accountId, 'processItem', { itemId }, options);
  const all = () => db.selectFrom('job').selectAll().orderBy('id').execute();
  const workerWith = (processItem: Pick<JobHandler<'processItem'>, 'run'>, options: { db?: Db } = {}) =>
    createWorker({
      db,
      clock,
      log: createLog('silent'),
      owner: 'host:1:a',
      ...options,
      handlers: { processItem: { batchSize: 10, ...processItem } },
      lease: INDEX_LEASE,
    });

  it('does jobs soon after a store has returned, however long it was down', async () => {
    await add(1, { maxAttempts: 1 });
    await db.updateTable('job').set({ attempts: 40 }).execute();
    let isDown = true;
    const worker = workerWith({
      run: (jobs) =>
        isDown
          ? Promise.reject(new IndexUnavailableError('the engine is away'))
          : Promise.resolve(jobs.map(() => undefined)),
    });
    void worker.run();
    await expect.poll(async () => (await all())[0]?.attempts).toBe(41);
    await expect.poll(async () => (await all())[0]?.status).toBe('waiting');
    isDown = false;
    clock.pass(7_000);
    await expect.poll(all).toEqual([]);
    await worker.stop();
  });

  it('gives up a job a day after it was enqueued, if its store stays down', async () => {
    await add(1, { maxAttempts: 2 });
    const worker = workerWith({ run: () => Promise.reject(new IndexUnavailableError('the engine is away')) });
    void worker.run();
    await expect.poll(async () => (await all())[0]?.attempts).toBe(1);
    await expect.poll(async () => (await all())[0]?.status).toBe('waiting');
    clock.pass(24 * 3_600_000);
    await expect.poll(async () => (await all())[0]?.status).toBe('dead');
    await worker.stop();
  });

  it('repeats at once what it could not record because the database was gone', async () => {
    await add(1);
    let fails = true;
    const lossy: KyselyPlugin = {
      transformQuery: ({ node }) => {
        if (fails && node.kind === 'DeleteQueryNode') {
          fails = false;
          throw new DatabaseUnavailableError(new Error('cut off'));
        }
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    };
    let runs = 0;
    const worker = workerWith(
      {
        run: (jobs) => {
          runs += 1;
          return Promise.resolve(jobs.map(() => undefined));
        },
      },
      { db: db.withPlugin(lossy) },
    );
    void worker.run();
    // The clock stands still, so the lease does not expire.
    await expect.poll(all, { timeout: 10_000 }).toEqual([]);
    await worker.stop();
    expect(runs).toBe(2);
  });

  it('does waiting jobs when the clock is set back, rather than a day later', async () => {
    clock.pass(24 * 3_600_000);
    let isRunning = true;
    const worker = workerWith({
      run: (jobs) => {
        isRunning = false;
        return Promise.resolve(jobs.map(() => undefined));
      },
    });
    void worker.run();
    await add(1);
    await expect.poll(() => isRunning).toBe(false);
    await add(2, { delayMs: 1_000 });
    clock.pass(-24 * 3_600_000);
    await expect.poll(all).toEqual([]);
    await worker.stop();
  });
});
