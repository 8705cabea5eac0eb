/** Cached public responses: never stale, rendered once, and cheap to revalidate. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.js';
import { startServer } from '../../src/server.js';
import { createClient, type Client } from '../support/client.js';
import { createFakeClock } from '../support/clock.js';
import { countQueries } from '../support/count-queries.js';
import { buildFeedLibrary, publish, type FeedLibrary } from '../support/feed-library.js';
import {
  buildItem,
  buildMedia,
  buildResource,
  buildResourceType,
  buildScripture,
  buildTopic,
  setItem,
  type Built,
} from '../support/factories.js';
import { putChapter, putCopies, putMedia, putTranscript } from '../support/public-rows.js';
import { useApp } from '../support/start-app.js';

/** The queries of a request that renders nothing: it reads the account and its content version. */
const REVALIDATION = 2;
const clock = createFakeClock(new Date().toISOString());
describe('cached responses', () => {
  const app = useApp({ clock, env: { ANALYTICS: 'false' } });
  let library: FeedLibrary;
  let paths: string[];
  let counter: ReturnType<typeof countQueries>;

  beforeAll(async () => {
    library = await buildFeedLibrary(app);
    const { id, urlSlug } = library.items[0];
    paths = [
      `/collections/${library.collection.id}/feed.xml`,
      `/series/${library.series.id}/feed.xml`,
      '/sitemap.xml',
      ...['/config', '/items?sort=title', '/series', '/speakers', '/topics', '/collections'],
      ...[`/series/${library.series.id}`, `/items/${id}`],
      `/items/by-slug/${encodeURIComponent(urlSlug)}`,
      `/items/${id}/chapters`,
      `/items/${id}/chapters.json`,
      `/items/${id}/transcript.vtt`,
    ];
    counter = countQueries();
  });
  afterAll(() => {
    counter?.restore();
  });

  const get = (path: string, headers?: Record<string, string>) => app.demo.site.get(path, headers);
  const version = async () =>
    app.app.db
      .selectFrom('contentVersion')
      .selectAll()
      .where('accountId', '=', app.demo.account.id)
      .executeTakeFirstOrThrow();
  const change = () =>
    app.demo.api.patch(`/speakers/${library.speaker.id}`, { name: `Ruth ${Math.random()}` });

  it('need two reads and no rendering while nothing changes', async () => {
    for (const path of paths) {
      const first = await get(path);
      expect([path, first.status]).toEqual([path, 200]);
      const queries = await counter.least(async () => {
        const again = await get(path);
        expect([again.status, again.body]).toEqual([200, first.body]);
        for (const name of ['etag', 'content-type', 'cache-control', 'link', 'content-length'])
          expect([name, again.headers[name]]).toEqual([name, first.headers[name]]);
      });
      expect([path, queries]).toEqual([path, REVALIDATION]);
    }
  });

  it('are revalidated by ETag and by date without rendering', async () => {
    await change();
    clock.pass(60 * 60_000);
    for (const path of paths) {
      const { headers } = await get(path);
      for (const conditions of [
        { 'If-None-Match': headers.etag ?? '' },
        { 'If-Modified-Since': headers['last-modified'] ?? '' },
      ]) {
        const queries = await counter.least(async () => {
          const { status, bytes } = await get(path, { ...(conditions as object), 'Accept-Encoding': 'br' });
          expect([path, status, bytes.length]).toEqual([path, 304, 0]);
        });
        expect([path, queries]).toEqual([path, REVALIDATION]);
      }
      const older = { 'If-Modified-Since': 'Thu, 01 Jan 2026 00:00:00 GMT' };
      expect((await get(path, older)).status).toBe(200);
    }
  });

  it('are rendered once for many requests at a time', async () => {
    const many = 20;
    for (const path of paths) {
      const alone = await counter.least(() => get(path), change);
      const together = await counter.least(
        () => Promise.all(Array.from({ length: many }, () => get(path))),
        change,
      );
      // Fewer reads than rendering again would take.
      expect(together, path).toBeLessThan(2 * alone + (many - 2) * REVALIDATION);
      expect(together, path).toBeGreaterThanOrEqual(alone + (many - 1) * REVALIDATION);
    }
  });

  it('are compressed once, for each encoding', async () => {
    const path = paths[0] ?? '';
    const plain = await get(path);
    for (const encoding of ['br', 'gzip']) {
      const answers = [
        await get(path, { 'Accept-Encoding': encoding }),
        await get(path, { 'Accept-Encoding': encoding }),
      ];
      for (const { headers, bytes } of answers) {
        expect(headers['content-encoding']).toBe(encoding);
        expect(headers.vary).toContain('Accept-Encoding');
        expect(headers.etag).toBe(plain.headers.etag);
        expect(bytes.length).toBeLessThan(plain.bytes.length / 3);
      }
    }
  });

  it('are sent whole and not kept where they are too large', async () => {
    const item = await buildItem(app.demo, { title: 'Long' });
    const { collection } = (await app.demo.api.get(`/items/${item.id}?_expand[]=collection`)).body.item;
    const description = 'A long one. '.repeat(750_000);
    await putMedia(
      app.app.db,
      { id: item.id, accountId: app.demo.account.id },
      { url: '/files/1/k/long.mp3' },
    );
    await publish(app, item, { description });
    const path = `/collections/${collection.id}/feed.xml`;
    const first = await get(path);
    expect([first.status, first.body.includes(description)]).toEqual([200, true]);
    expect(await counter.of(() => get(path))).toBeGreaterThan(REVALIDATION);
    const known = { 'If-None-Match': first.headers.etag ?? '' };
    const queries = await counter.least(async () => expect((await get(path, known)).status).toBe(304));
    expect(queries).toBe(REVALIDATION);
    await change();
    expect((await get(path, known)).status).toBe(200);
    await setItem(app, item, { status: 'unpublished' });
  });

  describe('after a change', () => {
    let fresh: Client;
    let stop: () => Promise<void>;
    beforeEach(async () => {
      // Another process on the same data with an empty cache.
      const second = createApp(app.app.config);
      const running = await startServer(second, { role: 'api', warm: false });
      fresh = createClient(running.publicUrl, { Host: 'demo.localhost' });
      stop = async () => {
        await running.stop();
        await second.close();
      };
    });

    const api = () => app.demo.api;
    const first = (): Built => library.items[0];
    const ofAccount = () => ({ id: first().id, accountId: app.demo.account.id });
    const changes: [string, () => Promise<unknown>][] = [
      ['an item', () => api().patch(`/items/${first().id}`, { title: 'Another title' })],
      ['a speaker’s name', () => api().patch(`/speakers/${library.speaker.id}`, { name: 'Naomi' })],
      ['the speakers of an item', () => api().patch(`/items/${first().id}`, { speakers: [] })],
      ['a series', () => api().patch(`/series/${library.series.id}`, { title: 'Another series' })],
      ['a collection', () => api().patch(`/collections/${library.collection.id}`, { name: 'Another one' })],
      [
        'a feed’s settings',
        () => api().patch(`/collections/${library.collection.id}`, { feed: { author: 'Another' } }),
      ],
      [
        'a feed’s picture',
        () =>
          app.app.db
            .updateTable('collection')
            .set({ squareImgUrl: '/files/1/key/feed.png' })
            .where('id', '=', library.collection.id)
            .execute(),
      ],
      [
        'topics',
        async () =>
          api().patch(`/items/${first().id}`, { topics: [{ id: (await buildTopic(app.demo)).id }] }),
      ],
      [
        'scriptures',
        () => buildScripture(app.demo, first(), { book: 'GEN', chapter: 1, verseStart: 1, verseEnd: 2 }),
      ],
      [
        'media',
        () => putMedia(app.app.db, ofAccount(), { url: '/files/1/other/b.mp3', contentType: 'video' }),
      ],
      ['external media', () => buildMedia(app.demo, first())],
      [
        'chapters',
        async () =>
          putChapter(app.app.db, await putMedia(app.app.db, ofAccount()), { startMs: 1, title: 'Third' }),
      ],
      [
        'resources',
        async () =>
          buildResource(app.demo, first(), { resourceTypeId: (await buildResourceType(app.demo)).id }),
      ],
      [
        'a transcript',
        async () => {
          const { id } = await buildItem(app.demo, { collectionId: library.collection.id });
          await publish(app, { id });
          await putTranscript(app.app.db, { id, accountId: app.demo.account.id }, 'de');
        },
      ],
      ['artwork', () => setItem(app, first(), { squareImgUrl: '/files/1/key/new.png' })],
      ['the account', () => api().patch('/account', { name: 'Renamed' })],
      ['settings', () => api().patch('/account', { settings: { itemPagePath: '/watch/{id}' } })],
      ['an unpublished item', () => api().post(`/items/${library.items[4]?.id}/unpublish`)],
      ['a deleted item', () => api().delete(`/items/${library.items[5]?.id}`)],
      ['a restored item', () => setItem(app, library.items[5] as never, { deletedDate: null })],
      [
        'a published item',
        async () => publish(app, await buildItem(app.demo, { collectionId: library.collection.id })),
      ],
    ];

    it.each(changes)('of %s, no response is stale', async (_name, make) => {
      try {
        for (const path of paths) await get(path);
        const before = await version();
        await make();
        expect((await version()).version).not.toBe(before.version);
        for (const path of paths) {
          const [kept, rendered] = [await get(path), await fresh.get(path)];
          expect([path, kept.status, kept.body]).toEqual([path, rendered.status, rendered.body]);
        }
      } finally {
        await stop();
      }
    });

    it('of another account, they remain valid', async () => {
      try {
        const before = await version();
        await app.other.api.patch('/account', { name: 'Somebody else' });
        await buildItem(app.other);
        expect(await version()).toEqual(before);
      } finally {
        await stop();
      }
    });
  });

  // Runs last, because responses are long from here on.
  it('are read in parts when they are long', async () => {
    const item = await buildItem(app.demo);
    await publish(app, item);
    await change();
    const before = await counter.of(() => get('/sitemap.xml'));
    await putCopies(app.app.db, item, 2_000);
    await change();
    let urls = 0;
    const queries = await counter.of(async () => {
      urls = (await get('/sitemap.xml')).body.match(/<loc>/g)?.length ?? 0;
    });
    expect(urls).toBeGreaterThan(2_000);
    expect(queries).toBe(before + 4);
  });
});
