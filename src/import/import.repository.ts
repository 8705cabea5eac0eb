/** Imports in SQL: imported files, the records that files refer to, and the progress of their items. */
import { sql } from 'kysely';
import type { VerseRange } from '../../indexer/index.js';
import type { Db } from '../platform/db/dialect.js';
import { nextPosition, reorder } from '../platform/db/reorder.js';
import { existingRows, findRow, rowsWhere } from '../platform/db/rows.js';
import type { NewRow, Row } from '../platform/db/tables.js';
import { groupBy } from '../platform/lib/group.js';
import type { BackgroundJobs } from '../platform/jobs/job.types.js';
import { subjectItemId } from '../platform/jobs/job-subject.js';
import { acceptsSuggestions } from '../content/items/item-references.js';
import { linkedTo } from '../content/items/item-links.repository.js';
import { fieldValues, citationKey, type FieldValues } from './written-fields.js';

/** Limit, because many empty recordings may have the same content. */
const MAX_FILES_BY_CONTENT = 1_000;

/** The collection's files at these paths, by path, oldest first: each imported folder may have one. */
export const findImportedFiles = async (
  db: Db,
  accountId: number,
  collectionId: number,
  paths: readonly string[],
): Promise<Map<string, Row<'importedFile'>[]>> => {
  if (paths.length === 0) return new Map();
  const rows = await db
    .selectFrom('importedFile')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('collectionId', '=', collectionId)
    .where('path', 'in', [...paths])
    .orderBy('id')
    .execute();
  return groupBy(rows, ({ path }) => path);
};

/** The account's files with one of these contents, oldest first; `isDeleted` if their item is. */
export const findFilesByContent = async (
  db: Db,
  accountId: number,
  hashes: readonly string[],
): Promise<(Row<'importedFile'> & { isDeleted: boolean })[]> => {
  if (hashes.length === 0) return [];
  const rows = await db
    .selectFrom('importedFile')
    .innerJoin('item', 'item.id', 'importedFile.itemId')
    .selectAll('importedFile')
    .select('item.deletedDate')
    .where('importedFile.accountId', '=', accountId)
    .where('importedFile.contentHash', 'in', [...hashes])
    .orderBy('importedFile.id')
    .limit(MAX_FILES_BY_CONTENT)
    .execute();
  return rows.map(({ deletedDate, ...file }) => ({ ...file, isDeleted: deletedDate !== null }));
};

/** The collection's files that were last imported from the folder, with their items as far as these exist. */
export const filesOfFolder = (db: Db, accountId: number, collectionId: number, folder: string) =>
  db
    .selectFrom('importedFile')
    .innerJoin('item', 'item.id', 'importedFile.itemId')
    .select([
      'importedFile.id',
      'importedFile.path',
      'item.id as itemId',
      'item.title',
      'item.status',
      'item.autoPublish',
      'item.publishAt',
    ])
    .where('importedFile.accountId', '=', accountId)
    .where('importedFile.collectionId', '=', collectionId)
    .where('importedFile.folder', '=', folder)
    .where('item.deletedDate', 'is', null)
    .orderBy('importedFile.path')
    .execute();

export const updateImportedFile = async (
  db: Db,
  accountId: number,
  id: number,
  values: Partial<Omit<NewRow<'importedFile'>, 'id' | 'accountId'>>,
): Promise<void> => {
  await db
    .updateTable('importedFile')
    .set(values)
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .execute();
};

/** Forgets the files of these items, so that the next import creates the items again. */
export const forgetImports = async (db: Db, accountId: number, itemIds: readonly number[]): Promise<void> => {
  if (itemIds.length === 0) return;
  await db
    .deleteFrom('importedFile')
    .where('accountId', '=', accountId)
    .where('itemId', 'in', [...itemIds])
    .execute();
};

/** The library's values of the fields that imports write. */
export const currentFields = async (db: Db, item: Row<'item'>): Promise<FieldValues> => {
  const { id, accountId, seriesId } = item;
  const speakers = (await linkedTo(db, 'itemSpeaker', accountId, [id])).get(id) ?? [];
  const topics = (await linkedTo(db, 'itemTopic', accountId, [id])).get(id) ?? [];
  const scriptures = await existingRows(db, 'scripture', accountId)
    .selectAll()
    .where('itemId', '=', id)
    .where(isNoSuggestion)
    .orderBy('displayOrder')
    .execute();
  const transcript = await db
    .selectFrom('transcript')
    .select('contentHash')
    .where('accountId', '=', accountId)
    .where('itemId', '=', id)
    .where('isCurrent', '=', 1)
    .executeTakeFirst();
  const { title, subTitle, description, shortDescription, orderInSeries, date } = item;
  return fieldValues({
    title,
    subTitle,
    description,
    shortDescription,
    orderInSeries,
    date,
    speakers: speakers.map(({ name }) => name),
    topics: topics.map(({ name }) => name),
    series: seriesId === null ? null : (await findRow(db, 'series', accountId, seriesId))?.title,
    scriptures: scriptures.map((row) => citationKey(row)),
    transcript: transcript?.contentHash,
  });
};

/** Excludes suggestions, even accepted ones, because imports did not write them. */
const isNoSuggestion = sql<boolean>`coalesce("suggested", 0) = 0`;

