/** Retrying and cancelling jobs as an operator. */
import { describe, expect, it } from 'vitest';
import { claim } from '../../src/platform/jobs/claim-jobs.js';
import { createJobAdmin } from '../../src/platform/jobs/job-admin.js';
import { enqueue, failJob, renewLeases } from '../../src/platform/jobs/job.repository.js';
import type { Job, JobHandlers, JobKind } from '../../src/platform/jobs/job.types.js';
import { createFakeClock } from '../support/clock.js';
import { openDatabase } from '../support/database.js';
import { use } from '../support/use.js';

const LEASE_MS = 60_000;

describe('a job', () => {
  const clock = createFakeClock();
  const database = use(() => openDatabase(), 'close');

  it('can be made due again or removed by an operator', async () => {
    const { db, accountId } = database;
    const add = (itemId: number, options = {}) =>
      enqueue(db, clock, accountId, 'processItem', { itemId }, options);
    const take = () => claim(db, clock, 'a', { processItem: 3 }, LEASE_MS);
    const told: string[] = [];
    const handlers = {
      processItem: {
        batchSize: 1,
        run: () => Promise.resolve([]),
        onDead: (_job: Job, error: Error) => Promise.resolve(void told.push(error.message)),
        onRetry: () => Promise.resolve(void told.push('retry')),
      },
    } as unknown as JobHandlers<JobKind>;
    const admin = createJobAdmin({ db, clock, handlers });
    await add(1, { maxAttempts: 1 });
    const [job] = (await take()) as [Job];
    await expect(admin.retry(job.id)).rejects.toThrow('not dead but running');
    await failJob(db, clock, 'a', job, 'broken');
    await add(2);
    expect((await admin.list({ limit: 10 })).map(({ status }) => status)).toEqual(['dead', 'waiting']);
    expect(await admin.list({ limit: 10, status: 'dead', kind: 'publishItem' })).toEqual([]);
    await admin.retry(job.id);
    expect(told).toEqual(['retry']);
    expect((await take()).map(({ payload }) => (payload as { itemId: number }).itemId)).toEqual([1, 2]);
    await admin.cancel(job.id);
    expect(told).toEqual(['retry', 'An operator has cancelled it.']);
    // Its worker learns of it when it renews its lease.
    expect(await renewLeases(db, clock, 'a', [job.id], LEASE_MS)).toBe(0);
    await expect(admin.cancel(job.id)).rejects.toThrow('does not exist');
  });
});
