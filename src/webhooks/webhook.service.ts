/** Webhooks: allowed URLs, secrets, pings and redeliveries. */
import { authorOf, type Caller } from '../platform/lib/caller.js';
import { randomBytes } from 'node:crypto';
import type { Db } from '../platform/db/dialect.js';
import type { SaveConditions } from '../platform/db/save-conditions.js';
import type { Quotas } from '../platform/quotas/quotas.js';
import type { ListParams, Page } from '../platform/db/list-query.js';
import { createRecordReader } from '../platform/db/record-reader.js';
import {
  findRow,
  getLocked,
  insertRow,
  lockDeleted,
  lockForChange,
  notDeleted,
  updateRow,
  softDelete,
} from '../platform/db/rows.js';
import { withVersion } from '../platform/lib/etag.js';
import type { Row } from '../platform/db/tables.js';
import { isoTime, type Clock } from '../platform/lib/clock.js';
import { invalid, invalidState, notFound } from '../platform/lib/errors.js';
import type { Links } from '../platform/lib/links.js';
import { toFlag } from '../platform/lib/fields.js';
import type { SecretKey } from '../platform/secrets/secret-key.js';
import { newEvent } from './enqueue-webhook-events.js';
import {
  enqueueDeliveries,
  findDelivery,
  insertDeliveries,
  listDeliveries,
  updateDelivery,
} from './delivery.repository.js';
import { addressProblem, type OutgoingRules } from '../platform/outgoing/address-rules.js';
import type { DeliveryRecord, DeliveryWithPayload, PresentPayload, WebhookRecord } from './webhook.record.js';
import { encryptSecret } from './deliver.handler.js';
import { webhookList, type NewWebhook, type WebhookChanges } from './webhook.schema.js';

export type WebhookService = ReturnType<typeof createWebhookService>;

/** How long deliveries are also signed with the previous secret. */
const SECRET_OVERLAP_MS = 24 * 60 * 60_000;

const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

