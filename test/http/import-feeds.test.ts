/** Importing the episodes of a podcast feed: guesses, downloads that continue, and hostile servers. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engineMissing } from '../support/database.js';
import { buildCollection, buildSpeaker, type Built } from '../support/factories.js';
import { ETAG, feedOf, sendFile, startFeedServer, type FeedServer } from '../support/feed-server.js';
import { startApp, type TestApp } from '../support/start-app.js';

const MP3 = readFileSync(join(import.meta.dirname, '../support/fixtures/media/talk.mp3'));

describe.skipIf(engineMissing)('a podcast feed', () => {
  let app: TestApp;
  let server: FeedServer;
  let collectionId: number;
  beforeAll(async () => {
    app = await startApp({ worker: true, env: { WEBHOOKS_ALLOW_PRIVATE: 'true' } });
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    server = await startFeedServer();
    collectionId = (await buildCollection(app.demo)).id;
  });
  afterEach(() => server.close());

  const guess = (more = {}, api = app.demo.api) =>
    api.post('/items/import/feed', { collectionId, feedUrl: `${server.url}/feed.xml`, ...more });
  const episodeAt = (path: string, more = '') => ({
    title: 'Interview with Jane Doe',
    guid: `guid-of-${path}`,
    enclosure: `${server.url}${path}`,
    more,
  });
  const serveFeed = (...episodes: Parameters<typeof feedOf>[0]) =>
    server.serve('/feed.xml', feedOf(episodes));
  const importAll = async (): Promise<Built> => {
    const { body } = await guess();
    const items = body.guesses.map(({ title, date, speakers, orderInSeries, episode }: Built) => ({
      title: title.value,
      date: date?.value ?? null,
      speakers,
      orderInSeries: orderInSeries?.value ?? null,
      episode,
    }));
    const answer = await app.demo.api.post('/items/import/create', { collectionId, items });
    expect([answer.status, answer.body.error]).toEqual([201, undefined]);
    return answer.body;
  };
  const jobOf = async ({ job }: Built): Promise<Built> => {
    const read = async () => (await app.demo.api.get(`/jobs/${job.id}`)).body.job;
    await expect.poll(async () => (await read()).finishedDate, { timeout: 50_000 }).not.toBeNull();
    return read();
  };
  const mediaOf = async ({ results }: Built, at = 0): Promise<Built> =>
    (await app.demo.api.get(`/items/${results[at].item.id}/media`)).body.mediaAssets[0];

  it('becomes guesses, with what the feed says of each episode', async () => {
    const { id } = await buildSpeaker(app.demo, { name: 'Jane Doe' });
    serveFeed(
      episodeAt('/13.mp3', '<pubDate>Sun, 03 Mar 2024 10:00:00 GMT</pubDate>'),
      episodeAt(
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

  it('is downloaded with its transcript, processed, and recognised again', async () => {
    serveFeed(episodeAt('/a.mp3', `<podcast:transcript url="${server.url}/a.vtt" type="text/vtt"/>`));
    server.serve('/a.mp3', MP3);
    server.serve('/a.vtt', 'WEBVTT\n\n00:00.000 --> 00:02.000\nThere is no condemnation.');
    const created = await importAll();
    expect(created.results[0]).toMatchObject({ status: 'created', isDownloading: true });
    expect(await jobOf(created)).toMatchObject({
      kind: 'import',
      status: 'done',
      total: 1,
      done: 1,
      errors: [],
    });
    await app.idle();
    expect(await mediaOf(created)).toMatchObject({
      status: 'ready',
      fileSizeBytes: MP3.length,
      originalFilename: 'a.mp3',
    });
    const { item } = (await app.demo.api.get(`/items/${created.results[0].item.id}`)).body;
    expect(item.status).toBe('ready');
    const { body } = await guess();
    expect(body.guesses[0].existingItemId).toBe(item.id);
    const again = await importAll();
    expect(again).toMatchObject({
      job: null,
      results: [{ status: 'exists', isDownloading: false, item: { id: item.id } }],
    });
    // A guid is known at another address of the feed, too.
    server.serve('/moved.xml', feedOf([{ ...episodeAt('/a.mp3'), enclosure: `${server.url}/other.mp3` }]));
    const moved = await guess({ feedUrl: `${server.url}/moved.xml` });
    expect(moved.body.guesses[0].existingItemId).toBe(item.id);
    await app.demo.api.delete(`/items/${item.id}`);
    expect((await guess()).body.guesses[0].existingItemId).toBeNull();
  });

  it('continues a download where the connection broke', async () => {
    serveFeed(episodeAt('/b.mp3'));
    const half = Math.floor(MP3.length / 2);
    const folder = join(app.app.config.dataDir, 'downloads');
    const received = (): number =>
      Math.max(
        0,
        ...readdirSync(folder, { recursive: true })
          .map((name) => statSync(join(folder, String(name))))
          .filter((one) => one.isFile())
          .map(({ size }) => size),
      );
    let requests = 0;
    server.serve('/b.mp3', (request, response) => {
      if (requests++ > 0) return sendFile(request, response, MP3);
      response.writeHead(200, { ETag: ETAG, 'Content-Length': MP3.length }).write(MP3.subarray(0, half));
      // Breaks the connection once the half is stored.
      void expect
        .poll(received)
        .toBe(half)
        .finally(() => response.destroy());
    });
    const created = await importAll();
    expect(await jobOf(created)).toMatchObject({ status: 'done', done: 1 });
    expect(server.requests.filter((one) => one.startsWith('/b.mp3'))).toEqual([
      '/b.mp3',
      `/b.mp3 bytes=${half}-`,
    ]);
    expect(await mediaOf(created)).toMatchObject({ fileSizeBytes: MP3.length });
  });

  it('tells why a file cannot be downloaded, and tries again on request', async () => {
    serveFeed(episodeAt('/gone.mp3'), episodeAt('/page.mp3'), episodeAt('/text.mp3'));
    server.serve('/page.mp3', (_request, response) =>
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>'),
    );
    server.serve('/text.mp3', 'These are words.');
    const created = await importAll();
    const job = await jobOf(created);
    expect([job.status, job.failed]).toEqual(['failed', 3]);
    expect(job.errors.map(({ message }: Built) => message).sort()).toEqual([
      'The file is neither audio nor video that can be played',
      'The server responded with 404',
      'The server sends a page instead of the file',
    ]);
    expect(await mediaOf(created)).toMatchObject({
      status: 'error',
      errorMessage: expect.stringMatching(/^The (?:server|file)/),
    });
    for (const path of ['/gone.mp3', '/page.mp3', '/text.mp3']) server.serve(path, MP3);
    const again = await importAll();
    expect(again.results.map(({ status, isDownloading }: Built) => [status, isDownloading])).toEqual(
      Array(3).fill(['exists', true]),
    );
    expect(await jobOf(again)).toMatchObject({ status: 'done', done: 3 });
  });

  it('stays within the quota, and stops when its job is cancelled', async () => {
    const { id } = app.demo.account;
    serveFeed(episodeAt('/c.mp3'));
    server.serve('/c.mp3', MP3);
    const { usage } = await app.app.quotas.of(id);
    await app.app.quotas.setLimits(id, { storedBytes: usage.storedBytes + MP3.length - 1 });
    const { errors } = await jobOf(await importAll());
    expect(errors).toMatchObject([
      { message: 'The file is larger than the storage that the account has left' },
    ]);
    await app.app.quotas.setLimits(id, { storedBytes: null });

    const waiting: ServerResponse[] = [];
    server.serve('/c.mp3', (_request, response) => {
      waiting.push(response);
      response.writeHead(200, { 'Content-Length': MP3.length }).write(MP3.subarray(0, 10));
    });
    const { job, ...rest } = await importAll();
    await expect.poll(() => waiting.length).toBe(1);
    await app.demo.api.post(`/jobs/${job.id}/cancel`);
    await expect
      .poll(
        async () =>
          (
            await app.app.db
              .selectFrom('importedEpisode')
              .select('status')
              .where('itemId', '=', rest.results[0].item.id)
              .execute()
          )[0]?.status,
      )
      .toBe('cancelled');
  });

  it('may have three thousand episodes', async () => {
    const long = `<description>${'word '.repeat(800)}</description>`;
    serveFeed(...Array.from({ length: 3_000 }, (_, at) => episodeAt(`/${at}.mp3`, long)));
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

describe.skipIf(engineMissing)('a podcast feed of an installation without private addresses', () => {
  let app: TestApp;
  let server: FeedServer;
  beforeAll(async () => {
    app = await startApp();
    server = await startFeedServer();
  });
  afterAll(async () => {
    await server.close();
    await app.stop();
  });

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
});
