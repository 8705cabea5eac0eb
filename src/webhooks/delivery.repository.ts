/**
 * Webhook deliveries in SQL. They are inserted in the transaction of their event, together with the jobs that
 * send them.
 */
import { sql } from 'kysely';
import type { Db } from '../platform/db/dialect.js';
import { listPage, within, type ListParams, type Page } from '../platform/db/list-query.js';
import type { Row } from '../platform/db/tables.js';
import { enqueueMany } from '../platform/jobs/job.repository.js';
import { isoTime, type Clock } from '../platform/lib/clock.js';
import { deliveryList } from './webhook.schema.js';
import { updateWhere, rowsWhere } from '../platform/db/rows.js';

/**
 * A failed delivery attempt is not a failed job. Jobs fail only when the database does, and must not be abandoned
 * then.
 */
const JOB_ATTEMPTS = 1_000;

export interface WebhookEvent {
  /** The same for every webhook and every attempt. */
  eventId: string;
  eventType: string;
  /** JSON */
  payload: string;
}

/** Deliveries per insert; SQLite allows 32,766 values. */
const INSERT_ROWS = 500;

/** Inserts a delivery of each event for each webhook, due immediately. */
export const insertDeliveries = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  webhookIds: readonly number[],
  events: readonly WebhookEvent[],
): Promise<Row<'webhookDelivery'>[]> => {
  const now = isoTime(clock);
  const values = events.flatMap((event) =>
    webhookIds.map((webhookId) => ({
      accountId,
      webhookId,
      ...event,
      status: 'waiting' as const,
      attempts: 0,
      responseStatus: null,
      lastError: null,
      entryDate: now,
      nextAttemptDate: now,
      deliveredDate: null,
    })),
  );
  const rows: Row<'webhookDelivery'>[] = [];
  for (let start = 0; start < values.length; start += INSERT_ROWS)
    rows.push(
      ...(await trx
        .insertInto('webhookDelivery')
        .values(values.slice(start, start + INSERT_ROWS))
        .returningAll()
        .execute()),
    );
  await enqueueDeliveries(
    trx,
    clock,
    accountId,
    rows.map(({ id }) => id),
  );
  return rows;
};

/** @param delayMs time until the next attempt */
export const enqueueDeliveries = (
  trx: Db,
  clock: Clock,
  accountId: number,
  ids: readonly number[],
  delayMs = 0,
): Promise<void> =>
  enqueueMany(
    trx,
    clock,
    accountId,
    'deliverWebhook',
    ids.map((deliveryId) => ({ deliveryId })),
    { delayMs, maxAttempts: JOB_ATTEMPTS },
  );

export const listDeliveries = (
  db: Db,
  accountId: number,
  webhookId: number,
  params: ListParams,
): Promise<Page<Row<'webhookDelivery'>>> =>
  listPage(db, deliveryList, accountId, within(params, 'webhookId', webhookId));

export const findDelivery = (
  db: Db,
  accountId: number,
  id: number,
): Promise<Row<'webhookDelivery'> | undefined> =>
  rowsWhere(db, 'webhookDelivery', { accountId, id }).selectAll().executeTakeFirst();

/** Enabled webhooks whose last attempted delivery was not accepted: that delivery, and the URL. */
export const failingWebhooks = (db: Db, accountId: number) =>
  rowsWhere(db, 'webhook', { accountId, enabled: 1, deletedDate: null })
    .innerJoin('webhookDelivery as last', (join) =>
      join.on(
        ({ selectFrom, ref }) =>
          sql`${ref('last.id')} = ${selectFrom('webhookDelivery as attempted')
            .select('attempted.id')
            .whereRef('attempted.webhookId', '=', 'webhook.id')
            .where('attempted.attempts', '>', 0)
            .orderBy('attempted.entryDate', 'desc')
            .orderBy('attempted.id', 'desc')
            .limit(1)}`,
      ),
    )
    .select(['webhook.id', 'webhook.url', 'last.attempts', 'last.lastError'])
    .where('last.status', '!=', 'delivered')
    .orderBy('webhook.id')
    .execute();

/** @returns the updated delivery, or undefined if it no longer exists */
export const updateDelivery = (
  db: Db,
  accountId: number,
  id: number,
  values: Partial<
    Pick<
      Row<'webhookDelivery'>,
      'status' | 'attempts' | 'responseStatus' | 'lastError' | 'nextAttemptDate' | 'deliveredDate'
    >
  >,
): Promise<Row<'webhookDelivery'> | undefined> =>
  updateWhere(db, 'webhookDelivery', { accountId, id }).set(values).returningAll().executeTakeFirst();

/** Rows deleted per statement: SQLite has only one writer, which a long statement would block. */
const PRUNE_BATCH = 1_000;

/**
 * Deletes the deliveries of all accounts before an ISO time.
 * @returns number of deleted deliveries
 */
export const pruneDeliveries = async (db: Db, before: string): Promise<number> => {
  for (let pruned = 0; ;) {
    const { rows } = await sql`delete from "webhookDelivery" where "id" in
      (select "id" from "webhookDelivery" where "entryDate" < ${before} limit ${PRUNE_BATCH}) returning "id"`.execute(
      db,
    );
    pruned += rows.length;
    if (rows.length < PRUNE_BATCH) return pruned;
  }
};
