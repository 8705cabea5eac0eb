/**
 * Reads the expansions of items, and the records shown with media and resources. Each kind takes a fixed number
 * of queries for any number of rows.
 */
import type { Db } from '../../platform/db/dialect.js';
import { existingRows, rowsById, rowsWhere } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { groupBy } from '../../platform/lib/group.js';
import { openUploadsOf } from '../../platform/storage/resumable.repository.js';
import { markPublic } from './visibility.js';
import { isPublicRow } from './item.record.js';
import { completeScripture } from '../records/scripture.record.js';
import { accountReaders } from '../../identity/accounts/account.repository.js';
import { completeChapter } from '../records/chapter.record.js';
import type { ResourceRecord } from '../records/resource.record.js';
import { completeTopics, linkedTo } from './item-links.repository.js';
import type { MediaAsset } from './media-asset.record.js';
import { itemExpansions, type Item, type ItemExpansion } from './item.schema.js';

type ItemRow = Row<'item'>;
/** Returns a function from an item to its value, after reading the rows of all items. */
type Loader<E extends ItemExpansion> = (
  db: Db,
  accountId: number,
  items: readonly ItemRow[],
) => Promise<(item: ItemRow) => NonNullable<Item[E]> | null>;

const idsOf = (items: readonly ItemRow[]): number[] => items.map(({ id }) => id);

const speakers: Loader<'speakers'> = async (db, accountId, items) => {
  const byItem = await linkedTo(db, 'itemSpeaker', accountId, idsOf(items));
  return ({ id }) => (byItem.get(id) ?? []).map((row) => Object.assign(row, { itemCount: null }));
};

const topics: Loader<'topics'> = async (db, accountId, items) => {
  const rows = [...(await linkedTo(db, 'itemTopic', accountId, idsOf(items))).values()].flat();
  const byItem = groupBy(await completeTopics(db, accountId, rows), ({ itemId }) => itemId);
  return ({ id }) => byItem.get(id) ?? [];
};

const scriptures: Loader<'scriptures'> = async (db, accountId, items) => {
  const rows = await existingRows(db, 'scripture', accountId)
    .selectAll()
    .where('itemId', 'in', idsOf(items))
    .orderBy('displayOrder', (o) => o.asc().nullsLast())
    .orderBy('id')
    .execute();
  const { versification } = await accountReaders(db, accountId);
  const byItem = groupBy(
    rows.map((row) => completeScripture(row, versification)),
    ({ itemId }) => itemId,
  );
  return ({ id }) => byItem.get(id) ?? [];
};

const publicIds = (items: readonly Row<'item'>[]): Set<number> =>
  new Set(items.filter(isPublicRow).map(({ id }) => id));

const mediaAssets: Loader<'mediaAssets'> = async (db, accountId, items) => {
  const rows = await existingRows(db, 'mediaAsset', accountId)
    .selectAll()
    .where('itemId', 'in', idsOf(items))
    // Sorting by item first makes SQLite use its index; by id alone it would read all media of the account.
    .orderBy('itemId')
    .orderBy('id')
    .execute();
  const byItem = groupBy(
    markPublic(await completeMedia(db, accountId, rows), publicIds(items)),
    ({ itemId }) => itemId,
  );
  return ({ id }) => byItem.get(id) ?? [];
};

const resources: Loader<'resources'> = async (db, accountId, items) => {
  const rows = await existingRows(db, 'resource', accountId)
    .selectAll()
    .where('itemId', 'in', idsOf(items))
    .orderBy('displayOrder')
    .orderBy('id')
    .execute();
  const byItem = groupBy(
    markPublic(await completeResources(db, accountId, rows), publicIds(items)),
    ({ itemId }) => itemId,
  );
  return ({ id }) => byItem.get(id) ?? [];
};

const collection: Loader<'collection'> = async (db, accountId, items) => {
  const rows = await rowsById(
    db,
    'collection',
    accountId,
    items.map(({ collectionId }) => collectionId),
    // A deleted item also has a collection, which may be deleted as well.
    true,
  );
  return ({ collectionId }) => rows.get(collectionId) ?? null;
};

const series: Loader<'series'> = async (db, accountId, items) => {
  const rows = await rowsById(
    db,
    'series',
    accountId,
    items.map(({ seriesId }) => seriesId),
  );
  return ({ seriesId }) => rows.get(seriesId ?? 0) ?? null;
};

const itemLoaders: { [E in ItemExpansion]: Loader<E> } = {
  collection,
  series,
  speakers,
  scriptures,
  mediaAssets,
  resources,
  topics,
};

/**
 * Adds variant types, chapters and uploads in progress to media, and their items if `expand` names them, with one query each for any
 * number of rows.
 */
export const completeMedia = async (
  db: Db,
  accountId: number,
  rows: Row<'mediaAsset'>[],
  expand: readonly string[] = [],
): Promise<MediaAsset[]> => {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const typeIds = rows.map(({ variantTypeId }) => variantTypeId);
  const waiting = rows.filter(({ status, mimeType }) => status === 'created' && mimeType !== null);
  const [types, chapters, uploads, items] = await Promise.all([
    rowsById(db, 'variantType', accountId, typeIds),
    existingRows(db, 'chapter', accountId)
      .selectAll()
      .where('mediaAssetId', 'in', ids)
      .orderBy('startMs')
      .orderBy('id')
      .execute(),
    openUploadsOf(
      db,
      accountId,
      'media',
      waiting.map(({ id }) => id),
    ),
    expand.includes('item') ? itemsOf(db, accountId, rows) : undefined,
  ]);
  const byAsset = groupBy(chapters.map(completeChapter), ({ mediaAssetId }) => mediaAssetId);
  return rows.map((row) =>
    Object.assign(row, {
      item: items?.get(row.itemId) ?? null,
      variantType: types.get(row.variantTypeId ?? 0) ?? null,
      chapters: byAsset.get(row.id) ?? [],
      uploadedBytes: uploads.get(row.id)?.uploadedBytes ?? null,
      uploadExpiresAt: uploads.get(row.id)?.resumableUntil ?? null,
    }),
  );
};

const itemsOf = async (
  db: Db,
  accountId: number,
  rows: readonly Row<'mediaAsset'>[],
): Promise<Map<number, Row<'item'>>> => {
  const items = await rowsWhere(db, 'item', { accountId })
    .selectAll()
    .where('id', 'in', [...new Set(rows.map(({ itemId }) => itemId))])
    .execute();
  return new Map(items.map((item) => [item.id, item]));
};

/** Adds types to resources, with one query. */
export const completeResources = async (
  db: Db,
  accountId: number,
  rows: Row<'resource'>[],
): Promise<ResourceRecord[]> => {
  const types = await rowsById(
    db,
    'resourceType',
    accountId,
    rows.map(({ resourceTypeId }) => resourceTypeId),
  );
  return rows.map((row) => Object.assign(row, { resourceType: types.get(row.resourceTypeId ?? 0) ?? null }));
};

/** Adds the requested expansions. */
export const completeItems = async (
  db: Db,
  accountId: number,
  rows: ItemRow[],
  expand: readonly string[],
): Promise<Item[]> => {
  if (rows.length === 0 || expand.length === 0) return rows;
  const names = itemExpansions.filter((name) => expand.includes(name));
  const valuesOf = await Promise.all(names.map((name) => itemLoaders[name](db, accountId, rows)));
  return rows.map((row: Item & ItemRow) => {
    names.forEach((name, i) => (row[name] = valuesOf[i]?.(row) as never));
    return row;
  });
};
