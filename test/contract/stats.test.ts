/** Every report matches a plain reference for any events in any order, and accounts never mix. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  downloads,
  migrateClickHouse,
  overview,
  pageViews,
  quality,
  removeEvents,
  retention,
  searches,
  sources,
  topItems,
  trendingTopics,
  type ClickHouse,
  type DateRange,
  type StoredEvent,
} from '../../analytics/index.js';
import { daysBetween, namedRange, previousRange, RANGE_NAMES } from '../../analytics/reports/range.js';
import type { ReportScope } from '../../analytics/reports/scope.js';
import { referenceAudience } from '../support/audience-reference.js';
import { clickHouses, type TestClickHouse } from '../support/clickhouse.js';
import { counted, randomEvents } from '../support/random-events.js';
import { referenceQuality, referenceSources } from '../support/sources-reference.js';
import * as reference from '../support/stats-reference.js';
import { runs } from '../support/random-runs.js';
import { seed } from '../support/seed.js';
import { downloaded, pageView, playback, storeEvents } from '../support/stored-events.js';

const everything = { limit: 1000, offset: 0 };
/** In the week in which Europe and Lord Howe Island (by half an hour) change their clocks. */
const NOW = Date.UTC(2024, 3, 7, 9, 20, 31, 250);
const ZONES = ['Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC', 'America/New_York'];

const ranges: fc.Arbitrary<DateRange> = fc.oneof(
  fc
    .tuple(fc.constantFrom(...RANGE_NAMES), fc.constantFrom(...ZONES))
    .map(([name, zone]) => namedRange(name, NOW, zone)),
  fc
    .tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 70 }), fc.constantFrom(...ZONES))
    .map(([back, length, zone]) => {
      const day = (days: number) => new Date(NOW - days * 86_400_000).toISOString().slice(0, 10);
      return daysBetween(day(back + length), day(back), zone);
    }),
);

const filters: fc.Arbitrary<ReportScope['filter']> = fc.constantFrom(
  null,
  null,
  { itemIds: [1, 3] },
  { itemIds: [] },
  { itemIds: [2], pagesOf: { seriesId: 7 } },
  { itemIds: [], pagesOf: { seriesId: 8, collectionId: 9 } },
);

const topics = [
  { topicId: 1, itemIds: [1, 2] },
  { topicId: 2, itemIds: [3] },
  { topicId: 3, itemIds: [1, 3, 4] },
  { topicId: 4, itemIds: [] },
];

/** All reports of a scope. */
const allReports = async (clickHouse: ClickHouse, scope: ReportScope) => ({
  overview: await overview(clickHouse, scope),
  pageViews: await pageViews(clickHouse, scope),
  topItems: await topItems(clickHouse, scope, everything),
  trends: await trendingTopics(clickHouse, scope, topics, everything),
  searches: await searches(clickHouse, scope, everything),
  retention: await retention(clickHouse, scope, 1, null),
  quality: await quality(clickHouse, scope),
  sources: await Promise.all(
    // The other dimensions are columns like this one.
    (['referrer', 'device'] as const).map(async (by) => ({
      by,
      ...(await sources(clickHouse, scope, by, everything)),
    })),
  ),
});

const expectAll = async (
  clickHouse: ClickHouse,
  scope: ReportScope,
  events: StoredEvent[],
): Promise<void> => {
  const said = await allReports(clickHouse, scope);
  expect(said.overview).toEqual(reference.referenceOverview(events, scope, previousRange(scope.range)));
  expect(said.pageViews).toEqual(reference.referencePageViews(events, scope));
  const items = reference.referenceTopItems(events, scope);
  expect(said.topItems.totalRecords).toBe(items.length);
  expect(said.topItems.items.toSorted((one, other) => one.itemId - other.itemId)).toEqual(items);
  const trends = reference.referenceTrends(events, scope, topics);
  expect(said.trends.trendingTopics.toSorted((one, other) => one.topicId - other.topicId)).toEqual(
    trends.map((trend) => ({ ...trend, score: expect.closeTo(trend.score, 3) })),
  );
  const searched = reference.referenceSearches(events, scope);
  expect(said.searches).toEqual({ ...searched, totalRecords: searched.queries.length });
  for (const { by, ...found } of said.sources) {
    const ordered = found.sources.toSorted((one, other) =>
      (one.value ?? '').localeCompare(other.value ?? ''),
    );
    expect({ by, sources: ordered }).toEqual({ by, sources: referenceSources(events, scope, by) });
    expect(said.overview).toMatchObject(found.total);
    expect(found.totalRecords).toBe(ordered.length);
  }
  expect(said.quality).toMatchObject(referenceQuality(events, scope));
  expect(said.quality.series.reduce((sum, { sessions }) => sum + sessions, 0)).toBe(said.quality.sessions);
  expect(said.retention.audience.map((part) => part.sessions)).toEqual(expectedAudience(events, scope));
};

