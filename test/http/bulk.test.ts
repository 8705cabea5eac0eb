/** What bulk jobs do to each item, and which errors they report. */
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { jobOf, startBulk, useBulk, idsOf } from '../support/bulk.js';
import { createClient } from '../support/client.js';
import {
  buildItem,
  buildReadyItem,
  buildSeries,
  buildTopic,
  setItem,
  type Built,
} from '../support/factories.js';
import { type TestApp } from '../support/start-app.js';

const DELETED = '2026-03-01T12:00:00.000Z';
/** Fields in which two otherwise equal items differ. */
const OWN = ['id', 'title', 'urlSlug', 'updatedDate', 'updatedBy', 'entryDate', 'indexedMediaAssetId'];
const NOWHERE = Number.MAX_SAFE_INTEGER;

describe('bulk jobs', () => {
  const { app, worker, tenant, finished, get, buildItems } = useBulk();

  describe('have the same effect on each item as the single request', () => {
    interface Case {
      /** The request for a single item. */
      call(item: Built): Promise<{ status: number }>;
      values?: object;
    }
    let topic: Built;
    let series: Built;
    beforeEach(async () => {
      topic = await buildTopic(tenant);
      series = await buildSeries(tenant);
      await tenant.api.post('/webhooks/create', {
        url: 'https://site.example.org/hooks',
        events: ['item.updated', 'item.deleted'],
      });
    });
    const published = { status: 'published' };
    const cases: Record<string, Case> = {
      publish: { call: ({ id }) => tenant.api.post(`/items/${id}/publish`) },
      unpublish: { call: ({ id }) => tenant.api.post(`/items/${id}/unpublish`), values: published },
      delete: { call: ({ id }) => tenant.api.delete(`/items/${id}`), values: published },
      restore: {
        call: ({ id }) => tenant.api.post(`/items/${id}/restore`),
        values: { deletedDate: DELETED },
      },
      addTopic: {
        call: ({ id, topics }) =>
          tenant.api.patch(`/items/${id}`, { topics: [...topics, topic].map((one) => ({ id: one.id })) }),
        values: published,
      },
      removeTopic: { call: ({ id }) => tenant.api.patch(`/items/${id}`, { topics: [] }), values: published },
      setSeries: {
        call: ({ id }) => tenant.api.patch(`/items/${id}`, { seriesId: series.id }),
        values: published,
      },
    };

    it.each(Object.keys(cases))('%s', async (action) => {
      const { call, values = { status: 'ready' } } = cases[action]!;
      const own = await buildTopic(tenant);
      const build = async (): Promise<Built> => {
        const topics = [{ id: own.id }];
        const item = await buildReadyItem(app, tenant, { collectionId: series.collectionId, topics });
        await setItem(app, item, values);
        return get(item.id);
      };
      const [one, many] = [await build(), await build()];
      const topicId = action === 'removeTopic' ? own.id : action === 'addTopic' ? topic.id : undefined;
      const seriesId = action === 'setSeries' ? series.id : undefined;

      const { secret, token } = await app.app.tokens.create(tenant.account.id, {
        name: 'Editor',
        scopes: ['content:write'],
        expiresAt: null,
      });
      const editor = createClient(app.privateUrl, { Authorization: `Bearer ${secret}` });
      expect((await call(one)).status).toBe(200);
      const { status, headers, body } = await editor.post('/items/bulk', {
        ids: [many.id],
        action,
        topicId,
        seriesId,
      });
      expect(status).toBe(201);
      await worker.finish();
      expect(await jobOf(tenant, body.job)).toMatchObject({
        status: 'done',
        total: 1,
        done: 1,
        failed: 0,
        errors: [],
      });

      const traces = async (item: Built) => ({
        item: comparable(await get(item.id)),
        work: await app.app.db
          .selectFrom('job')
          .select('kind')
          .where('subject', '=', `item:${item.id}`)
          .where('accountId', '=', tenant.account.id)
          .orderBy('id')
          .execute(),
        events: (
          await app.app.db
            .selectFrom('webhookDelivery')
            .select(['eventType', 'payload'])
            .where('accountId', '=', tenant.account.id)
            .execute()
        ).flatMap(({ eventType, payload }) => {
          const { data } = JSON.parse(payload) as { data: { item: Built } };
          return data.item.id === item.id ? [{ eventType, item: comparable(data.item) }] : [];
        }),
        log: await app.app.db
          .selectFrom('auditEntry')
          .select(['operation', 'changedFields', 'recordType', 'responseStatus', 'actor', 'address'])
          .where('recordId', '=', item.id)
          .where('accountId', '=', tenant.account.id)
          .where('recordType', '=', 'item')
          .where('operation', '<>', 'createItem')
          .execute(),
      });
      const after = await traces(many);
      expect(after).toEqual(await traces(one));
      expect(after.log).toHaveLength(1);
      const { body: log } = await tenant.api.get(`/audit-log?requestId=${String(headers['x-request-id'])}`);
      expect(log.auditEntries).toMatchObject([
        { recordType: 'item', recordId: many.id, tokenId: token.id, tokenName: 'Editor' },
        { operation: 'startBulkJob', recordType: 'job', recordId: body.job.id, tokenName: 'Editor' },
      ]);
    });

    /** Without the fields that are different in every item. */
    const comparable = ({ deletedDate, ...item }: Built) => ({
      ...item,
      ...Object.fromEntries(OWN.map((name) => [name, undefined])),
      isDeleted: deletedDate !== null,
    });
  });

  it('report the items that cannot be changed, and change the others', async () => {
    const ready = await buildReadyItem(app, tenant);
    const [draft, deleted] = await buildItems(2);
    await tenant.api.delete(`/items/${deleted.id}`);
    const foreign = await buildReadyItem(app, app.other);
    const ids = [draft.id, ready.id, deleted.id, foreign.id, NOWHERE, ready.id];
    expect(await startBulk(tenant, { ids, action: 'publish' })).toMatchObject({
      kind: 'bulk',
      action: 'publish',
      status: 'queued',
      total: 5,
      done: 0,
      failed: 0,
      errors: [],
      finishedDate: null,
    });
    await worker.finish();
    const { body } = await tenant.api.get('/jobs');
    const missing = { type: 'NotFoundError', message: 'No such record' };
    expect(body.jobs[0]).toMatchObject({
      status: 'done',
      done: 1,
      failed: 4,
      errors: [
        {
          id: draft.id,
          type: 'InvalidStateError',
          message: 'An item in status draft cannot be published. It must be in status ready or unpublished.',
        },
        { id: deleted.id, ...missing },
        { id: foreign.id, ...missing },
        { id: NOWHERE, ...missing },
      ],
    });
    expect((await get(ready.id)).status).toBe('publishing');
    expect((await app.other.api.get(`/items/${foreign.id}`)).body.item.status).toBe('ready');
    expect((await get(draft.id)).status).toBe('draft');
  });

  it('fail when no item can be changed, and report the first hundred', async () => {
    const ids = Array.from({ length: 130 }, (_, i) => NOWHERE - i);
    const job = await finished({ ids, action: 'delete' });
    expect(job).toMatchObject({ status: 'failed', total: 130, done: 0, failed: 130 });
    expect(job.errors.map(({ id }: Built) => id)).toEqual(ids.slice(0, 100));
    expect(job.finishedDate).not.toBeNull();
  });

  it('skip items that already have the requested values', async () => {
    const topic = await buildTopic(tenant);
    const series = await buildSeries(tenant);
    const values = { collectionId: series.collectionId, seriesId: series.id, orderInSeries: 4 };
    const item = await buildItem(tenant, { ...values, topics: [{ id: topic.id }] });
    const before = await app.app.db.selectFrom('item').selectAll().where('id', '=', item.id).execute();
    for (const body of [
      { action: 'addTopic', topicId: topic.id },
      { action: 'setSeries', seriesId: series.id },
      { action: 'removeTopic', topicId: (await buildTopic(tenant)).id },
    ])
      expect(await finished({ ids: [item.id], ...body })).toMatchObject({ status: 'done', done: 1 });
    expect(await app.app.db.selectFrom('item').selectAll().where('id', '=', item.id).execute()).toEqual(
      before,
    );
    const { body } = await tenant.api.get(`/audit-log?recordType=item&recordId=${item.id}`);
    expect(body.auditEntries.map(({ operation }: Built) => operation)).toEqual(['createItem']);
  });

  it('remove items from their series, and reject a series of another collection per item', async () => {
    const series = await buildSeries(tenant);
    const items = await buildItems(2, {
      collectionId: series.collectionId,
      seriesId: series.id,
      orderInSeries: 1,
    });
    const elsewhere = await buildItem(tenant);
    expect(await finished({ ids: idsOf(items), action: 'setSeries', seriesId: null })).toMatchObject({
      done: 2,
    });
    for (const { id } of items) expect(await get(id)).toMatchObject({ seriesId: null, orderInSeries: null });
    const ids = [...idsOf(items), elsewhere.id];
    expect(await finished({ ids, action: 'setSeries', seriesId: series.id })).toMatchObject({
      done: 2,
      errors: [
        { id: elsewhere.id, type: 'ValidationError', message: 'seriesId: belongs to another collection' },
      ],
    });
  });

  it("keep an item's existing topics in order", async () => {
    const [first, second, third] = [
      await buildTopic(tenant),
      await buildTopic(tenant),
      await buildTopic(tenant),
    ];
    const [item] = await buildItems(1, { topics: [{ id: second.id }, { id: first.id }] });
    await finished({ ids: [item.id], action: 'addTopic', topicId: third.id });
    expect(idsOf((await get(item.id)).topics)).toEqual(idsOf([second, first, third]));
    await finished({ ids: [item.id], action: 'removeTopic', topicId: first.id });
    expect(idsOf((await get(item.id)).topics)).toEqual(idsOf([second, third]));
  });

  it('continue after an item that the database rejects, which fails after its attempts', async () => {
    const items = await buildItems(3);
    const refused = items[1].id as number;
    await refuseUpdates(app, refused);
    const job = await startBulk(tenant, { ids: idsOf(items), action: 'delete' });
    const turn = (await worker.take())!;
    await expect(worker.run(turn)).rejects.toThrow('refused');
    expect(await jobOf(tenant, job)).toMatchObject({ status: 'running', done: 1, failed: 0 });
    await worker.run({ ...turn, lastAttempt: true });
    await worker.complete(turn);
    expect(await jobOf(tenant, job)).toMatchObject({
      status: 'done',
      done: 2,
      failed: 1,
      errors: [{ id: refused, type: 'InternalError', message: 'Internal server error' }],
    });
  });
});

/** Makes the database fail when the item is changed, as a broken disk or a bug would. */
const refuseUpdates = async ({ app: { db } }: TestApp, id: number): Promise<void> => {
  if (process.env.TEST_DATABASE !== 'postgres') {
    await sql`create trigger "refuse" before update on "item" when new."id" = ${sql.lit(id)}
      begin select raise(abort, 'refused'); end`.execute(db);
    return;
  }
  await sql`create function "refuse"() returns trigger language plpgsql as
    $$ begin raise exception 'refused'; end $$`.execute(db);
  await sql`create trigger "refuse" before update on "item" for each row
    when (new."id" = ${sql.lit(id)}) execute function "refuse"()`.execute(db);
};
