/** Resource types in SQL. */
import { sql } from 'kysely';
import { likeIgnoringCase, literalPattern, type Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';

/** The living resource type of this name, whatever its case. */
export const findResourceTypeByName = (
  db: Db,
  accountId: number,
  name: string,
): Promise<Row<'resourceType'> | undefined> =>
  db
    .selectFrom('resourceType')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('deletedDate', 'is', null)
    .where(likeIgnoringCase(db, sql.ref('name'), literalPattern(name)))
    .executeTakeFirst();

const resourcesOf = (db: Db, accountId: number, resourceTypeId: number) =>
  db
    .selectFrom('resource')
    .innerJoin('item', 'item.id', 'resource.itemId')
    .select('resource.id')
    .where('resource.accountId', '=', accountId)
    .where('resource.resourceTypeId', '=', resourceTypeId)
    .where('resource.deletedDate', 'is', null)
    .where('item.deletedDate', 'is', null);

/** Whether living resources of living items are of this type. */
export const resourceTypeInUse = async (db: Db, accountId: number, id: number): Promise<boolean> =>
  (await resourcesOf(db, accountId, id).limit(1).executeTakeFirst()) !== undefined;

/** Takes the type from what is deleted and may come back. */
export const clearResourceType = async (trx: Db, accountId: number, id: number): Promise<void> => {
  await trx
    .updateTable('resource')
    .set({ resourceTypeId: null })
    .where('accountId', '=', accountId)
    .where('resourceTypeId', '=', id)
    .execute();
};
