/** Events as the spool accepts them: plain data, already validated. */
import { createHmac } from 'node:crypto';

/** The client that an event comes from; null where unknown. */
export interface EventClient {
  /** ISO 3166-1 alpha-2, upper case. */
  country: string | null;
  device: Device | null;
  browser: Browser | null;
}

/** The fields of every event. */
interface EventBase extends EventClient {
  /** UUID, lower case: the client's `eventId`, or generated on receipt. Unique within the account. */
  id: string;
  /**
   * True if the client chose `id`. Only such events can arrive twice, so their ids are looked up before they are
   * counted.
   */
  idByClient: boolean;
  accountId: number;
  /** When it happened and when it was received, ms since 1970. Reports use `occurredAt`. */
  occurredAt: number;
  receivedAt: number;
  /** 64 bits as 16 hex digits, with a new salt every day; null if the visitor is not counted. */
  visitorHash: string | null;
  /** Where the event came from; null if unknown. */
  origin: EventOrigin | null;
}

export const EVENT_TYPES = ['mediaPlaybackEvent', 'pageView', 'search', 'searchClick', 'download'] as const;
export const PLAYBACK_KINDS = ['play', 'pause', 'seek', 'progress', 'end', 'error'] as const;
export const EVENT_ORIGINS = ['embed', 'connect', 'console'] as const;
export const DEVICES = ['desktop', 'mobile', 'tablet', 'tv', 'other'] as const;
export const BROWSERS = ['chrome', 'safari', 'firefox', 'edge', 'opera', 'samsung', 'other'] as const;
/** The parameters of a campaign, after those of the address: `utm_source` and so on. */
export const CAMPAIGN_FIELDS = ['utmSource', 'utmMedium', 'utmCampaign', 'utmContent', 'utmTerm'] as const;
export const SEARCH_MODES = ['hybrid', 'semantic', 'keyword'] as const;

export type EventType = (typeof EVENT_TYPES)[number];
export type PlaybackKind = (typeof PLAYBACK_KINDS)[number];
export type EventOrigin = (typeof EVENT_ORIGINS)[number];
export type Device = (typeof DEVICES)[number];
export type Browser = (typeof BROWSERS)[number];
export type CampaignField = (typeof CAMPAIGN_FIELDS)[number];
export type RecordedSearchMode = (typeof SEARCH_MODES)[number];

export interface PlaybackEvent extends EventBase {
  type: 'mediaPlaybackEvent';
  eventType: PlaybackKind;
  itemId: number;
  mediaAssetId: number;
  /** Name of the variant type. */
  mediaAssetType: string | null;
  /** Id of the embed token, never the token itself. */
  embedTokenId: number | null;
  playbackSessionId: string;
  /** Seconds into the item; after a seek, its target. */
  currentPlaybackPositionSeconds: number;
  /** Seconds played since the session began. */
  totalPlaybackSeconds: number | null;
  /** Length of the item, from the library or otherwise from the player. */
  itemDurationSeconds: number | null;
  playbackRate: number | null;
  isEmbedded: boolean | null;
  /** UUID of the search that led here. */
  searchId: string | null;
  /** Its index in the batch that it was sent in. */
  place: number;
  errorMessage: string | null;
  /** Milliseconds from the request to play until playback started. */
  startupMs: number | null;
  /** How often, and for how many milliseconds in total, playback has waited for data since the session began. */
  stallCount: number | null;
  stalledMs: number | null;
}

export interface PageViewEvent extends EventBase, Record<CampaignField, string | null> {
  type: 'pageView';
  /** Without query and fragment, of which only the campaign is kept; the referrer is reduced to its origin. */
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
  /** The search mode of the results. */
  mode: RecordedSearchMode;
  /** Number of items found. */
  totalRecords: number;
  /** The items on the page, best first. */
  itemIds: number[];
  tookMs: number;
}

export interface SearchClickEvent extends EventBase {
  type: 'searchClick';
  searchId: string | null;
  itemId: number;
  /** Position in the results, from 1. */
  rank: number;
  /** Start of the selected passage. */
  startMs: number | null;
}

/** A request for the enclosure of a feed that asks for at least a minute of it. */
export interface DownloadEvent extends EventBase {
  type: 'download';
  itemId: number;
  mediaAssetId: number;
  /** Name of the podcast app; null if unknown. */
  app: string | null;
}

export type StoredEvent = PlaybackEvent | PageViewEvent | SearchEvent | SearchClickEvent | DownloadEvent;

/** Who sent an event. Visitors are distinguished without cookies, by a hash with a new salt every day. */
export interface Visitor {
  ip: string;
  userAgent: string;
}

/**
 * 64 bits as 16 hex digits: a truncated HMAC-SHA-256 of account, IP address and browser, keyed with the day's
 * salt. Once the salt is deleted, the address cannot be found by trying all of them.
 */
export const visitorHash = (salt: Uint8Array, accountId: number, { ip, userAgent }: Visitor): string =>
  createHmac('sha256', salt).update(`${accountId}\n${ip}\n${userAgent}`).digest('hex').slice(0, 16);
