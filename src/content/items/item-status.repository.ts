/**
 * Changes the status of items in SQL with a single compare-and-set statement, so that only one of two racing
 * requests succeeds.
 */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/dialect.js';
import type { NewRow, Row } from '../../platform/db/tables.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { enqueueItemEvents } from './item-webhook-events.js';
import type { ItemEventType } from '../../webhooks/webhook.record.js';
import { transitions, type ItemEvent } from './item-states.js';

/** Events that clear the item's error message. */
const CLEARS_ERROR: ReadonlySet<ItemEvent> = new Set([
  'process',
  'start',
  'finish',
  'publish',
  'publishDone',
  'unpublish',
  'unpublishDone',
]);

/** Webhook events, by what happened to the item. */
const WEBHOOK_EVENTS: Partial<Record<ItemEvent, ItemEventType>> = {
  finish: 'item.ready',
  publishDone: 'item.published',
  unpublishDone: 'item.unpublished',
  undoPublish: 'item.unpublished',
  undoRepublish: 'item.unpublished',
  needAction: 'item.error',
  fail: 'item.error',
};

/**
 * Like `applyEvents`, for one item.
 * @returns the updated row, or undefined if it does not exist or its status forbids the event
 */
export const applyEvent = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  itemId: number,
  event: ItemEvent,
  values: Partial<NewRow<'item'>> = {},
): Promise<Row<'item'> | undefined> => (await applyEvents(trx, clock, accountId, [itemId], event, values))[0];

/**
 * Applies the event to the items whose status allows it, and sets `values` in the same statement. Publishing clears
 * `publishAt` and a past `unpublishAt` and ends the review, unpublishing clears `autoPublish` and `unpublishAt`.
 * @returns the updated rows, in any order
 */
export const applyEvents = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  itemIds: readonly number[],
  event: ItemEvent,
  values: Partial<NewRow<'item'>> = {},
): Promise<Row<'item'>[]> => {
  if (itemIds.length === 0) return [];
  const moves = Object.entries(transitions[event]);
  const status = sql<string>`case "status" ${sql.join(
    moves.map(([from, to]) => sql`when ${sql.lit(from)} then ${sql.lit(to)}`),
    sql` `,
  )} else "status" end`;
  const now = isoTime(clock);
  const items = await trx
    .updateTable('item')
    .set({
      status,
      updatedDate: now,
      ...(CLEARS_ERROR.has(event) && { errorMessage: null }),
      ...(event === 'publish' && {
        publishAt: null,
        unpublishAt: sql<string | null>`case when "unpublishAt" <= ${now} then null else "unpublishAt" end`,
        readyForReview: 0 as const,
        reviewNote: null,
      }),
      // An unpublished item must not be published automatically when it is processed again.
      ...(event === 'unpublish' && { autoPublish: 0 as const, unpublishAt: null }),
      ...values,
    })
    .where('accountId', '=', accountId)
    .where('id', 'in', itemIds)
    .where('deletedDate', 'is', null)
    .where(
      'status',
      'in',
      moves.map(([from]) => from),
    )
    .returningAll()
    .execute();
  const type = WEBHOOK_EVENTS[event];
  if (type) await enqueueItemEvents(trx, clock, accountId, type, items);
  return items;
};
