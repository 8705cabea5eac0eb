/**
 * Variant types in SQL, including those created on demand: for transcripts, and for media whose item moves to
 * another collection.
 */
import { nextPosition } from '../../platform/db/reorder.js';
import type { Db } from '../../platform/db/dialect.js';
import {
  existingRows,
  insertRow,
  lockRow,
  rowsById,
  updateWhere,
  rowsWhere,
  findsRow,
} from '../../platform/db/rows.js';
import type { Flag, Row } from '../../platform/db/tables.js';
import type { MediaContentType } from '../records/variant-type.record.js';

/** The collection's first variant type for media of this kind. */
export const firstVariantType = (
  db: Db,
  accountId: number,
  collectionId: number,
  contentType: MediaContentType,
): Promise<Pick<Row<'variantType'>, 'id'> | undefined> =>
  existingRows(db, 'variantType', accountId, { collectionId, contentType })
    .select('id')
    .orderBy('displayOrder')
    .orderBy('id')
    .executeTakeFirst();

/** Whether any media have the variant type. */
export const variantTypeInUse = (db: Db, accountId: number, id: number): Promise<boolean> =>
  findsRow(
    rowsWhere(db, 'mediaAsset', { accountId, variantTypeId: id, deletedDate: null })
      .innerJoin('item', 'item.id', 'mediaAsset.itemId')
      .where('item.deletedDate', 'is', null),
  );

export interface VariantTypeRequest {
  name: string;
  contentType: string;
  indexable: Flag;
}

/** The id of the collection's variant type with this name and content type, which is created if it does not exist. */
export const ensureVariantType = async (
  trx: Db,
  accountId: number,
  collectionId: number,
  request: VariantTypeRequest,
): Promise<number> => {
  const known = await findVariantType(trx, accountId, collectionId, request);
  if (known !== undefined) return known;
  await lockRow(trx, 'collection', accountId, collectionId);
  const meanwhile = await findVariantType(trx, accountId, collectionId, request);
  if (meanwhile !== undefined) return meanwhile;
  const { name, contentType, indexable } = request;
  const created = await insertRow(trx, 'variantType', {
    accountId,
    collectionId,
    name,
    contentType,
    indexable,
    displayOrder: await nextPosition(trx, 'variantType', accountId, collectionId),
    deletedDate: null,
  });
  return created.id;
};

const findVariantType = async (
  trx: Db,
  accountId: number,
  collectionId: number,
  { name, contentType }: VariantTypeRequest,
): Promise<number | undefined> => {
  const row = await existingRows(trx, 'variantType', accountId, { collectionId, name, contentType })
    .select('id')
    .orderBy('id')
    .executeTakeFirst();
  return row?.id;
};

/** Gives the item's media the variant types of the same name in the item's new collection. */
export const moveVariantTypes = async (
  trx: Db,
  accountId: number,
  itemId: number,
  collectionId: number,
): Promise<void> => {
  const assets = await rowsWhere(trx, 'mediaAsset', { accountId, itemId })
    .select(['id', 'variantTypeId'])
    .where('variantTypeId', 'is not', null)
    .execute();
  const types = await rowsById(
    trx,
    'variantType',
    accountId,
    assets.map(({ variantTypeId }) => variantTypeId),
  );
  for (const asset of assets) {
    const type = types.get(asset.variantTypeId ?? 0);
    const variantTypeId = type ? await ensureVariantType(trx, accountId, collectionId, type) : null;
    await updateWhere(trx, 'mediaAsset', { accountId, id: asset.id }).set({ variantTypeId }).execute();
  }
};
