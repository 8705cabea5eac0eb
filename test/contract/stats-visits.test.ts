/** A report that is filtered by a source, a page or where visits begin equals the row of that source or page. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  migrateClickHouse,
  namedRange,
  overview,
  pages,
  previousScope,
  quality,
  searches,
  SOURCE_DIMENSIONS,
  sources,
  topGroups,
  topItems,
  trendingTopics,
  type ClickHouse,
  type StoredEvent,
  type VisitFilter,
} from '../../analytics/index.js';
import type { ReportScope } from '../../analytics/reports/scope.js';
import { groupBy } from '../../src/platform/lib/group.js';
import { clickHouses, type TestClickHouse } from '../support/clickhouse.js';
import { randomEvents } from '../support/random-events.js';
import { seed } from '../support/seed.js';
import { storeEvents } from '../support/stored-events.js';

const everything = { limit: 1000, offset: 0 };
const NOW = Date.UTC(2024, 3, 7, 9, 20, 31, 250);
const METRICS = ['plays', 'watchSeconds', 'uniqueVisitors', 'pageViews', 'searches'] as const;
/** Each page's views, visitors, and visits that begin and end there, from the events themselves. */
const pagesOf = (events: readonly StoredEvent[], { accountId, range }: ReportScope): object[] => {
  const views = events
    .flatMap((event) => (event.type === 'pageView' ? [event] : []))
    .filter((event) => event.accountId === accountId && event.origin !== 'console')
    .filter(({ occurredAt }) => occurredAt >= range.from && occurredAt < range.to)
    .toSorted((one, other) => one.occurredAt - other.occurredAt || (one.url < other.url ? -1 : 1));
  const dayOf = (at: number): number => range.days.findLast((start) => start <= at)!;
  const visits = groupBy(
    views.filter(({ visitorHash }) => visitorHash !== null),
    ({ occurredAt, visitorHash }) => `${dayOf(occurredAt)} ${visitorHash}`,
  );
  return [...new Set(views.map(({ url }) => url))].sort().map((url) => ({
    url,
    pageViews: views.filter((view) => view.url === url).length,
    uniqueVisitors: [...visits.values()].filter((visit) => visit.some((view) => view.url === url)).length,
    entries: [...visits.values()].filter((visit) => visit[0]!.url === url).length,
    exits: [...visits.values()].filter((visit) => visit.at(-1)!.url === url).length,
  }));
};

const [, isThere, open] = clickHouses[0]!;

describe.skipIf(!isThere)('a filter of visits', () => {
  let app: TestClickHouse;
  let clickHouse: ClickHouse;
  let events: StoredEvent[];
  const scope: ReportScope = { accountId: 1, range: namedRange('last7days', NOW, 'Australia/Lord_Howe') };
  beforeAll(async () => {
    app = await open();
    clickHouse = await app.connect();
    await migrateClickHouse(clickHouse, { rawMonths: null, idDays: 30 });
    events = fc
      .sample(randomEvents([1, 2], NOW), { numRuns: 4, seed })
      .flat()
      .map((event) => ({ ...event, idByClient: false }));
    await storeEvents(clickHouse, { events, token: 'visits' });
  });
  afterAll(async () => {
    await clickHouse?.close();
    await app?.remove();
  });
  const metricsOf = async (visits: VisitFilter): Promise<object> => {
    const found = await overview(clickHouse, { ...scope, visits });
    return Object.fromEntries(METRICS.map((metric) => [metric, found[metric]]));
  };

  it.each(SOURCE_DIMENSIONS)('by %s gives the metrics of its source', async (by) => {
    const { sources: rows } = await sources(clickHouse, scope, by, everything);
    expect(rows.length).toBeGreaterThan(by.startsWith('utm') && by !== 'utmSource' ? 0 : 1);
    for (const { value, ...metrics } of rows)
      expect([value, await metricsOf({ [by]: value ?? '' })]).toEqual([value, metrics]);
  });

  it('by several values gives those of visits that have all of them', async () => {
    const visits = { utmSource: '', referrer: '' };
    const { sources: rows } = await sources(clickHouse, { ...scope, visits }, 'utmSource', everything);
    expect(rows.map(({ value }) => value)).toEqual([null]);
    expect(await metricsOf(visits)).toEqual(
      Object.fromEntries(METRICS.map((metric) => [metric, rows[0]![metric]])),
    );
    expect(await metricsOf({ ...visits, country: 'ZZ' })).toEqual(
      Object.fromEntries(METRICS.map((metric) => [metric, 0])),
    );
  });

  it('by pages gives what the report on pages says of them', async () => {
    const { pages: rows, totalRecords } = await pages(clickHouse, scope, everything);
    expect(rows.toSorted((one, other) => (one.url < other.url ? -1 : 1))).toEqual(pagesOf(events, scope));
    expect(totalRecords).toBe(rows.length);
    for (const { url, entries, exits, uniqueVisitors } of rows) {
      const visitors = async (visits: VisitFilter): Promise<number> =>
        (await overview(clickHouse, { ...scope, visits })).uniqueVisitors;
      expect(await visitors({ page: url })).toBe(uniqueVisitors);
      expect(await visitors({ entryPage: url })).toBe(entries);
      expect(await visitors({ exitPage: url })).toBe(exits);
    }
  });

  it('gives the same sums in every report', async () => {
    const filtered = { ...scope, visits: { device: 'mobile' } };
    const all = await overview(clickHouse, filtered);
    const { items } = await topItems(clickHouse, filtered, everything);
    const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
    expect(sum(items.map(({ plays }) => plays))).toBe(all.plays);
    expect((await searches(clickHouse, filtered, everything)).total.searches).toBe(all.searches);
    // Each session has one device.
    const { sources: devices } = await sources(clickHouse, scope, 'device', everything);
    const sessions = devices.map(async ({ value }) => {
      const of = { ...scope, visits: { device: value ?? '' } };
      return (await quality(clickHouse, of)).sessions;
    });
    expect(sum(await Promise.all(sessions))).toBe((await quality(clickHouse, scope)).sessions);
    const ids = [1, 2, 3, 4];
    const groups = ids.map((id) => ({ id, itemIds: [id] }));
    const speakers = await topGroups(clickHouse, filtered, 'speakers', groups, everything);
    expect(sum(speakers.groups.map(({ plays }) => plays))).toBe(all.plays);
    const topics = [{ topicId: 1, itemIds: ids }];
    const { trendingTopics: trends } = await trendingTopics(clickHouse, filtered, topics, everything);
    const before = await overview(clickHouse, previousScope(filtered));
    expect(all.previous.plays).toBe(before.plays);
    if (all.plays > before.plays)
      expect(trends).toMatchObject([{ plays: all.plays, previousPlays: before.plays }]);
  });
});
