/** Converts a validated body into the event to store, which contains nothing that identifies the visitor. */
import type { EventClient, StoredEvent } from '../../../analytics/index.js';
import { newId } from '../../platform/lib/ids.js';
import type { NewEvent } from './event.schema.js';
import type { References } from './reference-cache.js';

/** What an event contains about its visitor. */
export interface EventVisitor extends EventClient {
  visitorHash: string | null;
}

/** @param now time of receipt, ms since 1970 */
export const toEvent = (
  event: NewEvent,
  references: References,
  accountId: number,
  visitor: EventVisitor,
  now: number,
): StoredEvent => {
  const base = {
    id: event.eventId ?? newId(),
    idByClient: Boolean(event.eventId),
    accountId,
    // A clock that runs fast must not put events into the future.
    occurredAt: event.occurredAt ? Math.min(Date.parse(event.occurredAt), now) : now,
    receivedAt: now,
    ...visitor,
    origin: event.origin ?? null,
  };
  switch (event.type) {
    case 'mediaPlaybackEvent':
      return { type: event.type, ...base, ...playbackOf(event, references) };
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

const originOf = (address: string): string | null => {
  if (!URL.canParse(address)) return null;
  const { origin } = new URL(address);
  return origin === 'null' ? null : origin;
};
