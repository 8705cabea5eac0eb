/** Restoring soft-deleted records, if name, slug, parents and file allow it. */
import { describe, expect, it } from 'vitest';
import {
  buildCollection,
  buildItem,
  buildMedia,
  buildMediaAsset,
  buildResource,
  buildResourceType,
  buildScripture,
  buildSeries,
  buildSpeaker,
  buildTopic,
  buildVariantType,
  type Built,
} from '../support/factories.js';
import { useApp } from '../support/start-app.js';

describe('restoring', () => {
  const app = useApp();

  const remove = async (path: string): Promise<void> =>
    expect((await app.demo.api.delete(path)).status, path).toBe(200);
  const restore = (path: string, api = app.demo.api) => api.post(`${path}/restore`);
  const refused = async (path: string, status: number, words: string): Promise<void> => {
    const answer = await restore(path);
    expect([path, answer.status]).toEqual([path, status]);
    expect(answer.body.error.message).toContain(words);
  };
  const chapterOf = async (asset: Built, startMs: number): Promise<Built> =>
    (await app.demo.api.post(`/media/${asset.id}/chapters/create`, { title: `At ${startMs}`, startMs })).body
      .chapter;
  const webhook = async (): Promise<Built> =>
    (
      await app.demo.api.post('/webhooks/create', {
        url: 'https://site.example.org/hooks',
        events: ['item.updated'],
      })
    ).body.webhook;
  const embedToken = async (): Promise<Built> =>
    (
      await app.demo.api.post('/embed-tokens/create', {
        name: 'Site',
        allowedOrigins: ['https://site.example.org'],
      })
    ).body.embedToken;

  it('restores each kind of record once, and only in its account', async () => {
    const item = await buildItem(app.demo);
    const video = await buildMedia(app.demo, item);
    const kinds: [path: string, record: Built][] = [];
    const add = (path: string, record: Built) => kinds.push([`${path}/${record.id}`, record]);
    add('/collections', await buildCollection(app.demo));
    add('/series', await buildSeries(app.demo, { urlSlug: 'advent' }));
    add('/speakers', await buildSpeaker(app.demo));
    add('/topics', await buildTopic(app.demo));
    add('/resource-types', await buildResourceType(app.demo));
    add('/variant-types', await buildVariantType(app.demo, await buildCollection(app.demo)));
    add('/scriptures', await buildScripture(app.demo, item));
    add('/media', await buildMedia(app.demo, item));
    add('/media/chapters', await chapterOf(video, 5_000));
    add(`/items/${item.id}/resources`, await buildResource(app.demo, item));
    add('/items', await buildItem(app.demo));
    add('/webhooks', await webhook());
    add('/embed-tokens', await embedToken());
    for (const [path, record] of kinds) {
      await refused(path, 422, 'not deleted');
      await remove(path);
      expect((await restore(path, app.other.api)).status, path).toBe(404);
      const { status, body, headers } = await restore(path);
      expect([path, status]).toEqual([path, 200]);
      const [restored] = Object.values(body);
      expect(restored).toEqual({ ...record, ...('deletedDate' in record && { deletedDate: null }) });
      const log = await app.demo.api.get(`/audit-log?requestId=${String(headers['x-request-id'])}`);
      expect(log.body.auditEntries).toMatchObject([{ recordId: record.id }]);
      if (!path.startsWith('/embed-tokens')) {
        const read = await app.demo.api.get(path);
        expect([path, read.status]).toEqual([path, 200]);
        if (headers.etag !== undefined) expect(read.headers.etag).toBe(headers.etag);
      }
      await refused(path, 422, 'not deleted');
      expect((await restore(path.replace(/\d+$/, '99999999'))).status).toBe(404);
    }
    const { embedTokens } = (await app.demo.api.get('/embed-tokens')).body;
    expect(embedTokens).toHaveLength(1);
  });

  it('succeeds for one of two simultaneous requests', async () => {
    const topic = await buildTopic(app.demo);
    await remove(`/topics/${topic.id}`);
    const answers = await Promise.all([1, 2, 3].map(() => restore(`/topics/${topic.id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });

  it('puts ordered records last', async () => {
    const item = await buildItem(app.demo);
    const [first, second] = [
      await buildResource(app.demo, item),
      await buildResource(app.demo, item, { title: 'Second' }),
    ];
    const at = `/items/${item.id}/resources`;
    await remove(`${at}/${first.id}`);
    expect((await restore(`${at}/${first.id}`)).body.resource.displayOrder).toBe(2);
    expect((await app.demo.api.get(`${at}/${second.id}`)).body.resource.displayOrder).toBe(1);
  });

  it('returns 409 if a name or slug is now taken', async () => {
    const collection = await buildCollection(app.demo);
    const taken: [string, () => Promise<Built>][] = [
      ['/topics', () => buildTopic(app.demo, { name: 'Taken' })],
      ['/resource-types', () => buildResourceType(app.demo, { name: 'Taken' })],
      ['/variant-types', () => buildVariantType(app.demo, collection, { name: 'Taken' })],
      ['/series', () => buildSeries(app.demo, { collectionId: collection.id, urlSlug: 'taken' })],
    ];
    for (const [path, build] of taken) {
      const { id } = await build();
      await remove(`${path}/${id}`);
      const { id: other } = await build();
      const { status, body } = await restore(`${path}/${id}`);
      expect([path, status, body.error.type]).toEqual([path, 409, 'ConflictError']);
      expect(body.error.details[0].path).toBe(path === '/series' ? 'urlSlug' : 'name');
      await remove(`${path}/${other}`);
      expect((await restore(`${path}/${id}`)).status).toBe(200);
    }
  });

  it('returns 409 while the parent is deleted', async () => {
    const item = await buildItem(app.demo);
    const video = await buildMedia(app.demo, item);
    const [scripture, resource] = [await buildScripture(app.demo, item), await buildResource(app.demo, item)];
    const chapter = await chapterOf(video, 1_000);
    const children = [
      `/media/chapters/${chapter.id}`,
      `/media/${video.id}`,
      `/scriptures/${scripture.id}`,
      `/items/${item.id}/resources/${resource.id}`,
    ];
    for (const path of children) await remove(path);
    await refused(`/media/chapters/${chapter.id}`, 409, 'The media asset');
    await remove(`/items/${item.id}`);
    for (const path of children)
      await refused(path, 409, 'The item of this record is deleted. Restore it first.');
    for (const path of [`/items/${item.id}`, ...children.toReversed()])
      expect((await restore(path)).status, path).toBe(200);

    const collection = await buildCollection(app.demo);
    const type = await buildVariantType(app.demo, collection);
    const series = await buildSeries(app.demo, { collectionId: collection.id });
    for (const path of [`/variant-types/${type.id}`, `/series/${series.id}`, `/collections/${collection.id}`])
      await remove(path);
    for (const path of [`/variant-types/${type.id}`, `/series/${series.id}`])
      await refused(path, 409, 'The collection of this record is deleted');
    expect((await restore(`/collections/${collection.id}`)).status).toBe(200);
    expect((await restore(`/series/${series.id}`)).status).toBe(200);
  });

  it('returns 422 if there is no file, and restores external media with their chapters', async () => {
    const item = await buildItem(app.demo);
    const audio = await buildMediaAsset(app.app.db, item, app.demo.account.id, { status: 'created' });
    const pdf = { contentType: 'file', linkTarget: undefined, fileMimeType: 'text/plain', fileSizeBytes: 9 };
    const handout = await buildResource(app.demo, item, pdf);
    for (const path of [`/media/${audio.id}`, `/items/${item.id}/resources/${handout.id}`]) {
      await remove(path);
      const { status, body } = await restore(path);
      expect([path, status, body.error.type]).toEqual([path, 422, 'InvalidStateError']);
      expect(body.error.message).toMatch(/file/);
    }

    const video = await buildMedia(app.demo, item, { durationSecs: 60 });
    const [early, late] = [await chapterOf(video, 1_000), await chapterOf(video, 2_000)];
    await remove(`/media/chapters/${early.id}`);
    await remove(`/media/${video.id}`);
    const again = await buildMedia(app.demo, item, { externalPlatformId: video.externalPlatformId });
    await refused(`/media/${video.id}`, 409, 'already has this video');
    await remove(`/media/${again.id}`);
    const { chapters } = (await restore(`/media/${video.id}`)).body.mediaAsset;
    expect(chapters.map(({ id }: Built) => id)).toEqual([late.id]);
    expect((await app.demo.api.get(`/items/${item.id}`)).body.item.durationSecs).toBe(60);
    await chapterOf(video, 1_000);
    await refused(`/media/chapters/${early.id}`, 409, 'already starts at this time');
    await app.demo.api.patch(`/media/${video.id}`, { durationSecs: 3 });
    await remove(`/media/chapters/${late.id}`);
    await app.demo.api.patch(`/media/${video.id}`, { durationSecs: 2 });
    await refused(`/media/chapters/${late.id}`, 422, "before the media's end");
  });

  it('assigns an existing variant type to media whose type was deleted', async () => {
    const collection = await buildCollection(app.demo);
    const item = await buildItem(app.demo, { collectionId: collection.id });
    const type = await buildVariantType(app.demo, collection, { contentType: 'video' });
    const video = await buildMedia(app.demo, item, { variantTypeId: type.id });
    await remove(`/media/${video.id}`);
    await remove(`/variant-types/${type.id}`);
    const { mediaAsset } = (await restore(`/media/${video.id}`)).body;
    expect(mediaAsset.variantType.name).toBe('Full video');
  });

  it('counts against the quotas of the account', async () => {
    const tenant = await app.tenant('bounded');
    const path = `/webhooks/${
      (
        await tenant.api.post('/webhooks/create', {
          url: 'https://site.example.org/hooks',
          events: ['item.updated'],
        })
      ).body.webhook.id
    }`;
    const item = await buildItem(tenant);
    for (const one of [path, `/items/${item.id}`]) expect((await tenant.api.delete(one)).status).toBe(200);
    await app.app.quotas.setLimits(tenant.account.id, { webhooks: 0, items: 0 });
    for (const one of [path, `/items/${item.id}`])
      expect((await restore(one, tenant.api)).body.error.type).toBe('QuotaExceededError');
    await app.app.quotas.setLimits(tenant.account.id, { webhooks: 1, items: 1 });
    for (const one of [path, `/items/${item.id}`]) expect((await restore(one, tenant.api)).status).toBe(200);
  });
});
