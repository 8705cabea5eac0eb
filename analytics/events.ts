/** The events as they are stored: what the spool keeps, the writer sends and the reports count. Plain data, no checks. */

/** What every event carries. */
interface EventBase {
  /** UUID, lower case: the client's own `eventId`, else made at receipt. Unique within the account. */
  id: string;
  /** True where the client chose `id`: only such ids can come twice, and are looked up before they are counted. */
  idByClient: boolean;
  accountId: number;
  /** When it happened and when it was taken in: milliseconds since 1970 UTC. Reports count by `occurredAt`. */
  occurredAt: number;
  receivedAt: number;
  /** 64 bits as 16 hex digits, salted anew every day; null where the visitor is not to be counted. */
  visitorHash: string | null;
  /** Where it came from; null where nobody said. */
  origin: EventOrigin | null;
}

export const EVENT_TYPES = ['mediaPlaybackEvent', 'pageView', 'search', 'searchClick'] as const;
export const PLAYBACK_KINDS = ['play', 'pause', 'seek', 'progress', 'end', 'error'] as const;
export const EVENT_ORIGINS = ['embed', 'connect', 'console'] as const;
export const SEARCH_MODES = ['hybrid', 'semantic', 'keyword'] as const;

export type EventType = (typeof EVENT_TYPES)[number];
export type PlaybackKind = (typeof PLAYBACK_KINDS)[number];
export type EventOrigin = (typeof EVENT_ORIGINS)[number];
export type SearchMode = (typeof SEARCH_MODES)[number];

export interface PlaybackEvent extends EventBase {
  type: 'mediaPlaybackEvent';
  eventType: PlaybackKind;
  itemId: number;
  mediaAssetId: number;
  /** Name of the variant type. */
  mediaAssetType: string | null;
  /** The embedding site's token by its id, never the token itself. */
  embedTokenId: number | null;
  playbackSessionId: string;
  /** Seconds into the item. After a seek: where it went to. */
  currentPlaybackPositionSeconds: number;
  /** Seconds played since the session began. */
  totalPlaybackSeconds: number | null;
  /** Length of the item: as the library has it, else as the player says. */
  itemDurationSeconds: number | null;
  playbackRate: number | null;
  isEmbedded: boolean | null;
  /** The search that led here: UUID. */
  searchId: string | null;
  errorMessage: string | null;
}

export interface PageViewEvent extends EventBase {
  type: 'pageView';
  /** The page without its query's secrets; the referrer as its host or address. */
  url: string;
  referrer: string | null;
  itemId: number | null;
  seriesId: number | null;
  collectionId: number | null;
  searchId: string | null;
}

export interface SearchEvent extends EventBase {
  type: 'search';
  searchId: string;
  query: string;
  /** Mode that answered. */
  mode: SearchMode;
  /** How many items were found in all. */
  totalRecords: number;
  /** The items of the page that was answered, best first. */
  itemIds: number[];
  tookMs: number;
}

export interface SearchClickEvent extends EventBase {
  type: 'searchClick';
  searchId: string;
  itemId: number;
  /** Place in the list, 1 is the first. */
  rank: number;
  /** Where in the talk the chosen passage begins. */
  startMs: number | null;
}

export type StoredEvent = PlaybackEvent | PageViewEvent | SearchEvent | SearchClickEvent;
