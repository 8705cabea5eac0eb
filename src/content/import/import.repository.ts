/** Imports in SQL: the files they read, the records that files name, and how far their items are. */
import { sql } from 'kysely';
import type { Passage } from '../../../indexer/index.js';
import { likeIgnoringCase, literalPattern, type Db } from '../../platform/db/dialect.js';
import { existingRows } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';

export const findImportedFiles = async (
  db: Db,
  accountId: number,
  collectionId: number,
  paths: readonly string[],
): Promise<Map<string, Row<'importedFile'>>> => {
  if (paths.length === 0) return new Map();
  const rows = await db
    .selectFrom('importedFile')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('collectionId', '=', collectionId)
    .where('path', 'in', [...paths])
    .execute();
  return new Map(rows.map((row) => [row.path, row]));
};

export const setImportedHash = async (
  db: Db,
  accountId: number,
  id: number,
  contentHash: string,
): Promise<void> => {
  await db
    .updateTable('importedFile')
    .set({ contentHash })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .execute();
};

/** The record of that name, ignoring case; the oldest if several have it. */
export const findByName = async (
  db: Db,
  table: 'speaker' | 'topic' | 'series' | 'collection',
  accountId: number,
  name: string,
  collectionId?: number,
): Promise<number | undefined> => {
  const row = await existingRows(db, table as 'series', accountId)
    .select('id')
    .$if(collectionId !== undefined, (qb) => qb.where('collectionId', '=', collectionId ?? 0))
    .where(likeIgnoringCase(db, sql.ref(table === 'series' ? 'title' : 'name'), literalPattern(name)))
    .orderBy('id')
    .executeTakeFirst();
  return row?.id;
};

/** Replaces the item's scriptures; the first is the key verse. */
export const replaceScriptures = async (
  trx: Db,
  accountId: number,
  itemId: number,
  refs: readonly Passage[],
): Promise<void> => {
  await trx.deleteFrom('scripture').where('accountId', '=', accountId).where('itemId', '=', itemId).execute();
  if (refs.length === 0) return;
  await trx
    .insertInto('scripture')
    .values(
      refs.map((ref, i) => ({
        accountId,
        itemId,
        ...ref,
        keyVerse: i === 0 ? (1 as const) : (0 as const),
        suggested: 0 as const,
        accepted: 0 as const,
        displayOrder: i + 1,
        deletedDate: null,
      })),
    )
    .execute();
};

/** Ids of one statement. */
const ID_BATCH = 500;

/** How many of the items still have work before them: a state that passes, or a job that waits or runs. */
export const pendingItems = async (
  db: Db,
  accountId: number,
  itemIds: readonly number[],
): Promise<number> => {
  const imported = new Set(itemIds);
  const jobs = await db
    .selectFrom('job')
    .select('subject')
    .where('accountId', '=', accountId)
    .where('status', 'in', ['waiting', 'running'])
    .execute();
  const pending = new Set(
    jobs.map(({ subject }) => Number(subject.replace('item:', ''))).filter((id) => imported.has(id)),
  );
  for (let start = 0; start < itemIds.length; start += ID_BATCH) {
    const rows = await existingRows(db, 'item', accountId)
      .select('id')
      .where('id', 'in', itemIds.slice(start, start + ID_BATCH))
      .where('status', 'in', ['queued', 'processing', 'publishing'])
      .execute();
    for (const { id } of rows) pending.add(id);
  }
  return pending.size;
};

/** Items of an import that could not be processed, with their error messages. */
export const failedItems = async (db: Db, accountId: number, itemIds: readonly number[]) => {
  const failed: { id: number; title: string; errorMessage: string | null }[] = [];
  for (let start = 0; start < itemIds.length; start += ID_BATCH) {
    failed.push(
      ...(await db
        .selectFrom('item')
        .select(['id', 'title', 'errorMessage'])
        .where('accountId', '=', accountId)
        .where('id', 'in', itemIds.slice(start, start + ID_BATCH))
        .where('status', 'in', ['error', 'actionRequired'])
        .execute()),
    );
  }
  return failed;
};
