/** From a transcript to the public index and back: the jobs, over HTTP and in the worker. */
import { describe, expect, it } from 'vitest';
import { buildCollection, buildItem, buildMediaAsset, buildSpeaker, setItem } from '../support/factories.js';
import { useApp } from '../support/start-app.js';
import { talks, vttOf } from '../support/talks.js';
import { replaceText } from '../support/transcript-texts.js';

describe('processing', () => {
  const app = useApp({ worker: true });

  const put = (id: number, text: string) =>
    app.demo.api.put(`/items/${id}/transcript`, text, { 'Content-Type': 'text/vtt' });
  const read = async (id: number) => (await app.demo.api.get(`/items/${id}`)).body.item;
  const found = async (q: string): Promise<number[]> =>
    (await app.demo.site.get(`/search?q=${encodeURIComponent(q)}`)).body.results.map(
      ({ item }: { item: { id: number } }) => item.id,
    );
  const held = async (): Promise<Map<number, number>> =>
    (await app.app.index.current()).index.chunkCounts(app.demo.account.id);
  const runs = (itemId: number) =>
    app.app.db
      .selectFrom('processing')
      .select(['status', 'errorMessage', 'finishedDate'])
      .where('itemId', '=', itemId)
      .orderBy('id')
      .execute();

  it('makes an item with a transcript ready, and publishes and unpublishes it on request', async () => {
    const item = await buildItem(app.demo, { title: 'On keeping bees' });
    expect((await put(item.id, vttOf(talks.bees))).body.item.status).toBe('queued');
    await app.idle();
    const ready = await read(item.id);
    expect(ready).toMatchObject({ status: 'ready', wizardStep: 'finalize', errorMessage: null });
    expect(ready.indexedMediaAssetId).not.toBeNull();
    expect(ready.durationSecs).toBe(talks.bees.length * 5);
    expect(await runs(item.id)).toMatchObject([{ status: 'done', errorMessage: null }]);
    const { chunks } = (await app.demo.api.get(`/items/${item.id}/transcript`)).body;
    expect((await held()).get(item.id)).toBe(chunks.length);
    expect(await found('bees in the hive')).toEqual([]);

    expect((await app.demo.api.post(`/items/${item.id}/publish`)).body.item.status).toBe('publishing');
    await app.idle();
    expect(await read(item.id)).toMatchObject({ status: 'published' });
    expect((await read(item.id)).publishedDate).not.toBeNull();
    expect(await found('bees in the hive')).toEqual([item.id]);

    expect((await app.demo.api.post(`/items/${item.id}/unpublish`)).body.item.status).toBe('unpublishing');
    expect(await found('bees in the hive')).toEqual([]);
    await app.idle();
    expect(await read(item.id)).toMatchObject({ status: 'unpublished' });
    expect((await app.demo.site.get(`/items/${item.id}`)).status).toBe(404);
  });

  it('publishes automatically, and follows edits, deletion and restoration', async () => {
    const item = await buildItem(app.demo, { title: 'A draft of a title', autoPublish: true });
    await put(item.id, vttOf(talks.bread));
    await app.idle();
    expect(await read(item.id)).toMatchObject({ status: 'published', wizardStep: 'finalize' });
    expect(await found('sourdough')).toEqual([item.id]);
    const { revisions } = (await app.demo.api.get(`/items/${item.id}/revisions`)).body;
    expect(revisions[0]).toMatchObject({ author: null, changes: [{ field: 'status', to: 'published' }] });

    const speaker = await buildSpeaker(app.demo, { name: 'Wilhelmina Quist' });
    await app.demo.api.patch(`/items/${item.id}`, {
      title: 'Zymurgy for beginners',
      speakers: [{ id: speaker.id }],
    });
    await app.idle();
    expect(await found('zymurgy')).toEqual([item.id]);
    expect(await found('Wilhelmina Quist')).toEqual([item.id]);

    await app.demo.api.delete(`/items/${item.id}`);
    expect(await found('zymurgy')).toEqual([]);
    await app.idle();
    expect((await held()).has(item.id)).toBe(false);

    await app.demo.api.post(`/items/${item.id}/restore`);
    await app.idle();
    expect((await held()).get(item.id)).toBeGreaterThan(0);
    await app.demo.api.post(`/items/${item.id}/publish`);
    await app.idle();
    expect(await found('zymurgy')).toEqual([item.id]);
  });

  it('does not republish items that were unpublished or deleted', async () => {
    const item = await buildItem(app.demo, { title: 'Withdrawn', autoPublish: true });
    await put(item.id, vttOf(talks.bread));
    await app.idle();
    for (const withdraw of ['unpublish', 'delete']) {
      expect(await read(item.id)).toMatchObject({ status: 'published', autoPublish: true });
      if (withdraw === 'delete') {
        await app.demo.api.delete(`/items/${item.id}`);
        await app.demo.api.post(`/items/${item.id}/restore`);
      } else await app.demo.api.post(`/items/${item.id}/unpublish`);
      await app.idle();
      expect((await app.demo.api.post(`/items/${item.id}/process`)).status).toBe(200);
      await app.idle();
      expect(await read(item.id)).toMatchObject({ status: 'ready', autoPublish: false });
      // To publish it again, autoPublish must be set again.
      await app.demo.api.patch(`/items/${item.id}`, { autoPublish: true });
      await put(item.id, vttOf(talks.lighthouse));
      await app.idle();
    }
    expect(await read(item.id)).toMatchObject({ status: 'published' });
  });

  it('replaces a transcript in a public item, and ends with the last of several', async () => {
    const item = await buildItem(app.demo, { title: 'Changing', autoPublish: true });
    await put(item.id, vttOf(talks.bees));
    await put(item.id, vttOf(talks.bread));
    await app.idle();
    expect((await read(item.id)).status).toBe('published');
    await put(item.id, vttOf(talks.lighthouse));
    await put(item.id, vttOf([...talks.lighthouse, 'And that was the seventh lamp.']));
    await app.idle();
    const { transcript, chunks } = (await app.demo.api.get(`/items/${item.id}/transcript`)).body;
    expect(transcript).toContain('seventh lamp');
    expect(chunks.at(-1).text).toContain('seventh lamp');
    expect((await held()).get(item.id)).toBe(chunks.length);
    expect(await found('the seventh lamp of the lighthouse')).toContain(item.id);
    expect(await read(item.id)).toMatchObject({ status: 'published', errorMessage: null });
  });

  it('needs attention without a usable transcript, and resumes when there is one', async () => {
    const item = await buildItem(app.demo);
    await buildMediaAsset(app.app.db, item, app.demo.account.id, { durationSecs: 95 });
    expect((await app.demo.api.post(`/items/${item.id}/process`)).body.item.status).toBe('queued');
    await app.idle();
    expect(await read(item.id)).toMatchObject({ status: 'actionRequired' });
    expect((await read(item.id)).errorMessage).toContain('needs a transcript');
    await put(item.id, vttOf(talks.bees));
    await app.idle();
    expect(await read(item.id)).toMatchObject({ status: 'ready', errorMessage: null, durationSecs: 95 });

    await app.demo.api.post(`/items/${item.id}/publish`);
    await app.idle();
    await replaceText(app.app.db, item.id, '[{"text":"…"');
    await app.demo.api.post(`/items/${item.id}/process`);
    await app.idle();
    expect(await read(item.id)).toMatchObject({ status: 'published', errorMessage: null });
    expect((await runs(item.id)).at(-1)).toMatchObject({ status: 'failed' });
    expect((await runs(item.id)).at(-1)?.errorMessage).toContain('cannot be read');
  });

  it('processes many items at once, separately per account', async () => {
    const collection = await buildCollection(app.other);
    const items = [];
    for (let i = 0; i < 20; i++)
      items.push(
        await buildItem(app.other, { title: `Talk ${i}`, collectionId: collection.id, autoPublish: true }),
      );
    for (const [i, { id }] of items.entries())
      await app.other.api.put(`/items/${id}/transcript`, vttOf(Object.values(talks)[i % 3] ?? []), {
        'Content-Type': 'text/vtt',
      });
    await app.idle();
    const { body } = await app.other.api.get('/items?status=published');
    expect(body.totalRecords).toBe(20);
    expect(await found('Talk 7')).not.toContain(items[7].id);
  });

  it('finds and repairs differences between SQL and the index', async () => {
    expect(await app.app.reconcile({ repair: false })).toMatchObject({ differing: 0 });
    const { index } = await app.app.index.current();
    const [lost, hidden] = [...(await held()).keys()];
    const stranded = await buildItem(app.demo);
    await put(stranded.id, vttOf(talks.bread));
    await app.idle();
    await index.removeItems(app.demo.account.id, [lost ?? 0]);
    const [known] = await index.readItems(app.demo.account.id, [hidden ?? 0]);
    await index.updateAttributes([{ ...known!, published: !known!.published }]);
    await setItem(app, stranded, { status: 'publishing' });
    expect(await app.app.reconcile({ repair: true })).toMatchObject({ differing: 3 });
    await expect
      .poll(async () => (await app.app.reconcile({ repair: false })).differing, { timeout: 60_000 })
      .toBe(0);
    await app.idle();
    expect((await held()).get(lost ?? 0)).toBeGreaterThan(0);
    expect((await read(stranded.id)).status).toBe('published');
  });

  it('rebuilds the index while items change, without leftovers', async () => {
    const before = (await app.app.index.current()).version.id;
    const item = await buildItem(app.demo, { title: 'Late comer', autoPublish: true });
    const rebuilt = app.app.reindex();
    await put(item.id, vttOf(talks.bees));
    const report = await rebuilt;
    expect(report.chunks).toBeGreaterThan(0);
    await app.idle();
    expect((await app.app.index.current()).version.id).not.toBe(before);
    expect(await app.app.reconcile({ repair: false })).toMatchObject({ differing: 0 });
    expect(await found('late comer')).toContain(item.id);
  });
});
