/** Types of the tables about accounts: their tokens, what they use and what is done in them. */
import type { Generated } from 'kysely';
import type { Owned, SoftDeleted } from './table-parts.js';

export interface AccountTable {
  id: Generated<number>;
  shortName: string;
  name: string;
  timeZone: string;
  /** JSON object */
  settings: string;
  entryDate: string;
  /** 1 for the account served at hosts without an account label; at most one. */
  isDefault: Generated<number>;
  /** What became of the sample content; null where it has never been added, or not all of it. */
  samples: Generated<'added' | 'removed' | null>;
}
/** A record of the sample content, or what came with it. */
export interface SampleRecordTable {
  accountId: number;
  type: 'item' | 'series' | 'speaker' | 'topic' | 'collection' | 'pageView' | 'search' | 'site';
  /** Its id; of a site its address. */
  record: string;
}
export interface TokenTable extends Owned {
  name: string;
  /** SHA-256, hex */
  secretHash: string;
  /** Of the secret before the last rotation, which is valid until `previousSecretUntil`. */
  previousSecretHash: string | null;
  previousSecretUntil: string | null;
  /** JSON array of networks in CIDR notation; null for any. */
  allowedNetworks: string | null;
  /** To the minute. */
  lastUsedAt: string | null;
  /** JSON array of scopes */
  scopes: string;
  expiresAt: string | null;
  revokedAt: string | null;
  entryDate: string;
}
export interface EmbedTokenTable extends Owned, SoftDeleted {
  name: string;
  token: string;
  /** JSON array of origins */
  allowedOrigins: string;
  entryDate: string;
}

/** A file in the blob store that counts as its account's: from the plan of its upload until it is removed. */
export interface StoredFileTable extends Owned {
  blobKey: string;
  sizeBytes: number;
}
/** What an account uses, counted by triggers, and limits of its own; null for those of the installation. */
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
/** A change that succeeded: who did what to which record. */
export interface AuditEntryTable extends Owned {
  actor: 'token' | 'cli';
  tokenId: number | null;
  /** As it was called then. */
  tokenName: string | null;
  /** The operationId, e.g. `updateItem`; of the command line e.g. `importItem`. */
  operation: string;
  recordType: string | null;
  recordId: number | null;
  /** JSON array of names */
  changedFields: string;
  address: string | null;
  requestId: string | null;
  responseStatus: number | null;
  entryDate: string;
}
