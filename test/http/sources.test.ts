/** Reports on sources, devices and playback quality: events in and reports out over HTTP. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadConfig } from '../../src/config/config.js';
import { createClient } from '../support/client.js';
import { buildItem, type Built } from '../support/factories.js';
import { publish } from '../support/feed-library.js';
import { buildMmdb } from '../support/mmdb.js';
import { putMedia } from '../support/public-rows.js';
import { startApp, type TestApp } from '../support/start-app.js';

const REPORTS_TIMEOUT_MS = 15_000;
const SITE = 'https://www.grace.example';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';
const TV =
  'Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) 76.0.3809.146/6.0 TV Safari/537.36';
const METRICS = ['plays', 'watchSeconds', 'uniqueVisitors', 'pageViews', 'searches'] as const;

describe('the configuration', () => {
  it('reads countries only from trusted proxies', () => {
    expect(() => loadConfig({ COUNTRY_HEADER: 'CF-IPCountry' })).toThrow(/TRUSTED_PROXIES/);
    expect(() => loadConfig({ COUNTRY_HEADER: 'two words', TRUSTED_PROXIES: '1' })).toThrow(/COUNTRY_HEADER/);
  });
});

describe('sources', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-geoip-'));
  const file = join(folder, 'countries.mmdb');
  let app: TestApp;
  let item: Built;
  let asset: Built;

  beforeAll(async () => {
    writeFileSync(file, buildMmdb({ '198.51.100.0/24': 'KE', '203.0.113.0/24': 'GB' }));
    app = await startApp({
      env: { TRUSTED_PROXIES: '127.0.0.1', COUNTRY_HEADER: 'CF-IPCountry', GEOIP_FILE: file },
    });
    item = await buildItem(app.demo, { title: 'The Dark Valley' });
    await publish(app, item);
    asset = await putMedia(app.app.db, { id: item.id, accountId: app.demo.account.id });
    await app.demo.api.patch('/account', { settings: { publicSiteUrl: SITE } });
  });
  afterAll(async () => {
    await app?.stop();
    rmSync(folder, { recursive: true });
  });

  const stats = async (path: string, query: object = {}): Promise<Built> => {
    const text = new URLSearchParams(query as Record<string, string>).toString();
    const { status, body } = await app.demo.api.get(`/stats/${path}?${text}`);
    expect({ status, body }).toMatchObject({ status: 200 });
    return body;
  };
  const view = (fields: object = {}) => ({ type: 'pageView', url: `${SITE}/a`, itemId: item.id, ...fields });
  const play = (playbackSessionId: string, fields: object = {}) => ({
    type: 'mediaPlaybackEvent',
    itemId: item.id,
    mediaAssetId: asset.id,
    playbackSessionId,
    eventType: 'play',
    ...fields,
  });
  const visit = async (
    ip: string,
    userAgent: string,
    events: object[],
    headers: Record<string, string> = {},
  ): Promise<void> => {
    const sent = { Origin: SITE, 'User-Agent': userAgent, 'X-Forwarded-For': ip, ...headers };
    const { status, body } = await app.demo.site.post('/events', { events }, sent);
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: [] });
  };
  const found = ({ sources }: Built): Record<string, Built> =>
    Object.fromEntries(sources.map(({ value, ...metrics }: Built) => [value ?? 'unknown', metrics]));

  it('add up to the overview, by referrer, country, device and browser', async () => {
    // From a search engine to a page, to another page of the site, to a talk.
    await visit('198.51.100.7', FIREFOX, [
      view({ referrer: 'https://www.google.com/search?q=private' }),
      view({ referrer: `${SITE}/a` }),
      play('one', { totalPlaybackSeconds: 30, startupMs: 400, stallCount: 1, stalledMs: 3_000 }),
      play('one', { eventType: 'progress', totalPlaybackSeconds: 57, stallCount: 2, stalledMs: 3_000 }),
    ]);
    // The proxy's country overrides that of the file.
    await visit('203.0.113.9', IPHONE, [view({ referrer: 'https://m.facebook.com/' })], {
      'CF-IPCountry': 'DE',
    });
    await visit('203.0.113.10', TV, [view(), play('two', { startupMs: 1_200 })], { 'CF-IPCountry': 'XX' });
    // Visitors who ask not to be tracked count, but have no hash.
    await visit('203.0.113.11', FIREFOX, [view(), play('three', { eventType: 'error' })], { DNT: '1' });
    await app.demo.site.get('/search?q=valley', {
      'User-Agent': FIREFOX,
      'X-Forwarded-For': '198.51.100.7',
    });
    // A server sends its visitor's data; the country in the header would be the server's.
    const { body } = await app.demo.api.post(
      '/logging/batch',
      { events: [view({ visitorIp: '203.0.113.12', userAgent: IPHONE }), view({ userAgent: TV })] },
      { 'CF-IPCountry': 'FR' },
    );
    expect(body.errors).toEqual([]);

    let total: Built;
    await vi.waitFor(async () => {
      ({ overview: total } = await stats('overview', { range: 'day' }));
      expect(total).toMatchObject({
        plays: 2,
        pageViews: 7,
        searches: 1,
        uniqueVisitors: 4,
        watchSeconds: 57,
      });
    }, REPORTS_TIMEOUT_MS);
    const by: Record<string, Record<string, Built>> = {};
    for (const dimension of ['referrer', 'country', 'device', 'browser']) {
      const report = await stats('sources', { by: dimension, range: 'day' });
      for (const metric of METRICS) {
        const sum = report.sources.reduce(
          (all: number, row: Record<typeof metric, number>) => all + row[metric],
          0,
        );
        expect({ dimension, metric, sum }).toEqual({ dimension, metric, sum: total[metric] });
        expect(report.total[metric]).toBe(total[metric]);
      }
      by[dimension] = found(report);
    }
    const first = { plays: 1, watchSeconds: 57, uniqueVisitors: 1, pageViews: 2, searches: 1 };
    expect(by.referrer).toMatchObject({
      'google.com': first,
      'm.facebook.com': { uniqueVisitors: 1, pageViews: 1 },
      unknown: { plays: 1, pageViews: 4, uniqueVisitors: 2 },
    });
    expect(by.country).toMatchObject({
      KE: first,
      DE: { pageViews: 1 },
      GB: { pageViews: 2, plays: 1 },
      unknown: { pageViews: 2, uniqueVisitors: 0 },
    });
    expect(by.device).toMatchObject({
      desktop: first,
      mobile: { pageViews: 2 },
      tv: { pageViews: 2, plays: 1, uniqueVisitors: 1 },
      unknown: { pageViews: 1 },
    });
    expect(by.browser).toMatchObject({ firefox: first, safari: { pageViews: 4 }, unknown: { pageViews: 1 } });
    expect(Object.keys(by.country!)).not.toContain('FR');

    const filtered = found(await stats('sources', { by: 'referrer', range: 'day', itemId: item.id }));
    expect(filtered['google.com']).toMatchObject({ plays: 1, pageViews: 2 });
    const { sources, hasMore } = await stats('sources', { by: 'device', sort: 'searches', limit: 1 });
    expect({ value: sources[0].value, hasMore }).toEqual({ value: 'desktop', hasMore: true });
  });

  it('report playback quality', async () => {
    const { quality } = await stats('quality', { range: 'day' });
    expect(quality).toMatchObject({
      sessions: 3,
      startup: { sessions: 2, medianMs: 400, p95Ms: 1_200 },
      stalls: {
        sessions: 1,
        stalledSessions: 1,
        count: 2,
        stalledSeconds: 3,
        stalledShare: expect.closeTo(0.05, 9),
      },
      errors: { sessions: 1, share: expect.closeTo(1 / 3, 9) },
    });
    expect(quality.series.at(-1)).toHaveProperty('stalls.stalledShare');
    const none = (await stats('quality', { from: '2020-01-01', to: '2020-01-01' })).quality;
    expect(none).toMatchObject({ sessions: 0, startup: { medianMs: null }, errors: { share: null } });
    const bad = await app.demo.api.post('/logging/batch', {
      events: [
        play('x', { startupMs: -1 }),
        play('x', { stallCount: 0.5 }),
        play('x', { stalledMs: 'long' }),
      ],
    });
    expect(bad.body.errors.map(({ path }: Built) => path)).toEqual(['startupMs', 'stallCount', 'stalledMs']);
  });

  it('report the last five minutes', async () => {
    const { live } = await stats('live');
    expect(live).toMatchObject({ uniqueVisitors: 4, pageViews: 7, plays: 2, searches: 1, playing: 2 });
    expect(live.minutes).toHaveLength(5);
    expect(live.items).toEqual([
      { itemId: item.id, title: 'The Dark Valley', uniqueVisitors: 4, pageViews: 7, plays: 2, playing: 2 },
    ]);
    expect((await stats('live', { itemId: 999_999 })).live).toMatchObject({ pageViews: 0, items: [] });
  });

  it('store neither addresses nor user agents', async () => {
    const query = 'report=events&type=pageView&format=jsonl&range=day';
    const { body } = await app.demo.api.get(`/stats/export?${query}`);
    const lines: string[] = body.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).country).sort()).toEqual(
      ['DE', 'GB', 'GB', 'KE', 'KE', null, null].sort(),
    );
    expect(body).not.toMatch(/198\.51|203\.0\.113|Mozilla|google\.com\/search/);
  });

  it('reject unknown dimensions', async () => {
    for (const query of ['', 'by=ip', 'by=device&sort=value', 'by=device&by=browser'])
      expect((await app.demo.api.get(`/stats/sources?${query}`)).status, query).toBe(400);
    expect((await app.demo.api.get('/stats/live?range=day')).status).toBe(400);
    expect((await (await app.withScopes(app.demo, 'content:read')).get('/stats/live')).status).toBe(403);
  });

  it('export all rows, and the quality report', async () => {
    const lines = async (query: string): Promise<Built[]> => {
      const { status, body } = await app.demo.api.get(`/stats/export?${query}&format=jsonl`);
      expect(status).toBe(200);
      return body
        .trim()
        .split('\n')
        .map((line: string) => JSON.parse(line));
    };
    expect(await lines('report=sources&by=country')).toEqual(
      (await stats('sources', { by: 'country' })).sources,
    );
    const { series } = (await stats('quality')).quality;
    expect(series.some(({ sessions }: Built) => sessions > 0)).toBe(true);
    expect(await lines('report=quality')).toEqual(
      series.map(({ start, sessions, startup, stalls, errors }: Built) => ({
        start,
        sessions,
        startedSessions: startup.sessions,
        medianStartupMs: startup.medianMs,
        p95StartupMs: startup.p95Ms,
        measuredSessions: stalls.sessions,
        stalledSessions: stalls.stalledSessions,
        stallCount: stalls.count,
        stalledSeconds: stalls.stalledSeconds,
        stalledShare: stalls.stalledShare,
        failedSessions: errors.sessions,
        failedShare: errors.share,
      })),
    );
    for (const query of ['report=sources', 'report=quality&by=country'])
      expect((await app.demo.api.get(`/stats/export?${query}`)).body.error.details).toMatchObject([
        { path: 'by' },
      ]);
  });
});

describe('a country', () => {
  it('is unknown without a database or a proxy, and events are accepted while the database is missing', async () => {
    const app = await startApp({ env: { GEOIP_FILE: '/nowhere/countries.mmdb', ANALYTICS: 'true' } });
    try {
      const sent = { events: [{ type: 'pageView', url: `${SITE}/a`, visitorIp: '203.0.113.1' }] };
      expect((await app.demo.api.post('/logging/batch', sent)).body.errors).toEqual([]);
      const ready = await createClient('').get(app.privateUrl.replace('/v2', '/readyz'));
      expect(JSON.stringify(ready.body)).toContain('GEOIP_FILE');
    } finally {
      await app.stop();
    }
  });
});
