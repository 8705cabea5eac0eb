/** Places of siblings: from 1 to the last, without gaps or doubles. */
import { sql } from 'kysely';
import type { Db } from './dialect.js';

/** Tables whose rows have a place among their siblings, with the column that siblings share. */
const siblings = {
  topic: 'accountId',
  resourceType: 'accountId',
  variantType: 'collectionId',
  scripture: 'itemId',
  resource: 'itemId',
} as const;
export type Reordered = keyof typeof siblings;

/** The place behind the last living sibling; the parent's row must be locked. */
export const lastPlace = async (
  trx: Db,
  table: Reordered,
  accountId: number,
  parentId: number,
): Promise<number> => {
  const last = await trx
    .selectFrom(table as 'topic')
    .select((eb) => eb.fn.max('displayOrder').as('place'))
    .where('accountId', '=', accountId)
    .where(sql.ref(siblings[table]), '=', parentId)
    .where('deletedDate', 'is', null)
    .executeTakeFirst();
  return (last?.place ?? 0) + 1;
};

/**
 * Numbers the living siblings from 1, in their order but for the one that moves; the parent's row (the account's, collection's or
 * item's) must be locked, so that one transaction at a time arranges them.
 */
export const reorder = async (
  trx: Db,
  table: Reordered,
  accountId: number,
  parentId: number,
  move?: { id: number; from: number; to: number },
): Promise<void> => {
  // Doubled, the places leave room between them: before the holder of a place when moving up, behind it when moving down.
  const place = move
    ? sql`case when "id" = ${move.id} then ${2 * move.to + Math.sign(move.to - move.from)} else 2 * "displayOrder" end`
    : sql.ref('displayOrder');
  await sql`update ${sql.table(table)} set "displayOrder" = "ranked"."place" from (
      select "id", row_number() over (order by ${place} nulls last, "id") as "place" from ${sql.table(table)}
      where "accountId" = ${accountId} and ${sql.ref(siblings[table])} = ${parentId} and "deletedDate" is null
    ) as "ranked" where ${sql.ref(`${table}.id`)} = "ranked"."id"
      and ${sql.ref(`${table}.displayOrder`)} is distinct from "ranked"."place"`.execute(trx);
};