export const createWebhookService = ({
  db,
  clock,
  quotas,
  secretKey,
  rules,
  presentPayload,
}: {
  db: Db;
  clock: Clock;
  quotas: Quotas;
  secretKey: SecretKey;
  presentPayload: PresentPayload;
  rules: OutgoingRules;
}) => {
  const { save, list, get } = createRecordReader<'webhook', WebhookRecord>({
    db,
    spec: webhookList,
    complete: (_caller, rows) => rows,
  });

  const assertAllowed = (url: string | undefined): void => {
    const problem = url && addressProblem(new URL(url), rules);
    if (problem) throw invalid([{ path: 'url', message: problem }]);
  };

  /**
   * @throws {NotFoundError}
   * @throws {InvalidStateError} when the webhook is disabled, because nothing would be sent
   */
  const lockEnabled = async (trx: Db, accountId: number, id: number): Promise<Row<'webhook'>> => {
    const webhook = await getLocked(trx, 'webhook', accountId, id);
    if (!webhook.enabled) throw invalidState('The webhook is disabled. Enable it first.');
    return webhook;
  };

  const getDelivery = async (
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
    list,
    get,

    /**
     * The secret is returned only here.
     * @throws {ValidationError} when the URL is not allowed
     * @throws {QuotaExceededError}
     */
    create: async (
      caller: Caller,
      { events, enabled, ...input }: NewWebhook,
    ): Promise<{ webhook: WebhookRecord; secret: string }> => {
      const { accountId } = caller;
      assertAllowed(input.url);
      const now = isoTime(clock);
      const secret = newSigningSecret();
      const row = await db.transaction().execute(async (trx) => {
        await quotas.reserve(trx, accountId, 'webhooks');
        return insertRow(trx, 'webhook', {
          accountId,
          ...input,
          events: JSON.stringify(events),
          enabled: toFlag(enabled),
          secret: encryptSecret(secretKey, secret),
          previousSecret: null,
          previousSecretUntil: null,
          createdBy: authorOf(caller),
          entryDate: now,
          updatedDate: now,
          deletedDate: null,
        });
      });
      return { webhook: withVersion(row), secret };
    },

    /**
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     * @throws {ValidationError} when the URL is not allowed
     */
    update: (
      caller: Caller,
      id: number,
      { events, enabled, ...changes }: WebhookChanges,
      conditions?: SaveConditions,
    ): Promise<WebhookRecord> =>
      save(caller, async (trx, accountId) => {
        await lockForChange(trx, 'webhook', accountId, id, conditions);
        assertAllowed(changes.url);
        return updateRow(trx, 'webhook', accountId, id, {
          ...changes,
          ...(events && { events: JSON.stringify(events) }),
          ...(enabled !== undefined && { enabled: toFlag(enabled) }),
          updatedDate: isoTime(clock),
        });
      }),

    /**
     * Pending deliveries are not sent.
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     */
    remove: (caller: Caller, id: number, ifMatch?: string): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const { accountId } = caller;
        await lockForChange(trx, 'webhook', accountId, id, { ifMatch });
        await softDelete(trx, clock, 'webhook', caller, id);
      }),

    /**
     * Restores a deleted webhook with its secret. Events that occurred in the meantime are not sent.
     * @throws {NotFoundError}
     * @throws {InvalidStateError} when it is not deleted
     * @throws {ValidationError} when its URL is no longer allowed
     * @throws {QuotaExceededError}
     */
    restore: (caller: Caller, id: number): Promise<WebhookRecord> =>
      save(caller, async (trx, accountId) => {
        await quotas.lock(trx, accountId);
        const { url } = await lockDeleted(trx, 'webhook', accountId, id);
        assertAllowed(url);
        await quotas.reserve(trx, accountId, 'webhooks');
        return updateRow(trx, 'webhook', accountId, id, { ...notDeleted, updatedDate: isoTime(clock) });
      }),

    /** @throws {NotFoundError} */
    rotateSecret: async (caller: Caller, id: number): Promise<{ webhook: WebhookRecord; secret: string }> => {
      const secret = newSigningSecret();
      const webhook = await save(caller, async (trx, accountId) => {
        const { secret: previousSecret } = await getLocked(trx, 'webhook', accountId, id);
        return updateRow(trx, 'webhook', accountId, id, {
          secret: encryptSecret(secretKey, secret),
          previousSecret,
          previousSecretUntil: isoTime(clock, SECRET_OVERLAP_MS),
          updatedDate: isoTime(clock),
        });
      });
      return { webhook, secret };
    },

    /**
     * @throws {NotFoundError}
     * @throws {InvalidStateError} when the webhook is disabled
     */
    ping: (accountId: number, id: number): Promise<DeliveryRecord> =>
      db.transaction().execute(async (trx) => {
        const webhook = await lockEnabled(trx, accountId, id);
        const event = newEvent(clock, 'ping', { webhook: { id, url: webhook.url } });
        const [delivery] = await insertDeliveries(trx, clock, accountId, [id], [event]);
        if (!delivery) throw notFound();
        return delivery;
      }),

    /** @throws {NotFoundError} */
    listDeliveries: async (
      accountId: number,
      webhookId: number,
      params: ListParams,
    ): Promise<Page<DeliveryRecord>> => {
      if (!(await findRow(db, 'webhook', accountId, webhookId, params.withDeleted))) throw notFound();
      return listDeliveries(db, accountId, webhookId, params);
    },

    /** @throws {NotFoundError} */
    getDelivery: async (
      accountId: number,
      links: Links,
      webhookId: number,
      id: number,
    ): Promise<DeliveryWithPayload> => {
      if (!(await findRow(db, 'webhook', accountId, webhookId))) throw notFound();
      const delivery = await getDelivery(db, accountId, webhookId, id);
      return Object.assign(delivery, { payload: presentPayload(delivery.payload, links) });
    },

    /**
     * Sends a delivery again immediately, whatever its status, with all its attempts.
     * @throws {NotFoundError}
     * @throws {InvalidStateError} when the webhook is disabled
     */
    redeliver: (accountId: number, webhookId: number, id: number): Promise<DeliveryRecord> =>
      db.transaction().execute(async (trx) => {
        await lockEnabled(trx, accountId, webhookId);
        await getDelivery(trx, accountId, webhookId, id);
        const delivery = await updateDelivery(trx, accountId, id, {
          status: 'waiting',
          attempts: 0,
          nextAttemptDate: isoTime(clock),
          deliveredDate: null,
        });
        if (!delivery) throw notFound();
        await enqueueDeliveries(trx, clock, accountId, [id]);
        return delivery;
      }),
  };
};
