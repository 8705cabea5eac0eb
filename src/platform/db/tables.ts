/**
 * The SQL schema as types. Columns as stored: times as ISO 8601 UTC text, JSON as text, booleans as 0 or 1.
 * Each context declares its own tables and adds them to `Tables`, in its `…-tables.ts`.
 */
import type { Generated, Insertable, Selectable } from 'kysely';
import type { Flag, Owned } from './table-parts.js';

export type { Flag } from './table-parts.js';

/** A file for which a caller has an upload URL. */
interface UploadTable extends Owned {
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
interface IdempotencyKeyTable extends Owned {
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

/** The values of a field that a person saved in the last minute; see `recent-saves.repository.ts`. */
interface RecentSaveTable {
  personId: number;
  /** Identifies the record. */
  subject: string;
  /** Path of the field, separated by dots. */
  path: string;
  /** JSON array of SHA-256, the oldest first. */
  hashes: string;
  savedAt: string;
}

/** A value signed with the first secret key, to detect a different key. */
interface SecretKeyCheckTable {
  id: Generated<number>;
  value: string;
  entryDate: string;
}

/** What has been counted of a limit's key, on PostgreSQL. */
interface RateLimitTable {
  /** Name of the limit and hash of the key. */
  key: string;
  points: number;
  /** When the window ends; milliseconds since 1970. */
  expire: number;
}

/**
 * A file in the blob store that counts towards its account's quota, from the start of its upload until it is
 * removed.
 */
interface StoredFileTable extends Owned {
  blobKey: string;
  sizeBytes: number;
}

/** An account's usage, counted by triggers, and its own limits; null for those of the installation. */
interface AccountUsageTable {
  accountId: number;
  storedBytes: number;
  items: number;
  tokens: number;
  webhooks: number;
  maxStoredBytes: number | null;
  maxItems: number | null;
  maxTokens: number | null;
  maxWebhooks: number | null;
}

/** A successful change: who did what to which record. */
interface AuditEntryTable extends Owned {
  actor: 'token' | 'person' | 'cli';
  tokenId: number | null;
  /** Its name at that time. */
  tokenName: string | null;
  personId: Generated<number | null>;
  /** Their name at that time, or "Deleted person". */
  personName: Generated<string | null>;
  /** The operationId, e.g. `updateItem`; for a command e.g. `importItem`. */
  operation: string;
  recordType: string | null;
  recordId: number | null;
  /** JSON array of field names. */
  changedFields: string;
  /** JSON of an `Author`: who saved the pending changes that were applied. */
  draftAuthor: Generated<string | null>;
  /** The bulk job that made the change. */
  jobId: Generated<number | null>;
  address: string | null;
  requestId: string | null;
  responseStatus: number | null;
  entryDate: string;
}

interface JobTable {
  id: Generated<number>;
  accountId: number;
  kind: string;
  /** A `JobQueue`. */
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
interface AccountJobTable extends Owned {
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
interface JobPartTable extends Owned {
  jobId: number;
  /** Unique per job; from 0. */
  ordinal: number;
  /** JSON array: ids of items or, of a job that undoes another one, of its results. */
  recordIds: string;
}

/** What became of one item of an account job. */
interface JobResultTable extends Owned {
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
interface JobHitTable extends Owned {
  jobId: number;
  itemId: number;
  /** Index of the segment, from 0. */
  segment: number;
  startMs: number | null;
  /** Position of the text in the segment, in characters from 0. */
  position: number;
  /** The surroundings before the replacement, and after it. */
  before: string;
  after: string;
}

/** A named lock that one process holds at a time. */
interface LeaseTable {
  name: string;
  owner: string;
  expiresAt: string;
}

/** All tables by name: of the platform here, of each context by its own declaration. */
export interface Tables {
  upload: UploadTable;
  idempotencyKey: IdempotencyKeyTable;
  recentSave: RecentSaveTable;
  secretKeyCheck: SecretKeyCheckTable;
  rateLimit: RateLimitTable;
  storedFile: StoredFileTable;
  accountUsage: AccountUsageTable;
  auditEntry: AuditEntryTable;
  job: JobTable;
  accountJob: AccountJobTable;
  jobPart: JobPartTable;
  jobResult: JobResultTable;
  jobHit: JobHitTable;
  lease: LeaseTable;
}

export type Row<T extends keyof Tables> = Selectable<Tables[T]>;
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>;
