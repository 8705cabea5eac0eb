/** The rules of collections. */
import type { Db } from '../../platform/db/dialect.js';
import type { ListParams, Page } from '../../platform/db/list-query.js';
import { findRow, insertRow, lockForChange, lockRow, updateRow } from '../../platform/db/rows.js';
import { toFlag } from '../../platform/lib/fields.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { conflict, notFound } from '../../platform/lib/errors.js';
import {
  collectionInUse,
  insertDefaultVariantTypes,
  listCollections,
  presentCollections,
} from './collection.repository.js';
import type { Collection, CollectionChanges, NewCollection } from './collection.schema.js';

export type CollectionService = ReturnType<typeof createCollectionService>;

export const createCollectionService = ({ db, clock }: { db: Db; clock: Clock }) => {
  const present = async (
    accountId: number,
    row: Parameters<typeof presentCollections>[2][number],
    expand: readonly string[] = [],
  ): Promise<Collection> => {
    const [record] = await presentCollections(db, accountId, [row], expand);
    if (!record) throw notFound();
    return record;
  };

  return {
    list: async (accountId: number, params: ListParams): Promise<Page<Collection>> => {
      const { rows, totalRecords } = await listCollections(db, accountId, params);
      return { rows: await presentCollections(db, accountId, rows, params.expand), totalRecords };
    },

    /** @throws NotFoundError */
    get: async (
      accountId: number,
      id: number,
      { expand = [] as readonly string[], withDeleted = false } = {},
    ): Promise<Collection> => {
      const row = await findRow(db, 'collection', accountId, id, withDeleted);
      if (!row) throw notFound();
      return present(accountId, row, expand);
    },

    /** A new collection comes with the variant types `Full video` and `Audio`. */
    create: async (accountId: number, input: NewCollection): Promise<Collection> => {
      const now = isoTime(clock);
      const row = await db.transaction().execute(async (trx) => {
        const created = await insertRow(trx, 'collection', {
          accountId,
          ...input,
          fullService: toFlag(input.fullService),
          entryDate: now,
          updatedDate: now,
          deletedDate: null,
        });
        await insertDefaultVariantTypes(trx, accountId, created.id);
        return created;
      });
      return present(accountId, row);
    },

    /** @throws NotFoundError, PreconditionFailedError */
    update: async (
      accountId: number,
      id: number,
      { fullService, ...changes }: CollectionChanges,
      ifMatch?: string,
    ): Promise<Collection> => {
      const row = await db.transaction().execute(async (trx) => {
        await lockForChange(trx, 'collection', accountId, id, ifMatch);
        return updateRow(trx, 'collection', accountId, id, {
          ...changes,
          ...(fullService !== undefined && { fullService: toFlag(fullService) }),
          updatedDate: isoTime(clock),
        });
      });
      if (!row) throw notFound();
      return present(accountId, row);
    },

    /** @throws NotFoundError; ConflictError while items or series stand in it */
    remove: (accountId: number, id: number): Promise<void> =>
      db.transaction().execute(async (trx) => {
        if (!(await lockRow(trx, 'collection', accountId, id, 'delete'))) throw notFound();
        if (await collectionInUse(trx, accountId, id))
          throw conflict('The collection still holds items or series');
        await updateRow(trx, 'collection', accountId, id, { deletedDate: isoTime(clock) });
      }),
  };
};
