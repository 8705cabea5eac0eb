/** Types of the tables for accounts: tokens, usage and audit log. */
import type { Generated } from 'kysely';
import type { DeletedBy, Owned } from './table-parts.js';

export interface AccountTable {
  id: Generated<number>;
  shortName: string;
  name: string;
  timeZone: string;
  /** JSON object */
  settings: string;
  entryDate: string;
  /** 1 for the account served at hosts without an account label; at most one account. */
  isDefault: Generated<number>;
  /** State of the sample content; null if it was never added, or only in part. */
  samples: Generated<'added' | 'removed' | null>;
  /** The last week whose digest was sent, or had no receiver; `2026-W09`. */
  digestWeek: Generated<string | null>;
}
/** A record of the sample content, or of the data that came with it. */
export interface SampleRecordTable {
  accountId: number;
  type: 'item' | 'series' | 'speaker' | 'topic' | 'collection' | 'pageView' | 'search' | 'site';
  /** Its id; for a site, its URL. */
  record: string;
}
export interface TokenTable extends Owned {
  name: string;
  /** SHA-256, hex */
  secretHash: string;
  /** SHA-256 of the secret before the last rotation, which is valid until `previousSecretUntil`. */
  previousSecretHash: string | null;
  previousSecretUntil: string | null;
  /** JSON array of networks in CIDR notation; null for any. */
  allowedNetworks: string | null;
  /** Rounded to the minute. */
  lastUsedAt: string | null;
  /** JSON array of scopes */
  scopes: string;
  expiresAt: string | null;
  revokedAt: string | null;
  createdBy: Generated<string | null>;
  entryDate: string;
}
export interface EmbedTokenTable extends Owned, DeletedBy {
  name: string;
  token: string;
  /** JSON array of origins */
  allowedOrigins: string;
  createdBy: Generated<string | null>;
  entryDate: string;
}

/**
 * A file in the blob store that counts towards its account's quota, from the start of its upload until it is
 * removed.
 */
export interface StoredFileTable extends Owned {
  blobKey: string;
  sizeBytes: number;
}
/** An account's usage, counted by triggers, and its own limits; null for those of the installation. */
export interface AccountUsageTable {
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
export interface AuditEntryTable extends Owned {
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
