/** The rules of webhooks: where they may point, their secrets, and deliveries that a person sends again. */
import { randomBytes } from 'node:crypto';
import type { Db } from '../platform/db/dialect.js';
import { listPage, type ListParams, type Page } from '../platform/db/list-query.js';
import { findRow, insertRow, lockForChange, lockRow, updateRow } from '../platform/db/rows.js';
import type { Row } from '../platform/db/tables.js';
import { isoTime, type Clock } from '../platform/lib/clock.js';
import { invalid, invalidState, notFound } from '../platform/lib/errors.js';
import { toFlag } from '../platform/lib/fields.js';
import { newEvent } from './enqueue-webhook-events.js';
import {
  enqueueDeliveries,
  findDelivery,
  insertDeliveries,
  listDeliveries,
  updateDelivery,
} from './delivery.repository.js';
import { addressProblem } from './receiver-address.js';
import {
  toDelivery,
  toDeliveryWithPayload,
  toWebhook,
  type DeliveryRecord,
  type DeliveryWithPayload,
  type WebhookRecord,
} from './webhook.record.js';
import { webhookList, type NewWebhook, type WebhookChanges } from './webhook.schema.js';

export type WebhookService = ReturnType<typeof createWebhookService>;

/** How long deliveries are signed with the secret before the last too. */
const BOTH_SECRETS_MS = 24 * 60 * 60_000;

const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

