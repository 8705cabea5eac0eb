/** Guesses of the episodes of a podcast feed; feeds that are invalid, too large or at private addresses are refused. */
import type { ServerResponse } from 'node:http';
import { hostname } from 'node:os';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildCollection, buildSpeaker, type Built } from '../support/factories.js';
import { episodeAt, feedOf, startFeedServer, type FeedServer } from '../support/feed-server.js';
import { useApp } from '../support/start-app.js';
import { use } from '../support/use.js';

describe('a podcast feed', () => {
  const app = useApp({ env: { WEBHOOKS_ALLOW_PRIVATE: 'true' } });
  let server: FeedServer;
  let collectionId: number;
  beforeEach(async () => {
    server = await startFeedServer();
    collectionId = (await buildCollection(app.demo)).id;
  });
  afterEach(() => server.close());

  const guess = (more = {}, api = app.demo.api) =>
    api.post('/items/import/feed', { collectionId, feedUrl: `${server.url}/feed.xml`, ...more });
  const serveFeed = (...episodes: Parameters<typeof feedOf>[0]) =>
    server.serve('/feed.xml', feedOf(episodes));

  it('becomes guesses, with what the feed says of each episode', async () => {
    const { id } = await buildSpeaker(app.demo, { name: 'Jane Doe' });
    serveFeed(
      episodeAt(server, '/13.mp3', '<pubDate>Sun, 03 Mar 2024 10:00:00 GMT</pubDate>'),
      episodeAt(
        server,
        '/14.mp3',
        '<pubDate>Sun, 10 Mar 2024 10:00:00 GMT</pubDate><itunes:author>Grace FM</itunes:author><itunes:season>2</itunes:season><itunes:episode>14</itunes:episode>' +
          '<itunes:duration>30:30</itunes:duration><description><![CDATA[<p>On Rom 8 &amp; hope.</p>]]></description>' +
          `<podcast:transcript url="/14.html" type="text/html"/><podcast:transcript url="/14.vtt" type="text/vtt" language="en"/>`,
      ),
    );
    const { status, body } = await guess({ limit: 1 });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      feed: { title: 'Grace FM', language: 'en-us' },
      total: 2,
      hasMore: true,
      guesses: [
        {
          title: { value: 'Interview with Jane Doe', from: 'feed' },
          date: { value: '2024-03-10', from: 'feed' },
          speakers: [{ id, from: 'feed' }],
          orderInSeries: { value: 14, from: 'feed' },
          scriptures: [{ citation: 'Romans 8' }],
          language: { value: 'en-US', from: 'feed' },
          description: 'On Rom 8 & hope.',
          durationSecs: 1830,
          existingItemId: null,
          episode: {
            guid: 'guid-of-/14.mp3',
            enclosureUrl: `${server.url}/14.mp3`,
            transcriptUrl: `${server.url}/14.vtt`,
            transcriptType: 'text/vtt',
          },
        },
      ],
    });
    const second = await guess({ limit: 1, offset: 1 });
    expect(second.body).toMatchObject({ hasMore: false, guesses: [{ date: { value: '2024-03-03' } }] });
    // The second page comes from the cache.
    expect(server.requests).toEqual(['/feed.xml']);
  });

  it('may have three thousand episodes', async () => {
    const long = `<description>${'word '.repeat(800)}</description>`;
    serveFeed(...Array.from({ length: 3_000 }, (_, at) => episodeAt(server, `/${at}.mp3`, long)));
    const { body } = await guess({ limit: 200, offset: 2_900 });
    expect([body.total, body.guesses.length, body.hasMore]).toEqual([3_000, 100, false]);
  });

  it.each([
    [
      'entities',
      () =>
        '<!DOCTYPE r [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><rss><channel><title>&c;</title></channel></rss>',
      /document type/,
    ],
    ['no feed', () => '<html><body/></html>', /Not a podcast feed/],
    ['a cut file', () => '<rss><channel><item>', /Invalid XML/],
    ['nesting', () => `<rss>${'<a>'.repeat(1_000)}`, /nested/],
  ])('is refused if it has %s', async (_name, xml, reason) => {
    server.serve('/feed.xml', xml());
    const { status, body } = await guess();
    expect([status, body.error.details]).toEqual([
      422,
      [{ path: 'feedUrl', message: expect.stringMatching(reason) }],
    ]);
  });

  it('is refused if it is too large, also after decompression', async () => {
    const chunk = Buffer.alloc(1024 * 1024, ' ');
    let sent = 0;
    server.serve('/feed.xml', (_request, response) => {
      const more = (): void => {
        while (sent < 100 * chunk.length && !response.destroyed) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
        response.end();
      };
      response.writeHead(200);
      more();
    });
    expect((await guess()).body.error.details[0].message).toContain('larger than 32 MiB');
    expect(sent).toBeLessThan(60 * chunk.length);
    const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024));
    server.serve('/feed.xml', (_request, response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb),
    );
    expect((await guess()).body.error.details[0].message).toContain('larger than 32 MiB');
    server.serve('/feed.xml', (_request, response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(feedOf([]))),
    );
    expect((await guess()).body).toMatchObject({ total: 0, guesses: [] });
  });

  it('has the days of its own offset', async () => {
    const times = [
      ['Sun, 12 Jan 2025 19:00:00 -0600', '2025-01-12'],
      ['Sun, 12 Jan 2025 10:00:00 +1100', '2025-01-12'],
      ['Sun, 12 Jan 2025 18:00:00 PST', '2025-01-12'],
      ['Sun, 12 Jan 2025 00:15:00 +0100', '2025-01-12'],
      ['2025-01-12T10:00:00+11:00', '2025-01-12'],
      ['Sun, 12 Jan 2025 22:00:00 EDT (Eastern)', '2025-01-12'],
      // Programs write UTC whatever the place: the zone of the account decides.
      ['Sat, 11 Jan 2025 23:00:00 GMT', '2025-01-12'],
      ['2025-01-12T10:30:00Z', '2025-01-12'],
    ] as const;
    await app.demo.api.patch('/account', { timeZone: 'Australia/Sydney' });
    serveFeed(...times.map(([time], at) => episodeAt(server, `/${at}.mp3`, `<pubDate>${time}</pubDate>`)));
    const { guesses } = (await guess()).body;
    const days = new Map(guesses.map((one: Built) => [one.episode.guid, one.date?.value]));
    await app.demo.api.patch('/account', { timeZone: 'UTC' });
    expect(times.map((_, at) => days.get(`guid-of-/${at}.mp3`))).toEqual(times.map(([, day]) => day));
  });

  it('has the episodes of all of its pages', async () => {
    const next = (path: string) =>
      `<atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="next" href="${path}"/>`;
    const page = (at: number) => [0, 1].map((n) => episodeAt(server, `/${at}-${n}.mp3`));
    server.serve('/feed.xml', feedOf(page(1), next('/2.xml')));
    server.serve('/2.xml', feedOf(page(2), next('/3.xml')));
    server.serve('/3.xml', feedOf([...page(3), ...page(1)], next('/2.xml')));
    const { body } = await guess();
    expect(body).toMatchObject({ total: 6, isWhole: true, hasMore: false, notes: [] });
    expect(server.requests).toEqual(['/feed.xml', '/2.xml', '/3.xml']);
  });

  it('has the episodes before a page that cannot be read, and says so', async () => {
    const next = '<atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="next" href="/gone.xml"/>';
    server.serve('/feed.xml', feedOf([episodeAt(server, '/1.mp3')], next));
    const { body } = await guess();
    expect(body).toMatchObject({ total: 1, isWhole: true, notes: [expect.stringContaining('404')] });
  });

  const feedWith = (title: string, more = '') =>
    feedOf([episodeAt(server, '/1.mp3', `<itunes:title>${title}</itunes:title>${more}`)]);
  it.each([
    ['a control character', () => feedWith('Grace\u0008 &amp; peace'), 'Grace & peace'],
    ['an ampersand', () => feedWith('Grace & peace &amp; joy'), 'Grace & peace & joy'],
    ['entities of HTML', () => feedWith('Grace&nbsp;&eacute; &unknown; peace'), 'Grace é &unknown; peace'],
    [
      'text behind it',
      () => `${feedWith('Grace')}\n<a href="https://x.example/">Powered by a plugin</a>`,
      'Grace',
    ],
    [
      'a document type without entities',
      () => feedWith('Grace').replace('?>', '?><!DOCTYPE rss SYSTEM "http://my.netscape.com/rss-0.91.dtd">'),
      'Grace',
    ],
    [
      'an ampersand beside CDATA',
      () => feedWith('<![CDATA[Grace & peace]]>', '<link>https://x.example/?a=1&b=2</link>'),
      'Grace & peace',
    ],
  ])('is repaired if it has %s', async (_name, xml, title) => {
    server.serve('/feed.xml', xml());
    const { status, body } = await guess();
    expect([status, body.error]).toEqual([200, undefined]);
    expect(body.guesses.map((one: Built) => one.title.value)).toEqual([title]);
    expect(body.notes).toEqual([expect.stringMatching(/^Repaired: /)]);
  });

  it('has texts without code, and of several files the one that every player plays', async () => {
    const more =
      '<enclosure url="/a.m4a" type="audio/mp4"/><enclosure url="/a.mp3" type="audio/mpeg"/>' +
      '<description><![CDATA[<p>One</p><SCRIPT type="x">if (a < b) x()</SCRIPT><style>p{}</style>Two <script>rest]]></description>';
    server.serve(
      '/feed.xml',
      feedOf([episodeAt(server, '/a.ogg', more)]).replace('type="audio/mpeg"', 'type="audio/ogg"'),
    );
    const [episode] = (await guess()).body.guesses;
    expect(episode).toMatchObject({
      description: 'One\nTwo',
      episode: { enclosureUrl: `${server.url}/a.mp3`, mimeType: 'audio/mpeg' },
    });
  });

  it('follows a few redirects', async () => {
    const to = (location: string) => (_request: unknown, response: ServerResponse) =>
      response.writeHead(302, { Location: location }).end();
    server.serve('/real.xml', feedOf([]));
    server.serve('/feed.xml', to('/real.xml'));
    expect((await guess()).status).toBe(200);
    server.serve('/loop.xml', to('/loop.xml'));
    server.serve('/file.xml', to('file:///etc/passwd'));
    for (const path of ['/loop.xml', '/file.xml', '/missing.xml'])
      expect((await guess({ feedUrl: server.url + path })).status).toBe(422);
  });

  it('is for those who may create items, of one account only', async () => {
    serveFeed();
    expect((await guess({}, await app.withScopes(app.demo, 'content:draft'))).body).toMatchObject({
      mayCreateNames: false,
    });
    expect((await guess({}, await app.withScopes(app.demo, 'content:read'))).status).toBe(403);
    const foreign = await guess({}, app.other.api);
    expect([foreign.status, foreign.body.error.details[0].path]).toEqual([422, 'collectionId']);
    expect(
      (await guess({ feedUrl: 'ftp://example.org/', limit: 0 })).body.error.details.map(
        ({ path }: Built) => path,
      ),
    ).toEqual(['feedUrl', 'limit']);
  });
});

