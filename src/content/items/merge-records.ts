/** Merges a speaker, topic or series into another one, which takes over its items. */
import { sql } from 'kysely';
import { lockAccount } from '../../identity/accounts/account.repository.js';
import { isPostgres, type Db } from '../../platform/db/dialect.js';
import { getLocked, lockRow, updateRow, updateWhere, rowsWhere } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { authorOf, type Caller } from '../../platform/lib/caller.js';
import { isoTime, isoTimeAfter, type Clock } from '../../platform/lib/clock.js';
import { invalid, notFound, unknownId } from '../../platform/lib/errors.js';
import type { Link } from './item-links.repository.js';
import { announceItemChanges } from './refresh-item.js';

type Mergeable = 'speaker' | 'topic' | 'series';

const linkOf = { speaker: 'itemSpeaker', topic: 'itemTopic' } as const satisfies Record<string, Link>;

/**
 * Moves the links of the record to `into` and soft-deletes it. An item with both keeps `into` once, at the
 * earlier of the two positions.
 * @returns the remaining record
 * @throws {NotFoundError} when the record does not exist
 * @throws {ValidationError} when `into` does not exist, is the record itself, or is a series of another
 * collection
 */
export const mergeRecords = async <T extends Mergeable>(
  trx: Db,
  clock: Clock,
  table: T,
  caller: Caller,
  id: number,
  into: number,
): Promise<Row<T>> => {
  const { accountId } = caller;
  // Locks items before the record, in the same order as a change of an item does. Only one merge runs at a time.
  await lockAccount(trx, accountId);
  const itemIds = await lockItemsOf(trx, table, accountId, id);
  const merged = await getLocked(trx, table, accountId, id, 'delete');
  if (into === id) throw invalid([{ path: 'into', message: 'must be another record' }]);
  const kept = await lockRow(trx, table, accountId, into);
  if (!kept) throw invalid([unknownId('into')]);
  if (collectionOf(merged) !== collectionOf(kept))
    throw invalid([{ path: 'into', message: 'belongs to another collection' }]);

  // Links may have been added before the record was locked.
  for (const itemId of await lockItemsOf(trx, table, accountId, id)) itemIds.add(itemId);
  await (table === 'series'
    ? moveItems(trx, accountId, id, into)
    : moveLinks(trx, table, accountId, id, into));
  await announceItemChanges(trx, clock, accountId, await bumpVersions(trx, clock, caller, [...itemIds]));

  const now = isoTime(clock);
  await updateRow(trx, table, accountId, id, { deletedDate: now, updatedBy: authorOf(caller) } as never);
  const row = await updateRow(trx, table, accountId, into, {
    updatedDate: now,
    updatedBy: authorOf(caller),
  } as never);
  if (!row) throw notFound();
  return row;
};

/** Locks the items of the record and returns their ids. */
const lockItemsOf = async (
  trx: Db,
  table: Mergeable,
  accountId: number,
  id: number,
): Promise<Set<number>> => {
  const items = rowsWhere(trx, 'item', { accountId, deletedDate: null }).select('item.id').orderBy('item.id');
  const linked =
    table === 'series'
      ? items.where('item.seriesId', '=', id)
      : items.where('item.id', 'in', ({ selectFrom }) =>
          selectFrom(linkOf[table] as 'itemSpeaker')
            .select('itemId')
            .where('accountId', '=', accountId)
            .where(sql.ref(`${table}Id`), '=', id),
        );
  const rows = await (isPostgres(trx) ? linked.forNoKeyUpdate() : linked).execute();
  return new Set(rows.map((row) => row.id));
};

/** Set for a series; speakers and topics belong to the whole account. */
const collectionOf = (row: object): number | undefined => (row as Partial<Row<'series'>>).collectionId;

/** Also moves deleted items, because they may be restored. */
const moveItems = async (trx: Db, accountId: number, id: number, into: number): Promise<void> => {
  await updateWhere(trx, 'item', { accountId, seriesId: id }).set({ seriesId: into }).execute();
};

/** Also moves links of deleted items. Positions keep their order, but may have gaps. */
const moveLinks = async (
  trx: Db,
  table: 'speaker' | 'topic',
  accountId: number,
  id: number,
  into: number,
): Promise<void> => {
  const links = sql.table(linkOf[table]);
  const itemId = sql.ref(`${linkOf[table]}.itemId`);
  const position = sql.ref(`${linkOf[table]}.position`);
  const member = sql.ref(`${table}Id`);
  const linkTo = sql`"accountId" = ${accountId} and ${member}`;
  await sql`update ${links} set "position" = (
      select "moved"."position" from ${links} as "moved" where "moved"."itemId" = ${itemId} and "moved".${member} = ${id})
    where ${linkTo} = ${into} and exists (
      select 1 from ${links} as "moved" where "moved"."itemId" = ${itemId} and "moved".${member} = ${id}
        and "moved"."position" < ${position})`.execute(trx);
  await sql`delete from ${links} where ${linkTo} = ${id}
    and "itemId" in (select "itemId" from ${links} where ${linkTo} = ${into})`.execute(trx);
  await sql`update ${links} set ${member} = ${into} where ${linkTo} = ${id}`.execute(trx);
};

/** Items per statement. */
const BATCH_ITEMS = 500;

/** Gives the items a new version (ETag), because their links are not columns. */
const bumpVersions = async (
  trx: Db,
  clock: Clock,
  caller: Caller,
  ids: readonly number[],
): Promise<Row<'item'>[]> => {
  const { accountId } = caller;
  const rows: Row<'item'>[] = [];
  for (let start = 0; start < ids.length; start += BATCH_ITEMS) {
    const batch = ids.slice(start, start + BATCH_ITEMS);
    const { latest } = await rowsWhere(trx, 'item', { accountId })
      .select(({ fn }) => fn.max('updatedDate').as('latest'))
      .where('id', 'in', batch)
      .executeTakeFirstOrThrow();
    const touched = await updateWhere(trx, 'item', { accountId })
      .set({ updatedDate: isoTimeAfter(clock, latest), updatedBy: authorOf(caller) })
      .where('id', 'in', batch)
      .returningAll()
      .execute();
    rows.push(...touched);
  }
  return rows;
};
