/** Types of the tables about what accounts use and what is done in them. */
import type { Owned } from './table-parts.js';

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
