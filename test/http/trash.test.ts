/** The trash: deleted records of all kinds, listed, restored and purged. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../support/client.js';
import { createFakeClock } from '../support/clock.js';
import { engineMissing } from '../support/database.js';
import {
  buildCollection,
  buildItem,
  buildMedia,
  buildResource,
  buildResourceType,
  buildScripture,
  buildSeries,
  buildSpeaker,
  buildTopic,
  buildVariantType,
  setItem,
  type Built,
} from '../support/factories.js';
import { importDocument } from '../support/import-document.js';
import { startApp, type Tenant, type TestApp } from '../support/start-app.js';
import { untilIdle } from '../support/until-idle.js';

const BYTES = Buffer.from('a very short recording');
const AUDIO = {
  contentType: 'audio',
  mimeType: 'audio/mpeg',
  fileSizeBytes: BYTES.length,
  originalFilename: 'talk.mp3',
};

describe.skipIf(engineMissing)('the trash', () => {
  let app: TestApp;
  let tenants = 0;
  beforeAll(async () => (app = await startApp({ worker: true })));
  afterAll(() => app.stop());

  const newTenant = (): Promise<Tenant> => app.tenant(`trash${++tenants}`);
  const remove = async ({ api }: Tenant, path: string): Promise<void> =>
    expect((await api.delete(path)).status, path).toBe(200);
  const trashOf = async ({ api }: Pick<Tenant, 'api'>, query = ''): Promise<Built[]> => {
    const { status, body } = await api.get(`/trash${query}`);
    expect([status, body.error]).toEqual([200, undefined]);
    return body.records;
  };
  const uploaded = async ({ api }: Tenant, item: Built): Promise<Built> => {
    const { mediaAsset, uploadUrl } = (await api.post(`/items/${item.id}/media/create`, AUDIO)).body;
    const headers = { 'Content-Type': 'audio/mpeg' };
    expect((await fetch(uploadUrl, { method: 'PUT', headers, body: BYTES })).status).toBe(200);
    await untilIdle(app.app.db);
    return (await api.get(`/media/${mediaAsset.id}`)).body.mediaAsset;
  };
  const storedBytes = async ({ api }: Tenant): Promise<number> =>
    (await api.get('/account')).body.account.usage.storedBytes;
  /** Purges, and returns the job once it is done. */
  const purge = async ({ api }: Tenant, body: object): Promise<Built> => {
    const started = await api.post('/trash/purge', body);
    expect([started.status, started.body.error]).toEqual([201, undefined]);
    await untilIdle(app.app.db);
    return (await api.get(`/jobs/${started.body.job.id}`)).body.job;
  };
  const rowsOf = async (table: 'item', accountId: number): Promise<number> =>
    (await app.app.db.selectFrom(table).select('id').where('accountId', '=', accountId).execute()).length;

  /** One deleted record of each kind. */
  const deleteEachKind = async (tenant: Tenant): Promise<Record<string, number>> => {
    const { api } = tenant;
    const item = await buildItem(tenant);
    const video = await buildMedia(tenant, item);
    const chapter = await api.post(`/media/${video.id}/chapters/create`, { title: 'Start', startMs: 0 });
    const url = 'https://site.example.org/hooks';
    const webhook = await api.post('/webhooks/create', { url, events: ['item.updated'] });
    const origins = ['https://site.example.org'];
    const embedToken = await api.post('/embed-tokens/create', { name: 'Site', allowedOrigins: origins });
    const records: [kind: string, path: string, record: Built][] = [
      ['chapter', '/media/chapters', chapter.body.chapter],
      ['scripture', '/scriptures', await buildScripture(tenant, item)],
      ['resource', `/items/${item.id}/resources`, await buildResource(tenant, item)],
      ['mediaAsset', '/media', await buildMedia(tenant, item)],
      ['item', '/items', await buildItem(tenant, { title: 'Gone' })],
      ['collection', '/collections', await buildCollection(tenant)],
      ['series', '/series', await buildSeries(tenant)],
      ['speaker', '/speakers', await buildSpeaker(tenant)],
      ['topic', '/topics', await buildTopic(tenant)],
      ['resourceType', '/resource-types', await buildResourceType(tenant)],
      ['variantType', '/variant-types', await buildVariantType(tenant, { id: item.collectionId })],
      ['webhook', '/webhooks', webhook.body.webhook],
      ['embedToken', '/embed-tokens', embedToken.body.embedToken],
    ];
    for (const [, path, { id }] of records) await remove(tenant, `${path}/${id}`);
    return Object.fromEntries(records.map(([kind, , { id }]) => [kind, id]));
  };

  it('lists every kind, newest first, and restores and purges several at once', async () => {
    const tenant = await newTenant();
    const ids = await deleteEachKind(tenant);
    const records = await trashOf(tenant);
    expect(Object.fromEntries(records.map(({ kind, id }) => [kind, id]))).toEqual(ids);
    expect(records.map(({ kind }) => kind).toReversed()).toEqual(Object.keys(ids));
    for (const record of records)
      expect(record).toMatchObject({
        title: expect.stringMatching(/./),
        deletedDate: expect.any(String),
        deletedBy: { type: 'token', name: 'test' },
        sizeBytes: 0,
        restorable: true,
        reason: null,
      });
    expect(records.find(({ kind }) => kind === 'scripture').title).toBe('John 3:16-18');
    expect(await trashOf(app.other)).toEqual([]);

    const refs = records.map(({ kind, id }) => ({ kind, id }));
    const strange = await app.other.api.post('/trash/restore', { records: refs });
    expect(strange.body).toMatchObject({ restored: [], failed: { length: refs.length } });
    const { status, body, headers } = await tenant.api.post('/trash/restore', { records: refs });
    expect([status, body.failed]).toEqual([200, []]);
    expect(body.restored).toHaveLength(refs.length);
    expect(await trashOf(tenant)).toEqual([]);
    const log = await tenant.api.get(`/audit-log?requestId=${String(headers['x-request-id'])}&_limit=100`);
    expect(log.body.auditEntries.map(({ operation }: Built) => operation)).toEqual(
      expect.arrayContaining(['restoreTrash', 'restoreItem', 'restoreTopic', 'restoreMediaAsset']),
    );
    const again = await tenant.api.post('/trash/restore', { records: refs.slice(0, 1) });
    expect(again.body.failed).toMatchObject([{ ...refs[0], type: 'NotFoundError' }]);
  });

  it('purges every kind for good, by ids and by time', async () => {
    const tenant = await newTenant();
    const ids = await deleteEachKind(tenant);
    const refs = Object.entries(ids).map(([kind, id]) => ({ kind, id }));
    expect((await purge(app.other, { records: refs })).failed).toBe(0);
    expect(await trashOf(tenant)).toHaveLength(refs.length);
    const some = refs.filter(({ kind }) => ['topic', 'item', 'chapter'].includes(kind));
    expect(await purge(tenant, { records: [...some, ...some] })).toMatchObject({
      kind: 'trash',
      action: 'purge',
      status: 'done',
      total: 3,
      done: 3,
      failed: 0,
    });
    expect(await trashOf(tenant)).toHaveLength(refs.length - 3);
    const before = { deletedBefore: new Date(Date.now() + 60_000).toISOString() };
    expect(await purge(tenant, before)).toMatchObject({ status: 'done', total: refs.length - 3, failed: 0 });
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

  it('is paged, sorted and filtered like every list, without overlaps', async () => {
    const tenant = await newTenant();
    const names = ['Faith', 'Hope', 'Love'];
    for (const name of names) await remove(tenant, `/topics/${(await buildTopic(tenant, { name })).id}`);
    for (const name of names) await remove(tenant, `/speakers/${(await buildSpeaker(tenant, { name })).id}`);
    const same = '2026-03-01T12:00:00.000Z';
    for (const table of ['topic', 'speaker'] as const)
      await app.app.db
        .updateTable(table)
        .set({ deletedDate: same })
        .where('accountId', '=', tenant.account.id)
        .execute();
    const pages: Built[] = [];
    for (const offset of [0, 2, 4]) {
      const { body } = await tenant.api.get(`/trash?_limit=2&_offset=${offset}`);
      expect(body).toMatchObject({ totalRecords: 6, totalPages: 3, hasMore: offset < 4, page: offset / 2 });
      pages.push(...body.records);
    }
    expect(new Set(pages.map(({ kind, id }) => `${kind} ${id}`)).size).toBe(6);
    const titles = async (query: string) => (await trashOf(tenant, query)).map(({ title }) => title);
    expect(await titles('?kind=topic&_orderBy=title,DESC')).toEqual(['Love', 'Hope', 'Faith']);
    expect(await titles('?kind.in=topic,speaker&_q=hop')).toEqual(['Hope', 'Hope']);
    expect(await titles('?deletedDate.lt=2026-03-01')).toEqual([]);
    for (const query of ['?kind=nonsense', '?isDraft=true', '?_orderBy=sizeBytes,ASC', '?nonsense=1'])
      expect((await tenant.api.get(`/trash${query}`)).status, query).toBe(400);
  });

  it('keeps files, which count, until they are purged', async () => {
    const tenant = await newTenant();
    const item = await buildItem(tenant);
    const [asset, other] = [await uploaded(tenant, item), await uploaded(tenant, item)];
    const anyone = createClient('');
    await remove(tenant, `/media/${asset.id}`);
    expect(await storedBytes(tenant)).toBe(2 * BYTES.length);
    expect(await trashOf(tenant)).toMatchObject([
      { kind: 'mediaAsset', id: asset.id, title: 'talk.mp3', itemId: item.id, sizeBytes: BYTES.length },
    ]);
    const restored = await tenant.api.post(`/media/${asset.id}/restore`);
    expect(restored.body.mediaAsset).toMatchObject({ status: asset.status, filename: asset.filename });
    expect((await anyone.get(restored.body.mediaAsset.url)).bytes).toEqual(BYTES);

    await remove(tenant, `/media/${other.id}`);
    await remove(tenant, `/items/${item.id}`);
    const records = await trashOf(tenant);
    expect(records).toMatchObject([
      { kind: 'item', sizeBytes: 2 * BYTES.length, restorable: true },
      { kind: 'mediaAsset', restorable: false, reason: expect.stringContaining('The item of this record') },
    ]);
    expect(await purge(tenant, { records: [{ kind: 'item', id: item.id }] })).toMatchObject({ done: 1 });
    expect(await storedBytes(tenant)).toBe(0);
    expect((await anyone.get(restored.body.mediaAsset.url)).status).toBe(404);
    expect((await anyone.get(other.url)).status).toBe(404);
    expect(await trashOf(tenant)).toEqual([]);
  });

  it('removes all that belongs to an item: transcripts, chunks, pending changes, revisions, jobs', async () => {
    const tenant = await newTenant();
    const item = await buildItem(tenant, { title: 'Grace' });
    const path = `/items/${item.id}`;
    const segments = [{ text: 'The Lord is my shepherd.', startMs: 0, endMs: 4_000 }];
    await tenant.api.put(`${path}/transcript`, { segments });
    await tenant.api.patch(`${path}/transcript`, { segments: [{ index: 0, text: 'He restores my soul.' }] });
    await untilIdle(app.app.db);
    await tenant.api.patch(path, { title: 'Peace' });
    await tenant.api.patch(`${path}/draft`, { title: 'Mercy' });
    await remove(tenant, path);
    expect(await purge(tenant, { records: [{ kind: 'item', id: item.id }] })).toMatchObject({ failed: 0 });
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
    for (const table of ['transcriptText', 'transcriptPart'])
      expect(await rowsOf(table as 'item', tenant.account.id), table).toBe(0);
    const search = await tenant.site.get('/search?q=shepherd');
    expect(search.body.results).toEqual([]);
  });

  it('says what cannot be restored, and why', async () => {
    const tenant = await newTenant();
    const collection = await buildCollection(tenant);
    const item = await buildItem(tenant, { collectionId: collection.id });
    const file = { contentType: 'file', fileMimeType: 'text/plain', fileSizeBytes: 4 };
    const resource = await buildResource(tenant, item, { ...file, linkTarget: undefined });
    const media = (await tenant.api.post(`/items/${item.id}/media/create`, AUDIO)).body.mediaAsset;
    const topic = await buildTopic(tenant, { name: 'Hope' });
    const video = await buildMedia(tenant, item);
    for (const path of [
      `/items/${item.id}/resources/${resource.id}`,
      `/media/${media.id}`,
      `/topics/${topic.id}`,
      `/media/${video.id}`,
    ])
      await remove(tenant, path);
    await buildTopic(tenant, { name: 'Hope' });
    await buildMedia(tenant, item, { externalPlatformId: video.externalPlatformId });
    const reasons = async () =>
      (await trashOf(tenant, '?_orderBy=deletedDate,ASC')).map(({ restorable, reason }) => [
        restorable,
        reason,
      ]);
    expect(await reasons()).toEqual([
      [false, expect.stringContaining('The file was removed')],
      [false, expect.stringContaining('has no file')],
      [false, 'Another topic has this name'],
      [false, 'The item has this video already'],
    ]);
    for (const { kind, id } of await trashOf(tenant)) {
      const { body } = await tenant.api.post('/trash/restore', { records: [{ kind, id }] });
      expect(body.failed, kind).toMatchObject([{ kind, id, type: expect.stringMatching(/Error$/) }]);
    }
    await remove(tenant, `/items/${item.id}`);
    await remove(tenant, `/collections/${collection.id}`);
    const [, gone] = await trashOf(tenant);
    expect(gone).toMatchObject({
      kind: 'item',
      restorable: false,
      reason: expect.stringContaining('collection'),
    });
    // Both together, the collection first.
    const { body } = await tenant.api.post('/trash/restore', {
      records: [
        { kind: 'item', id: item.id },
        { kind: 'collection', id: collection.id },
      ],
    });
    expect(body).toMatchObject({ restored: { length: 2 }, failed: [] });
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
    const job = await purge(tenant, { records: refs });
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
    const job = await purge(tenant, { records: [{ kind: 'topic', id: topic.id }] });
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

  it('shows and restores only what the caller may', async () => {
    const tenant = await newTenant();
    const ids = await deleteEachKind(tenant);
    const scheduled = await buildItem(tenant, { publishAt: '2099-01-01T00:00:00Z' });
    await remove(tenant, `/items/${scheduled.id}`);
    const on = await buildItem(tenant, { autoPublish: true });
    const video = await buildMedia(tenant, on);
    const scripture = await buildScripture(tenant, on);
    await remove(tenant, `/media/${video.id}`);
    await remove(tenant, `/scriptures/${scripture.id}`);
    const published = await buildItem(tenant);
    const link = await buildResource(tenant, published);
    await remove(tenant, `/items/${published.id}/resources/${link.id}`);
    await setItem(app, published, { status: 'published' });
    const editor = await app.withScopes(tenant, 'content:write');
    const contributor = await app.withScopes(tenant, 'content:draft');
    const reader = await app.withScopes(tenant, 'content:read');
    const kindsOf = async (api: Tenant['api']) =>
      [...new Set((await trashOf({ api }, '?_limit=100')).map(({ kind }) => kind))].sort();
    expect(await kindsOf(editor)).toEqual(
      Object.keys(ids)
        .filter((kind) => kind !== 'webhook' && kind !== 'embedToken')
        .sort(),
    );
    expect(await kindsOf(contributor)).toEqual(['chapter', 'item', 'mediaAsset', 'resource', 'scripture']);
    const seen = (await trashOf({ api: contributor }, '?_limit=100')).map(({ kind, id }) => `${kind} ${id}`);
    expect(seen).toContain(`scripture ${scripture.id}`);
    for (const hidden of [`item ${scheduled.id}`, `mediaAsset ${video.id}`, `resource ${link.id}`])
      expect(seen).not.toContain(hidden);
    const refused = await contributor.post('/trash/restore', {
      records: [
        { kind: 'topic', id: ids.topic },
        { kind: 'item', id: scheduled.id },
        { kind: 'item', id: ids.item },
      ],
    });
    expect(refused.body).toMatchObject({ restored: [{ kind: 'item', id: ids.item }], failed: { length: 2 } });
    expect((await contributor.post('/trash/purge', { deletedBefore: '2099-01-01T00:00:00Z' })).status).toBe(
      403,
    );
    for (const path of ['/trash/restore', '/trash/purge'])
      expect((await reader.post(path, { records: [{ kind: 'item', id: 1 }] })).status).toBe(403);
    expect((await reader.get('/trash')).status).toBe(403);
    const anyone = createClient(app.privateUrl);
    expect((await anyone.get('/trash')).status).toBe(401);

    const byEditor = await purge(
      { ...tenant, api: editor },
      { records: [{ kind: 'webhook', id: ids.webhook }] },
    );
    expect(byEditor).toMatchObject({ failed: 1, errors: [{ type: 'NotFoundError' }] });
    await purge({ ...tenant, api: editor }, { deletedBefore: '2099-01-01T00:00:00Z' });
    expect((await trashOf(tenant)).map(({ kind }) => kind).sort()).toEqual(['embedToken', 'webhook']);
  });

  it('leaves out dismissed suggestions, and chapters that were deleted with their media', async () => {
    const tenant = await newTenant();
    const item = await buildItem(tenant);
    const video = await buildMedia(tenant, item);
    await tenant.api.post(`/media/${video.id}/chapters/create`, { title: 'Start', startMs: 0 });
    const suggested = await buildScripture(tenant, item, {
      book: 'ROM',
      chapter: 8,
      verseStart: 28,
      suggested: true,
    });
    await remove(tenant, `/scriptures/${suggested.id}`);
    await remove(tenant, `/media/${video.id}`);
    expect((await trashOf(tenant)).map(({ kind }) => kind)).toEqual(['mediaAsset']);
    await purge(tenant, { records: [{ kind: 'mediaAsset', id: video.id }] });
    expect(await rowsOf('chapter' as 'item', tenant.account.id)).toBe(0);
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
    await untilIdle(app.app.db);
    await remove(tenant, `/items/${itemId}`);
    expect(await purge(tenant, { records: [{ kind: 'item', id: itemId }] })).toMatchObject({ done: 1 });
    expect(await importOne()).toMatchObject({ result: 'skipped' });
    expect((await tenant.api.get('/items?_withDeleted=true')).body.items).toEqual([]);
    const { deliveries } = (await tenant.api.get(`/webhooks/${webhook.id}/deliveries`)).body;
    expect(deliveries).toMatchObject([{ eventType: 'item.purged' }]);
    await remove(tenant, `/collections/${collectionId}`);
    const records = [{ kind: 'collection', id: collectionId }];
    expect(await purge(tenant, { records })).toMatchObject({ done: 1, failed: 0 });
  });

  it('keeps the image of a purged speaker that another one shares', async () => {
    const tenant = await newTenant();
    const key = `${tenant.account.id}/${'a'.repeat(32)}/face.png`;
    await app.app.db
      .insertInto('storedFile')
      .values({ accountId: tenant.account.id, blobKey: key, sizeBytes: 7 })
      .execute();
    const [a, b] = [await buildSpeaker(tenant), await buildSpeaker(tenant)];
    await app.app.db
      .updateTable('speaker')
      .set({ imageUrl: `/files/${key}` })
      .where('accountId', '=', tenant.account.id)
      .execute();
    for (const [{ id }, left] of [
      [a, 7],
      [b, 0],
    ] as const) {
      await remove(tenant, `/speakers/${id}`);
      expect(await trashOf(tenant)).toMatchObject([{ kind: 'speaker', sizeBytes: 7 }]);
      await purge(tenant, { records: [{ kind: 'speaker', id }] });
      expect(await storedBytes(tenant)).toBe(left);
    }
  });
});

describe.skipIf(engineMissing)('old records of the trash', () => {
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
