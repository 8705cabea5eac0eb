/** Enqueues events for an account's webhooks, in the transaction of the change they report. Jobs deliver them. */
import { sql } from 'kysely';
import type { Db } from '../platform/db/dialect.js';
import { prepared } from '../platform/db/prepared.js';
import { isoTime, type Clock } from '../platform/lib/clock.js';
import { newId } from '../platform/lib/ids.js';
import { insertDeliveries } from './delivery.repository.js';
import type { WebhookEventType } from './webhook.record.js';

/** Compiled once, because this runs on every change of an item and most accounts have no webhooks. */
const findEnabledWebhooks = prepared((db: Db, accountId: number) =>
  db
    .selectFrom('webhook')
    .innerJoin('account', 'account.id', 'webhook.accountId')
    .select(['webhook.id', 'webhook.events', 'account.shortName'])
    .where('webhook.accountId', '=', accountId)
    .where('webhook.deletedDate', 'is', null)
    .where('webhook.enabled', '=', sql.lit(1)),
);

const findSubscribed = async (db: Db, accountId: number, type: WebhookEventType) =>
  (await findEnabledWebhooks(db, accountId)).filter(({ events }) =>
    (JSON.parse(events) as string[]).includes(type),
  );

/** Whether an event of this type would be sent anywhere, for payloads that take long to make. */
export const hasSubscribedWebhook = async (
  db: Db,
  accountId: number,
  type: WebhookEventType,
): Promise<boolean> => (await findSubscribed(db, accountId, type)).length > 0;

/**
 * Enqueues an event of this type for each subject.
 * @param payloadOf returns the event's data without the account; called only if a webhook subscribes to the event
 */
export const enqueueWebhookEvents = async <S>(
  trx: Db,
  clock: Clock,
  accountId: number,
  type: WebhookEventType,
  subjects: readonly S[],
  payloadOf: (subject: S) => object,
): Promise<void> => {
  if (subjects.length === 0) return;
  const subscribed = await findSubscribed(trx, accountId, type);
  const [first] = subscribed;
  if (!first) return;
  const account = { id: accountId, shortName: first.shortName };
  const webhookIds = subscribed.map(({ id }) => id);
  const events = subjects.map((subject) => newEvent(clock, type, { account, ...payloadOf(subject) }));
  await insertDeliveries(trx, clock, accountId, webhookIds, events);
};

/** An event whose payload has the type, timestamp and data required by Standard Webhooks. */
export const newEvent = (clock: Clock, type: string, data: object) => ({
  eventId: `evt_${newId()}`,
  eventType: type,
  payload: JSON.stringify({ type, timestamp: isoTime(clock), data }),
});
