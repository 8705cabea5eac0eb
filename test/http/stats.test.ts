/** Reports for events sent to the logging endpoints, compared with hand-counted metrics. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createFakeClock } from '../support/clock.js';
import { dateIn } from '../../analytics/index.js';
import { buildEngagement, log, NOW, session, START, type Engagement } from '../support/engagement.js';
import { buildItem, buildMediaAsset, setItem, type Built } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

const FIGURES_TIMEOUT_MS = 15_000;

describe('stats', () => {
  const clock = createFakeClock(START);
  const app = useApp({ clock });
  let shepherd: Built;
  let bread: Built;
  let foreign: Built;
  let series: Built;
  let speaker: Built;
  let topics: Engagement['topics'];

  const stats = async (path: string, query: object = {}, tenant = app.demo): Promise<Built> => {
    const period: Record<string, string> = path === 'live' || 'from' in query ? {} : { range: 'week' };
    const text = new URLSearchParams({ ...period, ...query });
    const { status, body } = await tenant.api.get(`/stats/${path}?${text.toString()}`);
    expect({ status, body }).toMatchObject({ status: 200 });
    return body;
  };

  beforeAll(async () => {
    ({ shepherd, bread, foreign, series, speaker, topics } = await buildEngagement(app, clock));
    await vi.waitFor(async () => {
      const { plays, pageViews } = (await stats('overview')).overview;
      expect({ plays, pageViews }).toEqual({ plays: 4, pageViews: 4 });
      expect((await stats('top-items', {}, app.other)).items).toMatchObject([{ plays: 1, pageViews: 1 }]);
    }, FIGURES_TIMEOUT_MS);
  });

  it('count plays, sessions, time watched and completion of items', async () => {
    const { items, range, ...page } = await stats('top-items');
    expect(items).toEqual([
      {
        itemId: shepherd.id,
        title: 'The Good Shepherd',
        plays: 3,
        uniqueSessions: 3,
        watchSeconds: 100 + 50 + 300,
        averageCompletion: expect.closeTo((1 + 0.5 + 0.2) / 3, 4),
        pageViews: 2,
        searchPlays: 1,
      },
      {
        itemId: bread.id,
        title: 'On Bread',
        plays: 1,
        uniqueSessions: 2,
        watchSeconds: 100,
        averageCompletion: 0.5,
        pageViews: 1,
        searchPlays: 0,
      },
    ]);
    expect(page).toEqual({ limit: 50, offset: 0, page: 0, totalRecords: 2, totalPages: 1, hasMore: false });
    expect(range).toEqual({
      name: 'week',
      from: '2026-02-28T23:00:00.000Z',
      to: NOW,
      previousFrom: '2026-02-21T23:00:00.000Z',
      previousTo: '2026-02-25T11:00:00.000Z',
    });
  });

  it('support pages and sorting', async () => {
    for (const names of [
      ['limit', 'offset'],
      ['_limit', '_offset'],
    ]) {
      const body = await stats('top-items', { [names[0] ?? '']: '1', [names[1] ?? '']: '1' });
      expect(body.items.map(({ itemId }: Built) => itemId)).toEqual([bread.id]);
      expect(body).toMatchObject({ limit: 1, offset: 1, page: 1, totalPages: 2, hasMore: false });
    }
    const byTitle = async (sort: string): Promise<string[]> =>
      (await stats('top-items', { sort })).items.map(({ title }: Built) => title);
    expect(await byTitle('watchSeconds')).toEqual(['The Good Shepherd', 'On Bread']);
    expect(await byTitle('averageCompletion')).toEqual(['The Good Shepherd', 'On Bread']);
    expect(await byTitle('pageViews')).toEqual(['The Good Shepherd', 'On Bread']);
  });

  it('count page views by the days of the account, including empty ones', async () => {
    const { pageViews } = await stats('page-views');
    expect(pageViews).toEqual({
      total: 4,
      // One visitor on Sunday, and two on Monday, one of them the same person.
      uniqueVisitors: 3,
      series: [
        { start: '2026-02-28T23:00:00.000Z', views: 1, uniqueVisitors: 1 },
        { start: '2026-03-01T23:00:00.000Z', views: 3, uniqueVisitors: 2 },
        { start: '2026-03-02T23:00:00.000Z', views: 0, uniqueVisitors: 0 },
        { start: '2026-03-03T23:00:00.000Z', views: 0, uniqueVisitors: 0 },
      ],
    });
    const monday = await stats('page-views', { from: '2026-03-02', to: '2026-03-02' });
    expect(monday.pageViews.series).toHaveLength(24);
    expect(monday.pageViews.series[0]).toMatchObject({ start: '2026-03-01T23:00:00.000Z', views: 1 });
    expect(monday.range).toMatchObject({ name: null, previousFrom: '2026-02-28T23:00:00.000Z' });
  });

  it.each([
    ['day', '2026-03-03T23:00:00.000Z', 12],
    ['week', '2026-02-28T23:00:00.000Z', 4],
    ['isoWeek', '2026-03-01T23:00:00.000Z', 3],
    ['month', '2026-02-28T23:00:00.000Z', 4],
    ['quarter', '2025-12-31T23:00:00.000Z', 10],
    ['year', '2025-12-31T23:00:00.000Z', 3],
  ])('support the range %s', async (name, from, intervals) => {
    const { pageViews, range } = await stats('page-views', { range: name });
    expect(range).toMatchObject({ name, from, to: NOW });
    expect(pageViews.series[0].start).toBe(from);
    expect(pageViews.series.length).toBe(intervals);
  });

  it('find trending topics, and no others', async () => {
    const { trendingTopics } = await stats('trending-topics');
    expect(trendingTopics).toEqual([
      {
        topicId: topics[0].id,
        name: 'Trust',
        score: expect.any(Number),
        plays: 3,
        previousPlays: 0,
        change: null,
        isNew: true,
        watchSeconds: 450,
        itemCount: 1,
      },
    ]);
  });

  it('report totals over time compared with the previous period', async () => {
    const { overview } = await stats('overview');
    expect(overview).toMatchObject({ plays: 4, watchSeconds: 550, pageViews: 4, searches: 0 });
    expect(overview.previous).toMatchObject({ plays: 2, watchSeconds: 200, pageViews: 0 });
    expect(overview.series.map(({ plays }: Built) => plays)).toEqual([1, 2, 1, 0]);
  });

  it('report the audience retention of an item', async () => {
    const { retention } = await stats(`items/${shepherd.id}/retention`);
    expect(retention).toMatchObject({
      itemId: shepherd.id,
      title: 'The Good Shepherd',
      durationSeconds: 100,
      plays: 3,
    });
    expect(retention.audience).toHaveLength(100);
    expect(retention.audience[10]).toEqual({ part: 10, fromSeconds: 10, sessions: 3, share: 1, repeats: 0 });
    expect(retention.audience[40].sessions).toBe(2);
    expect(retention.audience[90].share).toBeCloseTo(1 / 3);
  });

  it('apply filters to every report', async () => {
    const ids = async (query: object): Promise<number[]> =>
      (await stats('top-items', query)).items.map(({ itemId }: Built) => itemId);
    expect(await ids({ seriesId: series.id })).toEqual([shepherd.id]);
    expect(await ids({ speakerId: speaker.id })).toEqual([shepherd.id]);
    expect(await ids({ collectionId: bread.collectionId })).toEqual([bread.id]);
    expect(await ids({ itemId: bread.id })).toEqual([bread.id]);
    expect(await ids({ itemId: bread.id, speakerId: speaker.id })).toEqual([]);
    // A page of the series counts for the series.
    expect((await stats('page-views', { seriesId: series.id })).pageViews.total).toBe(3);
    expect((await stats('page-views', { speakerId: speaker.id })).pageViews.total).toBe(2);
    expect((await stats('overview', { itemId: bread.id })).overview).toMatchObject({
      plays: 1,
      pageViews: 1,
    });
    expect((await stats('trending-topics', { itemId: bread.id })).trendingTopics).toEqual([]);
  });

  it('return nothing of another account', async () => {
    expect(await stats('top-items', {}, app.other)).toMatchObject({
      items: [{ itemId: foreign.id, plays: 1, pageViews: 1 }],
      totalRecords: 1,
    });
    expect((await stats('top-items', { itemId: foreign.id })).items).toEqual([]);
    expect((await stats('overview', { itemId: foreign.id })).overview.plays).toBe(0);
    const { status } = await app.demo.api.get(`/stats/items/${foreign.id}/retention`);
    expect(status).toBe(404);
  });

  it('export reports and events in each format, with nothing of another account', async () => {
    const file = async (query: string): Promise<Built> => {
      const answer = await app.demo.api.get(`/stats/export?${query}`);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return answer;
    };
    const { items } = await stats('top-items');
    const csv = await file('report=top-items&range=week');
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="demo-top-items-2026-03-01-2026-03-04.csv"',
    });
    const [heading, ...rows] = csv.body.trim().split('\n');
    expect(heading.replaceAll('"', '').split(',')).toEqual(Object.keys(items[0]));
    expect(rows[0]).toMatch(new RegExp(`^${shepherd.id},"?The Good Shepherd"?,3,3,450,`));
    const lines = (await file('report=top-items&range=week&format=jsonl')).body.trim().split('\n');
    expect(lines.map((line: string) => JSON.parse(line))).toEqual(items);
    const clickHouse = await app.app.engagement.clickHouse();
    const events = await file('report=events&type=pageView&format=parquet&from=2026-03-01');
    const path = join(app.app.config.dataDir, 'events.parquet');
    await writeFile(path, events.bytes);
    const [read] = await clickHouse.query<Built>(
      `SELECT count() AS n, uniqExact(visitorHash) AS visitors, groupUniqArray(itemId) AS ids FROM file('${path}', Parquet)`,
    );
    expect(read).toMatchObject({ n: 4, visitors: 2 });
    expect(read.ids.sort()).toEqual([shepherd.id, bread.id].sort());
    // A quarter to midnight in UTC is the next day in Berlin.
    const views = (await file('report=events&type=pageView')).body.trim().split('\n').slice(1);
    expect(views.length).toBeGreaterThan(0);
    for (const view of views) {
      const [, at, on] = view.split(',').map((cell: string) => cell.replaceAll('"', ''));
      expect(on).toBe(dateIn('Europe/Berlin', Date.parse(at)));
    }
    for (const report of ['overview', 'page-views', 'trending-topics', 'searches', 'events'])
      expect((await file(`report=${report}`)).body, report).toContain(',');
    const local = await file('report=overview&range=week&timeZone=Europe/berlin&format=jsonl');
    expect(JSON.parse(local.body.split('\n')[0])).toMatchObject({ start: '2026-03-01T00:00:00.000+01:00' });
    const audience = await file(`report=retention&itemId=${shepherd.id}&format=jsonl`);
    expect(audience.body.trim().split('\n')).toHaveLength(100);
    for (const [query, status] of [
      ['', 400],
      ['report=retention', 400],
      ['report=events&itemId=1', 400],
      ['report=overview&type=search', 400],
      ['report=overview&timeZone=Mars/Olympus', 400],
      [`report=retention&itemId=${foreign.id}`, 404],
    ] as const)
      expect((await app.demo.api.get(`/stats/export?${query}`)).status, query).toBe(status);
  });

  it('report searches, clicks on results and the plays that follow', async () => {
    const { body } = await app.demo.site.get('/search?q=%20Green%20%20pastures', {
      'User-Agent': 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    });
    clock.pass(1_000);
    await log(app.demo, [
      { type: 'searchClick', searchId: body.searchId, itemId: shepherd.id, rank: 1 },
      ...session(shepherd, 's', '2026-03-04T10:58:00.000Z', 10, { searchId: body.searchId }),
    ]);
    await vi.waitFor(async () => {
      const { total, queries, totalRecords } = await stats('searches');
      const metrics = {
        searches: 1,
        withoutResults: 1,
        clicks: 1,
        clickThroughRate: 1,
        averageClickRank: 1,
        plays: 1,
        watchSeconds: 10,
      };
      expect({ total, queries, totalRecords }).toEqual({
        total: metrics,
        queries: [{ query: 'green pastures', ...metrics }],
        totalRecords: 1,
      });
    }, FIGURES_TIMEOUT_MS);
    expect((await stats('searches', {}, app.other)).queries).toEqual([]);
  });

  it.each([
    ['range=fortnight', 'range'],
    ['range=week&from=2026-03-01', 'range'],
    ['from=2026-02-30', 'from'],
    ['to=2026-03-01', 'from'],
    ['from=2026-03-02&to=2026-03-01', 'to'],
    ['from=2026-03-05', 'from'],
    ['from=2010-01-01', 'from'],
    ['from=2001-01-01&to=2026-03-01', 'to'],
    ['from=0001-01-01&to=0001-01-02', 'from'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=5&_limit=5', '_limit'],
    ['_offset=-1', '_offset'],
    ['itemId=x', 'itemId'],
    ['itemId=1&itemId=2', 'itemId'],
    ['sort=title', 'sort'],
    ['verbose=1', 'verbose'],
  ])('reject ?%s', async (query, path) => {
    const { status, body } = await app.demo.api.get(`/stats/top-items?${query}`);
    expect({ status, type: body.error?.type }).toEqual({ status: 400, type: 'BadRequestError' });
    expect(JSON.stringify(body.error)).toContain(path);
  });

  it('keep the activity on deleted items, under their titles', async () => {
    const item = await buildItem(app.demo, { title: 'Gone' });
    const { id: mediaAssetId } = await buildMediaAsset(app.app.db, item, app.demo.account.id);
    await log(app.demo, session({ ...item, assetId: mediaAssetId }, 'z', '2026-03-04T09:00:00.000Z', 30));
    await app.demo.api.delete(`/items/${item.id}`);
    await vi.waitFor(async () => {
      const { items } = await stats('top-items', { range: 'day' });
      expect(items.map(({ title }: Built) => title)).toContain('Gone');
    }, FIGURES_TIMEOUT_MS);
    expect((await app.demo.api.get(`/stats/items/${item.id}/retention`)).status).toBe(404);
  });

  it('keep the order in which events of one millisecond were sent', async () => {
    const talk = await buildItem(app.demo, { title: 'Psalm 23' });
    const { id: assetId } = await buildMediaAsset(app.app.db, talk, app.demo.account.id, {
      durationSecs: 100,
    });
    await setItem(app, talk, { durationSecs: 100 });
    const [start] = session({ ...talk, assetId }, 'tie', '2026-03-03T21:00:00.000Z', 0);
    const step = (eventType: string, second: number, position: number) => ({
      ...{ ...start, eventType, occurredAt: `2026-03-03T21:00:${second}.000Z` },
      ...{ currentPlaybackPositionSeconds: position, totalPlaybackSeconds: second },
    });
    // After 40 s the listener goes back to 10, and hears ten of them again.
    await log(app.demo, [start!, step('progress', 40, 40), step('seek', 40, 10), step('pause', 50, 20)]);
    await vi.waitFor(async () => {
      const { audience } = (await stats(`items/${talk.id}/retention`)).retention;
      const heard = audience.map(({ sessions, repeats }: Built) => [sessions, repeats]);
      const parts = Array.from({ length: 100 }, (_, part) => [
        Number(part < 40),
        Number(part >= 10 && part < 20),
      ]);
      expect(heard).toEqual(parts);
    }, FIGURES_TIMEOUT_MS);
  });
});
