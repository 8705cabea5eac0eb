/** The trash: deleted records of all kinds, listed and restored, as far as the caller may and they can be. */
import { describe, expect, it } from 'vitest';
import { createClient } from '../support/client.js';
import {
  buildCollection,
  buildItem,
  buildMedia,
  buildResource,
  buildScripture,
  buildSpeaker,
  buildTopic,
  setItem,
  type Built,
} from '../support/factories.js';
import { useApp, type Tenant } from '../support/start-app.js';
import { countRows, deleteEachKind, purge, remove, trashOf } from '../support/trash.js';

/** A file that is never uploaded. */
const AUDIO = { contentType: 'audio', mimeType: 'audio/mpeg', fileSizeBytes: 1_000 };

describe('the trash', () => {
  const app = useApp({ worker: true });
  let tenants = 0;

  const newTenant = (): Promise<Tenant> => app.tenant(`trash${++tenants}`);

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
      expect.arrayContaining(['restoreItem', 'restoreTopic', 'restoreMediaAsset']),
    );
    const again = await tenant.api.post('/trash/restore', { records: refs.slice(0, 1) });
    expect(again.body.failed).toMatchObject([{ ...refs[0], type: 'NotFoundError' }]);
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
    await purge(app, tenant, { records: [{ kind: 'mediaAsset', id: video.id }] });
    expect(await countRows(app, tenant, 'chapter')).toBe(0);
  });

  it('says what cannot be restored, and why', async () => {
    const tenant = await newTenant();
    const collection = await buildCollection(tenant);
    const item = await buildItem(tenant, { collectionId: collection.id });
    const file = { contentType: 'file', fileMimeType: 'text/plain', fileSizeBytes: 4 };
    const resource = await buildResource(tenant, item, { ...file, linkTarget: undefined });
    const media = await buildMedia(tenant, item, AUDIO);
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
    // Two may have been deleted in the same millisecond.
    expect((await reasons()).sort()).toEqual([
      [false, 'Another topic has this name'],
      [false, 'The file was removed with its resource. Create a resource with the file again.'],
      [false, 'The item has this video already'],
      [false, 'This media asset has no file. Create a media asset and upload the file again.'],
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
      app,
      { ...tenant, api: editor },
      { records: [{ kind: 'webhook', id: ids.webhook }] },
    );
    expect(byEditor).toMatchObject({ failed: 1, errors: [{ type: 'NotFoundError' }] });
    await purge(app, { ...tenant, api: editor }, { deletedBefore: '2099-01-01T00:00:00Z' });
    expect((await trashOf(tenant)).map(({ kind }) => kind).sort()).toEqual(['embedToken', 'webhook']);
  });
});
