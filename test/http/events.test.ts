/** Events from browsers: which sites may send them, who is counted, and rate limits. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createFakeClock } from '../support/clock.js';
import { countQueries } from '../support/count-queries.js';
import { buildItem, buildSeries, type Built } from '../support/factories.js';
import { publish } from '../support/feed-library.js';
import { putMedia } from '../support/public-rows.js';
import { spooledEvents } from '../support/spooled-events.js';
import { startApp, useApp, type Tenant } from '../support/start-app.js';

const BROWSER = 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SITE = 'https://www.example.org';
const DAY_MS = 24 * 60 * 60_000;

describe('events from a browser', () => {
  const clock = createFakeClock(new Date().toISOString());
  let item: Built;
  let asset: Built;

  // No server listens there: accepted events stay in the spool, where the tests read them.
  const app = useApp({ clock, env: { CLICKHOUSE_URL: 'http://127.0.0.1:9', PUBLIC_RATE_LIMIT: '20' } });
  beforeAll(async () => {
    item = await buildItem(app.demo);
    await publish(app, item);
    asset = await putMedia(app.app.db, { id: item.id, accountId: app.demo.account.id });
    await app.demo.api.patch('/account', { settings: { publicSiteUrl: `${SITE}/church` } });
  });

  const inBatch = (fields: object = {}) => ({
    type: 'mediaPlaybackEvent',
    itemId: item.id,
    mediaAssetId: asset.id,
    playbackSessionId: 'tab-1',
    eventType: 'play',
    origin: 'embed',
    currentPlaybackPositionSeconds: 0,
    ...fields,
  });
  const pageView = (fields: object = {}) => ({ type: 'pageView', url: `${SITE}/a`, ...fields });
  const spooled = () => spooledEvents(app);
  const eventOf = (id: string): Built => spooled().find((event) => event.id === id) as Built;

  const send = (events: object[], headers: Record<string, string> = {}) =>
    app.demo.site.post('/events', { events }, { 'User-Agent': BROWSER, Origin: SITE, ...headers });

  it('are accepted from the account’s own site, and open to any origin by CORS', async () => {
    const { status, body, headers } = await send([inBatch(), pageView({ visitorIp: '203.0.113.9' })]);
    expect(status).toBe(200);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(body.errors).toEqual([{ index: 1, path: 'visitorIp', message: 'is not a known field' }]);
    expect(eventOf(body.ids[0]).visitor).toMatch(/^\d+$/);
  });

  it('need a token on other sites', async () => {
    const create = async (tenant: Tenant, ...allowedOrigins: string[]): Promise<Built> =>
      (await tenant.api.post('/embed-tokens/create', { name: 'Site', allowedOrigins })).body.embedToken;
    const partner = await create(app.demo, 'https://partner.example');
    const anyone = await create(app.demo, '*');
    const theirs = await create(app.other, '*');
    const asked = async (origin: string, ...tokens: (string | undefined)[]): Promise<boolean[]> => {
      const events = tokens.map((embedToken) => inBatch({ embedToken }));
      const { body } = await send(events, { Origin: origin });
      for (const { path } of body.errors) expect(path).toBe('embedToken');
      return body.ids.map((id: string | null) => id !== null);
    };
    const tokens = [undefined, partner.token, anyone.token, theirs.token, 'lce_nothing'];
    expect(await asked('https://partner.example', ...tokens)).toEqual([false, true, true, false, false]);
    expect(await asked('https://thief.example', ...tokens)).toEqual([false, false, true, false, false]);
    expect(await asked(SITE, ...tokens)).toEqual([true, false, true, false, false]);
    expect(spooled().at(-1)).toMatchObject({ embedTokenId: anyone.id });
    expect(JSON.stringify(spooled())).not.toContain(anyone.token);
    const noOrigin = await app.demo.site.post('/events', {
      events: [inBatch(), inBatch({ embedToken: partner.token })],
    });
    expect(noOrigin.body.ids.map(Boolean)).toEqual([false, true]);
  });

  it('are accepted from robots but not counted', async () => {
    const before = spooled().length;
    const robot = {
      'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    };
    const { status, body } = await send([inBatch()], robot);
    expect(status).toBe(200);
    expect(body).toEqual({ ids: [expect.any(String)], errors: [] });
    // Events are stored in order: this later one has arrived, so the earlier ones have.
    const next = await send([inBatch()]);
    expect(
      spooled()
        .slice(before)
        .map(({ id }) => id),
    ).toEqual(next.body.ids);
  });

  it('are counted without a visitor with Do Not Track, unless the account ignores it', async () => {
    const hashFor = async (headers: Record<string, string>): Promise<string | null> =>
      eventOf((await send([pageView()], headers)).body.ids[0]).visitor;
    const visitor = await hashFor({});
    expect(visitor).not.toBeNull();
    expect(await hashFor({ DNT: '1' })).toBeNull();
    expect(await hashFor({ 'Sec-GPC': '1' })).toBeNull();
    expect(await hashFor({ DNT: '0' })).toBe(visitor);
    await app.demo.api.patch('/account', { settings: { respectDoNotTrack: false } });
    expect(await hashFor({ DNT: '1' })).toBe(visitor);
    await app.demo.api.patch('/account', { settings: { respectDoNotTrack: true } });
  });

  it('get another visitor id per browser, account and day', async () => {
    await app.other.api.patch('/account', { settings: { publicSiteUrl: SITE } });
    const hashFor = async (tenant: Tenant, userAgent = BROWSER): Promise<string> => {
      const headers = { 'User-Agent': userAgent, Origin: SITE };
      const { body } = await tenant.site.post('/events', { events: [pageView()] }, headers);
      return eventOf(body.ids[0]).visitor;
    };
    const salts = () => app.app.db.selectFrom('visitorSalt').selectAll().execute();
    const first = await hashFor(app.demo);
    expect(await hashFor(app.demo)).toBe(first);
    expect(await hashFor(app.demo, `${BROWSER} Another`)).not.toBe(first);
    expect(await hashFor(app.other)).not.toBe(first);
    const before = await salts();
    clock.pass(DAY_MS);
    expect(await hashFor(app.demo)).not.toBe(first);
    // The one of the day before is kept for events that arrive late, and the one before that is not.
    clock.pass(DAY_MS);
    await hashFor(app.demo);
    const mine = (await salts()).filter(({ accountId }) => accountId === app.demo.account.id);
    expect(mine).toHaveLength(2);
    const former = before.map(({ salt }) => salt);
    expect(mine.filter(({ salt }) => former.includes(salt))).toEqual([]);
  });

  it('are recorded for searches, with the plays that follow', async () => {
    const search = async (headers: Record<string, string>): Promise<string> => {
      const { status, body } = await app.demo.site.get('/search?q=dark%20valley&mode=keyword', headers);
      expect(status).toBe(200);
      return body.searchId;
    };
    const searchId = await search({ 'User-Agent': BROWSER });
    const robot = await search({ 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' });
    const untracked = await search({ 'User-Agent': BROWSER, DNT: '1' });
    // The last one has arrived, so the earlier ones have.
    await expect.poll(() => eventOf(untracked)).toBeDefined();
    expect(eventOf(searchId)).toMatchObject({
      table: 'searches',
      searchId,
      query: 'dark valley',
      mode: 'keyword',
      totalRecords: 0,
      itemIds: [],
      accountId: app.demo.account.id,
      visitor: expect.stringMatching(/^\d+$/),
    });
    expect(eventOf(untracked).visitor).toBeNull();
    expect(eventOf(robot)).toBeUndefined();
    const click = { type: 'searchClick', searchId, itemId: item.id, rank: 1 };
    const { body } = await send([click, inBatch({ searchId })]);
    for (const id of body.ids) expect(eventOf(id)).toMatchObject({ searchId });
  });

  it('reveal nothing about private records', async () => {
    const { db } = app.app;
    const draft = await buildItem(app.demo);
    const theirs = await buildItem(app.other);
    await publish(app, theirs);
    const media = {
      draft: await putMedia(db, { id: draft.id, accountId: app.demo.account.id }),
      theirs: await putMedia(db, { id: theirs.id, accountId: app.other.account.id }),
    };
    const withheld = await buildSeries(app.demo, { published: false });
    const shown = await buildSeries(app.demo);
    // From the account's own servers all of them are accepted, and their ids remembered for a while.
    const known = [
      inBatch({ itemId: draft.id, mediaAssetId: media.draft.id }),
      pageView({ seriesId: withheld.id }),
    ];
    expect((await app.demo.api.post('/logging/batch', { events: known })).body.errors).toEqual([]);

    const missing = 99_999_999;
    await app.app.tokenUse.flush();
    const counter = countQueries();
    const ask = async (event: object) => {
      let text = '';
      const queries = await counter.of(async () => {
        const { body } = await send([event]);
        if (body.error) body.error.requestId = '';
        text = JSON.stringify(body);
      });
      return { text, queries };
    };
    try {
      const played = (itemId: number, mediaAssetId: number) => inBatch({ itemId, mediaAssetId });
      const unknownMedia = await ask(played(missing, missing));
      expect(unknownMedia.text).toContain('"path":"events.0.itemId","message":"does not exist"');
      expect(await ask(played(draft.id, media.draft.id))).toEqual(unknownMedia);
      expect(await ask(played(theirs.id, media.theirs.id))).toEqual(unknownMedia);
      expect(await ask(played(draft.id, media.draft.id))).toEqual(unknownMedia);
      expect((await ask(played(item.id, media.draft.id))).text).toBe(
        (await ask(played(item.id, missing))).text,
      );
      const unknownItem = await ask(pageView({ itemId: missing }));
      expect(await ask(pageView({ itemId: draft.id }))).toEqual(unknownItem);
      const unknownSeries = await ask(pageView({ seriesId: missing }));
      expect(await ask(pageView({ seriesId: withheld.id }))).toEqual(unknownSeries);
      expect(JSON.parse((await ask(pageView({ seriesId: shown.id }))).text).errors).toEqual([]);
    } finally {
      counter.restore();
    }
  });

  it('are rate limited per address', async () => {
    const statuses: number[] = [];
    let last: Built;
    // Twice the limit, because a new period may start in between.
    for (let i = 0; i < 402 && last?.status !== 429; i++) statuses.push((last = await send([])).status);
    expect(last.status).toBe(429);
    expect(last.body.error.type).toBe('RateLimitError');
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });

  it('are rate limited per address by the number of events, not only by requests', async () => {
    const small = await startApp({ env: { CLICKHOUSE_URL: 'http://127.0.0.1:9', PUBLIC_RATE_LIMIT: '1' } });
    const sendSome = (count: number): ReturnType<typeof send> =>
      small.demo.site.post('/events', { events: Array.from({ length: count }, () => pageView()) });
    // Rejected, because its site is not the account's, but counted against the limit.
    expect((await sendSome(60)).status).toBe(422);
    const refused = await sendSome(60);
    expect(refused.status).toBe(429);
    expect(refused.body.error.type).toBe('RateLimitError');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await small.stop();
  });
});