const expectedAudience = (events: StoredEvent[], scope: ReportScope): number[] =>
  referenceAudience(events, { ...scope, filter: null }, 1);

let account = 0;

for (const [name, isThere, open] of clickHouses) {
  describe.skipIf(!isThere)(`reports: ${name}`, () => {
    let app: TestClickHouse;
    let clickHouse: ClickHouse;
    beforeAll(async () => {
      app = await open();
      clickHouse = await app.connect();
      // The events are from long ago.
      await migrateClickHouse(clickHouse, { rawMonths: null, idDays: 30 });
    });
    afterAll(async () => {
      await clickHouse.close();
      await app.remove();
    });

    it('match the reference for random events that arrive repeatedly, late and out of order', async () => {
      await fc.assert(
        fc.asyncProperty(
          randomEvents([1, 2], NOW),
          fc.tuple(ranges, filters),
          fc.array(fc.boolean(), { minLength: 2, maxLength: 2 }),
          async (drawn, [range, filter], twice) => {
            // New accounts for each run.
            const [one, two] = [++account, ++account];
            const events = drawn.map((event) => ({ ...event, accountId: event.accountId === 1 ? one : two }));
            for (const [part, batch] of [events.slice(0, 25), events.slice(25)].entries()) {
              const token = `batch-${one}-${part}`;
              await storeEvents(clickHouse, { events: batch, token });
              // The response was lost, or the process died before it recorded success: the same batch again.
              if (twice[part]) await storeEvents(clickHouse, { events: batch, token });
              const sent = counted(events.slice(0, part === 0 ? 25 : undefined));
              await expectAll(clickHouse, { accountId: one, range, filter }, sent);
            }
            await expectAll(clickHouse, { accountId: two, range, filter }, counted(events));
          },
        ),
        // A failure is shown before the test is out of time to simplify it.
        {
          numRuns: runs(4),
          seed,
          interruptAfterTimeLimit: 120_000,
          markInterruptAsFailure: true,
        },
      );
      // About 300 queries, each of which may wait for the cores of a busy machine.
    }, 300_000);

    it('read the sessions of a period as the months around it know them, whatever it is compared with', async () => {
      const accountId = ++account;
      const events = [Date.UTC(2024, 1, 4), NOW - 60_000].map((occurredAt) =>
        playback({ accountId, occurredAt, totalPlaybackSeconds: 30, itemDurationSeconds: 100 }),
      );
      await storeEvents(clickHouse, { events, token: `months-${accountId}` });
      for (const name of ['month', 'last30days'] as const)
        await expectAll(
          clickHouse,
          { accountId, range: namedRange(name, NOW, 'UTC'), filter: null },
          counted(events),
        );
    });

    it('of one account do not change by a byte when other accounts send events', async () => {
      const [mine, other] = [++account, ++account];
      const [events = []] = fc.sample(randomEvents([mine], NOW), { numRuns: 1, seed });
      await storeEvents(clickHouse, { events, token: `mine-${mine}` });
      const scope = { accountId: mine, range: namedRange('month', NOW, 'Europe/Berlin') };
      const before = JSON.stringify(await allReports(clickHouse, scope));
      // The other account uses the same items, sessions, searches and even ids.
      const theirs = [
        ...events,
        ...fc.sample(randomEvents([other], NOW), { numRuns: 5, seed: seed + 1 }).flat(),
      ];
      await storeEvents(clickHouse, {
        events: theirs.map((event) => ({ ...event, accountId: other })),
        token: `theirs-${other}`,
      });
      expect(JSON.stringify(await allReports(clickHouse, scope))).toBe(before);
      await expectAll(
        clickHouse,
        { ...scope, accountId: other },
        counted(theirs.map((event) => ({ ...event, accountId: other }))),
      );
    });

    it('match the reference after events are deleted', async () => {
      const [one, other] = [++account, ++account];
      const drawn = fc.sample(randomEvents([one], NOW), { numRuns: 8, seed }).flat();
      // Visits of removed and other items share hours, sessions, visitors, and a page without an item.
      const events = counted([
        ...drawn,
        pageView({ accountId: one, occurredAt: NOW - 90_000, itemId: null }),
        downloaded({ accountId: one, occurredAt: NOW - 80_000 }),
        downloaded({ accountId: one, occurredAt: NOW - 70_000, itemId: 3, mediaAssetId: 3 }),
      ]);
      await storeEvents(clickHouse, { events, token: `left-${one}` });
      const theirs = events.map((event) => ({ ...event, accountId: other }));
      await storeEvents(clickHouse, { events: theirs, token: `left-${other}` });
      const itemIds = [1, 2];
      const searchIds = events
        .flatMap((event) => (event.type === 'search' ? [event.searchId] : []))
        .slice(0, 1);
      const pageViewIds = events.flatMap(({ type, id }) => (type === 'pageView' ? [id] : [])).slice(-1);
      const isRemoved = (event: StoredEvent): boolean =>
        ('itemId' in event && event.itemId !== null && itemIds.includes(event.itemId)) ||
        (event.type.startsWith('search') &&
          'searchId' in event &&
          searchIds.includes(event.searchId ?? '')) ||
        pageViewIds.includes(event.id);
      const removed = { accountId: one, itemIds, searchIds, pageViewIds };
      const count = events.filter(isRemoved).length;
      expect(count).toBeGreaterThan(5);
      expect(await removeEvents(clickHouse, removed)).toBe(count);
      expect(await removeEvents(clickHouse, removed)).toBe(0);
      const range = namedRange('month', NOW, 'Europe/Berlin');
      const left = events.filter((event) => !isRemoved(event));
      await expectAll(clickHouse, { accountId: one, range, filter: null }, left);
      expect((await downloads(clickHouse, { accountId: one, range })).total).toBe(1);
      await expectAll(clickHouse, { accountId: other, range, filter: null }, theirs);
      // Their ids are forgotten too: the same events count when they are sent again.
      await storeEvents(clickHouse, { events: events.filter(isRemoved), token: `again-${one}` });
      await expectAll(clickHouse, { accountId: one, range, filter: null }, events);
    }, 300_000);

    it('count sessions as computed by hand', async () => {
      const accountId = ++account;
      const at = NOW - 3_600_000;
      const event = (seconds: number, fields: Parameters<typeof playback>[0]) =>
        playback({ accountId, occurredAt: at + seconds * 1000, itemDurationSeconds: 100, ...fields });
      const events = [
        // Watched a quarter, skipped to the last fifth, watched to the end. The last event arrived first, and the
        // play event late.
        event(45, { eventType: 'end', currentPlaybackPositionSeconds: 100, totalPlaybackSeconds: 45 }),
        event(25, { eventType: 'seek', currentPlaybackPositionSeconds: 80, totalPlaybackSeconds: 25 }),
        event(10, { eventType: 'progress', currentPlaybackPositionSeconds: 10, totalPlaybackSeconds: 10 }),
        event(0, { eventType: 'play', totalPlaybackSeconds: 0 }),
        // Left on repeat all night: three times the length counts.
        event(0, { playbackSessionId: 'b', totalPlaybackSeconds: 0 }),
        event(9, {
          playbackSessionId: 'b',
          eventType: 'progress',
          currentPlaybackPositionSeconds: 9,
          totalPlaybackSeconds: 30_000,
        }),
        // Its play event was lost: a session with time watched, but no play.
        event(5, {
          playbackSessionId: 'c',
          eventType: 'progress',
          currentPlaybackPositionSeconds: 50,
          totalPlaybackSeconds: 7,
        }),
      ];
      await storeEvents(clickHouse, { events, token: `hand-${accountId}` });
      const scope = { accountId, range: namedRange('day', NOW, 'UTC') };
      expect((await topItems(clickHouse, scope, everything)).items).toEqual([
        {
          itemId: 1,
          plays: 2,
          uniqueSessions: 3,
          watchSeconds: 45 + 300 + 7,
          averageCompletion: (1 + 0.09) / 2,
          pageViews: 0,
          searchPlays: 0,
        },
      ]);
      const { audience, plays } = await retention(clickHouse, scope, 1, 100);
      expect(plays).toBe(2);
      expect(audience.map((part) => part.sessions)).toEqual(
        Array.from({ length: 100 }, (_, part) => (part < 9 ? 2 : part < 25 || part >= 80 ? 1 : 0)),
      );
    });
  });
}
