/** Types of the system tables: queue jobs and account jobs, leases, uploads, idempotency keys, webhooks. */
import type { Generated } from 'kysely';
import type { Dated, DeletedBy, Flag, Owned } from './table-parts.js';

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
  /** Number of records that have changed. */
  changed: Generated<number>;
  /** 1 if the job only finds out what it would change. */
  dryRun: Generated<Flag>;
  /** 1 if what it changes can be undone. */
  undoable: Generated<Flag>;
  /** The job that this one undoes. */
  undoOf: Generated<number | null>;
  /** Number of places where the job found its text; null if it looks for none. */
  hits: Generated<number | null>;
  /** JSON array of {outcome, type, message, count, examples}: why records were not changed. */
  reasons: Generated<string>;
  /** JSON of an `Author`. */
  createdBy: Generated<string | null>;
  undoUntil: Generated<string | null>;
  undoneAt: Generated<string | null>;
}
/** The records of an account job, in their order and in pieces. */
export interface JobPartTable extends Owned {
  jobId: number;
  /** Unique per job; from 0. */
  ordinal: number;
  /** JSON array: ids of items or, of a job that undoes another one, of its results. */
  recordIds: string;
}
/** What became of one item of an account job. */
export interface JobResultTable extends Owned {
  jobId: number;
  itemId: number;
  outcome: 'changed' | 'unchanged' | 'kept' | 'failed';
  /** JSON of {type, message}: why it was not changed. */
  error: string | null;
  /** JSON array of {field, from, to}. */
  changes: string;
  /** JSON array: the fields that an undo has left, because they have changed since. */
  kept: Generated<string>;
  /** JSON of what an undo needs besides the changes. */
  undo: string | null;
  /** Number of places where the text was found; null if the job looks for none. */
  hits: number | null;
  undoneAt: Generated<string | null>;
}
/** A place in a transcript where a job has found its text; only the first ones of a job. */
export interface JobHitTable extends Owned {
  jobId: number;
  itemId: number;
  /** Index of the segment, from 0. */
  segment: number;
  startMs: number | null;
  /** Of the text in the segment. */
  position: number;
  /** The surroundings before the replacement, and after it. */
  before: string;
  after: string;
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
  /** When searches switched to it. */
  activeDate: Generated<string | null>;
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
export interface WebhookTable extends Owned, Dated, DeletedBy {
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
/** The values of a field that a person saved in the last minute; see `recent-saves.repository.ts`. */
export interface RecentSaveTable {
  personId: number;
  /** Identifies the record. */
  subject: string;
  /** Of the field, dotted. */
  path: string;
  /** JSON array of SHA-256, the oldest first. */
  hashes: string;
  savedAt: string;
}
/** A backup that was made, is being made or failed, or the verification of one. Of the installation, not of an account. */
export interface BackupRunTable {
  id: Generated<number>;
  kind: 'backup' | 'verification';
  state: 'waiting' | 'running' | 'done' | 'failed';
  /** `schedule`, `command`, or the address of the operator. */
  askedBy: string;
  /** What is being copied, and how much of it so far. */
  step: string | null;
  done: Generated<number>;
  name: string | null;
  path: string | null;
  /** Of the manifest, hex. */
  sha256: string | null;
  bytes: number | null;
  newBytes: number | null;
  encrypted: Flag | null;
  error: string | null;
  startedAt: string;
  /** When the process that works on it said so last. */
  seenAt: string;
  finishedAt: string | null;
}
/** What has been counted of a limit's key, on PostgreSQL. */
export interface RateLimitTable {
  /** Name of the limit and hash of the key. */
  key: string;
  points: number;
  /** When the window ends; milliseconds since 1970. */
  expire: number;
}
/** A value signed with the first secret key, to detect a different key. */
export interface SecretKeyCheckTable {
  id: Generated<number>;
  value: string;
  entryDate: string;
}
