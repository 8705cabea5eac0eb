/** Comparison, visits, campaigns, pages, series, speakers and single items, counted by hand. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createFakeClock } from '../support/clock.js';
import { buildEngagement, log, NOW, session, START, type Engagement } from '../support/engagement.js';
import { buildItem, setItem, type Built } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

const FIGURES_TIMEOUT_MS = 15_000;
const SITE = 'https://www.example.org';
const LETTER = `${SITE}/talks/bread?utm_source=letter&utm_medium=email&utm_campaign=Easter%20%26%20more&name=Jane`;
const READER = '192.0.2.9';

describe('statistics', () => {
  const clock = createFakeClock(START);
  const app = useApp({ clock });
  let made: Engagement;

  const stats = async (path: string, query: object = {}, tenant = app.demo): Promise<Built> => {
    const text = new URLSearchParams(query as Record<string, string>).toString();
    const { status, body } = await tenant.api.get(`/stats/${path}?${text}`);
    expect({ status, body }).toMatchObject({ status: 200 });
    return body;
  };
  const week = (path: string, query: object = {}): Promise<Built> => stats(path, { range: 'week', ...query });
  const compared = (path: string, query: object = {}): Promise<Built> =>
    week(path, { compare: 'previous', ...query });
  const csv = async (query: object): Promise<string[][]> => {
    const text = new URLSearchParams({ range: 'week', ...query }).toString();
    const { status, body } = await app.demo.api.get(`/stats/export?${text}`);
    expect(status).toBe(200);
    return String(body)
      .trim()
      .split('\n')
      .map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')));
  };

  beforeAll(async () => {
    made = await buildEngagement(app, clock);
    const { bread, shepherd } = made;
    const at = (minute: number): string => `2026-03-03T08:${String(minute).padStart(2, '0')}:00.000Z`;
    const reader = { visitorIp: READER };
    await log(app.demo, [
      // From a newsletter to a talk, which is played, and on to the front page.
      { type: 'pageView', url: LETTER, itemId: bread.id, occurredAt: at(0), ...reader },
      ...session(bread, 'letter', at(1), 40, reader),
      // The same visitor comes again the same day, from another campaign: the first counts.
      {
        type: 'pageView',
        url: `${SITE}/?utm_source=poster`,
        referrer: 'https://www.social.example/x',
        occurredAt: at(9),
        ...reader,
      },
      ...[90_000, 90_000, 15_000].map((startMs, rank) => ({
        type: 'searchClick',
        searchId: null,
        itemId: shepherd.id,
        rank: rank + 1,
        startMs,
        occurredAt: at(20 + rank),
      })),
    ]);
    await vi.waitFor(async () => {
      const { plays, pageViews } = (await week('overview')).overview;
      expect({ plays, pageViews }).toEqual({ plays: 5, pageViews: 6 });
    }, FIGURES_TIMEOUT_MS);
  });

  it('compare every report with the previous period', async () => {
    const { overview } = await compared('overview');
    expect(overview.previous).toMatchObject({ plays: 2, watchSeconds: 200 });
    expect(overview.previousSeries.map(({ plays }: Built) => plays)).toEqual([0, 0, 0, 2]);
    const { items } = await compared('top-items');
    expect(items.map(({ title, plays, previous }: Built) => [title, plays, previous])).toEqual([
      ['The Good Shepherd', 3, expect.objectContaining({ plays: 0, averageCompletion: null })],
      ['On Bread', 2, expect.objectContaining({ plays: 2, watchSeconds: 200, averageCompletion: 0.5 })],
    ]);
    expect((await compared('page-views')).pageViews).toMatchObject({ total: 6, previous: { total: 0 } });
    const sources = await compared('sources', { by: 'utmSource' });
    expect(sources).toMatchObject({
      total: { plays: 5 },
      previousTotal: { plays: 2 },
      sources: [
        { value: null, plays: 4, previous: { plays: 2 } },
        { value: 'letter', plays: 1, previous: { plays: 0 } },
      ],
    });
    expect((await compared('quality')).quality).toMatchObject({ sessions: 6, previous: { sessions: 2 } });
    const { retention } = await compared(`items/${made.bread.id}/retention`);
    expect(retention).toMatchObject({ plays: 2, previous: { plays: 2 } });
    expect(retention.previous.audience[10]).toMatchObject({ sessions: 2, share: 1 });
    expect(await compared('searches')).toMatchObject({ queries: [], previousTotal: { searches: 0 } });
    expect((await compared('trending-topics')).trendingTopics).toMatchObject([{ name: 'Trust' }]);
  });

  it('stay as they were without a comparison', async () => {
    const paths = ['overview', 'top-items', 'page-views', 'sources', 'quality', 'searches', 'pages'];
    for (const path of [...paths, 'top-series', 'top-speakers'])
      expect([
        path,
        JSON.stringify(await stats(path, path === 'sources' ? { by: 'device' } : {})).match(
          /"previous(Series|Total)?":/g,
        ),
      ]).toEqual([path, path === 'overview' ? ['"previous":'] : null]);
  });

  it('count series and speakers by their items', async () => {
    const expected = { plays: 3, watchSeconds: 450, itemCount: 1 };
    expect(await compared('top-series')).toMatchObject({
      series: [{ ...expected, seriesId: made.series.id, pageViews: 3, previous: { plays: 0, pageViews: 0 } }],
      totalRecords: 1,
    });
    const { speakers } = await compared('top-speakers');
    expect(speakers).toMatchObject([{ ...expected, speakerId: made.speaker.id, pageViews: 2 }]);
    expect((await week('top-speakers', { itemId: made.bread.id })).speakers).toEqual([]);
  });

  it('count pages, and where visits begin and end', async () => {
    const { pages } = await compared('pages');
    const none = { pageViews: 0, uniqueVisitors: 0, entries: 0, exits: 0 };
    expect(pages).toEqual([
      { url: `${SITE}/a`, pageViews: 4, uniqueVisitors: 3, entries: 3, exits: 3, previous: none },
      { url: `${SITE}/`, pageViews: 1, uniqueVisitors: 1, entries: 0, exits: 1, previous: none },
      { url: `${SITE}/talks/bread`, pageViews: 1, uniqueVisitors: 1, entries: 1, exits: 0, previous: none },
    ]);
    expect((await week('pages', { sort: 'exits', limit: 1, offset: 1 })).pages[0].url).toBe(`${SITE}/`);
    expect((await week('pages', { offset: 9 })).totalRecords).toBe(3);
  });

  it('keep of an address its campaign only', async () => {
    const rows = await csv({ report: 'events', type: 'pageView' });
    const [names, ...values] = rows;
    const of = (name: string) => values.map((row) => row[names!.indexOf(name)]).filter(Boolean);
    expect(of('utmCampaign')).toEqual(['Easter & more']);
    expect(of('utmSource').sort()).toEqual(['letter', 'poster']);
    expect(JSON.stringify(rows)).not.toMatch(/Jane|utm_/);
  });

  it('filter everything by visits', async () => {
    for (const visits of [
      { utmSource: 'letter' },
      { utmMedium: 'email', utmCampaign: 'Easter & more' },
      { page: `${SITE}/` },
      { entryPage: `${SITE}/talks/bread` },
      { exitPage: `${SITE}/`, referrer: 'social.example' },
    ]) {
      const { overview } = await week('overview', visits);
      expect([visits, overview]).toMatchObject([
        visits,
        { plays: 1, watchSeconds: 40, uniqueVisitors: 1, pageViews: 2, searches: 0 },
      ]);
      expect((await week('top-items', visits)).items).toMatchObject([
        { itemId: made.bread.id, plays: 1, pageViews: 1 },
      ]);
      expect((await week('pages', visits)).totalRecords).toBe(2);
    }
    expect((await week('overview', { utmSource: 'poster' })).overview.pageViews).toBe(0);
    expect((await week('overview', { utmSource: '' })).overview.plays).toBe(4);
    const both = { utmSource: 'letter', seriesId: made.series.id };
    expect((await week('overview', both)).overview).toMatchObject({ plays: 0, pageViews: 0 });
    expect((await stats('overview', { range: 'week', utmSource: 'letter' }, app.other)).overview.plays).toBe(
      0,
    );
  });

  it('name what is wrong with a filter or a comparison', async () => {
    for (const [query, path] of [
      ['compare=next', 'compare'],
      [`page=${'x'.repeat(2_001)}`, 'page'],
    ])
      expect((await app.demo.api.get(`/stats/overview?${query}`)).body.error).toMatchObject({
        details: [{ path }],
      });
    const refused = await app.demo.api.get('/stats/export?report=events&utmSource=letter');
    expect(refused.body.error.details).toMatchObject([{ path: 'utmSource' }]);
  });

  it('name the moments of a talk that searches lead to', async () => {
    const { moments } = await week(`items/${made.shepherd.id}/moments`);
    expect(moments).toEqual([
      { startMs: 90_000, clicks: 2, queries: [] },
      { startMs: 15_000, clicks: 1, queries: [] },
    ]);
    expect((await week(`items/${made.bread.id}/moments`)).moments).toEqual([]);
    expect((await app.other.api.get(`/stats/items/${made.bread.id}/moments`)).status).toBe(404);
  });

  it('set a talk beside the usual one of its age', async () => {
    const never = await stats(`items/${made.bread.id}/typical`);
    expect(never.typical).toEqual({ itemId: made.bread.id, publishedDate: null, ages: [] });
    const unheard = await buildItem(app.demo, { title: 'Nobody heard it' });
    const published = { shepherd: '2026-03-01T09:00:00.000Z', bread: '2026-02-25T10:00:00.000Z' };
    await setItem(app, made.shepherd, { publishedDate: published.shepherd });
    await setItem(app, made.bread, { publishedDate: published.bread });
    await setItem(app, unheard, { publishedDate: '2026-03-03T10:00:00.000Z' });
    const { typical } = await stats(`items/${made.shepherd.id}/typical`);
    expect(typical).toEqual({
      itemId: made.shepherd.id,
      publishedDate: published.shepherd,
      ages: [
        // Session a; the others had two plays, and none.
        {
          days: 1,
          isComplete: true,
          plays: 1,
          watchSeconds: 100,
          usual: { items: 2, plays: 1, watchSeconds: 100 },
        },
        // Three days so far; of the others only one is a week old: f, g, c, "letter", and the one that failed.
        {
          days: 7,
          isComplete: false,
          plays: 3,
          watchSeconds: 450,
          usual: { items: 1, plays: 4, watchSeconds: 340 },
        },
        { days: 30, isComplete: false, plays: 3, watchSeconds: 450, usual: null },
        { days: 90, isComplete: false, plays: 3, watchSeconds: 450, usual: null },
      ],
    });
  });

  it('say how often a part was played again', async () => {
    const at = (second: number): string => new Date(Date.parse(NOW) - 60_000 + second * 1_000).toISOString();
    const event = (second: number, eventType: string, position: number, total: number): Built => ({
      ...session(made.shepherd, 'again', at(second), 0)[0],
      eventType,
      currentPlaybackPositionSeconds: position,
      totalPlaybackSeconds: total,
    });
    // From 0 to 10, back to 5, and on to 12: 5 to 10 is played twice.
    await log(app.demo, [event(0, 'play', 0, 0), event(10, 'seek', 5, 10), event(17, 'pause', 12, 17)]);
    const parts = async (): Promise<number[]> =>
      (await stats(`items/${made.shepherd.id}/retention`, { range: 'day' })).retention.audience
        .slice(0, 14)
        .map(({ repeats }: Built) => repeats);
    await vi.waitFor(
      async () => expect(await parts()).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0]),
      FIGURES_TIMEOUT_MS,
    );
  });

  it('export the rows that the reports have', async () => {
    expect(await csv({ report: 'top-speakers' })).toEqual([
      ['speakerId', 'name', 'plays', 'watchSeconds', 'pageViews', 'itemCount'],
      [made.speaker.id, made.speaker.name, 4, 467, 2, 1].map(String),
    ]);
    expect((await csv({ report: 'top-series', utmSource: 'letter' })).length).toBe(1);
    expect((await csv({ report: 'pages' })).map(([url, views]) => [url, views])).toEqual([
      ['url', 'pageViews'],
      [`${SITE}/a`, '4'],
      [`${SITE}/`, '1'],
      [`${SITE}/talks/bread`, '1'],
    ]);
    expect(await csv({ report: 'sources', by: 'utmMedium' })).toContainEqual([
      'email',
      '1',
      '40',
      '1',
      '2',
      '0',
    ]);
  });
});
