/** Creates, changes, reorders and deletes resource types. Names are unique, ignoring case. */
import { lockAccount } from '../../identity/accounts/account.repository.js';
import { assertNameAvailable } from '../../platform/db/names.js';
import { moveTo, nextPosition, reorder } from '../../platform/db/reorder.js';
import type { Db } from '../../platform/db/dialect.js';
import type { SaveConditions } from '../../platform/db/save-conditions.js';
import { createRecordReader } from '../../platform/db/record-reader.js';
import {
  insertRow,
  lockDeleted,
  lockForChange,
  notDeleted,
  updateRow,
  updateWhere,
  rowsWhere,
  softDelete,
  findsRow,
} from '../../platform/db/rows.js';
import type { Caller } from '../../platform/lib/caller.js';
import type { Clock } from '../../platform/lib/clock.js';
import { conflict } from '../../platform/lib/errors.js';
import {
  resourceTypeList,
  type ResourceTypeRecord,
  type NewResourceType,
  type ResourceTypeChanges,
} from './resource-type.schema.js';

/** Whether any existing resources of existing items have this type. */
const resourceTypeInUse = (db: Db, accountId: number, id: number): Promise<boolean> =>
  findsRow(
    rowsWhere(db, 'resource', { accountId, resourceTypeId: id, deletedDate: null })
      .innerJoin('item', 'item.id', 'resource.itemId')
      .where('item.deletedDate', 'is', null),
  );

/** Removes the type from deleted resources, which may be restored. */
const clearResourceType = async (trx: Db, accountId: number, id: number): Promise<void> => {
  await updateWhere(trx, 'resource', { accountId, resourceTypeId: id })
    .set({ resourceTypeId: null })
    .execute();
};

export type ResourceTypeService = ReturnType<typeof createResourceTypeService>;

export const createResourceTypeService = ({ db, clock }: { db: Db; clock: Clock }) => {
  const { save, list, get } = createRecordReader<'resourceType', ResourceTypeRecord>({
    db,
    spec: resourceTypeList,
    complete: (_caller, rows) => rows,
  });

  return {
    list,
    get,

    /**
     * Creates a resource type at the end of the list.
     * @throws {ConflictError} when the name is taken, ignoring case
     */
    create: (caller: Caller, { name }: NewResourceType): Promise<ResourceTypeRecord> =>
      save(caller, async (trx, accountId) => {
        await lockAccount(trx, accountId);
        await assertNameAvailable(trx, 'resourceType', accountId, accountId, name);
        return insertRow(trx, 'resourceType', {
          accountId,
          name,
          displayOrder: await nextPosition(trx, 'resourceType', accountId, accountId),
        });
      }),

    /**
     * A new position shifts the types that follow.
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     * @throws {ConflictError} when the name is taken
     */
    update: (
      caller: Caller,
      id: number,
      { name, displayOrder }: ResourceTypeChanges,
      conditions?: SaveConditions,
    ): Promise<ResourceTypeRecord> =>
      save(caller, async (trx, accountId) => {
        await lockAccount(trx, accountId);
        const known = await lockForChange(trx, 'resourceType', accountId, id, conditions);
        if (name !== undefined)
          await assertNameAvailable(trx, 'resourceType', accountId, accountId, name, id);
        await moveTo(trx, 'resourceType', accountId, known, displayOrder);
        return updateRow(trx, 'resourceType', accountId, id, name === undefined ? {} : { name });
      }),

    /**
     * The types after it move up.
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     * @throws {ConflictError} when resources have this type
     */
    remove: (caller: Caller, id: number, ifMatch?: string): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const { accountId } = caller;
        await lockAccount(trx, accountId);
        await lockForChange(trx, 'resourceType', accountId, id, { ifMatch }, 'delete');
        if (await resourceTypeInUse(trx, accountId, id))
          throw conflict('Resources still have this type. Change them first.');
        await clearResourceType(trx, accountId, id);
        await softDelete(trx, clock, 'resourceType', caller, id);
        await reorder(trx, 'resourceType', accountId, accountId);
      }),

    /**
     * Restores a deleted resource type at the end of the list.
     * @throws {NotFoundError}
     * @throws {InvalidStateError} when it is not deleted
     * @throws {ConflictError} when the name is now taken
     */
    restore: (caller: Caller, id: number): Promise<ResourceTypeRecord> =>
      save(caller, async (trx, accountId) => {
        await lockAccount(trx, accountId);
        const { name } = await lockDeleted(trx, 'resourceType', accountId, id);
        await assertNameAvailable(trx, 'resourceType', accountId, accountId, name);
        const displayOrder = await nextPosition(trx, 'resourceType', accountId, accountId);
        return updateRow(trx, 'resourceType', accountId, id, { ...notDeleted, displayOrder });
      }),
  };
};
