/** Writes batches of events into the raw tables; the engine's views make the roll-ups from them. */
import type { ClickHouse } from './connect.js';
import { searchTerm } from './definitions.js';
import type { PageViewEvent, PlaybackEvent, SearchClickEvent, SearchEvent, StoredEvent } from './events.js';

type Column<E> = readonly [name: string, value: (event: E) => unknown];

/** Text that JSON and UTF-8 can carry: half of a surrogate pair would refuse the whole batch. */
const text = (value: string | null): string | null => value?.toWellFormed() ?? null;

const MOST = 2 ** 32 - 1;
/** Seconds as whole milliseconds in 32 bits: 49 days at most. */
const milliseconds = (seconds: number | null): number | null =>
  seconds === null ? null : Math.min(Math.max(Math.round(seconds * 1000), 0), MOST);
const whole = (value: number | null): number | null =>
  value === null ? null : Math.min(Math.max(Math.round(value), 0), MOST);

const common: readonly Column<StoredEvent>[] = [
  ['accountId', (event) => event.accountId],
  ['id', (event) => event.id],
  ['at', (event) => event.occurredAt],
  ['receivedAt', (event) => event.receivedAt],
  ['visitor', ({ visitorHash }) => (visitorHash === null ? null : BigInt(`0x${visitorHash}`).toString())],
  ['origin', (event) => event.origin],
];

const playback: readonly Column<PlaybackEvent>[] = [
  ...common,
  ['kind', (event) => event.eventType],
  ['itemId', (event) => event.itemId],
  ['mediaAssetId', (event) => event.mediaAssetId],
  ['mediaAssetType', (event) => text(event.mediaAssetType)],
  ['embedTokenId', (event) => event.embedTokenId],
  ['sessionId', (event) => text(event.playbackSessionId)],
  ['positionMs', (event) => milliseconds(event.currentPlaybackPositionSeconds)],
  ['watchedMs', (event) => milliseconds(event.totalPlaybackSeconds)],
  ['durationMs', (event) => milliseconds(event.itemDurationSeconds)],
  ['ratePerMille', ({ playbackRate }) => (playbackRate === null ? null : perMille(playbackRate))],
  ['isEmbedded', ({ isEmbedded }) => (isEmbedded === null ? null : Number(isEmbedded))],
  ['searchId', (event) => event.searchId],
  ['errorMessage', (event) => text(event.errorMessage)],
];

const perMille = (rate: number): number => Math.min(Math.max(Math.round(rate * 1000), 0), 65_535);

const pageViews: readonly Column<PageViewEvent>[] = [
  ...common,
  ['url', (event) => text(event.url)],
  ['referrer', (event) => text(event.referrer)],
  ['itemId', (event) => event.itemId],
  ['seriesId', (event) => event.seriesId],
  ['collectionId', (event) => event.collectionId],
  ['searchId', (event) => event.searchId],
];

const searches: readonly Column<SearchEvent>[] = [
  ...common,
  ['searchId', (event) => event.searchId],
  ['query', (event) => text(event.query)],
  ['term', (event) => text(searchTerm(event.query))],
  ['mode', (event) => event.mode],
  ['totalRecords', (event) => whole(event.totalRecords)],
  ['itemIds', (event) => event.itemIds],
  ['tookMs', (event) => whole(event.tookMs)],
];

const searchClicks: readonly Column<SearchClickEvent>[] = [
  ...common,
  ['searchId', (event) => event.searchId],
  ['itemId', (event) => event.itemId],
  ['rank', (event) => whole(event.rank)],
  ['startMs', (event) => whole(event.startMs)],
];

/**
 * Stores a batch: at most one insert a table. The same events under the same token again, after a crash or a lost
 * answer, are counted once; so a batch that failed must be sent again as it was before the next one goes.
 * @param token letters, digits and `:._-`; never used for another batch
 */
export const insertBatch = async (
  clickHouse: ClickHouse,
  events: readonly StoredEvent[],
  token: string,
): Promise<void> => {
  const put = async <E>(table: string, columns: readonly Column<E>[], rows: readonly E[]): Promise<void> =>
    clickHouse.insert(
      table,
      columns.map(([name]) => name),
      rows.map((row) => columns.map(([, value]) => value(row))),
      // The views of several tables fill one: a token must name its table.
      `${token}:${table}`,
    );
  await put('searches', searches, only(events, 'search'));
  await put('search_clicks', searchClicks, only(events, 'searchClick'));
  await put('page_views', pageViews, only(events, 'pageView'));
  await put('playback', playback, only(events, 'mediaPlaybackEvent'));
};

const only = <T extends StoredEvent['type']>(
  events: readonly StoredEvent[],
  type: T,
): Extract<StoredEvent, { type: T }>[] =>
  events.filter((event): event is Extract<StoredEvent, { type: T }> => event.type === type);

export interface ClientEventId {
  accountId: number;
  id: string;
}

/** Which of these ids, chosen by clients, were remembered before. @returns those, as `accountId/id` */
export const knownEventIds = async (
  clickHouse: ClickHouse,
  ids: readonly ClientEventId[],
): Promise<Set<string>> => {
  if (ids.length === 0) return new Set();
  const rows = await clickHouse.query<{ accountId: number; id: string }>(
    `SELECT DISTINCT accountId, id FROM event_ids
WHERE accountId IN {accounts:Array(UInt64)} AND id IN {ids:Array(UUID)}`,
    { accounts: [...new Set(ids.map(({ accountId }) => accountId))], ids: ids.map(({ id }) => id) },
  );
  return new Set(rows.map(({ accountId, id }) => `${accountId}/${id}`));
};

/** Remembers ids for the retention of retries; again under the same token it does nothing. */
export const rememberEventIds = (
  clickHouse: ClickHouse,
  ids: readonly (ClientEventId & { receivedAt: number })[],
  token: string,
): Promise<void> =>
  clickHouse.insert(
    'event_ids',
    ['accountId', 'id', 'receivedAt'],
    ids.map(({ accountId, id, receivedAt }) => [accountId, id, Math.floor(receivedAt / 1000)]),
    `${token}:event_ids`,
  );
