/**
 * The expected values of every report, in plain TypeScript over an array of events: no roll-ups, no SQL. It shares
 * only the events' types and the ranges with the engine.
 */
import type {
  PageViewEvent,
  PlaybackEvent,
  SearchClickEvent,
  SearchEvent,
  StoredEvent,
} from '../../analytics/events/events.js';
import type { DateRange } from '../../analytics/reports/range.js';

export interface ReferenceScope {
  accountId: number;
  range: DateRange;
  filter?: {
    itemIds: readonly number[];
    pagesOf?: { seriesId?: number | null; collectionId?: number | null };
  } | null;
}

const monthOf = (at: number): number => new Date(at).getUTCFullYear() * 12 + new Date(at).getUTCMonth();
const near = (at: number, from: number, to: number): boolean =>
  monthOf(at) >= monthOf(from) - 1 && monthOf(at) <= monthOf(to) + 1;
const within = (at: number, from: number, to: number): boolean => at >= from && at < to;
const total = (values: number[]): number => values.reduce((sum, value) => sum + value, 0);

const groups = <T>(rows: readonly T[], keyOf: (row: T) => string): T[][] => {
  const found = new Map<string, T[]>();
  for (const row of rows) {
    const key = keyOf(row);
    found.set(key, [...(found.get(key) ?? []), row]);
  }
  return [...found.values()];
};

const split = (events: readonly StoredEvent[], accountId: number) => {
  const own = events.filter((event) => event.accountId === accountId && event.origin !== 'console');
  return {
    playback: own.filter((event): event is PlaybackEvent => event.type === 'mediaPlaybackEvent'),
    pages: own.filter((event): event is PageViewEvent => event.type === 'pageView'),
    searches: own.filter((event): event is SearchEvent => event.type === 'search'),
    clicks: own.filter((event): event is SearchClickEvent => event.type === 'searchClick'),
  };
};

const has = (filter: ReferenceScope['filter'], itemId: number | null): boolean =>
  !filter || (itemId !== null && filter.itemIds.includes(itemId));

const hasPage = (filter: ReferenceScope['filter'], page: PageViewEvent): boolean => {
  if (has(filter, page.itemId)) return true;
  const { seriesId = null, collectionId = null } = filter?.pagesOf ?? {};
  if (page.itemId !== null || (seriesId === null && collectionId === null)) return false;
  return (
    (seriesId === null || page.seriesId === seriesId) &&
    (collectionId === null || page.collectionId === collectionId)
  );
};

export const ms = (seconds: number): number => Math.round(seconds * 1000);
const most = (values: (number | null)[]): number => Math.max(0, ...values.map((value) => ms(value ?? 0)));

/** The sessions that started from `from` to `to`, with their totals. */
export const sessionsOf = (events: readonly StoredEvent[], scope: ReferenceScope, from: number, to: number) =>
  groups(
    split(events, scope.accountId).playback.filter(
      (event) => has(scope.filter, event.itemId) && near(event.occurredAt, from, to),
    ),
    ({ itemId, playbackSessionId }) => `${itemId} ${playbackSessionId}`,
  )
    .map((session) => {
      const duration = most(session.map((event) => event.itemDurationSeconds));
      const watched = most(session.map((event) => event.totalPlaybackSeconds));
      const furthest = most(session.map((event) => event.currentPlaybackPositionSeconds));
      return {
        itemId: session[0]!.itemId,
        start: Math.min(...session.map(({ occurredAt }) => occurredAt)),
        play: session.some(({ eventType }) => eventType === 'play'),
        duration,
        watched: duration > 0 ? Math.min(watched, 3 * duration) : watched,
        completion: duration > 0 ? Math.floor((Math.min(furthest, duration) * 10_000) / duration) : null,
        searchIds: new Set(session.flatMap(({ searchId }) => searchId ?? [])),
        events: session,
      };
    })
    .filter(({ start }) => within(start, from, to));

