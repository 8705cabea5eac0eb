/** Purging records from the trash: for good, with all that belongs to them, on request and once they are old. */
import { afterAll, describe, expect, it } from 'vitest';
import { createFakeClock } from '../support/clock.js';
import {
  buildCollection,
  buildItem,
  buildSeries,
  buildSpeaker,
  buildTopic,
  type Built,
} from '../support/factories.js';
import { importDocument } from '../support/import-document.js';
import { startApp, useApp, type Tenant, type TestApp } from '../support/start-app.js';
import { countRows, deleteEachKind, purge, remove, trashOf } from '../support/trash.js';

describe('purging records of the trash', () => {
  const app = useApp({ worker: true });
  let tenants = 0;

  const newTenant = (): Promise<Tenant> => app.tenant(`trash${++tenants}`);

  it('purges every kind for good, by ids and by time', async () => {
    const tenant = await newTenant();
    const ids = await deleteEachKind(tenant);
    const refs = Object.entries(ids).map(([kind, id]) => ({ kind, id }));
    expect((await purge(app, app.other, { records: refs })).failed).toBe(0);
    expect(await trashOf(tenant)).toHaveLength(refs.length);
    const some = refs.filter(({ kind }) => ['topic', 'item', 'chapter'].includes(kind));
    expect(await purge(app, tenant, { records: [...some, ...some] })).toMatchObject({
      kind: 'trash',
      action: 'purge',
      status: 'done',
      total: 3,
      done: 3,
      failed: 0,
    });
    expect(await trashOf(tenant)).toHaveLength(refs.length - 3);
    const before = { deletedBefore: new Date(Date.now() + 60_000).toISOString() };
    expect(await purge(app, tenant, before)).toMatchObject({
      status: 'done',
      total: refs.length - 3,
      failed: 0,
    });
    expect(await trashOf(tenant)).toEqual([]);
    for (const { kind, id } of refs) {
      const row = app.app.db
        .selectFrom(kind as 'item')
        .select('id')
        .where('id', '=', id);
      expect(await row.executeTakeFirst(), kind).toBeUndefined();
      const failed = (await tenant.api.post('/trash/restore', { records: [{ kind, id }] })).body.failed;
      expect(failed, kind).toMatchObject([{ type: 'NotFoundError' }]);
    }
    const log = await tenant.api.get('/audit-log?operation=purgeTrash&_limit=100');
    const logged = log.body.auditEntries.map(({ recordType }: Built) => recordType);
    for (const { kind } of refs) expect(logged).toContain(kind);
  });

  it('removes all that belongs to an item: transcripts, chunks, pending changes, revisions, jobs', async () => {
    const tenant = await newTenant();
    const item = await buildItem(tenant, { title: 'Grace' });
    const path = `/items/${item.id}`;
    const segments = [{ text: 'The Lord is my shepherd.', startMs: 0, endMs: 4_000 }];
    await tenant.api.put(`${path}/transcript`, { segments });
    await tenant.api.patch(`${path}/transcript`, { segments: [{ index: 0, text: 'He restores my soul.' }] });
    await app.idle();
    await tenant.api.patch(path, { title: 'Peace' });
    await tenant.api.patch(`${path}/draft`, { title: 'Mercy' });
    await remove(tenant, path);
    expect(await purge(app, tenant, { records: [{ kind: 'item', id: item.id }] })).toMatchObject({
      failed: 0,
    });
    const tables = await app.app.db.introspection.getTables();
    const own = tables.filter(
      ({ isView, columns }) =>
        !isView && ['accountId', 'itemId'].every((name) => columns.some((column) => column.name === name)),
    );
    expect(own.length).toBeGreaterThan(15);
    for (const { name } of own) {
      const rows = app.app.db
        .selectFrom(name as 'chunk')
        .select('itemId')
        .where('accountId', '=', tenant.account.id);
      expect(await rows.execute(), name).toEqual([]);
    }
    for (const table of ['transcriptText', 'transcriptPart'] as const)
      expect(await countRows(app, tenant, table), table).toBe(0);
    const search = await tenant.site.get('/search?q=shepherd');
    expect(search.body.results).toEqual([]);
  });

  it('keeps a collection while deleted items belong to it, and lets items go on without speaker and topic', async () => {
    const tenant = await newTenant();
    const [speaker, topic] = [await buildSpeaker(tenant), await buildTopic(tenant)];
    const series = await buildSeries(tenant);
    const item = await buildItem(tenant, {
      collectionId: series.collectionId,
      seriesId: series.id,
      speakers: [{ id: speaker.id }],
      topics: [{ id: topic.id }],
    });
    const own = [
      ['item', `/items/${item.id}`, item],
      ['series', `/series/${series.id}`, series],
      ['speaker', `/speakers/${speaker.id}`, speaker],
      ['topic', `/topics/${topic.id}`, topic],
      ['collection', `/collections/${series.collectionId}`, { id: series.collectionId }],
    ] as const;
    for (const [, path] of own) await remove(tenant, path);
    const refs = own.slice(1).map(([kind, , { id }]) => ({ kind, id: id as number }));
    const job = await purge(app, tenant, { records: refs });
    expect(job).toMatchObject({ status: 'done', done: 3, failed: 1 });
    expect(job.errors).toMatchObject([
      {
        id: series.collectionId,
        type: 'ConflictError',
        message: expect.stringMatching(/^collection \d+: Deleted items/),
      },
    ]);
    await tenant.api.post('/trash/restore', { records: [refs.at(-1)!, { kind: 'item', id: item.id }] });
    const read = (await tenant.api.get(`/items/${item.id}?_expand=speakers,topics`)).body.item;
    expect(read).toMatchObject({ seriesId: null, speakers: [], topics: [] });
  });

  it('refuses to purge what is not deleted, or was restored in the meantime', async () => {
    const tenant = await newTenant();
    const topic = await buildTopic(tenant);
    const job = await purge(app, tenant, { records: [{ kind: 'topic', id: topic.id }] });
    expect(job).toMatchObject({ status: 'failed', failed: 1, errors: [{ type: 'InvalidStateError' }] });
    expect((await tenant.api.get(`/topics/${topic.id}`)).status).toBe(200);
    for (const body of [
      {},
      { records: [] },
      { records: [{ kind: 'nonsense', id: 1 }] },
      { deletedBefore: 'yesterday' },
      { records: [{ kind: 'topic', id: 1 }], deletedBefore: '2026-01-01T00:00:00Z' },
    ])
      expect((await tenant.api.post('/trash/purge', body)).status, JSON.stringify(body)).toBe(422);
  });

  it('does not bring purged items back with the next import, and tells webhooks', async () => {
    const tenant = await newTenant();
    const receiver = { url: 'https://site.example.org/hooks', events: ['item.purged'] };
    const { webhook } = (await tenant.api.post('/webhooks/create', receiver)).body;
    const { id: collectionId } = await buildCollection(tenant);
    const target = { accountId: tenant.account.id, collectionId, publish: false, today: '2026-03-01' };
    const importOne = async () =>
      (await app.app.imports.importDocuments(target, [importDocument('bread.txt', { title: 'Bread' })]))[0];
    const { itemId } = (await importOne())!;
    await app.idle();
    await remove(tenant, `/items/${itemId}`);
    expect(await purge(app, tenant, { records: [{ kind: 'item', id: itemId }] })).toMatchObject({ done: 1 });
    expect(await importOne()).toMatchObject({ result: 'skipped' });
    expect((await tenant.api.get('/items?_withDeleted=true')).body.items).toEqual([]);
    const { deliveries } = (await tenant.api.get(`/webhooks/${webhook.id}/deliveries`)).body;
    expect(deliveries).toMatchObject([{ eventType: 'item.purged' }]);
    await remove(tenant, `/collections/${collectionId}`);
    const records = [{ kind: 'collection', id: collectionId }];
    expect(await purge(app, tenant, { records })).toMatchObject({ done: 1, failed: 0 });
  });
});

