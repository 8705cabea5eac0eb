/** Creates, changes, reorders and deletes variant types within their collection. */
import { assertNameAvailable } from '../../platform/db/names.js';
import { moveTo, nextPosition, reorder } from '../../platform/db/reorder.js';
import type { Db } from '../../platform/db/dialect.js';
import type { SaveConditions } from '../../platform/db/save-conditions.js';
import { createRecordReader } from '../../platform/db/record-reader.js';
import {
  findRow,
  getLocked,
  insertRow,
  lockDeleted,
  lockForChange,
  lockParent,
  lockRow,
  notDeleted,
  updateRow,
  toColumns,
  softDelete,
} from '../../platform/db/rows.js';
import type { Caller } from '../../platform/lib/caller.js';
import type { Clock } from '../../platform/lib/clock.js';
import { conflict, notFound } from '../../platform/lib/errors.js';
import type { VariantTypeRecord } from '../records/variant-type.record.js';
import { syncTranscripts, itemsWithTranscripts } from '../items/current-transcript.repository.js';
import { variantTypeInUse } from '../items/variant-type.repository.js';
import { variantTypeList, type NewVariantType, type VariantTypeChanges } from './variant-type.schema.js';

export type VariantTypeService = ReturnType<typeof createVariantTypeService>;

export const createVariantTypeService = ({ db, clock }: { db: Db; clock: Clock }) => {
  const { save, listOf, get } = createRecordReader<'variantType', VariantTypeRecord>({
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
    if (!row) throw notFound();
    return (await getLocked(trx, 'collection', accountId, row.collectionId)).id;
  };

  return {
    list: listOf,
    get,

    /**
     * Creates a variant type at the end of the collection.
     * @throws {NotFoundError}
     * @throws {ConflictError} when the name is taken
     */
    create: (
      caller: Caller,
      collectionId: number,
      { name, contentType, indexable }: NewVariantType,
    ): Promise<VariantTypeRecord> =>
      save(caller, async (trx, accountId) => {
        await getLocked(trx, 'collection', accountId, collectionId);
        await assertNameAvailable(trx, 'variantType', accountId, collectionId, name);
        return insertRow(trx, 'variantType', {
          accountId,
          collectionId,
          name,
          contentType,
          indexable: indexable ? 1 : 0,
          displayOrder: await nextPosition(trx, 'variantType', accountId, collectionId),
        });
      }),

    /**
     * A new position shifts the siblings that follow. Items are indexed again if the change selects another of
     * their transcripts.
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     * @throws {ConflictError} when the name is taken, or media have the old content type
     */
    update: (
      caller: Caller,
      id: number,
      { displayOrder, ...changes }: VariantTypeChanges,
      conditions?: SaveConditions,
    ): Promise<VariantTypeRecord> =>
      save(caller, async (trx, accountId) => {
        const collectionId = await lockSiblings(trx, accountId, id);
        const known = await lockForChange(trx, 'variantType', accountId, id, conditions);
        if (changes.name !== undefined)
          await assertNameAvailable(trx, 'variantType', accountId, collectionId, changes.name, id);
        if (changes.contentType !== undefined && changes.contentType !== known.contentType) {
          await lockRow(trx, 'variantType', accountId, id, 'delete');
          if (await variantTypeInUse(trx, accountId, id))
            throw conflict('Media have this variant type: its content type cannot change');
        }
        await moveTo(trx, 'variantType', collectionId, known, displayOrder);
        const changed = await updateRow(trx, 'variantType', accountId, id, toColumns(changes));
        if (changed?.indexable !== known.indexable || changed.displayOrder !== known.displayOrder)
          await syncTranscripts(
            trx,
            clock,
            accountId,
            await itemsWithTranscripts(trx, accountId, collectionId),
          );
        return changed;
      }),

    /**
     * The siblings after it move up.
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     * @throws {ConflictError} when media have this type
     */
    remove: (caller: Caller, id: number, ifMatch?: string): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const { accountId } = caller;
        const collectionId = await lockSiblings(trx, accountId, id);
        await lockForChange(trx, 'variantType', accountId, id, { ifMatch }, 'delete');
        if (await variantTypeInUse(trx, accountId, id))
          throw conflict('Media still have this variant type. Change them first.');
        await softDelete(trx, clock, 'variantType', caller, id);
        await reorder(trx, 'variantType', accountId, collectionId);
      }),

    /**
     * Restores a deleted variant type at the end of its collection.
     * @throws {NotFoundError}
     * @throws {InvalidStateError} when it is not deleted
     * @throws {ConflictError} when its collection is deleted, or another one now has its name
     */
    restore: (caller: Caller, id: number): Promise<VariantTypeRecord> =>
      save(caller, async (trx, accountId) => {
        const known = await findRow(trx, 'variantType', accountId, id, true);
        if (!known) throw notFound();
        const { collectionId, name } = known;
        await lockParent(trx, 'collection', accountId, collectionId, 'The collection');
        await lockDeleted(trx, 'variantType', accountId, id);
        await assertNameAvailable(trx, 'variantType', accountId, collectionId, name);
        const displayOrder = await nextPosition(trx, 'variantType', accountId, collectionId);
        return updateRow(trx, 'variantType', accountId, id, { ...notDeleted, displayOrder });
      }),
  };
};