/** Sums of `rows` by interval; a row's time determines its interval. */
const series = <T>(range: DateRange, rows: T[], at: (row: T) => number): { start: number; rows: T[] }[] =>
  range.intervals.map((start, index) => ({
    start,
    rows: rows.filter((row) => within(at(row), start, range.intervals[index + 1] ?? range.to)),
  }));

/** Distinct visitors; over several days, the sum of the daily numbers. */
const visitors = (events: StoredEvent[], starts: readonly number[], end: number): number =>
  total(
    starts.map((start, index) => {
      const day = events.filter(({ occurredAt }) => within(occurredAt, start, starts[index + 1] ?? end));
      return new Set(day.flatMap(({ visitorHash }) => visitorHash ?? [])).size;
    }),
  );

const daysWithin = (days: readonly number[], start: number, end: number): number[] => [
  start,
  ...days.filter((day) => day > start && day < end),
];

export const referencePageViews = (events: readonly StoredEvent[], scope: ReferenceScope) => {
  const { range } = scope;
  const pages = split(events, scope.accountId).pages.filter(
    (page) => hasPage(scope.filter, page) && within(page.occurredAt, range.from, range.to),
  );
  return {
    total: pages.length,
    uniqueVisitors: visitors(pages, range.days, range.to),
    series: series(range, pages, ({ occurredAt }) => occurredAt).map(({ start, rows }, index) => ({
      start: new Date(start).toISOString(),
      views: rows.length,
      uniqueVisitors: visitors(
        rows,
        daysWithin(range.days, start, range.intervals[index + 1] ?? range.to),
        range.to,
      ),
    })),
  };
};

const metrics = (
  events: readonly StoredEvent[],
  scope: ReferenceScope,
  from: number,
  to: number,
  days: number[],
) => {
  const all = split(events, scope.accountId);
  const then = <E extends StoredEvent>(rows: E[]): E[] =>
    rows.filter(({ occurredAt }) => within(occurredAt, from, to));
  const pages = then(all.pages).filter((page) => hasPage(scope.filter, page));
  const searches = then(all.searches).filter(
    ({ itemIds }) => !scope.filter || itemIds.some((itemId) => has(scope.filter, itemId)),
  );
  const others = [...then(all.playback), ...then(all.clicks)].filter(({ itemId }) =>
    has(scope.filter, itemId),
  );
  return {
    uniqueVisitors: visitors([...pages, ...searches, ...others], days, to),
    pageViews: pages.length,
    searches: searches.length,
  };
};

export const referenceOverview = (
  events: readonly StoredEvent[],
  scope: ReferenceScope,
  previous: DateRange,
) => {
  const over = (range: DateRange, from: number, to: number) => {
    const sessions = sessionsOf(events, scope, range.from, range.to).filter(({ start }) =>
      within(start, from, to),
    );
    return {
      plays: sessions.filter(({ play }) => play).length,
      watchSeconds: total(sessions.map(({ watched }) => watched)) / 1000,
      ...metrics(events, scope, from, to, daysWithin(range.days, from, to)),
    };
  };
  const { range } = scope;
  const series = (one: DateRange) =>
    one.intervals.map((start, index) => ({
      start: new Date(start).toISOString(),
      ...over(one, start, one.intervals[index + 1] ?? one.to),
    }));
  return {
    ...over(range, range.from, range.to),
    previous: over(previous, previous.from, previous.to),
    series: series(range),
    previousSeries: series(previous),
  };
};

