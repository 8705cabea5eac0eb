/** Events with every field set, as the spool accepts them, for tests below HTTP. */
import { randomUUID } from 'node:crypto';
import {
  encodeEvents,
  storeBatch,
  type ClickHouse,
  type DownloadEvent,
  type PageViewEvent,
  type PlaybackEvent,
  type SearchClickEvent,
  type SearchEvent,
  type StoredEvent,
} from '../../analytics/index.js';

/** 12:00 UTC on a day in the middle of a month. */
export const NOON = Date.UTC(2026, 4, 13, 12);

const common = () => ({
  id: randomUUID(),
  idByClient: false,
  accountId: 1,
  occurredAt: NOON,
  receivedAt: Date.now(),
  visitorHash: '00000000000000ff',
  origin: 'embed' as const,
  country: 'GB',
  device: 'desktop' as const,
  browser: 'firefox' as const,
});

export const playback = (fields: Partial<PlaybackEvent> = {}): PlaybackEvent => ({
  ...common(),
  type: 'mediaPlaybackEvent',
  eventType: 'play',
  itemId: 1,
  mediaAssetId: 1,
  mediaAssetType: 'Video',
  embedTokenId: null,
  playbackSessionId: 'session',
  currentPlaybackPositionSeconds: 0,
  totalPlaybackSeconds: 0,
  itemDurationSeconds: 1_800,
  playbackRate: 1,
  isEmbedded: true,
  searchId: null,
  place: 0,
  errorMessage: null,
  startupMs: null,
  stallCount: null,
  stalledMs: null,
  ...fields,
});

export const downloaded = (fields: Partial<DownloadEvent> = {}): DownloadEvent => ({
  ...common(),
  type: 'download',
  itemId: 1,
  mediaAssetId: 1,
  app: 'Overcast',
  ...fields,
});

export const pageView = (fields: Partial<PageViewEvent> = {}): PageViewEvent => ({
  ...common(),
  type: 'pageView',
  url: 'https://grace.example/sermons/1',
  referrer: 'https://search.example',
  itemId: 1,
  seriesId: null,
  collectionId: 1,
  searchId: null,
  utmSource: null,
  utmMedium: null,
  utmCampaign: null,
  utmContent: null,
  utmTerm: null,
  ...fields,
});

export const searched = (fields: Partial<SearchEvent> = {}): SearchEvent => ({
  ...common(),
  type: 'search',
  searchId: randomUUID(),
  query: 'Grace',
  mode: 'hybrid',
  totalRecords: 2,
  itemIds: [1, 2],
  tookMs: 12,
  ...fields,
});

export const clicked = (fields: Partial<SearchClickEvent> = {}): SearchClickEvent => ({
  ...common(),
  type: 'searchClick',
  searchId: randomUUID(),
  itemId: 1,
  rank: 1,
  startMs: null,
  ...fields,
});

/** Stores events as the writer does. */
export const storeEvents = (
  clickHouse: ClickHouse,
  { events, token }: { events: readonly StoredEvent[]; token: string },
): Promise<void> => storeBatch(clickHouse, { token, groups: encodeEvents(events) });
