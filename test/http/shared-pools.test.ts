/**
 * Pools that all accounts share: an account that uses more than its share is refused or waits, and others are served
 * meanwhile.
 */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { imageWork } from '../../src/platform/images/read-image.js';
import { buildPerson, consoleOf, PASSWORD } from '../support/browser.js';
import type { Answer } from '../support/client.js';
import { buildCollection, buildItem } from '../support/factories.js';
import { startFeedServer, feedOf, type FeedServer } from '../support/feed-server.js';
import { picture } from '../support/images.js';
import { useApp, type Tenant } from '../support/start-app.js';
import { talks, vttOf } from '../support/talks.js';

const statuses = (answers: readonly Answer[]): Set<number> => new Set(answers.map(({ status }) => status));
const several = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

describe('while an account has filled', () => {
  // No server listens there: accepted events stay in the spool.
  const app = useApp({
    env: {
      CLICKHOUSE_URL: 'http://127.0.0.1:9',
      SPOOL_MAX_BYTES: '262144',
      TRUSTED_PROXIES: '127.0.0.1',
      WEBHOOKS_ALLOW_PRIVATE: 'true',
    },
  });
  let feeds: FeedServer;
  beforeAll(async () => void (feeds = await startFeedServer()));
  afterAll(() => feeds.close());

  const from = (address: string) => ({ 'X-Forwarded-For': address });

  it('the threads for long texts, another uploads a transcript', async () => {
    const segments = several(1_500, (i) => ({ text: `Segment ${i}. ${'word '.repeat(20)}` }));
    const [mine, theirs] = [await buildItem(app.demo), await buildItem(app.other)];
    expect((await app.demo.api.put(`/items/${mine.id}/transcript`, { segments })).status).toBe(200);
    const bytes = 128 * 1024 * 1024;
    const options = { accountId: app.demo.account.id, bytes, path: 'segments', isJob: true };
    const jobs = several(8, () =>
      app.app.threads.run('writeText', { segments: JSON.stringify(segments) }, options),
    );
    let running = jobs.length;
    for (const job of jobs) void job.finally(() => running--);
    const [upload, exported] = await Promise.all([
      app.other.api.put(`/items/${theirs.id}/transcript`, { segments }),
      app.demo.api.get(`/items/${mine.id}/transcript/segments`),
    ]);
    expect(running).toBeGreaterThan(0);
    expect([upload.status, exported.status]).toEqual([200, 503]);
    await Promise.all(jobs);
  });

  it('its queue of large uploads, another uploads', async () => {
    const item = await buildItem(app.demo);
    const theirs = await buildItem(app.other);
    const path = (id: number) => `/items/${id}/transcript`;
    const text = vttOf(several(2_000, (i) => `${talks.bees[0]} ${i}`));
    const type = { 'Content-Type': 'text/vtt' };
    // Three are read at once and 97 wait. None of their bodies ends.
    const calls: ReturnType<typeof request>[] = [];
    const refused = await new Promise<number>((resolve) => {
      for (let at = 0; at < 101; at++) {
        const headers = { ...app.demo.api.headers, ...type, 'Content-Length': text.length };
        const call = request(`${app.privateUrl}${path(item.id)}`, { method: 'PUT', headers });
        call.on('response', ({ statusCode }) => resolve(statusCode!)).on('error', () => undefined);
        call.write('WEBVTT');
        calls.push(call);
      }
    });
    expect(refused).toBe(503);
    expect((await app.other.api.put(path(theirs.id), text, type)).status).toBe(200);
    for (const call of calls) call.destroy();
  });

  it('its queue of images, another adds one', async () => {
    const bytes = await picture('png', 320, 180);
    const add = async ({ api }: Tenant): Promise<number> => {
      const item = await buildItem({ api } as Tenant);
      const planned = await api.post(`/items/${item.id}/artwork/create`, {
        variant: 'wide',
        fileMimeType: 'image/png',
        fileSizeBytes: bytes.length,
      });
      const { uploadUrl } = planned.body;
      const sent = await fetch(uploadUrl, {
        method: 'PUT',
        body: bytes,
        headers: { 'Content-Type': 'image/png' },
      });
      return sent.status;
    };
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const works = several(101, () => imageWork.run(app.demo.account.id, () => ended));
    expect(await add(app.demo)).toBe(503);
    expect(await add(app.other)).toBe(200);
    end();
    await Promise.all(works);
    expect(await add(app.demo)).toBe(200);
  });

  it('its queue of writes with feeds that do not answer, another reads one', async () => {
    feeds.serve('/never.xml', () => undefined);
    feeds.serve('/feed.xml', feedOf([]));
    const [mine, theirs] = [await buildCollection(app.demo), await buildCollection(app.other)];
    const read = ({ api }: Tenant, collectionId: number, path: string) =>
      api.post('/items/import/feed', { collectionId, feedUrl: `${feeds.url}${path}` });
    // Four are handled at once and 96 wait.
    const hanging = several(101, () => read(app.demo, mine.id, '/never.xml'));
    const refused = await Promise.race(hanging);
    expect(refused.status).toBe(503);
    expect(refused.body.error.message).toContain('Too many writes of this account');
    expect((await read(app.other, theirs.id, '/feed.xml')).status).toBe(200);
    await feeds.close();
    await Promise.all(hanging);
  });

  it('the streams of events, another opens one', async () => {
    const [mine, theirs] = [await buildItem(app.demo), await buildItem(app.other)];
    for (const [{ api }, { id }] of [
      [app.demo, mine],
      [app.other, theirs],
    ] as const)
      await api.put(`/items/${id}/transcript`, vttOf(talks.bees), { 'Content-Type': 'text/vtt' });
    const open = ({ api }: Tenant, id: number, address: string) =>
      new Promise<number>((resolve) => {
        const headers = { ...api.headers, ...from(address) };
        const call = request(`${app.privateUrl}/items/${id}/processing/events`, { headers }, (response) =>
          resolve(response.statusCode!),
        );
        calls.push(call.end());
      });
    const calls: ReturnType<typeof request>[] = [];
    const opened: number[] = [];
    for (let at = 0; opened.at(-1) !== 429; at++)
      opened.push(await open(app.demo, mine.id, `192.0.2.${Math.floor(at / 16)}`));
    expect(opened.length).toBeGreaterThan(64);
    for (let at = 0; at < 16; at++) expect(await open(app.other, theirs.id, '198.51.100.7')).toBe(200);
    for (const call of calls) call.destroy();
    await expect.poll(() => app.app.openStreams()).toBe(0);
    expect(await open(app.demo, mine.id, '192.0.2.1')).toBe(200);
    calls.at(-1)!.destroy();
  });

  it('its share of the event spool, another records events', async () => {
    const events = several(40, (i) => ({ type: 'pageView', url: `https://www.example.org/${i}` }));
    const record = ({ api }: Tenant) => api.post('/logging/batch', { events });
    let refused: Answer;
    do refused = await record(app.demo);
    while (refused.status === 200);
    expect(refused.status).toBe(503);
    expect(refused.body.error.message).toContain('Too many events of this account are waiting');
    expect((await record(app.other)).status).toBe(200);
  });

  it('the hashing of passwords from one address, people at others sign in', async () => {
    const { email } = await buildPerson(app, [[app.other, 'editor']]);
    const browser = () => consoleOf(app).browser();
    const flood = several(20, (i) =>
      browser().post(
        '/auth/sign-in',
        { email: `nobody-${i}@example.org`, password: 'wrong password' },
        from('192.0.2.1'),
      ),
    );
    const signIn = browser().post('/auth/sign-in', { email, password: PASSWORD }, from('198.51.100.7'));
    expect((await signIn).status).toBe(200);
    expect(statuses(await Promise.all(flood))).toEqual(new Set([401, 503]));
  });

  it('the search engine, another is next', async () => {
    const { searcher } = await app.app.index.serving();
    const search = searcher.search.bind(searcher);
    const started: number[] = [];
    const ends: (() => void)[] = [];
    const spy = vi.spyOn(searcher, 'search').mockImplementation(async (asked) => {
      started.push(asked.filter.accountId);
      await new Promise<void>((resolve) => ends.push(resolve));
      return search(asked);
    });
    const flood = several(60, (i) => app.demo.site.get(`/search?q=bread+${i}`));
    await expect.poll(() => started.length).toBe(16);
    const theirs = app.other.site.get('/search?q=bees');
    const endOne = (): number[] => {
      ends.shift()?.();
      return started;
    };
    await expect.poll(endOne).toContain(app.other.account.id);
    expect(started.length).toBeLessThan(60);
    spy.mockRestore();
    while (ends.length > 0) endOne();
    expect((await theirs).status).toBe(200);
    expect(statuses(await Promise.all(flood))).toEqual(new Set([200]));
  });
});

describe('while an account has filled its queue of reports', () => {
  const app = useApp();

  it('another gets one', async () => {
    // Two are made at once and a hundred wait, while the engine starts.
    const flood = several(130, () => app.demo.api.get('/stats/page-views?range=week'));
    expect((await app.other.api.get('/stats/page-views?range=week')).status).toBe(200);
    const answers = await Promise.all(flood);
    expect(statuses(answers)).toEqual(new Set([200, 503]));
    const refused = answers.find(({ status }) => status === 503);
    expect(refused?.body.error.message).toContain('Too many reports of this account');
  });
});
