/** Downloads of feeds' enclosures: what counts once, what does not, and the reports on them. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createFakeClock } from '../support/clock.js';
import { buildCollection, buildItem, buildSpeaker, type Built } from '../support/factories.js';
import { publish } from '../support/feed-library.js';
import { putMedia } from '../support/public-rows.js';
import { startApp, type TestApp } from '../support/start-app.js';

const REPORTS_TIMEOUT_MS = 15_000;
const OVERCAST = 'Overcast/3.0 (+http://overcast.fm/; iOS podcast app)';
const APPLE = 'Podcasts/1650.21 CFNetwork/1335.0.3 Darwin/21.6.0';
const UNKNOWN = 'NobodyKnowsThisApp/2.1';
const ANTENNAPOD = 'AntennaPod/3.1 okhttp/4.12.0';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
/** Ten minutes of 128 kbit/s. */
const FILE = { fileSizeBytes: 9_600_000, durationSecs: 600, mimeType: 'audio/mpeg' };
const MINUTE_BYTES = 960_000;
const DAY_MS = 86_400_000;

describe('downloads', () => {
  const clock = createFakeClock('2026-03-04T11:00:00.000Z');
  let app: TestApp;
  let talk: Built;
  let other: Built;
  let asset: Built;
  let speaker: Built;
  let enclosures: string[];

  beforeAll(async () => {
    app = await startApp({ clock, env: { TRUSTED_PROXIES: '127.0.0.1', COUNTRY_HEADER: 'CF-IPCountry' } });
    await app.demo.api.patch('/account', { settings: { staffNetworks: ['203.0.113.0/24'] } });
    const collection = await buildCollection(app.demo);
    speaker = await buildSpeaker(app.demo);
    const within = { collectionId: collection.id };
    talk = await buildItem(app.demo, { title: 'Bread', speakers: [{ id: speaker.id }], ...within });
    other = await buildItem(app.demo, { title: 'Wine', ...within });
    for (const item of [talk, other]) await publish(app, item);
    const own = { accountId: app.demo.account.id };
    asset = await putMedia(app.app.db, { id: talk.id, ...own }, { ...FILE, url: '/files/1/k/bread.mp3' });
    await putMedia(
      app.app.db,
      { id: other.id, ...own },
      { ...FILE, url: 'https://cdn.example.org/wine.m4a' },
    );
    const feed = await app.demo.site.get(`/collections/${collection.id}/feed.xml`);
    enclosures = [...String(feed.body).matchAll(/<enclosure url="([^"]+)"/g)].map(([, url]) => url!);
  });
  afterAll(() => app?.stop());

  const pathOf = (url: string): string => new URL(url).pathname.replace(/^.*(?=\/items\/)/, '');
  const bread = (): string => pathOf(enclosures.find((url) => url.includes(`/${talk.id}/`))!);
  const wine = (): string => pathOf(enclosures.find((url) => url.includes(`/${other.id}/`))!);
  const get = (path: string, userAgent: string, ip: string, headers: Record<string, string> = {}) =>
    app.demo.site.get(path, { 'User-Agent': userAgent, 'X-Forwarded-For': ip, ...headers });
  const stats = async (path: string, query: object = {}, tenant = app.demo): Promise<Built> => {
    const text = new URLSearchParams({ range: 'last7days', ...query }).toString();
    const { status, body } = await tenant.api.get(`/stats/${path}?${text}`);
    expect({ status, body }).toMatchObject({ status: 200 });
    return body;
  };
  const expectTotal = (total: number, query: object = {}): Promise<void> =>
    vi.waitFor(
      async () => expect((await stats('downloads', query)).downloads.total).toBe(total),
      REPORTS_TIMEOUT_MS,
    );

  it('lead from the feed to the file', async () => {
    expect(enclosures.map((url) => pathOf(url)).sort()).toEqual(
      [`/items/${talk.id}/episode/${asset.id}.mp3`, expect.stringMatching(/\/episode\/\d+\.m4a$/)].sort(),
    );
    const found = await get(bread(), FIREFOX, '192.0.2.99', { Range: 'bytes=0-1' });
    expect([found.status, found.headers.location]).toEqual([
      302,
      expect.stringMatching(/^http.*\/files\/1\/k\/bread\.mp3$/),
    ]);
    const elsewhere = await get(wine(), FIREFOX, '192.0.2.99', { Range: 'bytes=0-1' });
    expect(elsewhere.headers.location).toBe('https://cdn.example.org/wine.m4a');
    const id = String(asset.id);
    for (const path of [
      `/items/${other.id}/episode/${id}.mp3`,
      `/items/${talk.id}/episode/0${id}`,
      `/items/${talk.id}/episode/x`,
    ])
      expect([path, (await get(path, OVERCAST, '192.0.2.1')).status]).toEqual([path, 404]);
    expect((await app.other.site.get(bread())).status).toBe(404);
  });

  it('count each client once a day and file, from a minute of sound', async () => {
    const range = (bytes: string) => ({ Range: `bytes=${bytes}` });
    // Once, although in two parts.
    await get(bread(), OVERCAST, '192.0.2.1', range('0-'));
    await get(bread(), OVERCAST, '192.0.2.1', range('4000000-'));
    // Other apps and other addresses are other clients; one app's name is not known.
    await get(bread(), APPLE, '192.0.2.1', { ...range(`0-${MINUTE_BYTES - 1}`), 'CF-IPCountry': 'KE' });
    await get(bread(), UNKNOWN, '192.0.2.2');
    await get(wine(), OVERCAST, '192.0.2.1');
    await get(wine(), ANTENNAPOD, '192.0.2.4');
    // A page that leads to the feed's file plays it as an app would.
    await get(bread(), FIREFOX, '192.0.2.3');
    // None of these counts.
    await get(bread(), OVERCAST, '192.0.2.50', range('0-1'));
    await get(bread(), OVERCAST, '192.0.2.51', range(`0-${MINUTE_BYTES - 10}`));
    await get(bread(), OVERCAST, '192.0.2.52', range('99999999-'));
    await app.demo.site.send('HEAD', bread(), undefined, {
      'User-Agent': OVERCAST,
      'X-Forwarded-For': '192.0.2.53',
    });
    await get(bread(), 'Googlebot/2.1 (+http://www.google.com/bot.html)', '192.0.2.54');
    await get(bread(), 'curl/8.5.0', '192.0.2.55');
    await get(bread(), '', '192.0.2.56');
    for (const agent of [
      'atc/1.0 watchOS/8.6 model/Watch5,2 hwp/t8006 build/19T572 (6; dt:191)',
      '(null) watchOS/7.4 model/Watch3,4 hwp/t8004 build/18T195 (6; dt:155)',
      'Podcasts/2.0 watchOS/9.1',
      'WhatsApp/2.23.20 A',
    ])
      await get(bread(), agent, '192.0.2.59');
    await get(bread(), OVERCAST, '192.0.2.57', { DNT: '1' });
    await get(bread(), OVERCAST, '203.0.113.7');
    await get('/files/1/k/bread.mp3', OVERCAST, '192.0.2.58');
    await expectTotal(6);
    expect((await stats('overview')).overview).toMatchObject({ plays: 0, uniqueVisitors: 0, pageViews: 0 });
  });

  it('count the same client again on another day', async () => {
    clock.pass(DAY_MS);
    await get(bread(), OVERCAST, '192.0.2.1');
    clock.pass(60_000);
    await expectTotal(7);
    const { downloads } = await stats('downloads', { range: 'last7days', compare: 'previous' });
    expect(downloads.series.map(({ downloads: n }: Built) => n)).toEqual([0, 0, 0, 0, 0, 6, 1]);
    expect(downloads.previous).toMatchObject({ total: 0 });
  });

  it('are reported by item and by app, and filtered', async () => {
    const items = await stats('downloads/items', { compare: 'previous' });
    expect(items).toMatchObject({ totalRecords: 2 });
    expect(items.items).toEqual([
      { itemId: talk.id, title: 'Bread', downloads: 5, previous: { downloads: 0 } },
      { itemId: other.id, title: 'Wine', downloads: 2, previous: { downloads: 0 } },
    ]);
    const { apps } = await stats('downloads/apps');
    expect(apps).toEqual([
      { app: 'Overcast', downloads: 3 },
      { app: null, downloads: 2 },
      { app: 'AntennaPod', downloads: 1 },
      { app: 'Apple Podcasts', downloads: 1 },
    ]);
    const today = await stats('downloads/items', { range: 'day', compare: 'previous' });
    expect(today.items).toEqual([
      { itemId: talk.id, title: 'Bread', downloads: 1, previous: { downloads: 4 } },
    ]);
    for (const [query, total] of [
      [{ app: 'Overcast' }, 3],
      [{ app: '' }, 2],
      [{ country: 'KE' }, 1],
      [{ speakerId: speaker.id }, 5],
      [{ itemId: other.id, app: 'Overcast' }, 1],
      [{ browser: 'firefox' }, 1],
      [{ referrer: 'google.com' }, 0],
    ] as const)
      expect([query, (await stats('downloads', query)).downloads.total]).toEqual([query, total]);
    expect((await stats('downloads', {}, app.other)).downloads.total).toBe(0);
  });

  it('are exported', async () => {
    const exported = async (query: string): Promise<string[]> =>
      String((await app.demo.api.get(`/stats/export?range=last7days&${query}`)).body)
        .trim()
        .split('\n');
    const days = await exported('report=downloads');
    expect([days[0], days.at(-1)]).toEqual(['"start","downloads"', expect.stringMatching(/Z",1$/)]);
    const events = await exported('report=events&type=download&format=jsonl');
    // Each request, also those of staff.
    expect(events.length).toBe(9);
    expect(JSON.stringify(events)).not.toMatch(/192\.0\.2|203\.0\.113|iOS podcast app/);
  });
});
