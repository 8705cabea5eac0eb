/** Converts a validated body into the event to store, which contains nothing that identifies the visitor. */
import {
  CAMPAIGN_FIELDS,
  type CampaignField,
  type EventClient,
  type StoredEvent,
} from '../../../analytics/index.js';
import { newId } from '../../platform/lib/ids.js';
import type { NewEvent } from './event.schema.js';
import type { References } from './reference-cache.js';

/** What an event contains about its visitor. */
export interface EventVisitor extends EventClient {
  visitorHash: string | null;
}

/**
 * When the event happened. A clock that runs fast must not put events into the future.
 * @param now time of receipt, ms since 1970
 */
export const occurrenceOf = ({ occurredAt }: NewEvent, now: number): number =>
  occurredAt ? Math.min(Date.parse(occurredAt), now) : now;

/**
 * @param now time of receipt, ms since 1970
 * @param place of a playback event: its index in its batch
 */
export const toEvent = (
  event: NewEvent,
  references: References,
  accountId: number,
  visitor: EventVisitor,
  now: number,
  place: number,
): StoredEvent => {
  const base = {
    id: event.eventId ?? newId(),
    idByClient: Boolean(event.eventId),
    accountId,
    occurredAt: occurrenceOf(event, now),
    receivedAt: now,
    ...visitor,
    origin: event.origin ?? null,
  };
  switch (event.type) {
    case 'mediaPlaybackEvent':
      return { type: event.type, ...base, ...playbackOf(event, references), place };
    case 'pageView':
      return { type: event.type, ...base, ...pageViewOf(event) };
    case 'searchClick':
      return { type: event.type, ...base, ...searchClickOf(event) };
  }
};

type EventOf<T extends NewEvent['type']> = Extract<NewEvent, { type: T }>;

const playbackOf = (event: EventOf<'mediaPlaybackEvent'>, references: References) => ({
  origin: event.origin ?? (event.embedToken ? 'embed' : 'connect'),
  eventType: event.eventType,
  itemId: event.itemId,
  mediaAssetId: event.mediaAssetId,
  mediaAssetType: event.mediaAssetType ?? null,
  embedTokenId: event.embedToken ? (references.sites.get(event.embedToken)?.id ?? null) : null,
  playbackSessionId: event.playbackSessionId,
  currentPlaybackPositionSeconds: event.currentPlaybackPositionSeconds ?? 0,
  totalPlaybackSeconds: event.totalPlaybackSeconds ?? null,
  itemDurationSeconds: references.items.get(event.itemId)?.durationSecs ?? event.itemDurationSeconds ?? null,
  playbackRate: event.playbackRate ?? null,
  isEmbedded: event.isEmbedded ?? null,
  searchId: event.searchId,
  errorMessage: event.errorMessage ?? null,
  startupMs: event.startupMs ?? null,
  stallCount: event.stallCount ?? null,
  stalledMs: event.stalledMs ?? null,
});

const pageViewOf = (event: EventOf<'pageView'>) => ({
  url: withoutQuery(event.url),
  ...campaignOf(event.url),
  referrer: event.referrer ? originOf(event.referrer) : null,
  itemId: event.itemId ?? null,
  seriesId: event.seriesId ?? null,
  collectionId: event.collectionId ?? null,
  searchId: event.searchId,
});

const searchClickOf = (event: EventOf<'searchClick'>) => ({
  searchId: event.searchId,
  itemId: event.itemId,
  rank: event.rank,
  startMs: event.startMs ?? null,
});

/** Removes the query string, which may contain people's names, addresses or tokens. */
const withoutQuery = (address: string): string => {
  const { origin, pathname } = new URL(address);
  return origin + pathname;
};

/** Longer values are cut: they are names that somebody has chosen, and each is a row of a report. */
const MAX_CAMPAIGN_LETTERS = 100;
const PARAMETERS: Record<CampaignField, string> = {
  utmSource: 'utm_source',
  utmMedium: 'utm_medium',
  utmCampaign: 'utm_campaign',
  utmContent: 'utm_content',
  utmTerm: 'utm_term',
};

const campaignOf = (address: string): Record<CampaignField, string | null> => {
  const { searchParams } = new URL(address);
  const valueOf = (field: CampaignField): string | null =>
    searchParams.get(PARAMETERS[field])?.trim().slice(0, MAX_CAMPAIGN_LETTERS) || null;
  return Object.fromEntries(CAMPAIGN_FIELDS.map((field) => [field, valueOf(field)])) as Record<
    CampaignField,
    string | null
  >;
};

const originOf = (address: string): string | null => {
  if (!URL.canParse(address)) return null;
  const { origin } = new URL(address);
  return origin === 'null' ? null : origin;
};
