/** The rules of resource types: names that are unique to a person's eye, places without gaps. */
import { lockAccount } from '../../identity/accounts/account.repository.js';
import { reorder, lastPlace } from '../../platform/db/reorder.js';
import type { Db } from '../../platform/db/dialect.js';
import type { ListParams, Page } from '../../platform/db/list-query.js';
import { findRow, insertRow, lockForChange, lockRow, updateRow } from '../../platform/db/rows.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { conflict, notFound } from '../../platform/lib/errors.js';
import { toResourceType, type ResourceTypeRecord } from '../records/resource-type.record.js';
import {
  clearResourceType,
  findResourceTypeByName,
  listResourceTypes,
  resourceTypeInUse,
} from './resource-type.repository.js';
import type { NewResourceType, ResourceTypeChanges } from './resource-type.schema.js';

export type ResourceTypeService = ReturnType<typeof createResourceTypeService>;

export const createResourceTypeService = ({ db, clock }: { db: Db; clock: Clock }) => {
  const requireFreeName = async (trx: Db, accountId: number, name: string, ownId?: number): Promise<void> => {
    const holder = await findResourceTypeByName(trx, accountId, name);
    if (holder && holder.id !== ownId)
      throw conflict(`There is a resource type ${holder.name} already`, [
        { path: 'name', message: 'is the name of another resource type' },
      ]);
  };

  return {
    list: async (accountId: number, params: ListParams): Promise<Page<ResourceTypeRecord>> => {
      const { rows, totalRecords } = await listResourceTypes(db, accountId, params);
      return { rows: rows.map(toResourceType), totalRecords };
    },

    /** @throws NotFoundError */
    get: async (accountId: number, id: number, { withDeleted = false } = {}): Promise<ResourceTypeRecord> => {
      const row = await findRow(db, 'resourceType', accountId, id, withDeleted);
      if (!row) throw notFound();
      return toResourceType(row);
    },

    /** The new resource type is the last. @throws ConflictError where the name is taken, whatever its case */
    create: (accountId: number, { name }: NewResourceType): Promise<ResourceTypeRecord> =>
      db.transaction().execute(async (trx) => {
        await lockAccount(trx, accountId);
        await requireFreeName(trx, accountId, name);
        const row = await insertRow(trx, 'resourceType', {
          accountId,
          name,
          displayOrder: await lastPlace(trx, 'resourceType', accountId, accountId),
          deletedDate: null,
        });
        return toResourceType(row);
      }),

    /** A new place shifts those that follow. @throws NotFoundError, PreconditionFailedError, ConflictError */
    update: (
      accountId: number,
      id: number,
      { name, displayOrder }: ResourceTypeChanges,
      ifMatch?: string,
    ): Promise<ResourceTypeRecord> =>
      db.transaction().execute(async (trx) => {
        await lockAccount(trx, accountId);
        const known = await lockForChange(trx, 'resourceType', accountId, id, ifMatch);
        if (name !== undefined) await requireFreeName(trx, accountId, name, id);
        if (displayOrder !== undefined && displayOrder !== known.displayOrder)
          await reorder(trx, 'resourceType', accountId, accountId, {
            id,
            from: known.displayOrder,
            to: displayOrder,
          });
        const row = await updateRow(trx, 'resourceType', accountId, id, name === undefined ? {} : { name });
        if (!row) throw notFound();
        return toResourceType(row);
      }),

    /** Those behind it move up. @throws NotFoundError; ConflictError while resources are of this type */
    remove: (accountId: number, id: number): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await lockAccount(trx, accountId);
        if (!(await lockRow(trx, 'resourceType', accountId, id, 'delete'))) throw notFound();
        if (await resourceTypeInUse(trx, accountId, id)) throw conflict('Resources are still of this type');
        await clearResourceType(trx, accountId, id);
        await updateRow(trx, 'resourceType', accountId, id, { deletedDate: isoTime(clock) });
        await reorder(trx, 'resourceType', accountId, accountId);
      }),
  };
};
