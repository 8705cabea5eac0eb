/** Encodes events as ClickHouse rows. They are encoded once, when they enter the spool, and sent unchanged. */
import {
  CAMPAIGN_FIELDS,
  type CampaignField,
  type DownloadEvent,
  type PageViewEvent,
  type PlaybackEvent,
  type SearchClickEvent,
  type SearchEvent,
  type StoredEvent,
} from './events.js';

/** Rows for one table, as lines of JSONCompactEachRow. */
export interface EncodedEvents<Lines = string> {
  /** Table and columns, in the syntax of INSERT. */
  target: string;
  events: number;
  /** One line per event. */
  rows: Lines;
  /** If clients chose the events' ids: one line per event for `event_ids`. Otherwise null. */
  eventIds: Lines | null;
}

/** One line of `eventIds`. `receivedAt` is in seconds since 1970. */
export type EventIdRow = [accountId: number, id: string, receivedAt: number];

/** Normalises a query, so that variants in case, width and spacing count as the same search. */
export const searchTerm = (query: string): string =>
  query.normalize('NFKC').toLowerCase().trim().replace(/\s+/gu, ' ');

type Columns<E> = Record<string, (event: E) => unknown>;

/** Replaces lone surrogates, for which ClickHouse would reject the whole batch. */
const text = (value: string | null): string | null => value?.toWellFormed() ?? null;

const MAX_UINT32 = 2 ** 32 - 1;
const clamp = (value: number, max: number): number => Math.min(Math.max(Math.round(value), 0), max);
const whole = (value: number | null): number | null => (value === null ? null : clamp(value, MAX_UINT32));
/** Seconds as whole milliseconds in 32 bits: at most 49 days. */
const milliseconds = (seconds: number | null): number | null =>
  seconds === null ? null : clamp(seconds * 1000, MAX_UINT32);

const common: Columns<StoredEvent> = {
  accountId: (event) => event.accountId,
  id: (event) => event.id,
  at: (event) => event.occurredAt,
  receivedAt: (event) => event.receivedAt,
  visitor: ({ visitorHash }) => (visitorHash === null ? null : BigInt(`0x${visitorHash}`).toString()),
  origin: (event) => event.origin,
  country: (event) => event.country ?? '',
  device: (event) => event.device ?? '',
  browser: (event) => event.browser ?? '',
};

const playback: Columns<PlaybackEvent> = {
  kind: (event) => event.eventType,
  itemId: (event) => event.itemId,
  mediaAssetId: (event) => event.mediaAssetId,
  mediaAssetType: (event) => text(event.mediaAssetType),
  embedTokenId: (event) => event.embedTokenId,
  sessionId: (event) => text(event.playbackSessionId),
  positionMs: (event) => milliseconds(event.currentPlaybackPositionSeconds),
  watchedMs: (event) => milliseconds(event.totalPlaybackSeconds),
  durationMs: (event) => milliseconds(event.itemDurationSeconds),
  ratePerMille: ({ playbackRate }) => (playbackRate === null ? null : clamp(playbackRate * 1000, 65_535)),
  isEmbedded: ({ isEmbedded }) => (isEmbedded === null ? null : Number(isEmbedded)),
  searchId: (event) => event.searchId,
  place: (event) => event.place,
  errorMessage: (event) => text(event.errorMessage),
  startupMs: (event) => whole(event.startupMs),
  stallCount: (event) => whole(event.stallCount),
  stalledMs: (event) => whole(event.stalledMs),
};

/** Empty if the address has no such parameter. */
const campaignColumns = (): Columns<PageViewEvent> =>
  Object.fromEntries(
    CAMPAIGN_FIELDS.map((field): [CampaignField, (event: PageViewEvent) => unknown] => [
      field,
      (event) => text(event[field]) ?? '',
    ]),
  );

const pageView: Columns<PageViewEvent> = {
  url: (event) => text(event.url),
  referrer: (event) => text(event.referrer),
  itemId: (event) => event.itemId,
  seriesId: (event) => event.seriesId,
  collectionId: (event) => event.collectionId,
  searchId: (event) => event.searchId,
  ...campaignColumns(),
};

const search: Columns<SearchEvent> = {
  searchId: (event) => event.searchId,
  query: (event) => text(event.query),
  term: (event) => text(searchTerm(event.query)),
  mode: (event) => event.mode,
  totalRecords: (event) => whole(event.totalRecords),
  itemIds: (event) => event.itemIds,
  tookMs: (event) => whole(event.tookMs),
};

/** Stored for a click without a search, because the column is not nullable. */
export const NO_SEARCH = '00000000-0000-0000-0000-000000000000';

const searchClick: Columns<SearchClickEvent> = {
  searchId: (event) => event.searchId ?? NO_SEARCH,
  itemId: (event) => event.itemId,
  rank: (event) => whole(event.rank),
  startMs: (event) => whole(event.startMs),
};

const download: Columns<DownloadEvent> = {
  itemId: (event) => event.itemId,
  mediaAssetId: (event) => event.mediaAssetId,
  app: (event) => text(event.app) ?? '',
};

const encoder = <E extends StoredEvent>(table: string, own: Columns<E>) => {
  const columns = { ...common, ...own };
  const values = Object.values(columns);
  return {
    target: `${table} (${Object.keys(columns).join(', ')})`,
    encode: (event: StoredEvent) => `${JSON.stringify(values.map((value) => value(event as E)))}\n`,
  };
};

const encoders = {
  mediaPlaybackEvent: encoder('playback', playback),
  pageView: encoder('page_views', pageView),
  search: encoder('searches', search),
  searchClick: encoder('search_clicks', searchClick),
  download: encoder('downloads', download),
};

/**
 * Groups events by table, separating those with client-chosen ids. Preserves the order within a group. Of events
 * with the same id, even of different types, only the first is encoded.
 */
export const encodeEvents = (events: readonly StoredEvent[]): EncodedEvents[] => {
  const seen = new Set<string>();
  const groups: EncodedEvents[] = [];
  for (const event of events) {
    const eventIds = event.idByClient ? idLine(event) : null;
    const key = `${event.accountId}/${event.id}`;
    if (eventIds !== null && seen.has(key)) continue;
    if (eventIds !== null) seen.add(key);
    const { target, encode } = encoders[event.type];
    groups.push({ target, events: 1, rows: encode(event), eventIds });
  }
  return mergeEncoded(groups, (parts) => parts.join(''));
};

const idLine = ({ accountId, id, receivedAt }: StoredEvent): string => {
  const row: EventIdRow = [accountId, id, Math.floor(receivedAt / 1000)];
  return `${JSON.stringify(row)}\n`;
};

/** Concatenates groups of the same kind. */
export const mergeEncoded = <Lines>(
  groups: readonly EncodedEvents<Lines>[],
  join: (parts: readonly Lines[]) => Lines,
): EncodedEvents<Lines>[] => {
  const kinds = new Map<string, EncodedEvents<Lines>[]>();
  for (const group of groups) {
    const kind = `${group.target} ${group.eventIds !== null}`;
    const same = kinds.get(kind);
    if (same) same.push(group);
    else kinds.set(kind, [group]);
  }
  return [...kinds.values()].map((same) => {
    const [{ target }] = same as [EncodedEvents<Lines>];
    const ids = same.flatMap(({ eventIds }) => (eventIds === null ? [] : [eventIds]));
    return {
      target,
      events: same.reduce((sum, { events }) => sum + events, 0),
      rows: join(same.map(({ rows }) => rows)),
      eventIds: ids.length === 0 ? null : join(ids),
    };
  });
};
