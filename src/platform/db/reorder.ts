/** Positions of siblings: 1 to n, without gaps or duplicates. */
import { sql, type Expression } from 'kysely';
import type { Db } from './dialect.js';
import { existingRows } from './rows.js';

/** Tables whose rows have a position among their siblings, with the column that identifies siblings. */
export const siblings = {
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
  const last = await existingRows(trx, table as 'topic', accountId)
    .select((eb) => eb.fn.max('displayOrder').as('position'))
    .where(sql.ref(siblings[table]), '=', parentId)
    .executeTakeFirst();
  return (last?.position ?? 0) + 1;
};

/**
 * Moves a row to another position and shifts the siblings that follow; the parent's row must be locked.
 * @param to nothing moves if this is undefined or the row's own position
 */
export const moveTo = async (
  trx: Db,
  table: Reordered,
  parentId: number,
  row: { id: number; accountId: number; displayOrder: number | null },
  to: number | undefined,
): Promise<void> => {
  if (to === undefined || to === row.displayOrder) return;
  const from = row.displayOrder ?? (await nextPosition(trx, table, row.accountId, parentId));
  // Doubled positions leave gaps: before the target when moving up, after it when moving down.
  const position = sql`case when "id" = ${row.id} then ${2 * to + Math.sign(to - from)} else 2 * "displayOrder" end`;
  await reorder(trx, table, row.accountId, parentId, position);
};

/**
 * Renumbers the siblings that are not deleted from 1. The parent's row (account, collection or item) must be
 * locked, so that only one transaction reorders them at a time.
 */
export const reorder = async (
  trx: Db,
  table: Reordered,
  accountId: number,
  parentId: number,
  position: Expression<unknown> = sql.ref('displayOrder'),
): Promise<void> => {
  await sql`update ${sql.table(table)} set "displayOrder" = "ranked"."position" from (
      select "id", row_number() over (order by ${position} nulls last, "id") as "position" from ${sql.table(table)}
      where "accountId" = ${accountId} and ${sql.ref(siblings[table])} = ${parentId} and "deletedDate" is null
    ) as "ranked" where ${sql.ref(`${table}.id`)} = "ranked"."id"
      and ${sql.ref(`${table}.displayOrder`)} is distinct from "ranked"."position"`.execute(trx);
};
