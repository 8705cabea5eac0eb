/** The worker: recording outcomes, stopping, and sharing work with other processes. */
import type { KyselyPlugin } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { IndexUnavailableError } from '../../indexer/index.js';
import type { Db } from '../../src/platform/db/dialect.js';
import { enqueue, enqueueMany } from '../../src/platform/jobs/job.repository.js';
import type { JobHandler, JobKind } from '../../src/platform/jobs/job.types.js';
import { holdLease } from '../../src/platform/jobs/lease.js';
import { createWorker, INDEX_LEASE } from '../../src/platform/jobs/worker.js';
import { createLog } from '../../src/platform/lib/log.js';
import { createFakeClock, type FakeClock } from '../support/clock.js';
import { openDatabase } from '../support/database.js';
import { use } from '../support/use.js';

const LEASE_MS = 60_000;
const KINDS: JobKind[] = [
  'processItem',
  'publishItem',
  'unpublishItem',
  'refreshItem',
  'removeItem',
  'maintainIndex',
  'reconcileIndex',
];

describe('the worker', () => {
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

  const log = createLog('silent');
  const noHandler: JobHandler<JobKind> = { batchSize: 1, run: () => Promise.resolve([]) };
  const workerWith = (processItem: Partial<JobHandler<'processItem'>>, options: { db?: Db } = {}) =>
    createWorker({
      db,
      clock,
      log,
      owner: 'host:1:a',
      ...options,
      handlers: {
        ...Object.fromEntries(KINDS.map((kind) => [kind, noHandler])),
        processItem: { batchSize: 10, run: () => Promise.resolve([]), ...processItem },
      },
      lease: INDEX_LEASE,
    });
  const signal = () => {
    let ring = (): void => undefined;
    const rung = new Promise<void>((resolve) => (ring = resolve));
    return { ring, rung };
  };

  it('records the outcome of each job in a batch', async () => {
    for (const itemId of [1, 2, 3]) await add(itemId, { maxAttempts: itemId === 3 ? 1 : 5 });
    const { ring, rung } = signal();
    const told: string[] = [];
    const worker = workerWith({
      run: (jobs) => {
        setImmediate(ring);
        return Promise.resolve(jobs.map((_job, i) => (i === 0 ? undefined : new Error(`job ${i + 1}`))));
      },
      onDead: (job, error) => {
        told.push(`${job.payload.itemId}: ${error.message}`);
        return Promise.resolve();
      },
    });
    void worker.run();
    await rung;
    await worker.stop();
    expect(await all()).toMatchObject([
      { subject: 'item:2', status: 'waiting', lastError: 'job 2' },
      { subject: 'item:3', status: 'dead', lastError: 'job 3' },
    ]);
    expect(told).toEqual(['3: job 3']);
  });

  it('shares jobs with another process without repeating any', async () => {
    const ids = Array.from({ length: 500 }, (_, i) => i + 1);
    const payloads = ids.map((itemId) => ({ itemId }));
    await enqueueMany(db, clock, accountId, 'processItem', payloads);
    const done: Record<string, number[]> = { a: [], b: [] };
    const workers = Object.keys(done).map((name, i) =>
      createWorker({
        db,
        clock,
        log,
        owner: `elsewhere:${i}:${name}`,
        lease: null,
        batchesAtOnce: 4,
        handlers: {
          processItem: {
            batchSize: 5,
            run: async (jobs) => {
              // Like a job that waits for a server: it lets the other process have its turn.
              await new Promise((resolve) => setTimeout(resolve, 2));
              done[name]?.push(...jobs.map(({ payload }) => payload.itemId));
              return jobs.map(() => undefined);
            },
          },
        },
      }),
    );
    for (const worker of workers) void worker.run();
    await expect.poll(all, { timeout: 60_000 }).toEqual([]);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(
      Object.values(done)
        .flat()
        .toSorted((a, b) => a - b),
    ).toEqual(ids);
    for (const own of Object.values(done)) expect(own.length).toBeGreaterThan(0);
  });

  it('parks a job that ended several processes', async () => {
    await add(1);
    await db.updateTable('job').set({ crashes: 26, attempts: 26 }).execute();
    const told: string[] = [];
    const worker = workerWith({
      run: () => Promise.reject(new Error('it ran')),
      onDead: (_job, error) => Promise.resolve(void told.push(error.message)),
    });
    void worker.run();
    await expect.poll(async () => (await all())[0]?.status).toBe('dead');
    await worker.stop();
    expect(told).toEqual(['the process ended 26 times while it ran']);
  });

  it('limits concurrent jobs of a kind, in total and per account', async () => {
    for (const itemId of [1, 2, 3]) await add(itemId);
    const running: number[] = [];
    const { ring, rung } = signal();
    const begun = signal();
    const worker = createWorker({
      db,
      clock,
      log,
      owner: 'host:1:a',
      lease: null,
      batchesAtOnce: 8,
      handlers: {
        processItem: {
          batchSize: 4,
          limit: { total: 2, perAccount: 1 },
          run: async (jobs) => {
            running.push(jobs.length);
            begun.ring();
            await rung;
            return [];
          },
        },
        refreshItem: { batchSize: 1, run: () => Promise.resolve([]) },
      },
    });
    void worker.run();
    await begun.rung;
    // The job after it is claimed while the first batch runs, so the other jobs of its kind have been skipped.
    await enqueue(db, clock, accountId, 'refreshItem', { itemId: 9 });
    worker.wake();
    await expect.poll(async () => (await all()).map(({ kind }) => kind)).not.toContain('refreshItem');
    expect(running).toHaveLength(1);
    ring();
    await expect.poll(all).toEqual([]);
    await worker.stop();
  });

  it('fails the whole batch when the handler throws, and continues', async () => {
    await add(1);
    const { ring, rung } = signal();
    let runs = 0;
    const worker = workerWith({
      run: (jobs) => {
        if (++runs === 1) return Promise.reject(new Error('broken'));
        ring();
        return Promise.resolve(jobs.map(() => undefined));
      },
    });
    void worker.run();
    await expect.poll(async () => (await all())[0]?.lastError).toBe('broken');
    clock.pass(3_600_000);
    worker.wake();
    await rung;
    await worker.stop();
    expect(await all()).toEqual([]);
  });

  it('tolerates a store that is down, and reports it after a while', async () => {
    await add(1, { maxAttempts: 1 });
    const told: string[] = [];
    const worker = workerWith({
      run: () => Promise.reject(new IndexUnavailableError('the engine is away')),
      onDead: ({ payload }) => {
        told.push(String(payload.itemId));
        return Promise.resolve();
      },
    });
    void worker.run();
    for (let failures = 1; failures <= 5; failures++) {
      await expect
        .poll(async () => (await all())[0])
        .toMatchObject({ status: 'waiting', attempts: failures });
      if (failures < 5) expect(worker.lastError()).toBeNull();
      clock.pass(3_600_000);
      worker.wake();
    }
    await expect.poll(() => worker.lastError()?.message).toBe('the engine is away');
    await worker.stop();
    expect(told).toEqual([]);
  });

  it('finishes the current batch before it stops, and leaves the next', async () => {
    await add(1);
    const [begun, finish] = [signal(), signal()];
    const order: string[] = [];
    const worker = workerWith({
      batchSize: 1,
      run: async (jobs) => {
        begun.ring();
        await finish.rung;
        order.push('the batch ended');
        return jobs.map(() => undefined);
      },
    });
    void worker.run();
    await begun.rung;
    await add(2);
    const stopping = worker.stop().then(() => order.push('the worker stopped'));
    // A stop that did not wait would be over before the database responds.
    expect(await all()).toHaveLength(2);
    finish.ring();
    await stopping;
    expect(order).toEqual(['the batch ended', 'the worker stopped']);
    expect(await all()).toMatchObject([{ subject: 'item:2', status: 'waiting', attempts: 0 }]);
    expect(await db.selectFrom('lease').selectAll().execute()).toEqual([]);
  });

  it('waits while another process works, and takes over when that process stops', async () => {
    await holdLease(db, clock, INDEX_LEASE, 'elsewhere:1:b', LEASE_MS);
    await add(1);
    const { ring, rung } = signal();
    const asked = countLeaseQueries(db);
    const worker = workerWith(
      {
        run: (jobs) => {
          ring();
          return Promise.resolve(jobs.map(() => undefined));
        },
      },
      { db: asked.db },
    );
    void worker.run();
    // It requests the lease a second time: the first turn is over, and the job is still there.
    const askedAgain = (): number => {
      worker.wake();
      return asked.count();
    };
    await expect.poll(askedAgain).toBeGreaterThan(1);
    expect(await all()).toMatchObject([{ status: 'waiting', attempts: 0 }]);
    clock.pass(LEASE_MS + 1);
    worker.wake();
    await rung;
    await worker.stop();
    expect(await all()).toEqual([]);
  });
});

/** The database, with a count of the lookups of the lease's holder. */
const countLeaseQueries = (db: Db): { db: Db; count: () => number } => {
  let count = 0;
  const observer: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (node.kind === 'SelectQueryNode' && JSON.stringify(node.from).includes('"lease"')) count++;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  return { db: db.withPlugin(observer), count: () => count };
};
