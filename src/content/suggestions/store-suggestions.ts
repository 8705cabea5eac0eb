/** Stores what processing suggests of an item, beside what people made, accepted and dismissed. */
import type { Db } from '../../platform/db/dialect.js';
import { findRow, lockRow } from '../../platform/db/rows.js';
import type { Clock } from '../../platform/lib/clock.js';
import { enqueueItemEvent } from '../items/item-webhook-events.js';
import { storeChapters } from './chapter-suggestions.js';
import { storeDescriptions } from './description-suggestions.js';
import type { FoundSuggestions, SuggestionSource } from './found-suggestions.js';
import { storeScriptures } from './scripture-suggestions.js';
import { storeTopics } from './topic-suggestions.js';
import { waitingSuggestions } from './waiting-suggestions.js';

/**
 * Replaces the suggestions that processing made before and nobody has looked at. Enqueues `item.suggestionsReady` where
 * there are new ones to look at. An item that has been deleted is left alone.
 * @returns whether scriptures were accepted automatically, which the search index has to follow
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
  if (added > 0) {
    const stored = (await findRow(trx, 'item', accountId, itemId)) ?? item;
    const waiting = await waitingSuggestions(trx, stored);
    const counts = Object.entries(waiting).map(([kind, of]) => [kind, of.length]);
    await enqueueItemEvent(trx, clock, 'item.suggestionsReady', stored, {
      suggestions: Object.fromEntries(counts) as object,
    });
  }
  return scriptures.isAccepted;
};
