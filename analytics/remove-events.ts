/** Removes events from every table, so that reports are as if they had never happened. */
import { views } from '../migrations/clickhouse/0001-initial.js';
import type { ClickHouse } from './clickhouse/clickhouse.js';
import type { EventType } from './events/events.js';

/** The events to remove: all that refer to the items, and single ones by id. */
export interface RemovedEvents {
  accountId: number;
  itemIds: readonly number[];
  pageViewIds: readonly string[];
  searchIds: readonly string[];
}

const ABOUT_ITEM = 'has({items:Array(UInt64)}, ifNull(itemId, 0))';
const OF_SEARCH = 'has({searches:Array(UUID)}, searchId)';

/** The raw tables, with the event type they are aggregated as and the condition that selects the rows to remove. */
const sources: { table: string; type: EventType; condition: string; hasHours: boolean }[] = [
  { table: 'playback', type: 'mediaPlaybackEvent', condition: ABOUT_ITEM, hasHours: true },
  {
    table: 'page_views',
    type: 'pageView',
    condition: `(${ABOUT_ITEM} OR has({pageViews:Array(UUID)}, id))`,
    hasHours: true,
  },
  { table: 'searches', type: 'search', condition: OF_SEARCH, hasHours: true },
  {
    table: 'search_clicks',
    type: 'searchClick',
    condition: `(${ABOUT_ITEM} OR ${OF_SEARCH})`,
    hasHours: true,
  },
  { table: 'downloads', type: 'download', condition: ABOUT_ITEM, hasHours: false },
];

const HOURS_OF = 'has({hours:Array(UInt32)}, toUnixTimestamp(toStartOfHour(at)))';
/** Makes the statement wait until the rows are gone. */
const WAIT = 'SETTINGS mutations_sync = 2';

/**
 * Safe to repeat, also after an interruption. Must not run while events are stored: events of the same hours
 * could be counted twice.
 * @returns number of removed events
 * @throws {AnalyticsUnavailableError} when ClickHouse is down
 */
export const removeEvents = async (
  clickHouse: ClickHouse,
  { accountId, itemIds, pageViewIds, searchIds }: RemovedEvents,
): Promise<number> => {
  const params = { account: accountId, items: itemIds, pageViews: pageViewIds, searches: searchIds };
  let removed = 0;
  for (const { table, type, condition, hasHours } of sources) {
    const where = `accountId = {account:UInt64} AND ${condition}`;
    const hours = await clickHouse.query<{ start: number; events: number }>(
      `SELECT toUnixTimestamp(toStartOfHour(at)) AS start, count() AS events FROM ${table} WHERE ${where} GROUP BY start`,
      params,
    );
    if (hours.length === 0) continue;
    removed += hours.reduce((sum, { events }) => sum + events, 0);
    // First, because the raw rows determine which hours to aggregate again.
    if (hasHours)
      await recomputeSums(clickHouse, table, condition, {
        ...params,
        type,
        hours: hours.map(({ start }) => start),
      });
    await clickHouse.command(
      `ALTER TABLE event_ids DELETE WHERE accountId = {account:UInt64} AND id IN (SELECT id FROM ${table} WHERE ${where}) ${WAIT}`,
      params,
    );
    await clickHouse.command(`ALTER TABLE ${table} DELETE WHERE ${where} ${WAIT}`, params);
  }
  for (const table of ['sessions', 'item_days'])
    await clickHouse.command(
      `ALTER TABLE ${table} DELETE WHERE accountId = {account:UInt64} AND has({items:Array(UInt64)}, itemId) ${WAIT}`,
      params,
    );
  return removed;
};

/**
 * Aggregates the hours again without the events. Visitors are stored as sets, from which single values cannot be
 * removed.
 */
const recomputeSums = async (
  clickHouse: ClickHouse,
  table: string,
  condition: string,
  params: Record<string, unknown>,
): Promise<void> => {
  const view = views.find(({ name }) => name === `hours_from_${table}`);
  if (!view) throw new Error(`No view sums up the hours of ${table}`);
  const rest = ` AND accountId = {account:UInt64} AND ${HOURS_OF} AND NOT ${condition}`;
  await clickHouse.command(
    `ALTER TABLE hours DELETE WHERE accountId = {account:UInt64} AND type = {type:String}
AND has({hours:Array(UInt32)}, toUnixTimestamp(hour)) ${WAIT}`,
    params,
  );
  // Deduplication is off, because identical sums may have been inserted before.
  await clickHouse.command(
    `INSERT INTO hours (accountId, type, hour, events, visitors) SETTINGS insert_deduplicate = 0\n${view.select(rest)}`,
    params,
  );
};