export const referenceTopItems = (events: readonly StoredEvent[], scope: ReferenceScope) => {
  const { from, to } = scope.range;
  const sessions = sessionsOf(events, scope, from, to);
  const pages = split(events, scope.accountId).pages.filter(
    ({ itemId, occurredAt }) => itemId !== null && has(scope.filter, itemId) && within(occurredAt, from, to),
  );
  const itemIds = [...new Set([...sessions, ...pages].map(({ itemId }) => itemId!))].sort((a, b) => a - b);
  return itemIds.map((itemId) => {
    const own = sessions.filter((session) => session.itemId === itemId);
    const known = own.filter(({ play, completion }) => play && completion !== null);
    return {
      itemId,
      plays: own.filter(({ play }) => play).length,
      uniqueSessions: own.length,
      watchSeconds: total(own.map(({ watched }) => watched)) / 1000,
      averageCompletion: known.length
        ? total(known.map(({ completion }) => completion!)) / known.length / 10_000
        : null,
      pageViews: pages.filter((page) => page.itemId === itemId).length,
      searchPlays: own.filter(({ play, searchIds }) => play && searchIds.size > 0).length,
    };
  });
};

export const referenceTrends = (
  events: readonly StoredEvent[],
  scope: ReferenceScope,
  topics: { topicId: number; itemIds: number[] }[],
) => {
  const { from, to, previousFrom, previousTo } = scope.range;
  const sessions = sessionsOf(events, scope, previousFrom, to);
  return topics
    .map(({ topicId, itemIds }) => {
      const own = sessions.filter(({ itemId }) => itemIds.includes(itemId));
      const now = own.filter(({ start }) => start >= from);
      const plays = now.filter(({ play }) => play);
      const before = own.filter(({ play, start }) => play && start < previousTo);
      const weighed = (rows: typeof own, begin: number, end: number): number =>
        total(rows.map(({ start }) => 2 ** ((-2 * (end - start)) / Math.max(end - begin, 1))));
      const a = weighed(plays, from, to) + 10;
      const b = weighed(before, previousFrom, previousTo) + 10;
      return {
        topicId,
        score: (a / b) * Math.exp(-1.645 * Math.sqrt(1 / a + 1 / b)),
        plays: plays.length,
        previousPlays: before.length,
        change: before.length ? (plays.length - before.length) / before.length : null,
        isNew: before.length === 0,
        watchSeconds: total(now.map(({ watched }) => watched)) / 1000,
        itemCount: new Set(plays.map(({ itemId }) => itemId)).size,
      };
    })
    .filter(({ plays, previousPlays }) => plays > previousPlays);
};

export const referenceSearches = (events: readonly StoredEvent[], scope: ReferenceScope) => {
  const { from, to } = scope.range;
  const all = split(events, scope.accountId);
  const sessions = sessionsOf(
    events.filter(({ occurredAt }) => near(occurredAt, from, to)),
    { ...scope, filter: null },
    -8e15,
    8e15,
  );
  const searches = all.searches
    .filter(({ occurredAt }) => within(occurredAt, from, to))
    .filter(({ itemIds }) => !scope.filter || itemIds.some((itemId) => has(scope.filter, itemId)))
    .map((search) => ({
      ...search,
      term: search.query.toLowerCase().trim().replace(/\s+/g, ' '),
      clicks: all.clicks.filter(
        ({ searchId, occurredAt }) => searchId === search.searchId && near(occurredAt, from, to),
      ),
      plays: sessions.filter(({ play, searchIds }) => play && searchIds.has(search.searchId)),
    }));
  const over = (rows: typeof searches) => {
    const clicks = rows.flatMap((search) => search.clicks);
    return {
      searches: rows.length,
      withoutResults: rows.filter(({ totalRecords }) => totalRecords === 0).length,
      clicks: clicks.length,
      clickThroughRate: rows.length
        ? rows.filter((search) => search.clicks.length > 0).length / rows.length
        : null,
      averageClickRank: clicks.length ? total(clicks.map(({ rank }) => rank)) / clicks.length : null,
      plays: total(rows.map(({ plays }) => plays.length)),
      watchSeconds: total(rows.flatMap(({ plays }) => plays.map(({ watched }) => watched))) / 1000,
    };
  };
  return {
    total: over(searches),
    queries: groups(searches, ({ term }) => term)
      .map((rows) => ({ query: rows[0]!.term, ...over(rows) }))
      .sort((a, b) => b.searches - a.searches || (a.query < b.query ? -1 : 1)),
  };
};
