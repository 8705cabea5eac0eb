/** Podcast feeds, JSON chapters and sitemaps: valid by their schemas, with public items only. */
import partytime from 'podcast-partytime';
import RssParser from 'rss-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildCollection, buildItem, setItem } from '../support/factories.js';
import {
  buildFeedLibrary,
  DAY_MS,
  EVIL,
  ITEMS,
  publish,
  SITE,
  type FeedLibrary,
} from '../support/feed-library.js';
import { putCopies, putMedia, putMediaOfCopies } from '../support/public-rows.js';
import { useApp } from '../support/start-app.js';
import { schemaProblems } from '../support/xml-schema.js';

/** Attributes of persons, which the parser omits by default. */
const customFields = {
  item: [['podcast:person', 'people', { keepArray: true }]],
} as unknown as RssParser.CustomFields<object, { people: { _: string }[] }>;

describe('feeds', () => {
  const app = useApp();
  let library: FeedLibrary;
  beforeAll(async () => {
    library = await buildFeedLibrary(app);
  });

  const get = (path: string) => app.demo.site.get(path);
  const collectionFeed = () => `/collections/${library.collection.id}/feed.xml`;
  const seriesFeed = () => `/series/${library.series.id}/feed.xml`;

  it('are valid RSS that feed parsers read completely', async () => {
    for (const path of [collectionFeed(), seriesFeed()]) {
      const { status, headers, body } = await get(path);
      expect(status).toBe(200);
      expect(headers['content-type']).toMatch(/^application\/rss\+xml/);
      expect(await schemaProblems(body, 'rss.xsd')).toEqual([]);
      expect(await schemaProblems(body.replace(/ length="\d+"/, ''), 'rss.xsd')).not.toEqual([]);

      const simple = await new RssParser({ customFields }).parseString(body);
      expect(simple.items.map(({ title }) => title)).toEqual(
        library.items.map(({ title }) => title).reverse(),
      );
      expect(simple.items[0]?.content).toBe(`One\ntwo ${EVIL}`);
      expect(simple.items[0]?.people.map(({ _ }) => _)).toEqual([library.speaker.name, 'Miriam Adler']);
      expect(simple.feedUrl).toBe(SITE + path);

      const feed = partytime.parseFeed(body, { allowMissingGuid: false });
      if (!feed) throw new Error('partytime finds no feed');
      expect(feed.items).toHaveLength(ITEMS);
      expect(feed.guid).toMatch(/^[0-9a-f-]{36}$/);
      expect(feed.link).toBe('https://demo.example.org/site/');
      for (const [i, item] of [...library.items].reverse().entries()) {
        const n = ITEMS - i;
        const own = `${SITE}/items/${item.id}`;
        expect(feed.items[i]).toMatchObject({
          guid: `demo/items/${item.id}`,
          link: `https://demo.example.org/site/talks/${encodeURIComponent(item.urlSlug)}`,
          pubDate: new Date(Date.UTC(2026, 0, 1, 12) + n * DAY_MS),
          duration: 3_723,
          itunesEpisode: n,
          enclosure: {
            url: expect.stringMatching(new RegExp(`^${own}/episode/\\d+\\.mp3$`)),
            length: 1_000 + n,
            type: 'audio/mpeg',
          },
          podcastTranscripts: [{ url: `${own}/transcript.vtt`, type: 'text/vtt', language: 'en-GB' }],
          podcastChapters: { url: `${own}/chapters.json`, type: 'application/json+chapters' },
        });
        expect(feed.items[i]?.podcastPeople).toMatchObject([
          { role: 'Host', group: 'Cast', img: `${SITE}/files/1/key/ruth.png` },
          { name: 'Miriam Adler', role: 'Host', group: 'Cast' },
        ]);
      }
      for (const address of [
        feed.items[0]?.podcastTranscripts?.[0]?.url,
        feed.items[0]?.podcastChapters?.url,
      ])
        expect((await get(String(address).slice(SITE.length))).status).toBe(200);
    }
    const [ofCollection, ofSeries] = [(await get(collectionFeed())).body, (await get(seriesFeed())).body];
    expect(ofCollection).toContain('<title>Demo &amp; &lt;Church&gt;: Sermons ]]&gt;</title>');
    expect(ofCollection).toContain('<language>en-GB</language>');
    expect(ofCollection).toMatch(/<podcast:season name="Series [^>]*">1<\/podcast:season>/);
    expect(ofSeries).toContain('<itunes:type>serial</itunes:type>');
    expect(ofSeries).toContain(`<itunes:image href="${SITE}/files/1/key/square.png"/>`);
  });

  it('are linked from pages, and valid when empty', async () => {
    const own = await buildCollection(app.demo);
    const feed = `/collections/${own.id}/feed.xml`;
    expect(await schemaProblems((await get(feed)).body, 'rss.xsd')).toEqual([]);
    const item = await buildItem(app.demo, { title: 'Recorded', date: '2030-01-01', collectionId: own.id });
    await putMedia(app.app.db, { id: item.id, accountId: app.demo.account.id }, { url: '/files/1/k/a.mp3' });
    await publish(app, item, { publishedDate: '2026-11-05T10:00:00.000Z' });
    const { body } = await get(feed);
    expect(body).toContain('<pubDate>Thu, 05 Nov 2026 10:00:00 GMT</pubDate>');

    await putCopies(app.app.db, item, 600);
    await putMediaOfCopies(app.app.db, item);
    const seen = new Set<string>();
    let next: string | undefined = feed;
    let pages = 0;
    while (next) {
      const { body: page } = await get(next);
      expect(await schemaProblems(page, 'rss.xsd')).toEqual([]);
      for (const [, guid = ''] of page.matchAll(/<guid[^>]*>([^<]+)</g)) seen.add(guid);
      next = /rel="next" href="([^"]+)"/.exec(page)?.[1]?.slice(SITE.length);
      pages += 1;
    }
    expect([pages, seen.size]).toEqual([3, 601]);
    expect((await get(`${feed}?page=4`)).status).toBe(404);
    expect((await get(`${feed}?page=0`)).status).toBe(400);
  });

  it('contain only public items of the host’s account', async () => {
    const paths = [collectionFeed(), seriesFeed(), `/items/${library.items[0].id}/chapters.json`];
    for (const path of paths) expect((await app.other.site.get(path)).status, path).toBe(404);
    const address = encodeURIComponent(`${SITE}/items/${library.items[0].id}`);
    expect((await app.other.site.get(`/oembed?url=${address}`)).status).toBe(404);
    expect((await app.other.site.get('/sitemap.xml')).body).not.toContain('<url>');

    await setItem(app, library.items[0], { status: 'unpublishing' });
    expect((await get(collectionFeed())).body).not.toContain(`demo/items/${library.items[0].id}<`);
    expect((await get(`/items/${library.items[0].id}/chapters.json`)).status).toBe(404);
    expect((await get(`/oembed?url=${address}`)).status).toBe(404);
    expect((await get('/sitemap.xml')).body).not.toContain(`${library.items[0].urlSlug}<`);
    await setItem(app, library.items[0], { status: 'published' });

    await app.demo.api.patch(`/series/${library.series.id}`, { published: false });
    expect((await get(seriesFeed())).status).toBe(404);
    const body: string = (await get(collectionFeed())).body;
    expect(body).toContain(`demo/items/${library.items[0].id}<`);
    expect(body).not.toContain('podcast:season');
    await app.demo.api.patch(`/series/${library.series.id}`, { published: true });
  });

  it('return chapters as JSON, without hidden ones', async () => {
    const { headers, body } = await get(`/items/${library.items[3].id}/chapters.json`);
    expect(headers['content-type']).toBe('application/json+chapters');
    expect(body).toEqual({
      version: '1.2.0',
      title: library.items[3].title,
      chapters: [
        { startTime: 0, title: 'Welcome' },
        { startTime: 90.5, title: `Second ${EVIL}` },
      ],
    });
  });

  it('list every page in a sitemap, or in an index of several', async () => {
    const item = await buildItem(app.other, { title: 'Ünï & <x>' });
    await publish(app, item);
    const host = 'http://other.localhost/api';
    const locs = (xml: string) => [...xml.matchAll(/<loc>([^<]+)</g)].map(([, loc]) => loc);
    const one = await app.other.site.get('/sitemap.xml');
    expect(one.headers['content-type']).toMatch(/^application\/xml/);
    expect(await schemaProblems(one.body, 'sitemap.xsd')).toEqual([]);
    const root = 'http://other.localhost';
    const page = `${root}/items/${encodeURIComponent(item.urlSlug)}`;
    expect(locs(one.body)).toEqual([`${root}/`, `${root}/latest`, page]);

    await putCopies(app.app.db, item, 10_000);
    await app.other.api.patch('/account', {
      settings: { publicSiteUrl: 'https://other.example.org', itemPagePath: '/c{collectionId}/{slug}' },
    });
    const index = (await app.other.site.get('/sitemap.xml')).body;
    expect(await schemaProblems(index, 'sitemap.xsd')).toEqual([]);
    expect(locs(index)).toEqual([`${host}/sitemap.xml?page=1`, `${host}/sitemap.xml?page=2`]);
    const pages: string[] = [];
    for (const address of locs(index))
      pages.push((await app.other.site.get(address?.slice(host.length) ?? '')).body);
    for (const page of pages) expect(await schemaProblems(page, 'sitemap.xsd')).toEqual([]);
    expect(pages.map((page) => locs(page).length)).toEqual([10_000, 1]);
    const all = pages.flatMap(locs);
    expect(new Set(all).size).toBe(10_001);
    expect(all[0]).toBe(
      `https://other.example.org/c${item.collectionId}/${encodeURIComponent(item.urlSlug)}`,
    );
    const last = await app.other.site.get(`/oembed?url=${encodeURIComponent(all.at(-1) ?? '')}`);
    expect(last.status).toBe(200);
    expect((await app.other.site.get('/sitemap.xml?page=3')).status).toBe(404);
  });
});
