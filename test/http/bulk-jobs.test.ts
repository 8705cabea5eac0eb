/** An account's jobs: they take turns, process each item once, and can be cancelled. */
import { beforeAll, describe, expect, it } from 'vitest';
import { accountJobMaintenance } from '../../src/platform/account-jobs/account-jobs.handler.js';
import { createBulkWorker, jobOf, startBulk } from '../support/bulk.js';
import { createFakeClock } from '../support/clock.js';
import { buildCollection, buildItem, buildTopic, type Built } from '../support/factories.js';
import { putCopies } from '../support/public-rows.js';
import { useApp, type Tenant } from '../support/start-app.js';

const DAY_MS = 24 * 60 * 60_000;
const NOWHERE = Number.MAX_SAFE_INTEGER;
/** Items that do not exist are processed as fast as any. */
const missing = (count: number) => ({
  ids: Array.from({ length: count }, (_, i) => NOWHERE - i),
  action: 'publish',
});

describe('jobs of accounts', () => {
  const clock = createFakeClock();
  const app = useApp({ clock });
  let worker: ReturnType<typeof createBulkWorker>;
  beforeAll(() => {
    worker = createBulkWorker(app);
  });

  const buildItems = async (tenant: Tenant, count: number): Promise<number[]> => {
    const collectionId = (await buildCollection(tenant)).id;
    const ids: number[] = [];
    for (let i = 0; i < count; i++) ids.push((await buildItem(tenant, { collectionId })).id);
    return ids;
  };

  it('are listed like other records, each to its own account only and without internal fields', async () => {
    const tenant = await app.tenant('listed');
    const first = await startBulk(tenant, missing(2));
    await worker.finish();
    const [item] = await buildItems(tenant, 1);
    const second = await startBulk(tenant, { ids: [item], action: 'delete' });
    const reader = await app.withScopes(tenant, 'content:read');
    const list = async (query = ''): Promise<Built> => (await reader.get(`/jobs?${query}`)).body;
    const all = await list();
    expect(all).toMatchObject({ totalRecords: 2, limit: 50, hasMore: false });
    expect(all.jobs[0]).toEqual({ ...second, status: 'queued' });
    expect(Object.keys(all.jobs[0])).toEqual([
      'id',
      'kind',
      'action',
      'status',
      'mediaAssetId',
      'total',
      'done',
      'failed',
      'changed',
      'reasons',
      'dryRun',
      'hits',
      'errors',
      'createdBy',
      'entryDate',
      'finishedDate',
      'undoOf',
      'undoUntil',
      'undoneAt',
    ]);
    expect((await list('status=failed')).jobs).toMatchObject([{ id: first.id, failed: 2 }]);
    expect((await list('action=delete&kind=bulk&_orderBy=id,ASC')).jobs).toMatchObject([{ id: second.id }]);
    expect((await list('_limit=1&_offset=1')).jobs).toMatchObject([{ id: first.id }]);
    expect((await app.other.api.get('/jobs')).body.totalRecords).toBe(0);
    expect((await app.other.api.get(`/jobs/${first.id}`)).status).toBe(404);
    expect((await reader.post('/items/bulk', missing(1))).status).toBe(403);
    await worker.finish();
    expect((await reader.get(`/jobs/${second.id}`)).body.job).toMatchObject({ status: 'done', done: 1 });
  });

  it('take turns by account, and run one after another within an account', async () => {
    const [busy, small] = [await app.tenant('busy'), await app.tenant('small')];
    await putCopies(app.app.db, await buildItem(busy, { title: 'Copied' }), 2_099);
    const [long, next] = [
      await startBulk(busy, { filter: { title: 'Copied' }, action: 'publish' }),
      await startBulk(busy, missing(1)),
    ];
    const short = await startBulk(small, missing(1));
    expect(await worker.turn()).toBe(busy.account.id);
    expect(await jobOf(busy, long)).toMatchObject({ status: 'running', failed: 1_000, done: 0 });
    expect(await worker.turn()).toBe(small.account.id);
    expect(await jobOf(small, short)).toMatchObject({ status: 'failed', failed: 1 });
    expect(await worker.turn()).toBe(busy.account.id);
    expect(await jobOf(busy, next)).toMatchObject({ status: 'queued' });
    expect(await worker.turn()).toBe(busy.account.id);
    expect(await jobOf(busy, long)).toMatchObject({ status: 'failed', failed: 2_100 });
    expect(await jobOf(busy, next)).toMatchObject({ status: 'failed', failed: 1 });
    expect(await worker.turn()).toBeUndefined();
  });

  it('process each item once even if two workers hold the same job after a lost lease', async () => {
    const tenant = await app.tenant('twice');
    const topic = await buildTopic(tenant);
    const ids = [...(await buildItems(tenant, 20)), ...missing(5).ids];
    const job = await startBulk(tenant, { ids, action: 'addTopic', topicId: topic.id });
    const turn = (await worker.take())!;
    await Promise.all([worker.run(turn), worker.run(turn), worker.run(turn)]);
    await worker.complete(turn);
    expect(await jobOf(tenant, job)).toMatchObject({ status: 'done', total: 25, done: 20, failed: 5 });
    const log = await tenant.api.get('/audit-log?operation=updateItem&_limit=100&_orderBy=id,ASC');
    expect(log.body.auditEntries.map(({ recordId }: Built) => recordId)).toEqual(ids.slice(0, 20));
    await worker.finish();
  });

  it('stop after the current item when the worker stops, and resume with the next one', async () => {
    const tenant = await app.tenant('stopped');
    const job = await startBulk(tenant, missing(3));
    const turn = (await worker.take())!;
    const stopping = new AbortController();
    stopping.abort();
    expect(String((await worker.handler.run([turn], stopping.signal))[0])).toContain('stopping');
    expect(await jobOf(tenant, job)).toMatchObject({ status: 'queued' });
    await worker.run(turn);
    await worker.complete(turn);
    expect(await jobOf(tenant, job)).toMatchObject({ status: 'failed', failed: 3 });
  });

  it('end as failed when the server gives up, and do not block the next job', async () => {
    const tenant = await app.tenant('dead');
    const [first, second] = [await startBulk(tenant, missing(3)), await startBulk(tenant, missing(1))];
    const turn = (await worker.take())!;
    await worker.handler.onDead?.(turn, new Error('secret reason'));
    await worker.complete(turn);
    expect(await jobOf(tenant, first)).toMatchObject({
      status: 'failed',
      failed: 0,
      errors: [{ id: null, type: 'InternalError', message: 'Internal server error' }],
    });
    await worker.finish();
    expect(await jobOf(tenant, second)).toMatchObject({ status: 'failed', failed: 1 });
  });

  it('can be cancelled until they finish', async () => {
    const tenant = await app.tenant('cancelled');
    const topic = await buildTopic(tenant);
    const [item] = await buildItems(tenant, 1);
    const job = await startBulk(tenant, { ids: [item], action: 'addTopic', topicId: topic.id });
    const reader = await app.withScopes(tenant, 'content:read');
    expect((await reader.post(`/jobs/${job.id}/cancel`)).status).toBe(403);
    expect((await app.other.api.post(`/jobs/${job.id}/cancel`)).status).toBe(404);
    const { status, body } = await tenant.api.post(`/jobs/${job.id}/cancel`);
    expect([status, body.job]).toEqual([
      200,
      { ...job, status: 'cancelled', finishedDate: clock.now().toISOString() },
    ]);
    await worker.finish();
    expect(await jobOf(tenant, job)).toEqual(body.job);
    expect((await tenant.api.get(`/topics/${topic.id}`)).body.topic.itemCount).toBe(0);
    const again = await tenant.api.post(`/jobs/${job.id}/cancel`);
    expect([again.status, again.body.error]).toMatchObject([
      422,
      { type: 'InvalidStateError', message: 'This job has finished: its status is cancelled.' },
    ]);
    const [entry] = (await tenant.api.get('/audit-log')).body.auditEntries;
    expect(entry).toMatchObject({ operation: 'cancelJob', recordType: 'job', recordId: job.id });
  });

  it('are deleted thirty days after they finish', async () => {
    const tenant = await app.tenant('deleted');
    const job = await startBulk(tenant, missing(1));
    await worker.finish();
    const waiting = await startBulk(tenant, missing(1));
    const { run } = accountJobMaintenance({ db: app.app.db, clock });
    const idsOf = async () => (await tenant.api.get('/jobs')).body.jobs.map(({ id }: Built) => id);
    clock.pass(30 * DAY_MS);
    await run();
    expect(await idsOf()).toEqual([waiting.id, job.id]);
    clock.pass(1);
    await run();
    expect(await idsOf()).toEqual([waiting.id]);
    await worker.finish();
  });

  it('are rejected while a hundred are unfinished', async () => {
    const tenant = await app.tenant('eager');
    const first = await startBulk(tenant, missing(1));
    for (let i = 1; i < 100; i++) await startBulk(tenant, missing(1));
    const refused = await tenant.api.post('/items/bulk', missing(1));
    expect(refused.status).toBe(422);
    expect(refused.body.error).toMatchObject({
      type: 'InvalidStateError',
      message: '100 jobs are unfinished. Wait until some are done, or cancel them.',
    });
    expect((await tenant.api.post(`/jobs/${first.id}/cancel`)).status).toBe(200);
    expect((await tenant.api.post('/items/bulk', missing(1))).status).toBe(201);
    await worker.finish();
  });
});
