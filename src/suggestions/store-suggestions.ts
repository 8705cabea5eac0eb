/** Stores processing's suggestions for an item, without changing what people created, accepted or dismissed. */
import type { Db } from '../platform/db/dialect.js';
import { lockRow, findRow } from '../platform/db/rows.js';
import type { Clock } from '../platform/lib/clock.js';
import { storeChapters } from './chapter-suggestions.js';
import { storeDescriptions } from './description-suggestions.js';
import type { FoundSuggestions, SuggestionSource } from './found-suggestions.js';
import { storeScriptures } from './scripture-suggestions.js';
import { storeTopics } from './topic-suggestions.js';
import type { Row } from '../platform/db/tables.js';
import { enqueueItemEvent } from '../content/items/item-webhook-events.js';
import { waitingSuggestions } from './waiting-suggestions.js';

/**
 * Replaces processing's pending suggestions. Enqueues `item.suggestionsReady` if there are new ones to review.
 * Does nothing for a deleted item.
 * @returns whether scriptures were accepted automatically, so that the search index needs an update
 */
export const storeSuggestions = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  itemId: number,
  source: SuggestionSource,
  found: FoundSuggestions,
): Promise<boolean> => {
  const item = await lockRow(trx, 'item', accountId, itemId);
  if (!item) return false;
  const scriptures = await storeScriptures(trx, item, found.scriptures);
  const added =
    scriptures.added +
    (await storeChapters(trx, item, source.mediaAssetId, found.chapters)) +
    (await storeDescriptions(trx, clock, item, source, found.descriptions)) +
    (await storeTopics(trx, clock, item, source, found.topics));
  if (added > 0) await announceSuggestions(trx, clock, item);
  return scriptures.isAccepted;
};

/** `item.suggestionsReady`, with the number of pending suggestions by kind. */
export const announceSuggestions = async (trx: Db, clock: Clock, item: Row<'item'>): Promise<void> => {
  const stored = (await findRow(trx, 'item', item.accountId, item.id)) ?? item;
  const waiting = await waitingSuggestions(trx, stored);
  const counts = Object.entries(waiting).map(([kind, of]) => [kind, of.length]);
  await enqueueItemEvent(trx, clock, 'item.suggestionsReady', stored, {
    suggestions: Object.fromEntries(counts) as object,
  });
};
