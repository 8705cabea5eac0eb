/** Resource types in SQL. */
import type { Db } from '../../platform/db/dialect.js';

/** Whether any existing resources of existing items have this type. */
export const resourceTypeInUse = async (db: Db, accountId: number, id: number): Promise<boolean> => {
  const row = await db
    .selectFrom('resource')
    .innerJoin('item', 'item.id', 'resource.itemId')
    .select('resource.id')
    .where('resource.accountId', '=', accountId)
    .where('resource.resourceTypeId', '=', id)
    .where('resource.deletedDate', 'is', null)
    .where('item.deletedDate', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/** Removes the type from deleted resources, which may be restored. */
export const clearResourceType = async (trx: Db, accountId: number, id: number): Promise<void> => {
  await trx
    .updateTable('resource')
    .set({ resourceTypeId: null })
    .where('accountId', '=', accountId)
    .where('resourceTypeId', '=', id)
    .execute();
};