describe('a podcast feed of an installation without private addresses', () => {
  const app = useApp();
  const server = use(() => startFeedServer(), 'close');

  it.each([
    'http://127.0.0.1/',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest',
    'https://[::1]/',
    'http://localhost/',
    'http://2130706433/',
  ])('is refused at %s, and so are its files', async (address) => {
    const { id: collectionId } = await buildCollection(app.demo);
    const local = address.replace('127.0.0.1', new URL(server.url).host);
    const feed = await app.demo.api.post('/items/import/feed', { collectionId, feedUrl: local });
    expect([feed.status, feed.body.error.details]).toEqual([
      422,
      [{ path: 'feedUrl', message: expect.stringContaining('private or local') }],
    ]);
    const episode = {
      feedUrl: 'https://example.org/f',
      guid: '1',
      enclosureUrl: local,
      transcriptUrl: local,
      mimeType: 'audio/mpeg',
    };
    const made = await app.demo.api.post('/items/import/create', {
      collectionId,
      items: [{ title: 'A', date: null, episode }],
    });
    expect([made.status, made.body.error.details.map(({ path }: Built) => path)]).toEqual([
      422,
      ['items.0.episode.enclosureUrl', 'items.0.episode.transcriptUrl'],
    ]);
    expect(server.requests).toEqual([]);
  });

  it('says the same of a name that does not resolve and of one that resolves to this machine', async () => {
    const { id: collectionId } = await buildCollection(app.demo);
    const { port } = new URL(server.url);
    const messages = [];
    for (const host of [hostname(), 'nothing.invalid']) {
      const feedUrl = `http://${host}:${port}/feed.xml`;
      const { status, body } = await app.demo.api.post('/items/import/feed', { collectionId, feedUrl });
      expect(status).toBe(422);
      messages.push(JSON.stringify(body.error.details).replaceAll(host, 'HOST'));
    }
    expect(messages[0]).toContain('HOST does not resolve to a public address');
    expect(messages[1]).toBe(messages[0]);
    expect(server.requests).toEqual([]);
  });
});
