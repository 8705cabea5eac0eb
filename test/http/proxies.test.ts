/** The client's address, host and protocol, with and without trusted proxies. */
import { afterEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/config.js';
import { createClient, type Client } from '../support/client.js';
import { buildItem } from '../support/factories.js';
import { spooledEvents } from '../support/spooled-events.js';
import { startApp, type TestApp } from '../support/start-app.js';

const BROWSER = 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0';

let app: TestApp;
afterEach(() => app?.stop());

/**
 * Statuses of a search for each `X-Forwarded-For`. With a limit of one request, 429 means that the address was seen
 * before.
 */
const searches = async (trusted: string, ...addresses: string[]): Promise<number[]> => {
  app = await startApp({ env: { PUBLIC_RATE_LIMIT: '1', TRUSTED_PROXIES: trusted } });
  const statuses: number[] = [];
  for (const address of addresses)
    statuses.push((await app.demo.site.get('/search', { 'X-Forwarded-For': address })).status);
  return statuses;
};

// Parsing headers needs no database, so one engine is enough.
describe('the client address', () => {
  it.each<[string, string, string[], number[]]>([
    ['is its own without proxies', '0', ['198.51.100.1', '198.51.100.2'], [400, 429]],
    ['is its own if it is no proxy', '10.0.0.0/8', ['198.51.100.1', '198.51.100.2'], [400, 429]],
    [
      'is what the proxy wrote',
      '127.0.0.1',
      ['198.51.100.1', '198.51.100.2', '198.51.100.1'],
      [400, 400, 429],
    ],
    [
      'is what the proxy wrote behind what the client wrote',
      '127.0.0.1',
      ['203.0.113.1, 198.51.100.1', '203.0.113.2, 198.51.100.1', '198.51.100.1, 198.51.100.2'],
      [400, 429, 400],
    ],
    [
      'is what the first of two proxies wrote, by network',
      '127.0.0.0/8, 10.0.0.0/8',
      [
        '203.0.113.1, 198.51.100.1, 10.0.0.9',
        '203.0.113.2, 198.51.100.1, 10.0.0.8',
        '198.51.100.1, 198.51.100.2',
      ],
      [400, 429, 400],
    ],
    [
      'is what the first of two proxies wrote, by number',
      '2',
      [
        '203.0.113.1, 198.51.100.1, 192.0.2.9',
        '203.0.113.2, 198.51.100.1, 192.0.2.8',
        '198.51.100.2, 192.0.2.9',
      ],
      [400, 429, 400],
    ],
    ['is no text', '127.0.0.1', ['198.51.100.1, nonsense', 'other nonsense', ''], [400, 429, 429]],
    [
      'is one for a network of IPv6',
      '127.0.0.1',
      ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:3::1'],
      [400, 429, 400],
    ],
    [
      'is one for IPv4 within IPv6',
      '::ffff:127.0.0.1',
      ['198.51.100.1', '::ffff:198.51.100.1', '::ffff:c633:6401'],
      [400, 429, 429],
    ],
  ])('%s', async (_what, trusted, addresses, statuses) => {
    expect(await searches(trusted, ...addresses)).toEqual(statuses);
  });
});

describe('visitors', () => {
  it.each([
    ['0', 1],
    ['127.0.0.1', 2],
  ])('cannot be forged: with TRUSTED_PROXIES=%s there are %i', async (trusted, count) => {
    // No server listens there: the events stay in the spool.
    app = await startApp({ env: { CLICKHOUSE_URL: 'http://127.0.0.1:9', TRUSTED_PROXIES: trusted } });
    await app.demo.api.patch('/account', { settings: { publicSiteUrl: 'https://www.example.org' } });
    for (const address of ['203.0.113.1, 198.51.100.1', '203.0.113.2, 198.51.100.1', '198.51.100.2']) {
      const headers = {
        'User-Agent': BROWSER,
        Origin: 'https://www.example.org',
        'X-Forwarded-For': address,
      };
      const event = { type: 'pageView', url: 'https://www.example.org/a' };
      expect((await app.demo.site.post('/events', { events: [event] }, headers)).body.errors).toEqual([]);
    }
    const visitors = spooledEvents(app).map(({ visitor }) => visitor);
    expect([visitors.length, new Set(visitors).size]).toEqual([3, count]);
  });
});

describe('host and protocol', () => {
  const configOf = (client: Client, headers: Record<string, string>) => client.get('/config', headers);
  const baseOf = async (headers: Record<string, string>): Promise<string> => {
    const { id } = await buildItem(app.demo);
    const resource = { title: 'x', contentType: 'file', fileMimeType: 'text/plain', fileSizeBytes: 1 };
    const { uploadUrl } = (await app.demo.api.post(`/items/${id}/resources/create`, resource, headers)).body;
    return new URL(uploadUrl).origin;
  };

  it('come from the request without proxies', async () => {
    app = await startApp();
    const forged = { 'X-Forwarded-Host': 'other.localhost', 'X-Forwarded-Proto': 'https' };
    expect((await configOf(app.demo.site, forged)).body.account.shortName).toBe('demo');
    expect(await baseOf(forged)).toBe(new URL(app.privateUrl).origin);
  });

  it('come from a trusted proxy if they are valid', async () => {
    app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
    const site = createClient(app.publicUrl);
    const served = await configOf(site, { 'X-Forwarded-Host': 'demo.localhost' });
    expect(served.body.account.shortName).toBe('demo');
    const last = await configOf(site, { 'X-Forwarded-Host': 'other.localhost, demo.localhost' });
    expect(last.body.account.shortName).toBe('demo');
    const own = new URL(app.privateUrl).origin;
    expect(await baseOf({ 'X-Forwarded-Host': 'api.example.org:8443', 'X-Forwarded-Proto': 'https' })).toBe(
      'https://api.example.org:8443',
    );
    expect(await baseOf({ 'X-Forwarded-Proto': 'javascript, HTTPS' })).toBe(own.replace('http:', 'https:'));
    const forgeries: Record<string, string>[] = [
      { 'X-Forwarded-Proto': 'javascript' },
      { 'X-Forwarded-Proto': 'https, javascript' },
      { 'X-Forwarded-Host': 'example.org/"><script>' },
      { 'X-Forwarded-Host': 'user@example.org' },
    ];
    for (const forged of forgeries) expect(await baseOf(forged)).toBe(own);
  });
});

describe('TRUSTED_PROXIES', () => {
  it.each(['11', 'proxy.example.org', '10.0.0.0/33', '127.0.0.1,'])('rejects %s', (text) =>
    expect(() => loadConfig({ TRUSTED_PROXIES: text })).toThrow('TRUSTED_PROXIES must be'),
  );

  it('replaces TRUST_PROXY', () => {
    expect(() => loadConfig({ TRUST_PROXY: 'true' })).toThrow('Set TRUSTED_PROXIES');
    expect(loadConfig({ TRUST_PROXY: 'false' }).trustedProxies).toBe(0);
  });
});
