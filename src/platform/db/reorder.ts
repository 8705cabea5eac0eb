/** Positions of siblings: 1 to n, without gaps or duplicates. */
import { sql } from 'kysely';
import type { Db } from './dialect.js';

/** Tables whose rows have a position among their siblings, with the column that siblings share. */
const siblings = {
  topic: 'accountId',
  resourceType: 'accountId',
  variantType: 'collectionId',
  scripture: 'itemId',
  resource: 'itemId',
} as const;
export type Reordered = keyof typeof siblings;

/** The position after the last sibling that is not deleted; the parent's row must be locked. */
export const nextPosition = async (
  trx: Db,
  table: Reordered,
  accountId: number,
  parentId: number,
): Promise<number> => {
  const last = await trx
    .selectFrom(table as 'topic')
    .select((eb) => eb.fn.max('displayOrder').as('position'))
    .where('accountId', '=', accountId)
    .where(sql.ref(siblings[table]), '=', parentId)
    .where('deletedDate', 'is', null)
    .executeTakeFirst();
  return (last?.position ?? 0) + 1;
};

/**
 * Renumbers the siblings that are not deleted from 1, moving one of them. The row of the parent (account, collection
 * or item) must be locked, so that one transaction at a time reorders them.
 */
export const reorder = async (
  trx: Db,
  table: Reordered,
  accountId: number,
  parentId: number,
  move?: { id: number; from: number; to: number },
): Promise<void> => {
  // Doubled positions leave room between siblings: before the target when moving up, after it when moving down.
  const position = move
    ? sql`case when "id" = ${move.id} then ${2 * move.to + Math.sign(move.to - move.from)} else 2 * "displayOrder" end`
    : sql.ref('displayOrder');
  await sql`update ${sql.table(table)} set "displayOrder" = "ranked"."position" from (
      select "id", row_number() over (order by ${position} nulls last, "id") as "position" from ${sql.table(table)}
      where "accountId" = ${accountId} and ${sql.ref(siblings[table])} = ${parentId} and "deletedDate" is null
    ) as "ranked" where ${sql.ref(`${table}.id`)} = "ranked"."id"
      and ${sql.ref(`${table}.displayOrder`)} is distinct from "ranked"."position"`.execute(trx);
};
