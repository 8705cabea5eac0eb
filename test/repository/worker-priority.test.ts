/** A worker of lower priority that yields to another queue. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../src/platform/db/dialect.js';
import { enqueueMany } from '../../src/platform/jobs/job.repository.js';
import { createWorker } from '../../src/platform/jobs/worker.js';
import { createLog } from '../../src/platform/lib/log.js';
import { createFakeClock } from '../support/clock.js';
import { openDatabase } from '../support/database.js';
import { use } from '../support/use.js';

describe('a worker of lower priority', () => {
  const clock = createFakeClock();
  let db: Db;
  let accountId: number;
  const database = use(() => openDatabase(), 'close');
  beforeAll(() => {
    ({ db, accountId } = database);
  });

  const jobs = () => db.selectFrom('job').selectAll().orderBy('id').execute();

  it('leaves a yielding queue alone while another worker has due or running jobs', async () => {
    const order: string[] = [];
    let ring = (): void => undefined;
    const rung = new Promise<void>((resolve) => (ring = resolve));
    const handlers = {
      processItem: {
        batchSize: 2,
        run: async (batch: readonly unknown[]) => {
          await rung;
          order.push(...batch.map(() => 'index'));
          return [];
        },
      },
      suggestItem: {
        batchSize: 1,
        run: () => {
          order.push('suggest');
          return Promise.resolve([]);
        },
      },
    };
    await enqueueMany(
      db,
      clock,
      accountId,
      'suggestItem',
      [1, 2].map((suggestionsOf) => ({ suggestionsOf })),
    );
    const items = [1, 2, 3, 4, 5].map((itemId) => ({ itemId }));
    await enqueueMany(db, clock, accountId, 'processItem', items);
    await enqueueMany(db, clock, accountId, 'processItem', [{ itemId: 6 }], { delayMs: 60_000 });
    const common = { db, clock, log: createLog('silent'), lease: null };
    const suggesting = createWorker({
      ...common,
      owner: 'host:1:a',
      handlers: { suggestItem: handlers.suggestItem },
      yieldsTo: ['index'],
    });
    const indexing = createWorker({
      ...common,
      owner: 'host:2:b',
      handlers: { processItem: handlers.processItem },
    });
    void suggesting.run();
    void indexing.run();
    await expect.poll(async () => (await jobs()).filter(({ status }) => status === 'running').length).toBe(2);
    ring();
    await expect.poll(() => order.length).toBe(7);
    await Promise.all([suggesting.stop(), indexing.stop()]);
    expect(order).toEqual([...Array.from({ length: 5 }, () => 'index'), 'suggest', 'suggest']);
    // A job that is not due yet delays nothing.
    expect(await jobs()).toMatchObject([{ kind: 'processItem', subject: 'item:6' }]);
  });
});
