/** Variant types that are made when they are needed: for transcripts, and for media whose item moves to another collection. */
import { lastPlace } from '../db/arrange.js';
import type { Db } from '../db/dialect.js';
import { insertRow, lockRow, rowsById } from '../db/rows.js';
import type { Flag } from '../db/tables.js';

export interface WantedVariantType {
  name: string;
  contentType: string;
  indexable: Flag;
}

/** The id of the collection's variant type of that name and content type, made as its last one where there is none. */
export const ensureVariantType = async (
  trx: Db,
  accountId: number,
  collectionId: number,
  wanted: WantedVariantType,
): Promise<number> => {
  const known = await findVariantType(trx, accountId, collectionId, wanted);
  if (known !== undefined) return known;
  await lockRow(trx, 'collection', accountId, collectionId);
  const meanwhile = await findVariantType(trx, accountId, collectionId, wanted);
  if (meanwhile !== undefined) return meanwhile;
  const { name, contentType, indexable } = wanted;
  const created = await insertRow(trx, 'variantType', {
    accountId,
    collectionId,
    name,
    contentType,
    indexable,
    displayOrder: await lastPlace(trx, 'variantType', accountId, collectionId),
    deletedDate: null,
  });
  return created.id;
};

const findVariantType = async (
  trx: Db,
  accountId: number,
  collectionId: number,
  { name, contentType }: WantedVariantType,
): Promise<number | undefined> => {
  const row = await trx
    .selectFrom('variantType')
    .select('id')
    .where('accountId', '=', accountId)
    .where('collectionId', '=', collectionId)
    .where('name', '=', name)
    .where('contentType', '=', contentType)
    .where('deletedDate', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
  return row?.id;
};

/** Gives the item's media the like-named variant types of the collection that the item is in now. */
export const moveVariantTypes = async (
  trx: Db,
  accountId: number,
  itemId: number,
  collectionId: number,
): Promise<void> => {
  const assets = await trx
    .selectFrom('mediaAsset')
    .select(['id', 'variantTypeId'])
    .where('accountId', '=', accountId)
    .where('itemId', '=', itemId)
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
    await trx
      .updateTable('mediaAsset')
      .set({ variantTypeId })
      .where('accountId', '=', accountId)
      .where('id', '=', asset.id)
      .execute();
  }
};
