/** What an import leaves in SQL beside the items: where each came from, and the people, series and topics it names. */
import { sql } from 'kysely';
import type { Passage } from '../../../indexer/index.js';
import { containsPattern, likeIgnoringCase, type Db } from '../../platform/db/dialect.js';
import { uniqueSlug } from '../../platform/db/slugs.js';
import { insertRow } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { noArtwork } from '../records/artwork-fields.js';
import { slugify } from '../../platform/lib/slug.js';

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

/** The living record of that name, whatever its case; the oldest where several have it. */
const idByName = async (
  db: Db,
  table: 'speaker' | 'topic' | 'series' | 'collection',
  column: 'name' | 'title',
  accountId: number,
  name: string,
  collectionId?: number,
): Promise<number | undefined> => {
  const row = await db
    .selectFrom(table as 'series')
    .select('id')
    .where('accountId', '=', accountId)
    .where('deletedDate', 'is', null)
    .$if(collectionId !== undefined, (qb) => qb.where('collectionId', '=', collectionId ?? 0))
    .where(likeIgnoringCase(db, sql.ref(column), containsPattern(name).slice(1, -1)))
    .orderBy('id')
    .executeTakeFirst();
  return row?.id;
};

export const findCollectionId = (db: Db, accountId: number, name: string): Promise<number | undefined> =>
  idByName(db, 'collection', 'name', accountId, name);

export const speakerIdByName = async (
  trx: Db,
  accountId: number,
  name: string,
  now: string,
): Promise<number> =>
  (await idByName(trx, 'speaker', 'name', accountId, name)) ??
  (
    await insertRow(trx, 'speaker', {
      accountId,
      name,
      bio: null,
      imageUrl: null,
      imageFilename: null,
      entryDate: now,
      updatedDate: now,
      deletedDate: null,
    })
  ).id;

const lastPlace = async (
  trx: Db,
  table: 'topic' | 'series',
  column: 'displayOrder' | 'sortOrder',
  accountId: number,
): Promise<number> => {
  const { last } = await trx
    .selectFrom(table as 'topic')
    .select((eb) => eb.fn.max(column as 'displayOrder').as('last'))
    .where('accountId', '=', accountId)
    .where('deletedDate', 'is', null)
    .executeTakeFirstOrThrow();
  return last ?? 0;
};

export const topicIdByName = async (trx: Db, accountId: number, name: string, now: string): Promise<number> =>
  (await idByName(trx, 'topic', 'name', accountId, name)) ??
  (
    await insertRow(trx, 'topic', {
      accountId,
      name,
      displayOrder: (await lastPlace(trx, 'topic', 'displayOrder', accountId)) + 1,
      entryDate: now,
      updatedDate: now,
      deletedDate: null,
    })
  ).id;

export const seriesIdByTitle = async (
  trx: Db,
  accountId: number,
  collectionId: number,
  title: string,
  now: string,
): Promise<number> =>
  (await idByName(trx, 'series', 'title', accountId, title, collectionId)) ??
  (
    await insertRow(trx, 'series', {
      accountId,
      collectionId,
      title,
      subTitle: null,
      description: null,
      shortDescription: null,
      sortOrder: (await lastPlace(trx, 'series', 'sortOrder', accountId)) + 1,
      itemSortDirection: 'DESC',
      showItemOrderInSeries: 1,
      urlSlug: await uniqueSlug(trx, 'series', accountId, collectionId, slugify(title)),
      colorHex: null,
      ...noArtwork,
      published: 1,
      entryDate: now,
      updatedDate: now,
      deletedDate: null,
    })
  ).id;

/** Puts these scriptures in place of those the item has; the first is the key verse. */
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
  const wanted = new Set(itemIds);
  const jobs = await db
    .selectFrom('job')
    .select('subject')
    .where('accountId', '=', accountId)
    .where('status', 'in', ['waiting', 'running'])
    .execute();
  const pending = new Set(
    jobs.map(({ subject }) => Number(subject.replace('item:', ''))).filter((id) => wanted.has(id)),
  );
  for (let start = 0; start < itemIds.length; start += ID_BATCH) {
    const rows = await db
      .selectFrom('item')
      .select('id')
      .where('accountId', '=', accountId)
      .where('id', 'in', itemIds.slice(start, start + ID_BATCH))
      .where('deletedDate', 'is', null)
      .where('status', 'in', ['queued', 'processing', 'publishing'])
      .execute();
    for (const { id } of rows) pending.add(id);
  }
  return pending.size;
};

/** Items of an import that did not become searchable, and what they say of it. */
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
