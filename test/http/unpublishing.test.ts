/** Items cease to be public at their unpublishAt: its rules, and every public response from that moment on. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  publishDueMaintenance,
  unpublishDueMaintenance,
} from '../../src/content/items/publish-due.maintenance.js';
import { createFakeClock, type FakeClock } from '../support/clock.js';
import { createClient } from '../support/client.js';
import { engineMissing } from '../support/database.js';
import {
  buildItem,
  buildReadyItem,
  buildSeries,
  buildSpeaker,
  buildTopic,
  publishTalk,
  setItem,
  type Built,
} from '../support/factories.js';
import { putMedia } from '../support/public-rows.js';
import { startApp, type TestApp } from '../support/start-app.js';

const HOUR_MS = 3_600_000;

describe.skipIf(engineMissing)('items with a time of unpublishing', () => {
  let app: TestApp;
  let clock: FakeClock;
  beforeAll(async () => {
    clock = createFakeClock(new Date().toISOString());
    app = await startApp({ clock });
  });
  afterAll(() => app.stop());

  const at = (ms: number): string => new Date(clock.now().getTime() + ms).toISOString();
  const read = async ({ id }: Built): Promise<Built> => (await app.demo.api.get(`/items/${id}`)).body.item;
  const patch = (item: Built, body: object) => app.demo.api.patch(`/items/${item.id}`, body);
  const published = (values = {}): Promise<Built> =>
    buildReadyItem(app, app.demo, {}, { status: 'published', ...values });
  const maintain = async (): Promise<void> => {
    const deps = { db: app.app.db, clock };
    await publishDueMaintenance(deps).run();
    await unpublishDueMaintenance(deps).run();
  };

  it('store it in UTC, are listed by it, and lose it with null', async () => {
    const item = await buildItem(app.demo, { publishAt: at(HOUR_MS), unpublishAt: at(3 * HOUR_MS) });
    expect(item.unpublishAt).toBe(at(3 * HOUR_MS));
    const listed = await app.demo.api.get(`/items?unpublishAt.gt=${at(0)}&_orderBy=unpublishAt,ASC`);
    expect(listed.body.items.map(({ id }: Built) => id)).toContain(item.id);
    const { body } = await patch(item, { unpublishAt: `${at(5 * HOUR_MS).slice(0, 19)}+02:00` });
    expect(body.item.unpublishAt).toBe(`${at(3 * HOUR_MS).slice(0, 19)}.000Z`);
    expect((await patch(item, { unpublishAt: null })).body.item.unpublishAt).toBeNull();
    const { revisions } = (await app.demo.api.get(`/items/${item.id}/revisions?_orderBy=id,ASC`)).body;
    expect(revisions.map(({ changes }: Built) => changes[0].field)).toEqual(['unpublishAt', 'unpublishAt']);
  });

  it('refuse a past time, and one that is not after publishAt', async () => {
    const item = await buildItem(app.demo, { publishAt: at(2 * HOUR_MS), unpublishAt: at(4 * HOUR_MS) });
    const body = { title: 'A', date: '2026-03-01', collectionId: item.collectionId };
    const times = { publishAt: at(2 * HOUR_MS), unpublishAt: at(2 * HOUR_MS) };
    const cases: [Promise<Built>, string, string][] = [
      [patch(item, { unpublishAt: at(-1) }), 'unpublishAt', 'must be in the future'],
      [patch(item, { unpublishAt: at(HOUR_MS) }), 'unpublishAt', 'must be after publishAt'],
      [patch(item, { publishAt: at(5 * HOUR_MS) }), 'publishAt', 'must be before unpublishAt'],
      [app.demo.api.post('/items/create', { ...body, ...times }), 'unpublishAt', 'must be after publishAt'],
      [
        app.demo.api.post('/items/create', { ...body, unpublishAt: '2020-01-01' }),
        'unpublishAt',
        'date-time',
      ],
    ];
    for (const [call, path, message] of cases) {
      const { status, body: answer } = await call;
      expect([status, answer.error.details[0].path]).toEqual([422, path]);
      expect(answer.error.details[0].message).toContain(message);
    }
    clock.pass(5 * HOUR_MS);
    const record = await read(item);
    expect((await patch(item, { ...record, title: 'Sent back' })).status).toBe(200);
  });

  it('are set by editors only, also in pending changes', async () => {
    const contributor = await app.withScopes(app.demo, 'content:draft');
    const [draft, open] = [await buildItem(app.demo), await published()];
    const body = { unpublishAt: at(HOUR_MS) };
    for (const path of [`/items/${draft.id}`, `/items/${open.id}/draft`])
      expect((await contributor.patch(path, body)).status).toBe(403);
    expect((await app.demo.api.patch(`/items/${open.id}/draft`, body)).status).toBe(200);
    expect((await app.demo.api.post(`/items/${open.id}/draft/apply`)).body.item).toMatchObject(body);
  });

  it('are unpublished once at that time, by nobody', async () => {
    const [item, later] = [await published(), await published()];
    await patch(item, { unpublishAt: at(HOUR_MS) });
    await patch(later, { unpublishAt: at(2 * HOUR_MS) });
    clock.pass(HOUR_MS);
    await Promise.all([maintain(), maintain(), maintain()]);
    expect(await read(item)).toMatchObject({ status: 'unpublishing', unpublishAt: null, autoPublish: false });
    expect((await read(later)).status).toBe('published');
    const { revisions } = (await app.demo.api.get(`/items/${item.id}/revisions`)).body;
    expect(revisions[0]).toMatchObject({ author: null });
    expect(revisions[0].changes).toContainEqual({ field: 'status', from: 'published', to: 'unpublishing' });
    const jobs = await app.app.db
      .selectFrom('job')
      .select('kind')
      .where('subject', '=', `item:${item.id}`)
      .where('kind', '=', 'unpublishItem')
      .execute();
    expect(jobs).toHaveLength(1);
  });

  it('that are not public by then lose what would publish them', async () => {
    const times = { publishAt: at(HOUR_MS), unpublishAt: at(2 * HOUR_MS) };
    const [draft, due] = [
      await buildItem(app.demo, { autoPublish: true, ...times }),
      await buildReadyItem(app, app.demo, times),
    ];
    const publishing = await buildReadyItem(
      app,
      app.demo,
      {},
      { status: 'publishing', unpublishAt: at(HOUR_MS) },
    );
    clock.pass(2 * HOUR_MS);
    await maintain();
    const none = { publishAt: null, unpublishAt: null, autoPublish: false };
    expect(await read(draft)).toMatchObject({ status: 'draft', ...none });
    expect(await read(due)).toMatchObject({ status: 'ready', ...none });
    expect((await read(publishing)).status).toBe('publishing');
    await setItem(app, publishing, { status: 'published' });
    await maintain();
    expect((await read(publishing)).status).toBe('unpublishing');
  });

  it('keep a future time when published, and lose it when unpublished or restored late', async () => {
    const item = await buildReadyItem(app, app.demo, { unpublishAt: at(HOUR_MS) });
    const publish = () => app.demo.api.post(`/items/${item.id}/publish`);
    expect((await publish()).body.item.unpublishAt).toBe(at(HOUR_MS));
    await setItem(app, item, { status: 'published' });
    expect((await app.demo.api.post(`/items/${item.id}/unpublish`)).body.item.unpublishAt).toBeNull();
    await setItem(app, item, { status: 'unpublished', unpublishAt: at(HOUR_MS) });
    const scheduled = await buildItem(app.demo, { unpublishAt: at(HOUR_MS) });
    await app.demo.api.delete(`/items/${scheduled.id}`);
    clock.pass(2 * HOUR_MS);
    // Maintenance has not run: somebody publishes the item in full knowledge.
    expect((await publish()).body.item).toMatchObject({ status: 'publishing', unpublishAt: null });
    const restored = await app.demo.api.post(`/items/${scheduled.id}/restore`);
    expect(restored.body.item.unpublishAt).toBeNull();
  });
});

describe.skipIf(engineMissing)('public responses', () => {
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
    const { pathname } = new URL(made.body.uploadUrl);
    const web = createClient(new URL(app.privateUrl).origin);
    expect(
      (
        await web.send('PUT', pathname + new URL(made.body.uploadUrl).search, Buffer.from('abc'), {
          'Content-Type': 'audio/mpeg',
        })
      ).status,
    ).toBeLessThan(300);
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
        (headers) => site(path, headers as never),
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
      const { headers } = before.get(name)!;
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
      expect([name, bodyOf(answer) === bodyOf(before.get(name)!)]).toEqual([name, false]);
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
      await expect.poll(async () => (await read()).status, { timeout: 30_000 }).toBe('done');
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
