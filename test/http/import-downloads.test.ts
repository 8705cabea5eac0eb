/** Downloads of the episodes of a podcast feed: continued, repeated, within the quota, and cancelled. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildCollection, type Built } from '../support/factories.js';
import {
  episodeAt,
  ETAG,
  feedOf,
  sendFile,
  startFeedServer,
  type FeedServer,
} from '../support/feed-server.js';
import { useApp } from '../support/start-app.js';

const MP3 = readFileSync(join(import.meta.dirname, '../support/fixtures/media/talk.mp3'));

describe('an episode of a podcast feed', () => {
  const app = useApp({ worker: true, env: { WEBHOOKS_ALLOW_PRIVATE: 'true' } });
  let server: FeedServer;
  let collectionId: number;
  beforeEach(async () => {
    server = await startFeedServer();
    collectionId = (await buildCollection(app.demo)).id;
  });
  afterEach(() => server.close());

  const guess = (more = {}) =>
    app.demo.api.post('/items/import/feed', { collectionId, feedUrl: `${server.url}/feed.xml`, ...more });
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
    await expect.poll(async () => (await read()).finishedDate, { timeout: 60_000 }).not.toBeNull();
    return read();
  };
  const mediaOf = async ({ results }: Built, at = 0): Promise<Built> =>
    (await app.demo.api.get(`/items/${results[at].item.id}/media`)).body.mediaAssets[0];

  it('is downloaded with its transcript, processed, and recognised again', async () => {
    serveFeed(episodeAt(server, '/a.mp3', `<podcast:transcript url="${server.url}/a.vtt" type="text/vtt"/>`));
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
    server.serve(
      '/moved.xml',
      feedOf([{ ...episodeAt(server, '/a.mp3'), enclosure: `${server.url}/other.mp3` }]),
    );
    const moved = await guess({ feedUrl: `${server.url}/moved.xml` });
    expect(moved.body.guesses[0].existingItemId).toBe(item.id);
    await app.demo.api.delete(`/items/${item.id}`);
    expect((await guess()).body.guesses[0].existingItemId).toBeNull();
  });

  it('continues a download where the connection broke', async () => {
    serveFeed(episodeAt(server, '/b.mp3'));
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
    serveFeed(episodeAt(server, '/gone.mp3'), episodeAt(server, '/page.mp3'), episodeAt(server, '/text.mp3'));
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
    serveFeed(episodeAt(server, '/c.mp3'));
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
});
