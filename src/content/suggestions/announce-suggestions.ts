/** Enqueues the webhook event for new suggestions. */
import type { Db } from '../../platform/db/dialect.js';
import { findRow } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import type { Clock } from '../../platform/lib/clock.js';
import { enqueueItemEvent } from '../items/item-webhook-events.js';
import { waitingSuggestions } from './waiting-suggestions.js';

/** `item.suggestionsReady`, with the number of pending suggestions by kind. */
export const announceSuggestions = async (trx: Db, clock: Clock, item: Row<'item'>): Promise<void> => {
  const stored = (await findRow(trx, 'item', item.accountId, item.id)) ?? item;
  const waiting = await waitingSuggestions(trx, stored);
  const counts = Object.entries(waiting).map(([kind, of]) => [kind, of.length]);
  await enqueueItemEvent(trx, clock, 'item.suggestionsReady', stored, {
    suggestions: Object.fromEntries(counts) as object,
  });
};
