/** What bulk jobs have changed, or would change in a dry run: their results, revisions and audit log. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBulkWorker, resultsOf } from '../support/bulk.js';
import { buildCollection, buildItem, buildTopic, type Built } from '../support/factories.js';
import { useApp, type Tenant } from '../support/start-app.js';

describe('bulk jobs', () => {
  const app = useApp();
  let worker: ReturnType<typeof createBulkWorker>;
  let accounts = 0;
  let tenant: Tenant;
  beforeAll(() => {
    worker = createBulkWorker(app);
  });
  beforeEach(async () => (tenant = await app.tenant(`results-${++accounts}`)));

  const finished = (body: object): Promise<Built> => worker.finished(tenant, body);
  const idsOf = (records: readonly Built[]): number[] => records.map(({ id }) => id);

  it('say in a dry run what they would change, and why not, and change nothing', async () => {
    const topic = await buildTopic(tenant);
    const { id: collectionId } = await buildCollection(tenant);
    const [without, having, gone] = [
      await buildItem(tenant, { collectionId }),
      await buildItem(tenant, { collectionId, topics: [{ id: topic.id }] }),
      await buildItem(tenant, { collectionId }),
    ];
    await tenant.api.delete(`/items/${gone.id}`);
    const before = await app.app.db.selectFrom('item').selectAll().orderBy('id').execute();
    const ids = idsOf([without, having, gone]);
    const job = await finished({ ids, action: 'addTopic', topicId: topic.id, dryRun: true });
    expect(job).toMatchObject({
      dryRun: true,
      ...{ status: 'done', total: 3, done: 2, failed: 1, changed: 1, undoUntil: null },
      reasons: [
        { outcome: 'unchanged', type: null, count: 1, examples: [having.id] },
        {
          outcome: 'failed',
          type: 'NotFoundError',
          message: 'No such record',
          count: 1,
          examples: [gone.id],
        },
      ],
    });
    expect(await resultsOf(tenant, job, 'outcome=changed')).toMatchObject([
      { itemId: without.id, changes: [{ field: 'topics', from: [], to: [topic.id] }], error: null },
    ]);
    expect(await app.app.db.selectFrom('item').selectAll().orderBy('id').execute()).toEqual(before);
    const { body } = await tenant.api.get(`/audit-log?jobId=${job.id}`);
    expect(body.auditEntries).toEqual([]);
    expect((await tenant.api.get(`/items/${without.id}/revisions`)).body.totalRecords).toBe(0);
    const refused = await tenant.api.post(`/jobs/${job.id}/undo`);
    expect([refused.status, refused.body.error.message]).toEqual([
      422,
      'This job is a dry run: it has changed nothing',
    ]);
  });

  it('list their results in pages, to their own account', async () => {
    const { id: collectionId } = await buildCollection(tenant);
    const items: Built[] = [];
    for (let i = 0; i < 3; i++) items.push(await buildItem(tenant, { collectionId }));
    const job = await finished({ ids: idsOf(items), action: 'delete' });
    const second = await tenant.api.get(`/jobs/${job.id}/results?_limit=2&_offset=2`);
    expect(second.body).toMatchObject({ totalRecords: 3, page: 1, hasMore: false });
    expect(second.body.results).toMatchObject([{ itemId: items[2].id, outcome: 'changed' }]);
    expect((await resultsOf(tenant, job, `itemId=${items[1].id}`)).length).toBe(1);
    const answers = [
      await app.other.api.get(`/jobs/${job.id}/results`),
      await app.other.api.get(`/jobs/${job.id}/hits`),
      await app.other.api.post(`/jobs/${job.id}/undo`),
      await tenant.api.get(`/jobs/${job.id}/results?colour=red`),
      await (await app.withScopes(tenant, 'content:read')).post(`/jobs/${job.id}/undo`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 400, 403]);
  });

  it('name the job and its caller in revisions and in the audit log', async () => {
    const item = await buildItem(tenant);
    const job = await finished({ ids: [item.id], action: 'update', changes: { subTitle: 'Psalm 23' } });
    const undo = await worker.undone(tenant, job);
    const { revisions } = (await tenant.api.get(`/items/${item.id}/revisions`)).body;
    expect(revisions).toMatchObject([
      { jobId: undo.id, author: { type: 'token' }, changes: [{ field: 'subTitle', to: null }] },
      { jobId: job.id, author: { type: 'token' }, changes: [{ field: 'subTitle', to: 'Psalm 23' }] },
    ]);
    const { auditEntries } = (await tenant.api.get(`/audit-log?jobId=${job.id}`)).body;
    expect(auditEntries).toMatchObject([
      { operation: 'updateItem', recordType: 'item', recordId: item.id, changedFields: ['subTitle'] },
    ]);
    expect(job.createdBy).toMatchObject({ type: 'token' });
  });
});
