/** One call removes the sample content: rows, files, search results and statistics. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { log, session } from '../support/engagement.js';
import { buildItem, buildMedia, buildSpeaker, publishTalk, type Built } from '../support/factories.js';
import { picture } from '../support/images.js';
import { fillWithSamples } from '../support/sample-library.js';
import { startApp, type TestApp } from '../support/start-app.js';

/** Tables that grow with every request. */
const LOGS = new Set(['auditEntry', 'job', 'contentVersion', 'lease', 'idempotencyKey']);
const NONE = { items: 0, series: 0, speakers: 0, topics: 0, collections: 0 };
const HOUR = 3_600_000;

describe('sample content', () => {
  let app: TestApp;
  beforeAll(async () => (app = await startApp({ worker: true, suggestions: true })), 60_000);
  afterAll(() => app?.stop());

  /** Number of rows by table. */
  const rowCounts = async (): Promise<Record<string, number>> => {
    const { db } = app.app;
    const counts: Record<string, number> = {};
    for (const { name } of await db.introspection.getTables()) {
      if (LOGS.has(name) || name.startsWith('kysely') || name.includes('Words_')) continue;
      const rows = await db
        .selectFrom(name as 'item')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .execute();
      counts[name] = Number(rows[0]?.n);
    }
    return counts;
  };
  const get = async (path: string): Promise<Built> => (await app.demo.api.get(path)).body;
  const upload = async (url: string, bytes: Buffer, type: string) =>
    expect((await fetch(url, { method: 'PUT', body: bytes, headers: { 'Content-Type': type } })).status).toBe(
      200,
    );
  const removeAll = async () => {
    const { status, body } = await app.demo.api.post('/account/samples/remove');
    expect({ status, body }).toMatchObject({ status: 200, body: { result: 'success' } });
    await app.idle();
    return body.removed;
  };
  const overview = async () => {
    const { plays, pageViews, searches } = (await get('/stats/overview?range=last7days')).overview;
    return { plays, pageViews, searches };
  };

  it('is removed completely, without removing the account’s own records', async () => {
    const own = await publishTalk(app.demo, 'The patience of beekeepers', ['Wait for the bees.']);
    await app.idle();
    const [media, began] = [await buildMedia(app.demo, { id: own }), Date.now() - 2 * HOUR];
    const view = (itemId: number | null, minutes: number, visitorIp: string): Built => ({
      type: 'pageView',
      url: 'https://www.example.org/a',
      visitorIp,
      occurredAt: new Date(began + minutes * 60_000).toISOString(),
      ...(itemId && { itemId }),
    });
    const at = new Date(began).toISOString();
    await log(app.demo, [
      ...session({ id: own, assetId: media.id }, 'own', at, 60),
      view(own, 1, '192.0.2.1'),
    ]);
    const before = await rowCounts();

    const catalog = await fillWithSamples(app, app.demo);
    const sampled = (await get('/items?_limit=100')).items.filter(({ id }: Built) => id !== own);
    expect(sampled).toHaveLength(catalog.items.length);
    const [first] = sampled;
    expect((await get('/account/samples')).samples).toMatchObject({
      items: sampled.length,
      speakers: catalog.speakers.length,
    });
    expect((await app.other.api.get('/account/samples')).body.samples).toEqual(NONE);
    // Everything that people can add to an item: media, artwork, a file, a correction, a chapter.
    const asset = await buildMedia(app.demo, first);
    const image = await picture('png', 90, 90);
    const square = { variant: 'square', fileMimeType: 'image/png', fileSizeBytes: image.length };
    const { uploadUrl } = (await app.demo.api.post(`/items/${first.id}/artwork/create`, square)).body;
    await upload(uploadUrl, image, 'image/png');
    const { squareImgUrl } = (await get(`/items/${first.id}`)).item;
    expect((await fetch(squareImgUrl)).status).toBe(200);
    await app.demo.api.put(`/items/${first.id}/transcript`, {
      segments: [{ text: 'Corrected words.', startMs: 0, endMs: 1_000 }],
    });
    const { headers } = await app.demo.api.get(`/items/${first.id}/transcript/segments`);
    const draft = { base: headers.etag, operations: [] };
    expect((await app.demo.api.put(`/items/${first.id}/transcript/draft`, draft)).status).toBe(200);
    await log(app.demo, [
      ...session({ id: first.id, assetId: asset.id }, 'sample', at, 60),
      view(first.id, 2, '192.0.2.1'),
      view(null, 3, '192.0.2.9'),
    ]);
    await vi.waitFor(async () => expect(await overview()).toMatchObject({ plays: 2, pageViews: 3 }), 60_000);
    const views = await app.demo.api.get('/stats/export?report=events&type=pageView&format=jsonl');
    const lines = (views.body as string)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const visits = lines.filter(({ itemId }) => itemId === null).map(({ eventId }) => String(eventId));
    await app.app.samples.mark(app.demo.account.id, 'pageView', visits);
    // While suggestions are being made.
    const removed = await removeAll();
    expect(removed).toMatchObject({ items: sampled.length, series: 3, collections: 2 });
    expect(await rowCounts()).toEqual(before);
    expect((await get('/account/samples')).samples).toEqual(NONE);
    expect((await fetch(squareImgUrl)).status).toBe(404);
    expect((await get('/account')).account.usage.items).toBe(1);
    const { results } = (await app.demo.site.get('/search?q=wait%20for%20the%20bees')).body;
    expect(results.map(({ item }: Built) => item.id)).toEqual([own]);
    expect(await app.app.reconcile({ repair: false })).toEqual({ checked: 1, differing: 0 });
    expect(removed.events).toBe(4);
    await vi.waitFor(async () => expect(await overview()).toMatchObject({ plays: 1, pageViews: 1 }), 60_000);
    expect(await removeAll()).toEqual({ ...NONE, events: 0 });
  }, 300_000);

  it('keeps the series, speakers and collections that other items use', async () => {
    const catalog = await fillWithSamples(app, app.demo);
    const [speaker, collection] = [
      (await get(`/speakers?name=${encodeURIComponent(catalog.speakers[0]!.name)}`)).speakers[0],
      (await get('/collections?name=Sermons')).collections[0],
    ];
    const series = (await get(`/series?collectionId=${collection.id}`)).series[0];
    const item = await buildItem(app.demo, {
      collectionId: collection.id,
      seriesId: series.id,
      speakers: [{ id: speaker.id }],
    });
    const stranger = await buildSpeaker(app.demo, { name: 'Nobody’s sample' });
    expect(await removeAll()).toMatchObject({
      series: 2,
      collections: 1,
      speakers: catalog.speakers.length - 1,
      topics: catalog.topics.length,
    });
    const left = (await get(`/items/${item.id}?_expand[]=speakers&_expand[]=series`)).item;
    expect(left).toMatchObject({ series: { id: series.id }, speakers: [{ name: speaker.name }] });
    expect((await get(`/speakers/${stranger.id}`)).speaker.name).toBe('Nobody’s sample');
    expect((await get('/account/samples')).samples).toEqual(NONE);
  }, 300_000);

  it('can be removed by admins only', async () => {
    const writer = await app.withScopes(app.demo, 'content:write');
    expect((await writer.post('/account/samples/remove')).status).toBe(403);
    expect((await writer.get('/account/samples')).body.samples).toEqual(NONE);
  });
});
