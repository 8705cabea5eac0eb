/** Who searches: every search counts except those of crawlers, and a site's server may name its visitor. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../support/client.js';
import { createClient } from '../support/client.js';
import type { Built } from '../support/factories.js';
import { spooledEvents } from '../support/spooled-events.js';
import { startApp, type TestApp } from '../support/start-app.js';

const BROWSER = 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const SEARCH = '/search?q=grace&mode=keyword';
/** Maximum searches per address in ten seconds. */
const LIMIT = 30;
/** Maximum requests per token in ten seconds. */
const TOKEN_LIMIT = 400;

describe('a search', () => {
  let app: TestApp;
  let server: Record<string, string>;
  let site: Client;
  beforeAll(async () => {
    const env = {
      PUBLIC_RATE_LIMIT: String(LIMIT),
      PRIVATE_RATE_LIMIT: String(TOKEN_LIMIT),
      TRUSTED_PROXIES: '1',
      CLICKHOUSE_URL: 'http://127.0.0.1:9',
    };
    app = await startApp({ env });
    server = (await app.withScopes(app.demo, 'logging:write')).headers;
    // Each test uses its own client address, in a proxy header.
    ({ site } = app.demo);
  });
  afterAll(() => app?.stop());

  let addresses = 0;
  const nextAddress = (): Record<string, string> => ({ 'X-Forwarded-For': `198.51.100.${++addresses}` });
  const recorded = (searchId: string): Built => spooledEvents(app).find(({ id }) => id === searchId);
  /** The searches among these that were recorded, with their visitors. */
  const visitorsOf = async (...headers: Record<string, string>[]): Promise<(string | null | undefined)[]> => {
    const ids: string[] = [];
    for (const one of [...headers, { 'User-Agent': BROWSER, ...nextAddress() }]) {
      const { status, body } = await site.get(SEARCH, one);
      expect(status).toBe(200);
      ids.push(body.searchId);
    }
    // Searches are recorded in order in the background: once the last is there, the others are.
    await expect.poll(() => recorded(ids.at(-1)!)).toBeTruthy();
    return ids.slice(0, -1).map((id) => recorded(id)?.visitor);
  };

  it('is rate limited by its token, even for ever new visitors', async () => {
    const { headers } = await app.withScopes(app.demo, 'logging:write');
    const statuses: number[] = [];
    for (let i = 0; i <= TOKEN_LIMIT; i++) {
      const visitor = { ...headers, ...nextAddress(), 'X-Visitor-IP': `203.0.${i >> 8}.${i & 255}` };
      statuses.push((await site.get('/search/suggest?q=grace', visitor)).status);
    }
    expect(statuses).toEqual([...Array<number>(TOKEN_LIMIT).fill(200), 429]);
    const other = { ...server, ...nextAddress(), 'X-Visitor-IP': '203.0.113.1' };
    expect((await site.get('/search/suggest?q=grace', other)).status).toBe(200);
  });

  it('from an HTTP library counts, without a visitor', async () => {
    const from = nextAddress();
    const programs = ['curl/8.5.0', 'python-requests/2.31.0', 'node', 'okhttp/4.12.0', 'Go-http-client/1.1'];
    programs.push('node-fetch/1.0 (+https://github.com/bitinn/node-fetch)', 'ChurchSite/2.1', '');
    const visitors = await visitorsOf(...programs.map((name) => ({ ...from, 'User-Agent': name })));
    expect(visitors).toEqual(programs.map(() => null));
  });

  it('from a crawler does not count', async () => {
    const from = nextAddress();
    const crawlers = [CRAWLER, 'facebookexternalhit/1.1', 'Scrapy/2.11 (+https://scrapy.org)', 'bingbot/2.0'];
    crawlers.push('python-requests/2.31.0 (compatible; SomeBot/1.0)');
    const visitors = await visitorsOf(...crawlers.map((name) => ({ ...from, 'User-Agent': name })));
    expect(visitors).toEqual(crawlers.map(() => undefined));
  });

  it('from a site’s server counts for the visitor it names', async () => {
    const address = '203.0.113.7';
    const direct = { 'X-Forwarded-For': address, 'User-Agent': BROWSER };
    const from = { ...server, ...nextAddress(), 'User-Agent': 'node' };
    const named = { ...from, 'X-Visitor-IP': address, 'X-Visitor-User-Agent': BROWSER };
    const [own, passed, inSix, untracked, silent, crawler, stranger] = await visitorsOf(
      direct,
      named,
      { ...named, 'X-Visitor-IP': `::ffff:${address}` },
      { ...named, DNT: '1' },
      from,
      { ...named, 'X-Visitor-User-Agent': CRAWLER },
      { ...direct, 'X-Visitor-IP': '203.0.113.8', 'X-Visitor-User-Agent': 'Another' },
    );
    expect(own).toMatch(/^\d+$/);
    expect([passed, inSix]).toEqual([own, own]);
    expect([untracked, silent, crawler]).toEqual([null, null, undefined]);
    // Without a token, the headers are ignored.
    expect(stranger).toBe(own);
    expect(JSON.stringify(spooledEvents(app))).not.toContain(address);
  });

  it('with an invalid token is rejected', async () => {
    const from = nextAddress();
    const scoped = async (tenant: TestApp['demo'], ...scopes: Parameters<TestApp['withScopes']>[1][]) =>
      (await app.withScopes(tenant, ...scopes)).headers;
    const refusals: [Record<string, string>, number][] = [
      [{ Authorization: 'Bearer lct_unknown' }, 401],
      [{ Authorization: 'lct_unknown' }, 401],
      [await scoped(app.other, 'logging:write'), 401],
      [await scoped(app.demo, 'stats:read'), 403],
      [{ ...server, 'X-Visitor-IP': 'somewhere' }, 400],
    ];
    for (const path of [SEARCH, '/search/suggest?q=gr'])
      for (const [headers, status] of refusals) {
        const answer = await site.get(path, { ...from, ...headers });
        expect([path, headers, answer.status]).toEqual([path, headers, status]);
      }
    const posted = await site.post(
      '/search',
      { q: 'grace' },
      { ...from, Authorization: 'Bearer lct_unknown' },
    );
    expect(posted.status).toBe(401);
    expect(posted.headers['www-authenticate']).toBe('Bearer');
    // The password of a site that is not public yet is not a token.
    expect((await site.get(SEARCH, { ...from, Authorization: 'Basic bGN0Og==' })).status).toBe(200);
    expect((await site.get(SEARCH, { ...from, ...(await scoped(app.demo, 'admin')) })).status).toBe(200);
  });

  it('counts against the rate limit of its visitor', async () => {
    const from = { ...server, ...nextAddress() };
    const status = async (visitor: string): Promise<number> =>
      (await site.get(SEARCH, { ...from, 'X-Visitor-IP': visitor })).status;
    for (let i = 0; i < 2 * LIMIT; i++) expect(await status(`2001:db8:${i}::1`)).toBe(200);
    const statuses: number[] = [];
    // Twice the limit, because a new period may start in between.
    for (let i = 0; i <= 2 * LIMIT; i++) statuses.push(await status('203.0.113.99'));
    expect(statuses).toContain(429);
    expect(await status('203.0.113.98')).toBe(200);
  });

  it('cannot be used to guess tokens', async () => {
    const small = await startApp({ env: { FAILED_AUTHENTICATIONS_LIMIT: '3', ANALYTICS: 'false' } });
    const client = createClient(small.publicUrl, { Host: 'demo.localhost' });
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++)
      statuses.push((await client.get(SEARCH, { Authorization: `Bearer lct_${i}` })).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect((await client.get(SEARCH)).status).toBe(200);
    await small.stop();
  });

  // Runs last, because nothing is recorded after it.
  it('is recorded even if the server stops right after it', async () => {
    const { body } = await site.get(SEARCH, { 'User-Agent': BROWSER, ...nextAddress() });
    await app.app.engagement.stop();
    expect(recorded(body.searchId)).toBeTruthy();
  });
});