describe('old records of the trash', () => {
  const clock = createFakeClock();
  let app: TestApp;
  afterAll(() => app?.stop());

  /** Runs every task once. */
  const maintain = async (): Promise<void> => {
    app.app.maintenance.start();
    await app.app.maintenance.stop();
  };

  it('are purged after TRASH_RETENTION_DAYS', async () => {
    app = await startApp({ clock, env: { TRASH_RETENTION_DAYS: '30' } });
    const old = await buildTopic(app.demo);
    await app.demo.api.delete(`/topics/${old.id}`);
    clock.pass(29 * 24 * 60 * 60_000);
    const recent = await buildTopic(app.demo);
    await app.demo.api.delete(`/topics/${recent.id}`);
    const worker = app.app.createWorker();
    const working = worker.run();
    const left = async () => (await app.demo.api.get('/trash')).body.records.map(({ id }: Built) => id);
    await maintain();
    expect(await left()).toEqual([recent.id, old.id]);
    clock.pass(25 * 60 * 60_000);
    await maintain();
    await expect.poll(left).toEqual([recent.id]);
    await worker.stop();
    await working;
    const { auditEntries } = (await app.demo.api.get('/audit-log?operation=purgeTrash')).body;
    expect(auditEntries).toEqual([]);
  });
});
