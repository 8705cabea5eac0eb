/** Items: creating, changing, moving, deleting and restoring them. */
import { describe, expect, it } from 'vitest';
import {
  buildChapter,
  buildCollection,
  buildItem,
  buildMediaAsset,
  buildReadyItem,
  buildResource,
  buildScripture,
  buildSeries,
  buildSpeaker,
  buildTopic,
  setItem,
} from '../support/factories.js';
import { useApp } from '../support/start-app.js';

const paths = (body: any): string[] =>
  body.error.details.map(({ path }: { path: string }) => path).sort() as string[];

describe('items', () => {
  const app = useApp();

  const jobsOf = async (itemId: number): Promise<string[]> =>
    (await app.app.db.selectFrom('job').select('kind').where('subject', '=', `item:${itemId}`).execute()).map(
      ({ kind }) => kind,
    );

  it('creates a draft with speakers and topics in their order', async () => {
    const collection = await buildCollection(app.demo);
    const series = await buildSeries(app.demo, { collectionId: collection.id });
    const [a, b] = [await buildSpeaker(app.demo, { name: 'A' }), await buildSpeaker(app.demo, { name: 'B' })];
    const topic = await buildTopic(app.demo);
    const { status, body } = await app.demo.api.post('/items/create', {
      title: '  The Good Shepherd ',
      date: '2026-03-01T23:30:00-08:00',
      collectionId: collection.id,
      seriesId: series.id,
      orderInSeries: 2,
      speakers: [{ id: b.id }, { id: a.id }, { id: b.id }],
      topics: [{ id: topic.id }],
      autoPublish: true,
      wizardStep: 'artwork',
    });
    expect(status).toBe(201);
    expect(body.item).toMatchObject({
      title: 'The Good Shepherd',
      date: '2026-03-01',
      urlSlug: 'the-good-shepherd',
      status: 'draft',
      wizardStep: 'artwork',
      autoPublish: true,
      autoAcceptScriptures: null,
      orderInSeries: 2,
      transcriptUrl: null,
      publishedDate: null,
      deletedDate: null,
    });
    expect(body.item).not.toHaveProperty('accountId');
    const read = await app.demo.api.get(
      `/items/${body.item.id}?_expand[]=speakers&_expand[]=topics&_expand[]=series`,
    );
    expect(read.body.item.speakers.map(({ name }: any) => name)).toEqual(['B', 'A']);
    expect(read.body.item.topics).toMatchObject([{ id: topic.id, itemCount: 1 }]);
    expect(read.body.item.series.id).toBe(series.id);
  });

  it('expands all related records of an item', async () => {
    const { db } = app.app;
    const accountId = app.demo.account.id;
    const item = await buildItem(app.demo, { collectionId: (await buildCollection(app.demo)).id });
    const asset = await buildMediaAsset(db, item, accountId);
    await buildChapter(db, asset, accountId, { title: 'Second', startMs: 9_000 });
    await buildChapter(db, asset, accountId, { title: 'First', suggested: 1 });
    await buildScripture(app.demo, item);
    await buildScripture(app.demo, item, {
      book: 'PSA',
      chapter: 23,
      verseStart: 1,
      verseEnd: 6,
      suggested: true,
    });
    await buildResource(app.demo, item);
    const expand = ['collection', 'series', 'speakers', 'scriptures', 'mediaAssets', 'resources', 'topics'];
    const query = expand.map((name) => `_expand[]=${name}`).join('&');
    const { status, body } = await app.demo.api.get(`/items/${item.id}?${query}`);
    expect(status).toBe(200);
    expect(body.item.collection.id).toBe(item.collectionId);
    expect(body.item.series).toBeNull();
    expect(body.item.speakers).toEqual([]);
    expect(body.item.scriptures).toMatchObject([
      { bookName: 'John', citation: 'John 3:16-18', hidden: false },
      { bookName: 'Psalms', citation: 'Psalms 23', hidden: true },
    ]);
    expect(body.item.mediaAssets).toMatchObject([
      {
        id: asset.id,
        item: null,
        variantType: null,
        chapters: [{ title: 'First', hidden: true }, { title: 'Second' }],
      },
    ]);
    expect(body.item.resources).toMatchObject([{ title: 'Notes', resourceType: null }]);
    expect(body.item.topics).toEqual([]);
  });

  it('creates slugs from titles and rejects duplicates', async () => {
    const { id: collectionId } = await buildCollection(app.demo);
    const make = (body: object) => buildItem(app.demo, { collectionId, title: 'Same', ...body });
    expect([(await make({})).urlSlug, (await make({})).urlSlug, (await make({})).urlSlug]).toEqual([
      'same',
      'same-2',
      'same-3',
    ]);
    const taken = await app.demo.api.post('/items/create', {
      title: 'x',
      date: '2026-01-01',
      collectionId,
      urlSlug: 'same-2',
    });
    expect(taken.status).toBe(409);
    expect(taken.body.error).toMatchObject({ type: 'ConflictError', details: [{ path: 'urlSlug' }] });
    const elsewhere = await buildItem(app.demo, { title: 'Same' });
    expect(elsewhere.urlSlug).toBe('same');
    expect((await app.demo.api.patch(`/items/${elsewhere.id}`, { collectionId })).body.item.urlSlug).toBe(
      'same-4',
    );
    expect((await app.demo.api.patch(`/items/${elsewhere.id}`, { urlSlug: 'same' })).status).toBe(409);
    const together = await Promise.all(Array.from({ length: 6 }, () => make({ title: 'At once' })));
    expect(new Set(together.map(({ urlSlug }) => urlSlug)).size).toBe(6);
  });

  it.each(['basicDetails', 'artwork', 'media', 'processing', 'finalize'])(
    'starts at wizard step %s, as a draft with no jobs',
    async (wizardStep) => {
      const item = await buildItem(app.demo, { wizardStep });
      expect(item).toMatchObject({ status: 'draft', wizardStep });
      expect((await app.demo.api.get(`/items/${item.id}`)).body.item).toEqual(item);
      expect(await jobsOf(item.id)).toEqual([]);
    },
  );

  it('reports every problem in a body at once', async () => {
    const { status, body } = await app.demo.api.post('/items/create', {
      title: ' ',
      date: '2026-02-30',
      collectionId: '1',
      status: 'published',
      wizardStep: 'artworks',
      speakers: [{ name: 'x' }],
    });
    expect(status).toBe(422);
    expect(paths(body)).toEqual(['collectionId', 'date', 'speakers.0.id', 'status', 'title', 'wizardStep']);
    expect(paths((await app.demo.api.post('/items/create')).body)).toEqual(['collectionId', 'date', 'title']);
  });

  it('accepts only ids of its own account, and series of the same collection', async () => {
    const [own, foreign] = [await buildSpeaker(app.demo), await buildSpeaker(app.other)];
    const [topic, series] = [await buildTopic(app.other), await buildSeries(app.demo)];
    const { id: collectionId } = await buildCollection(app.demo);
    const body = {
      title: 'x',
      date: '2026-01-01',
      collectionId,
      seriesId: series.id,
      speakers: [{ id: own.id }, { id: foreign.id }],
      topics: [{ id: topic.id }],
    };
    const created = await app.demo.api.post('/items/create', body);
    expect(created.status).toBe(422);
    expect(paths(created.body)).toEqual(['seriesId', 'speakers.1.id', 'topics.0.id']);
    const lost = await app.demo.api.post('/items/create', {
      title: 'x',
      date: '2026-01-01',
      collectionId: (await buildCollection(app.other)).id,
    });
    expect(paths(lost.body)).toEqual(['collectionId']);
    const item = await buildItem(app.demo, { collectionId });
    const patched = await app.demo.api.patch(`/items/${item.id}`, { speakers: [{ id: foreign.id }] });
    expect(paths(patched.body)).toEqual(['speakers.0.id']);
  });

  it('changes only the fields in the body', async () => {
    const [a, b] = [await buildSpeaker(app.demo), await buildSpeaker(app.demo)];
    const item = await buildItem(app.demo, { speakers: [{ id: a.id }, { id: b.id }], subTitle: 'Kept' });
    await setItem(app, item, { suggestedDescription: 'Made up' });
    const { body } = await app.demo.api.patch(`/items/${item.id}`, {
      title: 'Another',
      speakers: [{ id: b.id }],
      suggestedDescription: null,
    });
    expect(body.item).toMatchObject({
      title: 'Another',
      subTitle: 'Kept',
      urlSlug: item.urlSlug,
      suggestedDescription: null,
    });
    const read = await app.demo.api.get(`/items/${item.id}?_expand=speakers`);
    expect(read.body.item.speakers.map(({ id }: any) => id)).toEqual([b.id]);
    const made = { suggestedDescription: 'Made outside', suggestedShortDescription: 'Made' };
    const set = await app.demo.api.patch(`/items/${item.id}`, made);
    expect([set.status, set.body.item]).toMatchObject([200, { ...made, description: null }]);
    const long = await app.demo.api.patch(`/items/${item.id}`, {
      suggestedShortDescription: 'x'.repeat(2_001),
    });
    expect([long.status, paths(long.body)]).toEqual([422, ['suggestedShortDescription']]);
    expect((await app.demo.api.patch(`/items/${item.id}`, { title: null })).status).toBe(422);
    expect(await jobsOf(item.id)).toEqual([]);
  });

  it('removes an item from its series when it moves, and maps its media to types of the same name', async () => {
    const { db } = app.app;
    const series = await buildSeries(app.demo);
    const item = await buildItem(app.demo, {
      collectionId: series.collectionId,
      seriesId: series.id,
      orderInSeries: 1,
    });
    const types = await app.demo.api.get(`/collections/${series.collectionId}?_expand=variantTypes`);
    const audio = types.body.collection.variantTypes.find(({ name }: any) => name === 'Audio');
    await buildMediaAsset(db, item, app.demo.account.id, { variantTypeId: audio.id });
    const target = await buildCollection(app.demo);
    const moved = await app.demo.api.patch(`/items/${item.id}`, { collectionId: target.id });
    expect(moved.body.item).toMatchObject({ collectionId: target.id, seriesId: null, orderInSeries: null });
    const { body } = await app.demo.api.get(`/items/${item.id}?_expand=mediaAssets`);
    expect(body.item.mediaAssets[0].variantType).toMatchObject({ name: 'Audio', collectionId: target.id });
  });

  it('soft-deletes, hides from lists at once, and restores as unpublished', async () => {
    const { id: collectionId } = await buildCollection(app.demo);
    const item = await buildReadyItem(
      app,
      app.demo,
      { collectionId, title: 'Gone' },
      { status: 'published', publishedDate: '2026-03-02T00:00:00.000Z' },
    );
    expect((await app.demo.api.delete(`/items/${item.id}`)).body).toEqual({ result: 'success' });
    for (const path of [`/items/${item.id}`, `/items/${item.id}/transcript`])
      expect((await app.demo.api.get(path)).status).toBe(404);
    expect((await app.demo.api.delete(`/items/${item.id}`)).status).toBe(404);
    expect((await app.demo.api.patch(`/items/${item.id}`, { title: 'x' })).status).toBe(404);
    expect(await jobsOf(item.id)).toEqual(['removeItem']);
    const list = (query: string) => app.demo.api.get(`/items?collectionId=${collectionId}${query}`);
    expect((await list('')).body.totalRecords).toBe(0);
    expect((await list('&_withDeleted=true')).body.items[0].deletedDate).not.toBeNull();
    expect((await app.demo.api.get(`/items/${item.id}?_withDeleted=true`)).status).toBe(200);

    const successor = await buildItem(app.demo, { collectionId, title: 'Gone' });
    expect(successor.urlSlug).toBe('gone');
    const { status, body } = await app.demo.api.post(`/items/${item.id}/restore`);
    expect(status).toBe(200);
    expect(body.item).toMatchObject({ status: 'unpublished', urlSlug: 'gone-2', deletedDate: null });
    const again = await app.demo.api.post(`/items/${item.id}/restore`);
    expect(again.body.error).toMatchObject({ type: 'InvalidStateError' });
    expect((await app.demo.api.post('/items/999999/restore')).status).toBe(404);
  });

  it('restores an item in processing to the queue, and rejects restoring into a deleted collection', async () => {
    const item = await buildReadyItem(app, app.demo, {}, { status: 'processing' });
    await app.demo.api.delete(`/items/${item.id}`);
    expect((await app.demo.api.post(`/items/${item.id}/restore`)).body.item.status).toBe('queued');
    expect(await jobsOf(item.id)).toContain('processItem');
    await app.demo.api.delete(`/items/${item.id}`);
    expect((await app.demo.api.delete(`/collections/${item.collectionId}`)).status).toBe(200);
    expect((await app.demo.api.post(`/items/${item.id}/restore`)).status).toBe(409);
  });
});
