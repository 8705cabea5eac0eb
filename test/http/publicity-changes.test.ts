/**
 * Every public response shows an item as soon as it is published, and omits it from its unpublishAt on, or once it is
 * unpublished or deleted, also to clients that know the former response.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishDueMaintenance } from '../../src/publishing/publish-due.maintenance.js';
import { createFakeClock, type FakeClock } from '../support/clock.js';
import { createClient } from '../support/client.js';
import { buildSeries, buildSpeaker, buildTopic, publishTalk, type Built } from '../support/factories.js';
import { putMedia } from '../support/public-rows.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { web } from '../support/web.js';

const HOUR_MS = 3_600_000;

describe('public responses', () => {
  let app: TestApp;
  let clock: FakeClock;
  let item: Built;
  let other: Built;
  let names: { speaker: Built; topic: Built; series: Built };
  let file: string;
  let signed: string;

  beforeAll(async () => {
    clock = createFakeClock(new Date().toISOString());
    app = await startApp({ clock, worker: true, env: { ANALYTICS: 'false' } });
    // The worker publishes; unpublishing is late.
    await app.app.maintenance.stop();
    const { demo } = app;
    const [speaker, topic] = [await buildSpeaker(demo, { name: 'Zerubbabel' }), await buildTopic(demo)];
    const series = await buildSeries(demo, { title: 'Lampstands' });
    names = { speaker, topic, series };
    const more = {
      ...{ collectionId: series.collectionId, seriesId: series.id },
      ...{ speakers: [{ id: speaker.id }], topics: [{ id: topic.id }] },
    };
    const ids = [
      await publishTalk(demo, 'Olive trees', ['Two olive trees stand by the golden lampstand.'], more),
      await publishTalk(demo, 'Kept', ['A flying scroll goes over the whole land.'], {
        collectionId: series.collectionId,
      }),
    ];
    await app.idle();
    [item, other] = await Promise.all(ids.map(async (id) => (await demo.api.get(`/items/${id}`)).body.item));
    expect([item.status, other.status]).toEqual(['published', 'published']);
    const upload = {
      contentType: 'audio',
      mimeType: 'audio/mpeg',
      fileSizeBytes: 3,
      originalFilename: 'a.mp3',
    };
    const type = (await demo.api.get(`/collections/${series.collectionId}/variant-types`)).body.variantTypes;
    const made = await demo.api.post(`/items/${item.id}/media/create`, {
      ...upload,
      variantTypeId: type[1].id,
    });
    const sent = await web.put(made.body.uploadUrl, 'abc', { 'Content-Type': 'audio/mpeg' });
    expect(sent.status).toBeLessThan(300);
    const row = await app.app.db
      .selectFrom('mediaAsset')
      .select('url')
      .where('id', '=', made.body.mediaAsset.id)
      .executeTakeFirstOrThrow();
    file = row.url!;
    await putMedia(app.app.db, { id: item.id, accountId: demo.account.id }, { url: '/files/1/key/a.mp3' });
    await putMedia(app.app.db, { id: other.id, accountId: demo.account.id }, { url: '/files/1/key/b.mp3' });
    signed = item.transcriptUrl;
  });
  afterAll(() => app.stop());

  const root = () => createClient(new URL(app.publicUrl).origin, { Host: 'demo.localhost' });
  const paths = () => {
    const { id, urlSlug, collectionId } = item;
    const page = encodeURIComponent(`http://demo.localhost/items/${urlSlug}`);
    return {
      /** Of the item itself. */
      own: [
        ...[
          `/items/${id}`,
          `/items/by-slug/${urlSlug}`,
          `/items/${id}/chapters`,
          `/items/${id}/chapters.json`,
        ],
        ...[`/items/${id}/transcript.vtt`, `/items/${id}/transcript`, `/items/${id}/related`],
        ...[`/oembed?url=${page}`, file],
      ],
      /** That contain it among others. */
      lists: [
        ...['/items', '/items?sort=title', `/items?seriesId=${names.series.id}`, '/sitemap.xml'],
        ...[`/items?topicId=${names.topic.id}`, `/items?collectionId=${collectionId}`, '/config'],
        ...[`/collections/${collectionId}/feed.xml`, `/series/${names.series.id}/feed.xml`],
        ...['/speakers', '/topics', '/series', `/series/${names.series.id}`, '/collections'],
        ...['/search?q=golden%20lampstand', `/search?collectionId=${collectionId}`],
        ...[
          '/search/suggest?q=olive',
          '/search/suggest?q=zerub',
          '/search?q=Zerubbabel',
          `/search?collectionId=${collectionId}&facets=speaker`,
        ],
      ],
      pages: [`/items/${urlSlug}`, `/embed/items/${id}`],
      listPages: ['/', '/?q=lampstand', '/latest', `/series/${names.series.urlSlug}`],
    };
  };
  const bodyOf = ({ body }: { body: unknown }): string =>
    (typeof body === 'string' ? body : JSON.stringify(body)).replace(/"(searchId|tookMs)":[^,}]*/g, '');

  it('omit an item from its unpublishAt on, though its status has not changed', async () => {
    const { own, lists, pages, listPages } = paths();
    const site = (path: string, headers = {}) => app.demo.site.get(path, headers);
    const all: [string, (headers?: object) => Promise<Built>][] = [
      ...[...own, ...lists].map((path): [string, (headers?: object) => Promise<Built>] => [
        path,
        (headers) => site(path, headers),
      ]),
      ...[...pages, ...listPages].map((path): [string, (headers?: object) => Promise<Built>] => [
        `page ${path}`,
        (headers) => root().get(path, headers as never),
      ]),
    ];
    const until = new Date(clock.now().getTime() + HOUR_MS).toISOString();
    expect((await app.demo.api.patch(`/items/${item.id}`, { unpublishAt: until })).status).toBe(200);
    await app.idle();
    const before = new Map<string, Built>();
    clock.pass(HOUR_MS - 1);
    for (const [name, get] of all) {
      const answer = await get();
      expect([name, answer.status]).toEqual([name, 200]);
      expect([name, /immutable|max-age=(?!0\b)/.test(answer.headers['cache-control'] ?? '')]).toEqual([
        name,
        false,
      ]);
      before.set(name, answer);
    }
    clock.pass(1);
    expect((await app.demo.api.get(`/items/${item.id}`)).body.item.status).toBe('published');
    for (const [name, get] of all) {
      const { headers } = before.get(name);
      const known = {
        ...(headers.etag && { 'If-None-Match': headers.etag }),
        ...(headers['last-modified'] && { 'If-Modified-Since': headers['last-modified'] }),
      };
      const answer = await get(known);
      const isOwn = own.includes(name) || pages.some((path) => name === `page ${path}`);
      if (isOwn) {
        expect([name, answer.status]).toEqual([name, 404]);
        expect([name, answer.headers['cache-control']]).toEqual([name, 'no-store']);
        continue;
      }
      expect([name, answer.status]).toEqual([name, 200]);
      expect([name, bodyOf(answer).includes('Olive trees')]).toEqual([name, false]);
      expect([name, bodyOf(answer) === bodyOf(before.get(name))]).toEqual([name, false]);
    }
    const transcript = new URL(signed);
    const opened = await createClient(transcript.origin).get(transcript.pathname);
    expect(opened.status).toBe(404);
  });

  it('show a scheduled item as soon as it is published, also where its absence was known', async () => {
    const [id] = [
      await publishTalk(app.demo, 'Bells', ['Bells of the horses ring.'], {
        collectionId: item.collectionId,
        autoPublish: false,
      }),
    ];
    await app.idle();
    const until = new Date(clock.now().getTime() + HOUR_MS).toISOString();
    expect((await app.demo.api.patch(`/items/${id}`, { publishAt: until })).status).toBe(200);
    const missing = await app.demo.site.get(`/items/${id}`);
    expect([missing.status, missing.headers['cache-control']]).toEqual([404, 'no-store']);
    const list = await app.demo.site.get('/items?sort=title');
    clock.pass(HOUR_MS);
    await publishDueMaintenance({ db: app.app.db, clock }).run();
    await app.idle();
    expect((await app.demo.site.get(`/items/${id}`)).status).toBe(200);
    expect((await root().get(`/embed/items/${id}`)).status).toBe(200);
    const known = { 'If-None-Match': list.headers.etag ?? '' };
    expect((await app.demo.site.get('/items?sort=title', known)).body).toMatchObject({ totalRecords: 2 });
  });

  it('show an item again, with its date, when its bulk unpublication is undone', async () => {
    const { body } = await app.demo.api.get(`/items/${other.id}`);
    const settled = async ({ id }: Built): Promise<Built> => {
      const read = async () => (await app.demo.api.get(`/jobs/${id}`)).body.job;
      await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe('done');
      await app.idle();
      return read();
    };
    const request = { ids: [other.id], action: 'unpublish' };
    const job = await settled((await app.demo.api.post('/items/bulk', request)).body.job);
    expect((await app.demo.site.get(`/items/${other.id}`)).status).toBe(404);
    clock.pass(HOUR_MS);
    await settled((await app.demo.api.post(`/jobs/${job.id}/undo`)).body.job);
    expect((await app.demo.site.get(`/items/${other.id}`)).status).toBe(200);
    const now = (await app.demo.api.get(`/items/${other.id}`)).body.item;
    expect([now.status, now.publishedDate]).toEqual(['published', body.item.publishedDate]);
  });

  it.each(['unpublish', 'delete'])('omit an item from its %s on', async (action) => {
    const id = await publishTalk(app.demo, `Gone by ${action}`, ['The plumb line is in his hand.'], {
      collectionId: item.collectionId,
    });
    await app.idle();
    const feed = `/items?sort=title`;
    const before = await app.demo.site.get(feed);
    expect(bodyOf(before)).toContain(`Gone by ${action}`);
    if (action === 'delete') await app.demo.api.delete(`/items/${id}`);
    else await app.demo.api.post(`/items/${id}/unpublish`);
    const known = { 'If-None-Match': before.headers.etag ?? '' };
    const after = await app.demo.site.get(feed, known);
    expect([after.status, bodyOf(after).includes(`Gone by ${action}`)]).toEqual([200, false]);
    expect((await root().get(`/embed/items/${id}`)).status).toBe(404);
    const found = await app.demo.site.get('/search?q=plumb%20line');
    expect(found.body.results.map(({ item: one }: Built) => one.id)).not.toContain(id);
  });
});
