/** Creates, changes, reorders and deletes variant types, within their collection. */
import { reorder, nextPosition } from '../../platform/db/reorder.js';
import type { Db } from '../../platform/db/dialect.js';
import { createRecordReader } from '../../platform/db/record-reader.js';
import { findRow, insertRow, lockForChange, lockRow, updateRow } from '../../platform/db/rows.js';
import type { Caller } from '../../platform/lib/caller.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { conflict, notFound } from '../../platform/lib/errors.js';
import { toColumns } from '../../platform/db/columns.js';
import type { VariantTypeRecord } from '../records/variant-type.record.js';
import { findVariantTypeByName, variantTypeInUse } from './variant-type.repository.js';
import { variantTypeList, type NewVariantType, type VariantTypeChanges } from './variant-type.schema.js';

export type VariantTypeService = ReturnType<typeof createVariantTypeService>;

export const createVariantTypeService = ({ db, clock }: { db: Db; clock: Clock }) => {
  const { completeOne, listOf, get } = createRecordReader<'variantType', VariantTypeRecord>({
    db,
    spec: variantTypeList,
    parents: { collectionId: 'collection' },
    complete: (_caller, rows) => rows,
  });

  /**
   * Locks the collection of the variant type, and with it the names and positions of its siblings.
   * @throws {NotFoundError}
   */
  const lockSiblings = async (trx: Db, accountId: number, id: number): Promise<number> => {
    const row = await findRow(trx, 'variantType', accountId, id);
    const collection = row && (await lockRow(trx, 'collection', accountId, row.collectionId));
    if (!collection) throw notFound();
    return collection.id;
  };

  const assertNameAvailable = async (
    trx: Db,
    accountId: number,
    collectionId: number,
    name: string,
    ownId?: number,
  ): Promise<void> => {
    const other = await findVariantTypeByName(trx, accountId, collectionId, name);
    if (other && other.id !== ownId)
      throw conflict(`The collection already has a variant type named "${other.name}"`, [
        { path: 'name', message: 'is already used by another variant type of the collection' },
      ]);
  };

  return {
    list: listOf,
    get,

    /**
     * Creates the last variant type of the collection.
     * @throws {NotFoundError}
     * @throws {ConflictError} when the name is taken
     */
    create: async (
      caller: Caller,
      collectionId: number,
      { name, contentType, indexable }: NewVariantType,
    ): Promise<VariantTypeRecord> => {
      const { accountId } = caller;
      const row = await db.transaction().execute(async (trx) => {
        if (!(await lockRow(trx, 'collection', accountId, collectionId))) throw notFound();
        await assertNameAvailable(trx, accountId, collectionId, name);
        return insertRow(trx, 'variantType', {
          accountId,
          collectionId,
          name,
          contentType,
          indexable: indexable ? 1 : 0,
          displayOrder: await nextPosition(trx, 'variantType', accountId, collectionId),
        });
      });
      return completeOne(caller, row);
    },

    /**
     * A new position shifts the siblings that follow.
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     * @throws {ConflictError} when the name is taken, or media have the old content type
     */
    update: async (
      caller: Caller,
      id: number,
      { displayOrder, ...changes }: VariantTypeChanges,
      ifMatch?: string,
    ): Promise<VariantTypeRecord> => {
      const { accountId } = caller;
      const row = await db.transaction().execute(async (trx) => {
        const collectionId = await lockSiblings(trx, accountId, id);
        const known = await lockForChange(trx, 'variantType', accountId, id, ifMatch);
        if (changes.name !== undefined)
          await assertNameAvailable(trx, accountId, collectionId, changes.name, id);
        if (changes.contentType !== undefined && changes.contentType !== known.contentType) {
          await lockRow(trx, 'variantType', accountId, id, 'delete');
          if (await variantTypeInUse(trx, accountId, id))
            throw conflict('Media have this variant type: its content type cannot change');
        }
        if (displayOrder !== undefined && displayOrder !== known.displayOrder)
          await reorder(trx, 'variantType', accountId, collectionId, {
            id,
            from: known.displayOrder,
            to: displayOrder,
          });
        return updateRow(trx, 'variantType', accountId, id, toColumns(changes));
      });
      return completeOne(caller, row);
    },

    /**
     * The siblings after it move up.
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     * @throws {ConflictError} when media have this type
     */
    remove: ({ accountId }: Caller, id: number, ifMatch?: string): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const collectionId = await lockSiblings(trx, accountId, id);
        await lockForChange(trx, 'variantType', accountId, id, ifMatch, 'delete');
        if (await variantTypeInUse(trx, accountId, id))
          throw conflict('Media still have this variant type. Change them first.');
        await updateRow(trx, 'variantType', accountId, id, { deletedDate: isoTime(clock) });
        await reorder(trx, 'variantType', accountId, collectionId);
      }),
  };
};
