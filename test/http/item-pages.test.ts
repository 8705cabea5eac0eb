/** Item pages for other sites and search engines: oEmbed, and structured data in public responses. */
import { beforeAll, describe, expect, it } from 'vitest';
import { buildItem, setItem } from '../support/factories.js';
import { buildFeedLibrary, EVIL, publish, SITE, type FeedLibrary } from '../support/feed-library.js';
import { putChapter, putMedia } from '../support/public-rows.js';
import { useApp } from '../support/start-app.js';

/** The public host without its API. */
const HOST = SITE.replace('/api', '');

describe('item pages', () => {
  const app = useApp();
  let library: FeedLibrary;
  beforeAll(async () => {
    library = await buildFeedLibrary(app);
  });

  const get = (path: string) => app.demo.site.get(path);
  const collectionFeed = () => `/collections/${library.collection.id}/feed.xml`;
  const seriesFeed = () => `/series/${library.series.id}/feed.xml`;

  it('provide oEmbed for the page of an item and its URL here', async () => {
    const item = library.items[1];
    const own = `${SITE}/items/${item.id}`;
    const addresses = [
      `https://demo.example.org/site/talks/${item.urlSlug}`,
      `http://demo.example.org/site/talks/${encodeURIComponent(item.urlSlug)}/?utm=1#x`,
      own,
      `${SITE}/items/by-slug/${item.urlSlug}`,
      `${HOST}/items/${encodeURIComponent(item.urlSlug)}?collectionId=${library.collection.id}`,
      `${HOST}/items/${item.id}`,
      `${HOST}/embed/items/${item.id}`,
      `${(await app.app.accounts.present(app.demo.account)).searchBaseUrl}/items/${item.id}`,
    ];
    await setItem(app, item, {
      wideImgUrl: '/files/1/key/wide.png',
      wideImgMetadata: JSON.stringify({ width: 1_600, height: 900 }),
      squareImgUrl: '/files/1/key/square.png',
      squareImgMetadata: JSON.stringify({ width: 300, height: 300 }),
    });
    for (const address of addresses) {
      const { status, body } = await get(`/oembed?url=${encodeURIComponent(address)}`);
      expect(status, address).toBe(200);
      expect(body).toMatchObject({
        type: 'rich',
        version: '1.0',
        title: item.title,
        provider_name: 'Demo & <Church>',
        provider_url: 'https://demo.example.org/site/',
        thumbnail_url: `${SITE}/files/1/key/wide.png`,
        thumbnail_width: 1_600,
      });
      expect(body.html).toContain(`<iframe src="${HOST}/embed/items/${item.id}" width="480" height="210"`);
      expect(body.html).not.toContain('<script');
      expect(body.html).toContain('&lt;script&gt;alert(&quot;1&quot;)');
    }
    const oEmbed = async (query: string) => get(`/oembed?url=${encodeURIComponent(own)}${query}`);
    const small = (await oEmbed('&maxwidth=320&maxheight=400&format=json')).body;
    expect(small).toMatchObject({ width: 320, thumbnail_width: 300, thumbnail_height: 300 });
    expect((await oEmbed('&maxwidth=200')).body).not.toHaveProperty('thumbnail_url');
    expect((await oEmbed('&format=xml')).status).toBe(501);
    for (const query of ['&format=yaml', '&maxwidth=0', '&maxheight=x'])
      expect((await oEmbed(query)).status, query).toBe(400);
    expect((await get('/oembed')).status).toBe(400);
    for (const address of [
      'nonsense',
      'https://elsewhere.example.org/site/talks/x',
      'https://demo.example.org/site/talks/no-such-slug',
      'https://demo.example.org/site/talks/%ff',
      'https://demo.example.org/talks/x',
      `${SITE}/items/99999999`,
      `${SITE}/items/${item.id}/related`,
      `javascript:alert(1)//demo.localhost/api/items/${item.id}`,
    ])
      expect((await get(`/oembed?url=${encodeURIComponent(address)}`)).status, address).toBe(404);

    const odd = await app.demo.site.get(`/oembed?url=${encodeURIComponent(own)}`, {
      Host: 'demo.localhost:99999',
    });
    expect(odd.status).toBe(404);

    const link = String((await get(`/items/${item.id}`)).headers.link);
    expect(link).toMatch(/; rel="alternate"; type="application\/json\+oembed"$/);
    expect((await get(/<(.*)>/.exec(link)?.[1]?.slice(SITE.length) ?? '')).body.title).toBe(item.title);
  });

  it('embed platform videos or video files, and link to anything else', async () => {
    const { db } = app.app;
    const accountId = app.demo.account.id;
    const embed = async (values: Record<string, unknown> | undefined, query = '') => {
      const item = await buildItem(app.demo, { collectionId: library.collection.id });
      await publish(app, item);
      if (values) await putMedia(db, { id: item.id, accountId }, { contentType: 'video', ...values });
      const { body } = await get(`/oembed?url=${encodeURIComponent(`${SITE}/items/${item.id}`)}${query}`);
      const { jsonLd } = (await get(`/items/${item.id}`)).body.item;
      await setItem(app, item, { status: 'unpublished' });
      return { body, jsonLd };
    };
    const tube = await embed({ externalPlatform: 'youtube', externalPlatformId: 'a"b' }, '&maxheight=180');
    expect(tube.body).toMatchObject({ type: 'video', width: 202, height: 180 });
    expect(tube.body.html).toMatch(/^<iframe src="http:\/\/demo\.localhost\/embed\/items\/\d+" width="202"/);
    expect(tube.jsonLd).toMatchObject({
      '@type': 'VideoObject',
      embedUrl: 'https://www.youtube-nocookie.com/embed/a%22b',
    });
    const vimeo = await embed({ externalPlatform: 'vimeo', externalPlatformId: '123' });
    expect(vimeo.jsonLd).toMatchObject({ embedUrl: 'https://player.vimeo.com/video/123' });
    const unlisted = await embed({
      externalPlatform: 'vimeo',
      externalPlatformId: '123/a1b2',
      durationSecs: 90,
    });
    expect(unlisted.jsonLd).toMatchObject({
      embedUrl: 'https://player.vimeo.com/video/123?h=a1b2',
      duration: 'PT1M30S',
    });
    const file = await embed({ url: 'https://cdn.example.org/a.mp4?x=1&y="', mimeType: 'video/mp4' });
    expect(file.body).toMatchObject({ type: 'video', width: 640, height: 426 });
    const none = await embed(undefined);
    expect(none.body.type).toBe('link');
    expect(none.body).not.toHaveProperty('html');
    expect(none.jsonLd['@type']).toBe('Article');
  });

  it('describe an item to search engines', async () => {
    const item = library.items[5];
    const { body } = await get(`/items/${item.id}`);
    const bySlug = await get(`/items/by-slug/${encodeURIComponent(item.urlSlug)}`);
    expect(bySlug.body.item.jsonLd).toEqual(body.item.jsonLd);
    const page = `https://demo.example.org/site/talks/${encodeURIComponent(item.urlSlug)}`;
    const clip = (name: string, startOffset: number, endOffset: number) => ({
      '@type': 'Clip',
      name,
      startOffset,
      endOffset,
      url: `${page}#t=${startOffset}`,
    });
    expect(body.item.jsonLd).toEqual({
      '@context': 'https://schema.org',
      '@type': 'PodcastEpisode',
      '@id': page,
      url: page,
      name: item.title,
      headline: item.title,
      description: item.description,
      dateCreated: item.date,
      datePublished: '2026-11-01T09:00:00.000Z',
      duration: 'PT1H2M3S',
      inLanguage: 'en-GB',
      position: 6,
      associatedMedia: {
        '@type': 'AudioObject',
        contentUrl: `${SITE}/files/${app.demo.account.id}/key6/talk.mp3`,
        encodingFormat: 'audio/mpeg',
        duration: 'PT1H2M3S',
      },
      hasPart: [clip('Welcome', 0, 90), clip(`Second ${EVIL}`, 90, 3_723)],
      author: [
        { '@type': 'Person', name: library.speaker.name, image: `${SITE}/files/1/key/ruth.png` },
        { '@type': 'Person', name: 'Miriam Adler' },
      ],
      publisher: { '@type': 'Organization', name: 'Demo & <Church>', url: 'https://demo.example.org/site/' },
      isPartOf: [
        { '@type': 'PodcastSeries', name: library.collection.name, webFeed: SITE + collectionFeed() },
        {
          '@type': ['CreativeWorkSeries', 'PodcastSeries'],
          name: library.series.title,
          webFeed: SITE + seriesFeed(),
        },
      ],
      about: [{ '@type': 'Thing', name: `Hope ${EVIL}` }],
      keywords: [`Hope ${EVIL}`],
      citation: [
        {
          '@type': 'CreativeWork',
          name: 'John 3:16-18',
          isPartOf: { '@type': 'Book', name: 'Bible' },
        },
      ],
    });
  });

  it('never end a clip before it starts', async () => {
    const item = library.items[6];
    const [asset] = await app.app.db
      .selectFrom('mediaAsset')
      .selectAll()
      .where('itemId', '=', item.id)
      .execute();
    await putChapter(app.app.db, asset!, { startMs: 90_900, title: 'In the same second' });
    await putChapter(app.app.db, asset!, { startMs: 4_000_000, title: 'Beyond the end' });
    const clips = async () => {
      const { hasPart } = (await get(`/items/${item.id}`)).body.item.jsonLd;
      return hasPart.map(({ startOffset, endOffset }: Record<string, number>) => [startOffset, endOffset]);
    };
    expect(await clips()).toEqual([
      [0, 90],
      [90, undefined],
      [90, 4_000],
      [4_000, undefined],
    ]);
  });

  it('reject a path template that identifies no item', async () => {
    for (const itemPagePath of [
      ...['talks/{slug}', '/talks', '/{title}', '//x/{id}', '/a b/{id}', '/{id}?x', 7],
      ...['/{slug}/{slug}', '/{slug}-{id}-{slug}', '/{id}{slug}', `/${'a'.repeat(195)}/{id}`],
    ]) {
      const { status, body } = await app.demo.api.patch('/account', { settings: { itemPagePath } });
      expect([itemPagePath, status]).toEqual([itemPagePath, 422]);
      expect(body.error.details.map(({ path }: { path: string }) => path)).toEqual(['settings.itemPagePath']);
    }
    const longest = { itemPagePath: `/${'a'.repeat(194)}/{id}` };
    expect((await app.demo.api.patch('/account', { settings: longest })).status).toBe(200);
  });

  it('recognise an item from several placeholders in one segment', async () => {
    const { id, urlSlug } = library.items[2];
    const settings = { itemPagePath: '/c{collectionId}/{id}-{slug}.html' };
    expect((await app.demo.api.patch('/account', { settings })).status).toBe(200);
    const page = `https://demo.example.org/site/c${library.collection.id}/${id}-${encodeURIComponent(urlSlug)}.html`;
    expect((await get(`/items/${id}`)).body.item.jsonLd.url).toBe(page);
    expect((await get(`/oembed?url=${encodeURIComponent(page)}`)).body.title).toBe(library.items[2].title);
    for (const other of [page.replace('.html', '.htm'), page.replace(`/${id}-`, '/0-'), `${page}/more`])
      expect((await get(`/oembed?url=${encodeURIComponent(other)}`)).status, other).toBe(404);
  });
});
