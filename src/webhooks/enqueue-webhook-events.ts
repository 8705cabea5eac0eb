/** Events of items, for the account's webhooks: written in the transaction that made them true, sent by jobs. */
import type { Db } from '../platform/db/dialect.js';
import type { Row } from '../platform/db/tables.js';
import { toItem } from '../content/items/item.record.js';
import { isoTime, type Clock } from '../platform/lib/clock.js';
import { newId } from '../platform/lib/ids.js';
import { insertDeliveries } from './delivery.repository.js';
import type { ItemEventType } from './webhook.record.js';

interface Receivers {
  shortName: string;
  /** Webhooks of the account that are enabled. */
  webhooks: { id: number; events: string[] }[];
}

/** What a transaction has read of an account's webhooks: many events in one ask once. */
const known = new WeakMap<Db, Map<number, Promise<Receivers | undefined>>>();

const receiversIn = (trx: Db, accountId: number): Promise<Receivers | undefined> => {
  const byAccount = known.get(trx) ?? new Map<number, Promise<Receivers | undefined>>();
  const receivers = byAccount.get(accountId) ?? readReceivers(trx, accountId);
  if (trx.isTransaction) known.set(trx, byAccount.set(accountId, receivers));
  return receivers;
};

const readReceivers = async (trx: Db, accountId: number): Promise<Receivers | undefined> => {
  const rows = await trx
    .selectFrom('webhook')
    .innerJoin('account', 'account.id', 'webhook.accountId')
    .select(['webhook.id', 'webhook.events', 'account.shortName'])
    .where('webhook.accountId', '=', accountId)
    .where('webhook.deletedDate', 'is', null)
    .where('webhook.enabled', '=', 1)
    .execute();
  const webhooks = rows.map(({ id, events }) => ({ id, events: JSON.parse(events) as string[] }));
  return rows[0] && { shortName: rows[0].shortName, webhooks };
};

/** Has the webhooks that want to know told of what became true of the item; `item` is the row as it is now. */
export const enqueueWebhookEvents = async (
  trx: Db,
  clock: Clock,
  type: ItemEventType,
  item: Row<'item'>,
): Promise<void> => {
  const { accountId } = item;
  const receivers = await receiversIn(trx, accountId);
  const webhookIds = (receivers?.webhooks ?? [])
    .filter(({ events }) => events.includes(type))
    .map(({ id }) => id);
  if (!receivers || webhookIds.length === 0) return;
  const data = { account: { id: accountId, shortName: receivers.shortName }, item: toItem(item) };
  await insertDeliveries(trx, clock, accountId, webhookIds, newEvent(clock, type, data));
};

/** Type, time and data, as Standard Webhooks lays a payload out. */
export const newEvent = (clock: Clock, type: string, data: object) => ({
  eventId: `evt_${newId()}`,
  eventType: type,
  payload: JSON.stringify({ type, timestamp: isoTime(clock), data }),
});
