/** Changes of content, as the audit log has them. */
import type { Db } from '../db/dialect.js';
import type { Author } from '../lib/caller.js';

/** Streams that missed more are told to read everything again. */
export const MAX_CHANGES = 500;
/**
 * Ids of entries become visible in another order than they were given. Entries that are this much older than the newest
 * are read again.
 */
const LATE_IDS = 100;

export interface Change {
  id: number;
  /** The operationId. */
  operation: string;
  recordType: string | null;
  recordId: number | null;
  author: Author;
  date: string;
}

export const newestChangeId = async (db: Db, accountId: number): Promise<number> => {
  const row = await db
    .selectFrom('auditEntry')
    .select('id')
    .where('accountId', '=', accountId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
};

/**
 * @param operations that change content
 * @returns the changes after this id, and a few before that may have been committed late; oldest first
 */
export const changesAfter = async (
  db: Db,
  accountId: number,
  id: number,
  operations: readonly string[],
): Promise<Change[]> => {
  const rows = await db
    .selectFrom('auditEntry')
    .select(['id', 'operation', 'recordType', 'recordId', 'actor', 'entryDate'])
    .select(['tokenId', 'tokenName', 'personId', 'personName'])
    .where('accountId', '=', accountId)
    .where('id', '>', id - LATE_IDS)
    .where('operation', 'in', operations)
    .orderBy('id')
    .limit(MAX_CHANGES + LATE_IDS + 1)
    .execute();
  return rows.map(({ actor, tokenId, tokenName, personId, personName, entryDate, ...row }) => ({
    ...row,
    author: { type: actor, id: personId ?? tokenId, name: personName ?? tokenName },
    date: entryDate,
  }));
};
