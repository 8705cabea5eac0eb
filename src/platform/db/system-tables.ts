/** Tables of the app's own work, as types: jobs, leases, uploads, idempotency keys, webhooks. */
import type { Generated } from 'kysely';
import type { Dated, Flag, Owned, SoftDeleted } from './table-parts.js';

export interface JobTable {
  id: Generated<number>;
  accountId: number;
  kind: string;
  /** Two waiting jobs never share a kind and a subject. */
  subject: string;
  /** JSON object */
  payload: string;
  status: 'waiting' | 'running' | 'dead';
  attempts: number;
  maxAttempts: number;
  /** Not claimed before this time. */
  runAt: string;
  leaseUntil: string | null;
  leaseOwner: string | null;
  lastError: string | null;
  entryDate: string;
}
/** A named right that one process holds at a time. */
export interface LeaseTable {
  name: string;
  owner: string;
  expiresAt: string;
}
/** Generations of the search index: one serves, another may be being built beside it. */
export interface IndexVersionTable {
  id: Generated<number>;
  engine: string;
  modelId: string;
  dimensions: number;
  state: 'building' | 'active' | 'retired';
  entryDate: string;
}

/** A file that a caller was given an address for. */
export interface UploadTable extends Owned {
  purpose: 'artwork' | 'seriesArtwork' | 'speakerImage' | 'resource' | 'media';
  /** Id of the item (`artwork`), series, speaker, resource or media asset that the file is for. */
  subjectId: number;
  /** Of artwork: which of the four. */
  variant: string | null;
  blobKey: string;
  /** In the address, 256 random bits: who has it may upload. */
  secret: string;
  contentType: string;
  sizeBytes: number;
  status: 'waiting' | 'received';
  expiresAt: string;
  entryDate: string;
}
/** An Idempotency-Key and the answer that its first use got. */
export interface IdempotencyKeyTable extends Owned {
  key: string;
  /** Name of the operation that the key was first used for. */
  operation: string;
  /** SHA-256 of path and body. */
  bodyHash: string;
  status: 'running' | 'done';
  responseStatus: number | null;
  /** JSON */
  responseBody: string | null;
  entryDate: string;
}
export interface WebhookTable extends Owned, Dated, SoftDeleted {
  url: string;
  /** JSON array of event types */
  events: string;
  /** `whsec_…` as Standard Webhooks writes it */
  secret: string;
  /** The secret before this one, with which deliveries are signed too until the time that follows. */
  previousSecret: string | null;
  previousSecretUntil: string | null;
  description: string | null;
  enabled: Flag;
}
export interface WebhookDeliveryTable extends Owned {
  webhookId: number;
  /** The same for every try and every webhook that the event goes to. */
  eventId: string;
  eventType: string;
  /** JSON, as it is signed and sent */
  payload: string;
  status: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  /** HTTP status of the last answer. */
  responseStatus: number | null;
  lastError: string | null;
  entryDate: string;
  nextAttemptDate: string | null;
  deliveredDate: string | null;
}
/** Of one day of the account's calendar; visitors' hashes are made with it while the day lasts. */
export interface VisitorSaltTable extends Owned {
  /** YYYY-MM-DD in the account's time zone */
  day: string;
  /** 256 random bits, hex */
  salt: string;
  entryDate: string;
}
