/** The rules of variant types: names and places within their collection, and media that keep them. */
import { reorder, lastPlace } from '../../platform/db/reorder.js';
import type { Db } from '../../platform/db/dialect.js';
import type { ListParams, Page } from '../../platform/db/list-query.js';
import { findRow, insertRow, lockForChange, lockRow, updateRow } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { conflict, notFound } from '../../platform/lib/errors.js';
import { toFlag } from '../../platform/lib/fields.js';
import { toVariantType, type VariantTypeRecord } from '../records/variant-type.record.js';
import { findVariantTypeByName, listVariantTypes, variantTypeInUse } from './variant-type.repository.js';
import type { NewVariantType, VariantTypeChanges } from './variant-type.schema.js';

export type VariantTypeService = ReturnType<typeof createVariantTypeService>;

export const createVariantTypeService = ({ db, clock }: { db: Db; clock: Clock }) => {
  /** The variant type, where its collection is there too. */
  const find = async (
    accountId: number,
    id: number,
    withDeleted: boolean,
  ): Promise<Row<'variantType'> | undefined> => {
    const row = await findRow(db, 'variantType', accountId, id, withDeleted);
    return row && (await findRow(db, 'collection', accountId, row.collectionId, withDeleted)) && row;
  };

  /** Locks the collection of the variant type: its siblings keep their names and places. @throws NotFoundError */
  const lockSiblings = async (trx: Db, accountId: number, id: number): Promise<number> => {
    const row = await findRow(trx, 'variantType', accountId, id);
    const collection = row && (await lockRow(trx, 'collection', accountId, row.collectionId));
    if (!collection) throw notFound();
    return collection.id;
  };

  const requireFreeName = async (
    trx: Db,
    accountId: number,
    collectionId: number,
    name: string,
    ownId?: number,
  ): Promise<void> => {
    const holder = await findVariantTypeByName(trx, accountId, collectionId, name);
    if (holder && holder.id !== ownId)
      throw conflict(`The collection has a variant type ${holder.name} already`, [
        { path: 'name', message: 'is the name of another variant type of the collection' },
      ]);
  };

  return {
    /** @throws NotFoundError where there is no such collection */
    list: async (
      accountId: number,
      collectionId: number,
      params: ListParams,
    ): Promise<Page<VariantTypeRecord>> => {
      if (!(await findRow(db, 'collection', accountId, collectionId, params.withDeleted))) throw notFound();
      const { rows, totalRecords } = await listVariantTypes(db, accountId, collectionId, params);
      return { rows: rows.map(toVariantType), totalRecords };
    },

    /** @throws NotFoundError */
    get: async (accountId: number, id: number, { withDeleted = false } = {}): Promise<VariantTypeRecord> => {
      const row = await find(accountId, id, withDeleted);
      if (!row) throw notFound();
      return toVariantType(row);
    },

    /** It becomes the collection's last. @throws NotFoundError; ConflictError where the name is taken */
    create: async (
      accountId: number,
      collectionId: number,
      { name, contentType, indexable }: NewVariantType,
    ): Promise<VariantTypeRecord> => {
      const row = await db.transaction().execute(async (trx) => {
        if (!(await lockRow(trx, 'collection', accountId, collectionId))) throw notFound();
        await requireFreeName(trx, accountId, collectionId, name);
        return insertRow(trx, 'variantType', {
          accountId,
          collectionId,
          name,
          contentType,
          indexable: toFlag(indexable),
          displayOrder: await lastPlace(trx, 'variantType', accountId, collectionId),
          deletedDate: null,
        });
      });
      return toVariantType(row);
    },

    /**
     * A new place shifts the siblings that follow.
     * @throws NotFoundError, PreconditionFailedError; ConflictError where the name is taken, or the content type is other than that of media
     */
    update: async (
      accountId: number,
      id: number,
      { indexable, displayOrder, ...changes }: VariantTypeChanges,
      ifMatch?: string,
    ): Promise<VariantTypeRecord> => {
      const row = await db.transaction().execute(async (trx) => {
        const collectionId = await lockSiblings(trx, accountId, id);
        const known = await lockForChange(trx, 'variantType', accountId, id, ifMatch);
        if (changes.name !== undefined) await requireFreeName(trx, accountId, collectionId, changes.name, id);
        if (changes.contentType !== undefined && changes.contentType !== known.contentType) {
          await lockRow(trx, 'variantType', accountId, id, 'delete');
          if (await variantTypeInUse(trx, accountId, id))
            throw conflict('Media of this variant type have its content type');
        }
        if (displayOrder !== undefined && displayOrder !== known.displayOrder)
          await reorder(trx, 'variantType', accountId, collectionId, {
            id,
            from: known.displayOrder,
            to: displayOrder,
          });
        return updateRow(trx, 'variantType', accountId, id, {
          ...changes,
          ...(indexable !== undefined && { indexable: toFlag(indexable) }),
        });
      });
      if (!row) throw notFound();
      return toVariantType(row);
    },

    /** The siblings behind it move up. @throws NotFoundError; ConflictError while media are of this type */
    remove: (accountId: number, id: number): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const collectionId = await lockSiblings(trx, accountId, id);
        if (!(await lockRow(trx, 'variantType', accountId, id, 'delete'))) throw notFound();
        if (await variantTypeInUse(trx, accountId, id))
          throw conflict('Media are still of this variant type');
        await updateRow(trx, 'variantType', accountId, id, { deletedDate: isoTime(clock) });
        await reorder(trx, 'variantType', accountId, collectionId);
      }),
  };
};
