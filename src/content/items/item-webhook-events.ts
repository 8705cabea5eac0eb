/** Enqueues the webhook events of items. */
import { findRow } from '../../platform/db/rows.js';
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import type { Clock } from '../../platform/lib/clock.js';
import { enqueueWebhookEvents } from '../../webhooks/enqueue-webhook-events.js';
import type { ItemEventType } from '../../webhooks/webhook.record.js';
import { storedLinks, type Links } from '../../platform/lib/links.js';
import { presenter } from '../../platform/lib/present.js';
import { itemRecord, type ItemRecord } from './item.record.js';

const presentItem = presenter(itemRecord);

/**
 * @param item the row at the end of the transaction
 * @param more additional data of the event
 */
export const enqueueItemEvent = (
  trx: Db,
  clock: Clock,
  type: ItemEventType,
  item: Row<'item'>,
  more: object = {},
): Promise<void> =>
  enqueueWebhookEvents(trx, clock, item.accountId, type, [item], () => ({
    item: presentItem(item, storedLinks),
    ...more,
  }));

/** The same for several items of the account, one event each. */
export const enqueueItemEvents = (
  trx: Db,
  clock: Clock,
  accountId: number,
  type: ItemEventType,
  items: readonly Row<'item'>[],
): Promise<void> =>
  enqueueWebhookEvents(trx, clock, accountId, type, items, (item) => ({
    item: presentItem(item, storedLinks),
  }));

/** The payload of an event as it is sent. URLs of stored files are stored without the base URL. */
export const presentItemEvent = (payload: string, links: Links): string => {
  const event = JSON.parse(payload) as { data: { item?: ItemRecord } };
  const { data } = event;
  if (!data.item) return payload;
  return JSON.stringify({ ...event, data: { ...data, item: presentItem(data.item, links) } });
};

/** Enqueues `item.updated` for a change that pages show with the item but the search index does not contain. */
export const enqueueItemUpdated = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  itemId: number,
): Promise<void> => {
  const item = await findRow(trx, 'item', accountId, itemId);
  if (item) await enqueueItemEvent(trx, clock, 'item.updated', item);
};
