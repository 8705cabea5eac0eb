/**
 * Changes the status of items in SQL with a single compare-and-set statement, so that only one of two racing
 * requests succeeds.
 */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/dialect.js';
import type { NewRow, Row } from '../../platform/db/tables.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { enqueueItemEvent } from './item-webhook-events.js';
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
  needAction: 'item.error',
  fail: 'item.error',
};

/**
 * Applies the event if the item's status allows it, and sets `values` in the same statement. Publishing clears
 * `publishAt` and ends the review, unpublishing clears `autoPublish`.
 * @returns the updated row, or undefined if it does not exist or its status forbids the event
 */
export const applyEvent = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  itemId: number,
  event: ItemEvent,
  values: Partial<NewRow<'item'>> = {},
): Promise<Row<'item'> | undefined> => {
  const moves = Object.entries(transitions[event]);
  const status = sql<string>`case "status" ${sql.join(
    moves.map(([from, to]) => sql`when ${sql.lit(from)} then ${sql.lit(to)}`),
    sql` `,
  )} else "status" end`;
  const item = await trx
    .updateTable('item')
    .set({
      status,
      updatedDate: isoTime(clock),
      ...(CLEARS_ERROR.has(event) && { errorMessage: null }),
      ...(event === 'publish' && { publishAt: null, readyForReview: 0 as const, reviewNote: null }),
      // An unpublished item must not be published automatically when it is processed again.
      ...(event === 'unpublish' && { autoPublish: 0 as const }),
      ...values,
    })
    .where('accountId', '=', accountId)
    .where('id', '=', itemId)
    .where('deletedDate', 'is', null)
    .where(
      'status',
      'in',
      moves.map(([from]) => from),
    )
    .returningAll()
    .executeTakeFirst();
  const type = WEBHOOK_EVENTS[event];
  if (item && type) await enqueueItemEvent(trx, clock, type, item);
  return item;
};