export const createWebhookService = ({
  db,
  clock,
  allowPrivate,
}: {
  db: Db;
  clock: Clock;
  /** Lets webhooks point to private and local addresses, and over http. */
  allowPrivate: boolean;
}) => {
  const requireAllowed = (url: string | undefined): void => {
    const problem = url && addressProblem(new URL(url), allowPrivate);
    if (problem) throw invalid([{ path: 'url', message: problem }]);
  };

  /** Enabled, or nothing would be sent. @throws NotFoundError, InvalidStateError */
  const lockEnabled = async (trx: Db, accountId: number, id: number): Promise<Row<'webhook'>> => {
    const webhook = await lockRow(trx, 'webhook', accountId, id);
    if (!webhook) throw notFound();
    if (!webhook.enabled) throw invalidState('The webhook is disabled: enable it first');
    return webhook;
  };

  const requireDelivery = async (
    trx: Db,
    accountId: number,
    webhookId: number,
    id: number,
  ): Promise<Row<'webhookDelivery'>> => {
    const delivery = await findDelivery(trx, accountId, id);
    if (delivery?.webhookId !== webhookId) throw notFound();
    return delivery;
  };

  return {
    list: async (accountId: number, params: ListParams): Promise<Page<WebhookRecord>> => {
      const { rows, totalRecords } = await listPage(db, webhookList, accountId, params);
      return { rows: rows.map(toWebhook), totalRecords };
    },

    /** @throws NotFoundError */
    get: async (accountId: number, id: number, { withDeleted = false } = {}): Promise<WebhookRecord> => {
      const row = await findRow(db, 'webhook', accountId, id, withDeleted);
      if (!row) throw notFound();
      return toWebhook(row);
    },

    /** The secret is in this answer and in no other. @throws ValidationError for an address that is not allowed */
    create: async (
      accountId: number,
      { events, enabled, ...input }: NewWebhook,
    ): Promise<{ webhook: WebhookRecord; secret: string }> => {
      requireAllowed(input.url);
      const now = isoTime(clock);
      const secret = newSigningSecret();
      const row = await insertRow(db, 'webhook', {
        accountId,
        ...input,
        events: JSON.stringify(events),
        enabled: toFlag(enabled),
        secret,
        previousSecret: null,
        previousSecretUntil: null,
        entryDate: now,
        updatedDate: now,
        deletedDate: null,
      });
      return { webhook: toWebhook(row), secret };
    },

    /** @throws NotFoundError, PreconditionFailedError; ValidationError for an address that is not allowed */
    update: async (
      accountId: number,
      id: number,
      { events, enabled, ...changes }: WebhookChanges,
      ifMatch?: string,
    ): Promise<WebhookRecord> => {
      const row = await db.transaction().execute(async (trx) => {
        await lockForChange(trx, 'webhook', accountId, id, ifMatch);
        requireAllowed(changes.url);
        return updateRow(trx, 'webhook', accountId, id, {
          ...changes,
          ...(events && { events: JSON.stringify(events) }),
          ...(enabled !== undefined && { enabled: toFlag(enabled) }),
          updatedDate: isoTime(clock),
        });
      });
      if (!row) throw notFound();
      return toWebhook(row);
    },

    /** What waits to be sent is not sent any more. @throws NotFoundError */
    remove: (accountId: number, id: number): Promise<void> =>
      db.transaction().execute(async (trx) => {
        if (!(await lockRow(trx, 'webhook', accountId, id))) throw notFound();
        await updateRow(trx, 'webhook', accountId, id, { deletedDate: isoTime(clock) });
      }),

    /** A new secret; for a day deliveries are signed with the old one too. @throws NotFoundError */
    rotateSecret: async (
      accountId: number,
      id: number,
    ): Promise<{ webhook: WebhookRecord; secret: string }> => {
      const secret = newSigningSecret();
      const row = await db.transaction().execute(async (trx) => {
        const { secret: previousSecret } = await lockForChange(trx, 'webhook', accountId, id, undefined);
        return updateRow(trx, 'webhook', accountId, id, {
          secret,
          previousSecret,
          previousSecretUntil: isoTime(clock, BOTH_SECRETS_MS),
          updatedDate: isoTime(clock),
        });
      });
      if (!row) throw notFound();
      return { webhook: toWebhook(row), secret };
    },

    /** Sends an event `ping`. @throws NotFoundError; InvalidStateError where the webhook is disabled */
    ping: (accountId: number, id: number): Promise<DeliveryRecord> =>
      db.transaction().execute(async (trx) => {
        const webhook = await lockEnabled(trx, accountId, id);
        const event = newEvent(clock, 'ping', { webhook: { id, url: webhook.url } });
        const [delivery] = await insertDeliveries(trx, clock, accountId, [id], event);
        if (!delivery) throw notFound();
        return toDelivery(delivery);
      }),

    /** @throws NotFoundError */
    listDeliveries: async (
      accountId: number,
      webhookId: number,
      params: ListParams,
    ): Promise<Page<DeliveryRecord>> => {
      if (!(await findRow(db, 'webhook', accountId, webhookId, params.withDeleted))) throw notFound();
      const { rows, totalRecords } = await listDeliveries(db, accountId, webhookId, params);
      return { rows: rows.map(toDelivery), totalRecords };
    },

    /** @throws NotFoundError */
    getDelivery: async (accountId: number, webhookId: number, id: number): Promise<DeliveryWithPayload> => {
      if (!(await findRow(db, 'webhook', accountId, webhookId))) throw notFound();
      return toDeliveryWithPayload(await requireDelivery(db, accountId, webhookId, id));
    },

    /** Sends it again now, whatever came of it, with all its tries before it. @throws NotFoundError; InvalidStateError where the webhook is disabled */
    redeliver: (accountId: number, webhookId: number, id: number): Promise<DeliveryRecord> =>
      db.transaction().execute(async (trx) => {
        await lockEnabled(trx, accountId, webhookId);
        await requireDelivery(trx, accountId, webhookId, id);
        const delivery = await updateDelivery(trx, accountId, id, {
          status: 'waiting',
          attempts: 0,
          nextAttemptDate: isoTime(clock),
          deliveredDate: null,
        });
        if (!delivery) throw notFound();
        await enqueueDeliveries(trx, clock, accountId, [id]);
        return toDelivery(delivery);
      }),
  };
};
