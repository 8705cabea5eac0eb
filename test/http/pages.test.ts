/**
 * The pages of the public host: without scripts, escaped, cached, limited in size, and framed only by allowed sites.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { createClient, type Client } from '../support/client.js';
import { countQueries } from '../support/count-queries.js';
import { buildCollection, buildItem, buildSeries, setItem } from '../support/factories.js';
import { buildFeedLibrary, EVIL, ITEMS, publish, type FeedLibrary } from '../support/feed-library.js';
import { multipart, picture } from '../support/images.js';
import { putCopies, putMedia } from '../support/public-rows.js';
import { spooledEvents } from '../support/spooled-events.js';
import { useApp } from '../support/start-app.js';
import { replaceText } from '../support/transcript-texts.js';

const HOST = 'http://demo.localhost';

describe('pages', () => {
  const app = useApp({ env: { CLICKHOUSE_URL: 'http://127.0.0.1:9' } });
  let library: FeedLibrary;
  let host: Client;
  let other: Client;
  beforeAll(async () => {
    library = await buildFeedLibrary(app);
    const origin = new URL(app.publicUrl).origin;
    host = createClient(origin, { Host: 'demo.localhost' });
    other = createClient(origin, { Host: 'other.localhost' });
  });

  const read = async (path: string, status = 200): Promise<string> => {
    const answer = await host.get(path);
    expect([path, answer.status]).toEqual([path, status]);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    return String(answer.body);
  };
  const configure = (settings: object) => app.demo.api.patch('/account', { settings });
  const itemPath = (at: number) => `/items/${encodeURIComponent(library.items[at].urlSlug)}`;
  const tag = (page: string, pattern: RegExp) => pattern.exec(page)?.[1];
  const titles = (page: string) =>
    [...page.matchAll(/<h2><a class="text" href="([^"]+)"/g)].map(([, href]) => href);

  it('of items contain the metadata for search engines, other sites and readers', async () => {
    const item = library.items[5];
    const page = await read(itemPath(5));
    expect(page).toMatch(/^<!doctype html>\s*<html lang="en">/);
    expect(tag(page, /<title>([^<]*)</)).toContain('Talk 6 ]]&gt; &amp; &amp;amp;');
    expect(tag(page, /rel="canonical" href="([^"]+)"/)).toBe(
      `https://demo.example.org/site/talks/${encodeURIComponent(item.urlSlug)}`,
    );
    expect(page).toContain('<meta property="og:type" content="article"');
    expect(page).toContain(`<meta property="og:audio" content="${HOST}/api/files/`);
    const { jsonLd } = (await app.demo.site.get(`/items/${item.id}`)).body.item;
    expect(JSON.parse(tag(page, /ld\+json">(.*?)<\/script>/) ?? '')).toEqual(jsonLd);
    const oEmbed = tag(page, /type="application\/json\+oembed"\s+href="([^"]+)"/) ?? '';
    expect((await host.get(oEmbed.slice(HOST.length).replaceAll('&amp;', '&'))).body.title).toBe(item.title);
    const feeds = [...page.matchAll(/application\/rss\+xml"\s+href="([^"]+)"/g)].map(([, url = '']) => url);
    expect(feeds).toHaveLength(2);
    for (const url of feeds) expect((await host.get(url.slice(HOST.length))).status).toBe(200);

    expect(page).toContain('<h4 class="text">Welcome</h4>');
    expect(page).toMatch(/<a class="time" href="[^"]+talk\.mp3#t=0">0:00<\/a> Good morning\./);
    expect(page).toMatch(
      /<h3 class="text">\s*<a href="\/\?q=John\+3%3A16-18">John 3:16-18<\/a>\s*<\/h3>[^]*For God so loved the world/,
    );
    expect(page).toMatch(/<p class="kicker"><a class="text" href="\/series\/[^"]+">Series /);
    expect(page).toContain(`href="/speakers/${library.speaker.id}"`);
    expect(page).toMatch(/href="\/topics\/\d+"/);
    // Text of the library never becomes markup, and never ends the structured data.
    expect(page).not.toContain('<script>alert');
    expect(page).not.toContain('</script> ');
    expect(page.match(/<script/g)).toHaveLength(3);
  });

  it('have a Content-Security-Policy that allows only their own scripts', async () => {
    const { headers } = await host.get(itemPath(0));
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain(
      `script-src ${HOST}/assets/ ${HOST}/components.js ${HOST}/player.js; style-src 'unsafe-inline';`,
    );
    expect(policy).toContain("default-src 'none'; base-uri 'none'; form-action 'self'");
    expect(policy).toMatch(/^frame-ancestors 'none'; /);
    expect(headers['x-frame-options']).toBe('DENY');
    const item = await buildItem(app.demo, { collectionId: library.collection.id });
    await putMedia(
      app.app.db,
      { id: item.id, accountId: app.demo.account.id },
      { url: 'https://cdn.example.org/a.mp3' },
    );
    await publish(app, item);
    const own = String((await host.get(`/items/${item.id}`)).headers['content-security-policy']);
    expect(own).toMatch(/media-src 'self' blob: http:\/\/demo\.localhost https:\/\/cdn\.example\.org;/);
    await setItem(app, item, { status: 'unpublished' });
  });

  it('are found by slug, by id, and by collection if a slug is ambiguous', async () => {
    await configure({ publicSiteUrl: null });
    const canonical = async (path: string) => tag(await read(path), /rel="canonical" href="([^"]+)"/);
    expect(await canonical(`/items/${library.items[0].id}`)).toBe(HOST + itemPath(0));
    const { id: collectionId } = await buildCollection(app.demo);
    const twin = await buildItem(app.demo, { title: 'Twin', date: '2020-01-01', collectionId });
    const { urlSlug } = library.items[0];
    await publish(app, twin, { urlSlug });
    const twinPath = `${itemPath(0)}?collectionId=${collectionId}`;
    expect(await canonical(twinPath)).toBe(HOST + twinPath);
    expect(await read(twinPath)).toContain('<h1 class="text">Twin</h1>');
    expect(await read(itemPath(0))).toContain('<h1 class="text">Talk 1 ');
    const { body: sitemap } = await app.demo.site.get('/sitemap.xml');
    expect(sitemap).toContain(`<loc>${HOST}${twinPath}</loc>`);
    expect(sitemap).toContain(`<loc>${HOST}${itemPath(1)}</loc>`);
    expect(sitemap).toContain(`<loc>${HOST}/latest</loc>`);
    expect(await read('/')).toContain('page-url="/items/{slug}?collectionId={collectionId}"');
    await setItem(app, twin, { status: 'unpublished' });
    expect(await read('/')).toContain('page-url="/items/{slug}"');
    const series = await buildSeries(app.demo, { title: 'Twin series', collectionId });
    await app.app.db
      .updateTable('series')
      .set({ urlSlug: library.series.urlSlug })
      .where('id', '=', series.id)
      .execute();
    const seriesPath = `/series/${encodeURIComponent(library.series.urlSlug)}`;
    expect(await read(`${seriesPath}?collectionId=${library.collection.id}`)).toContain(
      '<h1 class="text">Series ',
    );
    expect(await canonical(`/series/${series.id}`)).toBe(`${HOST}${seriesPath}?collectionId=${collectionId}`);
    await app.demo.api.delete(`/series/${series.id}`);
  });

  it('return 404 for private items, other accounts, and page numbers past the end', async () => {
    const draft = await buildItem(app.demo, { title: 'Draft', collectionId: library.collection.id });
    for (const path of [
      '/items/nope',
      `/items/${draft.id}`,
      '/series/nope',
      '/speakers/999999',
      '/speakers/x',
      '/topics/999999',
      '/latest?page=9',
      `/embed/items/${draft.id}`,
    ]) {
      const page = await read(path, 404);
      expect(page).toMatch(/This page does not exist\.|This talk is not available\./);
      expect(page).not.toContain('Draft');
    }
    const foreign = await other.get(itemPath(0));
    expect([foreign.status, String(foreign.body)]).toEqual([404, expect.not.stringContaining('Talk 1')]);
    expect((await host.post('/latest')).status).toBe(405);
  });

  it('list items in linked pages, whatever other parameters the URL has', async () => {
    const { id: collectionId } = await buildCollection(app.demo);
    const item = await buildItem(app.demo, { title: 'Many', date: '2019-01-01', collectionId });
    await publish(app, item);
    await putCopies(app.app.db, item, 60);
    const first = await read('/latest?fbclid=1&ref=mail&page=x');
    expect(tag(first, /rel="canonical" href="([^"]+)"/)).toBe(`${HOST}/latest`);
    expect(titles(first)[0]).toBe(itemPath(ITEMS - 1));
    for (const path of ['/robots.txt?x=1', '/icon.svg?%=']) expect((await host.get(path)).status).toBe(200);
    const seen: unknown[] = [];
    let next: string | undefined = '/latest';
    let before: string | undefined;
    while (next) {
      const page = await read(next);
      seen.push(...titles(page));
      expect(tag(page, /<link rel="prev" href="([^"]+)"/)).toBe(before && HOST + before);
      expect(tag(page, /<a rel="prev" href="([^"]+)"/)).toBe(before);
      before = next;
      next = tag(page, /<a rel="next" href="([^"]+)"/);
    }
    expect([seen.length, new Set(seen).size]).toEqual([ITEMS + 61, ITEMS + 61]);

    const series = await read(`/series/${encodeURIComponent(library.series.urlSlug)}`);
    expect(titles(series)).toEqual(library.items.map((_, at) => itemPath(at)));
    expect(series).toContain(`/api/series/${library.series.id}/feed.xml`);
    const portrait = await multipart(['image', await picture('png', 8, 8), 'ruth.png']);
    const { id } = library.speaker;
    await app.demo.api.post(`/speakers/${id}/image/upload`, portrait.body, { 'Content-Type': portrait.type });
    const speaker = await read(`/speakers/${id}`);
    expect(titles(speaker)).toHaveLength(ITEMS);
    for (const pattern of [/og:image" content="([^"]+)"/, /<img class="picture person" src="([^"]+)"/])
      expect((await host.get(new URL(tag(speaker, pattern)!).pathname)).status).toBe(200);
    expect(tag(speaker, /<h1 class="text">(.*?)<\/h1>/)).toContain('Ruth ]]&gt;');
    const topic = tag(await read(itemPath(0)), /href="(\/topics\/\d+)"/) ?? '';
    expect(titles(await read(topic))).toHaveLength(ITEMS);
  });

  it('search without scripts, and show the query as text for this request only', async () => {
    const query = `"Talk 3" ${EVIL.slice(0, 20)}`;
    const page = await read(`/?q=${encodeURIComponent(query)}`);
    expect(page).toContain('<meta name="robots" content="noindex"');
    expect(page).not.toContain('rel="canonical"');
    expect(page).toContain('value="&quot;Talk 3&quot; ]]&gt; &amp; ');
    expect(await read('/?q=Talk&page=abc')).toContain('No results for');
    expect(await read('/?q=-nothing')).toContain('No results for');
    expect(await read(`/?q=${'x'.repeat(3_000)}`)).toContain('No results for');
    expect(await read('/')).toContain('<form class="find" action="/"');
    expect(spooledEvents(app).filter(({ table }) => table === 'searches')).toEqual([]);
  });

  it('offer the component’s filters without scripts', async () => {
    const { id } = library.speaker;
    const page = await read(`/?speaker=${id}&book=zzz&topic=x&year=2019&year=2020`);
    expect(page).toContain('<meta name="robots" content="noindex"');
    expect(page).toMatch(
      new RegExp(`<select name="speaker">[^]*<option value="${id}" selected>\\s*Ruth \\]\\]&gt;`),
    );
    // All of them are of one year.
    expect(page).not.toContain('<select name="year">');
    expect(page).toContain(`${ITEMS} talks`);
    const many = await read('/?year=2019&collection=&t=9');
    expect(many).toContain('61 talks');
    const next = tag(many, /<a rel="next" href="([^"]+)"/) ?? '';
    expect(next).toBe('/?year=2019&amp;page=2');
    expect(await read(next.replaceAll('&amp;', '&'))).toMatch(/rel="prev" href="\/\?year=2019"/);
    expect(await read(`/?speaker=${id}&year=1900`)).toContain('No talks match these filters');
    const none = await read('/?speaker=999999999&q=xyzzy');
    expect(none).toMatch(/<a href="\/\?q=xyzzy">Clear filters/);
    // Unknown parameters are not filters.
    expect(await read('/?speaker=-1&year=0&book=nine&spelling=x')).toContain('rel="canonical"');
    expect(String((await other.get(`/?speaker=${id}`)).body)).not.toContain('Talk ');
  });

  it('are cached until something changes', async () => {
    const counter = countQueries();
    try {
      for (const path of ['/', '/latest', itemPath(2), `/series/${library.series.id}`, '/robots.txt']) {
        const { headers } = await host.get(path);
        const queries = await counter.least(async () => {
          const again = await host.get(path, { 'If-None-Match': headers.etag ?? '' });
          expect([path, again.status]).toEqual([path, 304]);
        });
        expect([path, queries]).toEqual([path, 2]);
      }
    } finally {
      counter.restore();
    }
    await app.demo.api.patch(`/items/${library.items[2].id}`, { title: 'Renamed' });
    expect(await read(itemPath(2))).toContain('<h1 class="text">Renamed</h1>');
    expect(await read('/latest')).toContain('>Renamed</a>');
    const robots = await host.get('/robots.txt');
    expect(robots.body).toContain(`Sitemap: ${HOST}/api/sitemap.xml`);
  });

  it('show a long transcript up to the page limit', async () => {
    const item = library.items[4];
    const text = 'And he said to them that it would be so. ';
    const segments = Array.from({ length: 60_000 }, (_, at) => ({
      text: `${text}${at}.`,
      startMs: at * 1_000,
      endMs: at * 1_000 + 900,
      speaker: at % 2_000 < 1_000 ? 'Ruth' : '<b>Miriam</b>',
    }));
    await replaceText(app.app.db, item.id, JSON.stringify(segments));
    const page = await read(itemPath(4));
    expect(page.length).toBeLessThan(3_000_000);
    expect(page).toContain('<b>&lt;b&gt;Miriam&lt;/b&gt;: </b>');
    expect(page).toMatch(/href="[^"]+transcript\.txt">Full transcript/);
    // Ten hours without minutes.
    await replaceText(app.app.db, item.id, JSON.stringify(segments.slice(0, 20_000)));
    await app.demo.api.patch(`/items/${item.id}`, { title: 'Long' });
    const whole = await read(itemPath(4));
    expect(whole).toContain('19999.');
    expect(whole).not.toContain('Full transcript');
  });

  it('use the account’s language, colour and links', async () => {
    const links = [{ title: 'Besuch <uns>', url: 'https://demo.example.org/besuch' }];
    await configure({ language: 'de-AT', accentColorHex: '#7a2e1d', links });
    const page = await read('/latest');
    expect(page).toContain('<html lang="de">');
    expect(page).toContain('Neueste Vorträge');
    expect(page).toContain('oklch(from #7a2e1d min(');
    expect(page).toMatch(/<a href="https:\/\/demo\.example\.org\/besuch"\s*>Besuch &lt;uns&gt;<\/a>/);
    expect(await read('/items/nope', 404)).toContain('Diese Seite gibt es nicht.');
    expect(String((await host.get('/icon.svg')).body)).toContain('fill="#7a2e1d"');
    await configure({ language: 'nl', accentColorHex: null, links: [] });
    expect(await read('/latest')).toContain('<html lang="en">');
  });
});