/** Replaces the item's scriptures, except suggested ones; the first becomes the key verse. The item must be locked. */
export const replaceScriptures = async (
  trx: Db,
  accountId: number,
  itemId: number,
  refs: readonly VerseRange[],
): Promise<void> => {
  await trx
    .deleteFrom('scripture')
    .where('accountId', '=', accountId)
    .where('itemId', '=', itemId)
    .where(isNoSuggestion)
    .execute();
  await insertScriptures(trx, { accountId, id: itemId }, refs, (i) => ({
    keyVerse: i === 0 ? 1 : 0,
    suggested: 0,
    accepted: 0,
    // Sorts before the suggestions.
    displayOrder: i - refs.length,
  }));
  await reorder(trx, 'scripture', accountId, itemId);
};

/** Adds suggestions that only staff can accept or dismiss, unless the account accepts all. The item must be locked. */
export const suggestScriptures = async (
  trx: Db,
  item: Row<'item'>,
  refs: readonly VerseRange[],
): Promise<void> => {
  if (refs.length === 0) return;
  const { accountId, id: itemId } = item;
  const accepted = (await acceptsSuggestions(trx, item, 'autoAcceptScriptures')) ? 1 : 0;
  const displayOrder = await nextPosition(trx, 'scripture', accountId, itemId);
  await insertScriptures(trx, item, refs, (i) => ({
    keyVerse: 0,
    suggested: 1,
    accepted,
    displayOrder: displayOrder + i,
  }));
};

/** @param valuesOf what a scripture has beside its verses, by its index */
const insertScriptures = async (
  trx: Db,
  { accountId, id: itemId }: Pick<Row<'item'>, 'accountId' | 'id'>,
  refs: readonly VerseRange[],
  valuesOf: (
    index: number,
  ) => Pick<NewRow<'scripture'>, 'keyVerse' | 'suggested' | 'accepted' | 'displayOrder'>,
): Promise<void> => {
  if (refs.length === 0) return;
  const rows = refs.map((ref, i) => ({ accountId, itemId, ...ref, ...valuesOf(i), deletedDate: null }));
  await trx.insertInto('scripture').values(rows).execute();
};

/** Ids per statement. */
const ID_BATCH = 500;

/**
 * Number of items that still have work to do: a transitional state, or a waiting or running job for them or for a
 * file that their processing waits for.
 */
export const pendingItems = async (
  db: Db,
  accountId: number,
  itemIds: readonly number[],
): Promise<number> => {
  const imported = new Set(itemIds);
  const jobs = await db
    .selectFrom('job')
    .select(['subject', 'kind', 'payload'])
    .where('accountId', '=', accountId)
    .where('status', 'in', ['waiting', 'running'])
    .execute();
  const files = jobs.flatMap(({ kind, payload }) =>
    kind === 'probeMedia' ? (JSON.parse(payload) as BackgroundJobs['probeMedia']).mediaAssetId : [],
  );
  const busy = [
    ...jobs.map(({ subject }) => subjectItemId(subject)),
    ...(await itemsOfFiles(db, accountId, files)),
  ];
  const pending = new Set(busy.filter((id) => imported.has(id)));
  for (let start = 0; start < itemIds.length; start += ID_BATCH) {
    const rows = await existingRows(db, 'item', accountId)
      .select('id')
      .where('id', 'in', itemIds.slice(start, start + ID_BATCH))
      .where('status', 'in', ['queued', 'processing', 'publishing'])
      .execute();
    for (const { id } of rows) pending.add(id);
  }
  // They may be ready before their transcripts are.
  const runs = await rowsWhere(db, 'processing', { accountId, status: 'running' }).select('itemId').execute();
  for (const { itemId } of runs) if (imported.has(itemId)) pending.add(itemId);
  return pending.size;
};

const itemsOfFiles = async (db: Db, accountId: number, ids: readonly number[]): Promise<number[]> => {
  const itemIds: number[] = [];
  for (let start = 0; start < ids.length; start += ID_BATCH) {
    const rows = await existingRows(db, 'mediaAsset', accountId)
      .select('itemId')
      .where('id', 'in', ids.slice(start, start + ID_BATCH))
      .execute();
    itemIds.push(...rows.map(({ itemId }) => itemId));
  }
  return itemIds;
};

/**
 * Items of an import whose processing failed, and those without a transcript, for which `isWaiting` is true, with their
 * messages.
 */
export const failedItems = async (db: Db, accountId: number, itemIds: readonly number[]) => {
  const failed: { id: number; title: string; errorMessage: string | null; isWaiting: boolean }[] = [];
  for (let start = 0; start < itemIds.length; start += ID_BATCH) {
    const rows = await db
      .selectFrom('item')
      .leftJoin('transcript', 'transcript.itemId', 'item.id')
      .leftJoin('processingStep as step', (join) =>
        join.onRef('step.itemId', '=', 'item.id').on('step.name', '=', 'transcribe'),
      )
      .select(['item.id', 'item.title', 'item.status', 'item.errorMessage', 'step.message'])
      .select(({ fn }) => fn.count<number>('transcript.id').as('transcripts'))
      .where('item.accountId', '=', accountId)
      .where('item.id', 'in', itemIds.slice(start, start + ID_BATCH))
      .where(({ eb, or, and }) =>
        or([
          eb('item.status', 'in', ['error', 'actionRequired']),
          and([eb('step.status', '=', 'skipped'), eb('transcript.id', 'is', null)]),
        ]),
      )
      .groupBy(['item.id', 'item.title', 'item.status', 'item.errorMessage', 'step.message'])
      .execute();
    for (const { id, title, status, errorMessage, message, transcripts } of rows)
      failed.push({
        id,
        title,
        errorMessage: errorMessage ?? message,
        isWaiting: status !== 'error' && transcripts === 0,
      });
  }
  return failed;
};
