/** The tables of webhooks and their deliveries. */
import type { Generated } from 'kysely';
import type { Dated, DeletedBy, Flag, Owned } from '../platform/db/table-parts.js';

interface WebhookTable extends Owned, Dated, DeletedBy {
  url: string;
  /** JSON array of event types */
  events: string;
  /** `whsec_…` in the format of Standard Webhooks, encrypted with the secret key. */
  secret: string;
  /** The secret before the last rotation; deliveries are also signed with it until `previousSecretUntil`. */
  previousSecret: string | null;
  previousSecretUntil: string | null;
  description: string | null;
  enabled: Flag;
  createdBy: Generated<string | null>;
}

interface WebhookDeliveryTable extends Owned {
  webhookId: number;
  /** The same for all attempts and all webhooks that receive the event. */
  eventId: string;
  eventType: string;
  /** JSON, exactly as it is signed and sent. */
  payload: string;
  status: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  /** HTTP status of the last response. */
  responseStatus: number | null;
  lastError: string | null;
  entryDate: string;
  nextAttemptDate: string | null;
  deliveredDate: string | null;
}

declare module '../platform/db/tables.js' {
  interface Tables {
    webhook: WebhookTable;
    webhookDelivery: WebhookDeliveryTable;
  }
}
