/** Events of an account's staff are in the export of events, and in no report. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { buildItem, type Built } from '../support/factories.js';
import { publish } from '../support/feed-library.js';
import { putMedia } from '../support/public-rows.js';
import { useApp } from '../support/start-app.js';

const REPORTS_TIMEOUT_MS = 15_000;
const SITE = 'https://www.grace.example';
const OFFICE = '203.0.113.7';
const OFFICE_V6 = '2001:db8::7';
const VISITOR = '198.51.100.1';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';

describe('staff activity', () => {
  const app = useApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
  let item: Built;
  let asset: Built;
  beforeAll(async () => {
    item = await buildItem(app.demo, { title: 'The Dark Valley' });
    await publish(app, item);
    asset = await putMedia(app.app.db, { id: item.id, accountId: app.demo.account.id });
    const settings = { publicSiteUrl: SITE, staffNetworks: ['203.0.113.0/24', OFFICE_V6] };
    const { body } = await app.demo.api.patch('/account', { settings });
    expect(body.account.settings.staffNetworks).toEqual(['203.0.113.0/24', `${OFFICE_V6}/128`]);
    for (const [name, ip] of Object.entries({ visitor: VISITOR, office: OFFICE, sixth: OFFICE_V6 }))
      await visit(name, ip);
    await visit('untracked', OFFICE, { DNT: '1' });
    await visit('console', '198.51.100.2', {}, { origin: 'console' });
    await serverVisit('passed', OFFICE);
  });

  const eventsOf = (session: string, fields: object): object[] => [
    { type: 'pageView', url: `${SITE}/${session}`, itemId: item.id, ...fields },
    ...['play', 'pause'].map((eventType) => ({
      type: 'mediaPlaybackEvent',
      itemId: item.id,
      mediaAssetId: asset.id,
      playbackSessionId: session,
      eventType,
      totalPlaybackSeconds: eventType === 'play' ? 0 : 60,
      currentPlaybackPositionSeconds: eventType === 'play' ? 0 : 60,
      ...fields,
    })),
  ];
  /** A search, its click, a page view and a play, as a browser sends them. */
  const visit = async (
    session: string,
    ip: string,
    headers: Record<string, string> = {},
    fields: { origin?: string } = {},
  ): Promise<void> => {
    const sent = { Origin: SITE, 'User-Agent': FIREFOX, 'X-Forwarded-For': ip, ...headers };
    const asked = new URLSearchParams({ q: session, ...fields }).toString();
    const found = await app.demo.site.get(`/search?${asked}`, sent);
    expect(found.status).toBe(200);
    const { searchId } = found.body;
    const click = { type: 'searchClick', itemId: item.id, rank: 1, searchId };
    const events = [...eventsOf(session, { searchId, ...fields }), { ...click, ...fields }];
    const { status, body } = await app.demo.site.post('/events', { events }, sent);
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: [] });
  };
  /** As a site's server passes them on. */
  const serverVisit = async (session: string, visitorIp: string): Promise<void> => {
    const events = eventsOf(session, { visitorIp, userAgent: FIREFOX });
    const { status, body } = await app.demo.api.post('/logging/batch', { events });
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: [] });
  };
  const stats = async (path: string): Promise<Built> => {
    const { status, body } = await app.demo.api.get(`/stats/${path}`);
    expect({ status, body }).toMatchObject({ status: 200 });
    return body;
  };
  const exported = async (type: string): Promise<Built[]> => {
    const { body } = await app.demo.api.get(`/stats/export?report=events&type=${type}&format=jsonl`);
    return String(body ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line: string) => JSON.parse(line));
  };

  it('is in the export of events, under the origin of the console', async () => {
    await vi.waitFor(
      async () => expect((await exported('mediaPlaybackEvent')).length).toBe(12),
      REPORTS_TIMEOUT_MS,
    );
    await vi.waitFor(async () => expect((await exported('search')).length).toBe(5), REPORTS_TIMEOUT_MS);
    const origins = async (type: string, name: string): Promise<object> =>
      Object.fromEntries((await exported(type)).map((event) => [event[name], event.origin]));
    const staff = { office: 'console', sixth: 'console', untracked: 'console', console: 'console' };
    expect(await origins('mediaPlaybackEvent', 'playbackSessionId')).toEqual({
      visitor: 'connect',
      passed: 'console',
      ...staff,
    });
    expect(await origins('search', 'query')).toEqual({ visitor: null, ...staff });
  });

  it('is excluded from all reports', async () => {
    const once = { plays: 1, watchSeconds: 60, uniqueVisitors: 1, pageViews: 1, searches: 1 };
    const { overview } = await stats('overview');
    expect(overview).toMatchObject(once);
    const today = await stats('overview?range=day');
    expect(today.overview).toMatchObject(once);
    expect((await stats('sources?by=device')).total).toEqual(once);
    expect((await stats('top-items')).items).toMatchObject([{ plays: 1, uniqueSessions: 1, pageViews: 1 }]);
    expect((await stats('page-views')).pageViews).toMatchObject({ total: 1, uniqueVisitors: 1 });
    const { queries, total } = await stats('searches');
    expect(queries.map(({ query }: Built) => query)).toEqual(['visitor']);
    expect(total).toMatchObject({ searches: 1, clicks: 1, plays: 1 });
    expect((await stats('quality')).quality).toMatchObject({ sessions: 1 });
    const { live } = await stats('live');
    expect(live).toMatchObject({ uniqueVisitors: 1, pageViews: 1, plays: 1, searches: 1 });
    expect((await stats(`items/${item.id}/retention`)).retention).toMatchObject({ plays: 1 });
  });
});
