/** Contributors mark items as ready for review; editors publish them or send them back. */
import type { Db } from '../platform/db/dialect.js';
import { createRecordReader } from '../platform/db/record-reader.js';
import { getLocked, updateRow } from '../platform/db/rows.js';
import type { Row } from '../platform/db/tables.js';
import type { Caller } from '../platform/lib/caller.js';
import type { Clock } from '../platform/lib/clock.js';
import { invalidState, notFound } from '../platform/lib/errors.js';
import type { ItemEventType } from '../webhooks/webhook.record.js';
import { assertMayChange } from '../content/items/draft-policy.js';
import { completeItems } from '../content/items/item-expansions.repository.js';
import { recordRevision } from '../content/items/item-revisions.repository.js';
import { itemList, type Item } from '../content/items/item.schema.js';
import { enqueueItemEvent } from '../content/items/item-webhook-events.js';
import { PUBLIC_OR_CHANGING } from '../content/items/refresh-item.js';

export type ReviewService = ReturnType<typeof createReviewService>;

export const createReviewService = ({ db, clock }: { db: Db; clock: Clock }) => {
  const { save } = createRecordReader<'item', Item>({
    db,
    spec: itemList,
    complete: ({ accountId }, rows, { expand }) => completeItems(db, accountId, rows, expand),
  });

  const set = async (
    trx: Db,
    caller: Caller,
    row: Row<'item'>,
    values: Pick<Row<'item'>, 'readyForReview' | 'reviewNote'>,
    event: ItemEventType,
  ): Promise<Row<'item'>> => {
    // Leaves `updatedDate`, which feeds and sitemaps of a public item show.
    const changed = await updateRow(trx, 'item', row.accountId, row.id, values);
    if (!changed) throw notFound();
    await recordRevision(trx, clock, caller, { row, lists: {} }, changed);
    await enqueueItemEvent(trx, clock, event, changed);
    return changed;
  };

  return {
    /**
     * Safe to repeat: the last note counts.
     * @throws {NotFoundError}
     * @throws {PermissionError} when the caller may not change the item, and it has no pending changes
     * @throws {InvalidStateError} when it is public and has no pending changes
     */
    request: (caller: Caller, itemId: number, note: string | null): Promise<Item> =>
      save(caller, async (trx, accountId) => {
        const row = await getLocked(trx, 'item', accountId, itemId);
        if (row.hasDraft === 0) {
          assertMayChange(caller, row);
          if (PUBLIC_OR_CHANGING.has(row.status))
            throw invalidState('The item is public and has no pending changes to review');
        }
        return set(trx, caller, row, { readyForReview: 1, reviewNote: note }, 'item.readyForReview');
      }),

    /**
     * Safe to repeat.
     * @throws {NotFoundError}
     * @throws {PermissionError} when the caller may not change the item, and it has no pending changes
     */
    withdraw: (caller: Caller, itemId: number): Promise<Item> =>
      save(caller, async (trx, accountId) => {
        const row = await getLocked(trx, 'item', accountId, itemId);
        if (row.hasDraft === 0) assertMayChange(caller, row);
        if (row.readyForReview === 0) return row;
        return set(trx, caller, row, { readyForReview: 0, reviewNote: null }, 'item.updated');
      }),

    /**
     * @throws {NotFoundError}
     * @throws {InvalidStateError} when nobody asked for a review
     */
    sendBack: (caller: Caller, itemId: number, note: string): Promise<Item> =>
      save(caller, async (trx, accountId) => {
        const row = await getLocked(trx, 'item', accountId, itemId);
        if (row.readyForReview === 0) throw invalidState('The item is not marked as ready for review');
        return set(trx, caller, row, { readyForReview: 0, reviewNote: note }, 'item.updated');
      }),
  };
};
