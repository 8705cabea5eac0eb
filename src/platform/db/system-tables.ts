/** Types of the system tables: queue jobs and account jobs, leases, uploads, idempotency keys, webhooks. */
import type { Generated } from 'kysely';
import type { Dated, Flag, Owned, SoftDeleted } from './table-parts.js';

export interface JobTable {
  id: Generated<number>;
  accountId: number;
  kind: string;
  /** Which workers run it: `index` or `background`. */
  queue: Generated<string>;
  /** Unique per kind among waiting jobs. */
  subject: string;
  /** JSON object */
  payload: string;
  status: 'waiting' | 'running' | 'dead';
  attempts: number;
  maxAttempts: number;
  /** Number of attempts during which the process ended. */
  crashes: Generated<number>;
  /** Not claimed before this time. */
  runAt: string;
  leaseUntil: string | null;
  leaseOwner: string | null;
  lastError: string | null;
  entryDate: string;
}
/** A job that the account can see; rows of `job` carry it out. */
export interface AccountJobTable extends Owned {
  kind: string;
  /** The action on each record; null for kinds with a single action. */
  action: string | null;
  status: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
  total: number;
  done: number;
  failed: number;
  /** JSON array of {id, type, message}; only the first ones. */
  errors: string;
  /** JSON object whose form depends on the kind: what to do, and who requested it. */
  request: string;
  entryDate: string;
  finishedDate: string | null;
  /** The media asset, for jobs about one. */
  mediaAssetId: number | null;
}
/** A named lock that one process holds at a time. */
export interface LeaseTable {
  name: string;
  owner: string;
  expiresAt: string;
}
/** Versions of the search index: one is active, and another one may be under construction. */
export interface IndexVersionTable {
  id: Generated<number>;
  engine: string;
  modelId: string;
  dimensions: number;
  state: 'building' | 'active' | 'retired';
  /** Position of its last change. */
  changes: Generated<number>;
  entryDate: string;
}

/** A file for which a caller has an upload URL. */
export interface UploadTable extends Owned {
  purpose:
    'artwork' | 'seriesArtwork' | 'collectionArtwork' | 'accountLogo' | 'speakerImage' | 'resource' | 'media';
  /** Id of the item (`artwork`), series, collection, speaker, resource or media asset that the file is for. */
  subjectId: number;
  /** For artwork: one of the four aspect ratios. */
  variant: string | null;
  blobKey: string;
  /** 1 if a caller planned it who may not change public items. */
  byContributor: Generated<Flag>;
  /** SHA-256 of the 256 random bits in the URL, which authorise the upload. */
  secretHash: string;
  contentType: string;
  sizeBytes: number;
  status: 'waiting' | 'received';
  /** JSON array of {path, message}: why the last uploaded file was rejected and removed. */
  refusal: Generated<string | null>;
  expiresAt: string;
  entryDate: string;
  /** The token or person that planned it; both null for an import. */
  tokenId: Generated<number | null>;
  personId: Generated<number | null>;
  /** Pieces of the file are accepted until then; null if they never were, or no longer are. */
  resumableUntil: Generated<string | null>;
  /** Bytes that have arrived in pieces, as last seen. */
  uploadedBytes: Generated<number>;
  /** Id of the bucket's multipart upload, once a part has been signed. */
  multipartId: Generated<string | null>;
}
/** An Idempotency-Key and the response of its first request. */
export interface IdempotencyKeyTable extends Owned {
  /** Who used it, as `callerKey` names them: each has keys of their own. */
  caller: Generated<string>;
  key: string;
  /** Name of the operation for which the key was first used. */
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
  /** `whsec_…` in the format of Standard Webhooks, encrypted with the secret key. */
  secret: string;
  /** The secret before the last rotation; deliveries are also signed with it until `previousSecretUntil`. */
  previousSecret: string | null;
  previousSecretUntil: string | null;
  description: string | null;
  enabled: Flag;
  createdBy: Generated<string | null>;
}
export interface WebhookDeliveryTable extends Owned {
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
/** The salt of visitor hashes for one day in the account's time zone. */
export interface VisitorSaltTable extends Owned {
  /** YYYY-MM-DD in the account's time zone */
  day: string;
  /** 256 random bits, hex */
  salt: string;
  entryDate: string;
}
/** A value signed with the first secret key, to detect a different key. */
export interface SecretKeyCheckTable {
  id: Generated<number>;
  value: string;
  entryDate: string;
}
