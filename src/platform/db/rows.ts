/** The single-record reads and writes that every resource repeats; each starts from an account. */
import { sql, type SelectQueryBuilder, type UpdateQueryBuilder, type UpdateResult } from 'kysely';
import { notFound, preconditionFailed } from '../lib/errors.js';
import { matches } from '../lib/etag.js';
import { isPostgres, type Db } from './dialect.js';
import { prepared } from './prepared.js';
import type { NewRow, Row, Tables } from './tables.js';

/** Tables whose rows have an id and an account. */
type Owned = {
  [T in keyof Tables]: Tables[T] extends { id: unknown; accountId: number } ? T : never;
}[keyof Tables];
export type SoftDeleted = {
  [T in Owned]: Tables[T] extends { deletedDate: string | null } ? T : never;
}[Owned];
type AnyQuery = SelectQueryBuilder<Tables, keyof Tables, object>;
type AnyUpdate = UpdateQueryBuilder<Tables, keyof Tables, keyof Tables, UpdateResult>;

const byId = (table: SoftDeleted, withDeleted: boolean) =>
  prepared((db: Db, accountId: number, id: number) => {
    const query = (db.selectFrom(table as 'item') as unknown as AnyQuery)
      .selectAll(table)
      .where(sql.ref('accountId'), '=', accountId)
      .where(sql.ref('id'), '=', id);
    return withDeleted ? query : query.where(sql.ref('deletedDate'), 'is', null);
  });
const searchServices = new Map<string, ReturnType<typeof byId>>();

/** The record, or undefined where this account has none of that id (deleted ones only with `withDeleted`). */
export const findRow = async <T extends SoftDeleted>(
  db: Db,
  table: T,
  accountId: number,
  id: number,
  withDeleted = false,
): Promise<Row<T> | undefined> => {
  const key = `${table} ${withDeleted}`;
  const find = searchServices.get(key) ?? byId(table, withDeleted);
  searchServices.set(key, find);
  return (await find(db, accountId, id))[0] as Row<T> | undefined;
};

/**
 * The living record, kept from other writers until the transaction ends: what was checked of it or of what belongs to it
 * still holds at the commit. (SQLite's transactions have one writer at a time as it is.)
 * @param use `change` lets others refer to the record meanwhile, `delete` does not
 */
export const lockRow = async <T extends SoftDeleted>(
  trx: Db,
  table: T,
  accountId: number,
  id: number,
  use: 'change' | 'delete' = 'change',
): Promise<Row<T> | undefined> => {
  const query = (trx.selectFrom(table as 'item') as unknown as AnyQuery)
    .selectAll(table)
    .where(sql.ref('accountId'), '=', accountId)
    .where(sql.ref('id'), '=', id)
    .where(sql.ref('deletedDate'), 'is', null);
  if (!isPostgres(trx)) return (await query.executeTakeFirst()) as Row<T> | undefined;
  const locked = use === 'delete' ? query.forUpdate() : query.forNoKeyUpdate();
  return (await locked.executeTakeFirst()) as Row<T> | undefined;
};

/**
 * The living record, kept from other writers until the transaction ends, for a PATCH.
 * @param ifMatch the request's `If-Match`, if it has one
 * @param use as for lockRow
 * @throws NotFoundError; PreconditionFailedError where the record is another version than `ifMatch` names
 */
export const lockForChange = async <T extends SoftDeleted>(
  trx: Db,
  table: T,
  accountId: number,
  id: number,
  ifMatch: string | undefined,
  use: 'change' | 'delete' = 'change',
): Promise<Row<T>> => {
  const row = await lockRow(trx, table, accountId, id, use);
  if (!row) throw notFound();
  if (ifMatch !== undefined && !matches(ifMatch, row)) throw preconditionFailed();
  return row;
};

/** Which of `ids` name living records of this account; within a transaction they stay alive until its end. */
export const existingIds = async (
  db: Db,
  table: SoftDeleted,
  accountId: number,
  ids: readonly number[],
): Promise<Set<number>> => {
  if (ids.length === 0) return new Set();
  const query = (db.selectFrom(table as 'item') as unknown as AnyQuery)
    .select(sql<number>`id`.as('id'))
    .where(sql.ref('accountId'), '=', accountId)
    .where(sql.ref('id'), 'in', [...ids])
    .where(sql.ref('deletedDate'), 'is', null);
  const rows = await (db.isTransaction && isPostgres(db) ? query.forKeyShare() : query).execute();
  return new Set(rows.map(({ id }) => id));
};

/** The living records of this account with these ids, by id. */
export const rowsById = async <T extends SoftDeleted>(
  db: Db,
  table: T,
  accountId: number,
  ids: readonly (number | null)[],
): Promise<Map<number, Row<T>>> => {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  const rows = await (db.selectFrom(table as 'item') as unknown as AnyQuery)
    .selectAll(table)
    .where(sql.ref('accountId'), '=', accountId)
    .where(sql.ref('id'), 'in', wanted)
    .where(sql.ref('deletedDate'), 'is', null)
    .execute();
  return new Map((rows as unknown as (Row<T> & { id: number })[]).map((row) => [row.id, row]));
};

export const insertRow = async <T extends Owned>(
  db: Db,
  table: T,
  values: Omit<NewRow<T>, 'id'>,
): Promise<Row<T>> =>
  await db
    .insertInto(table)
    .values(values as never)
    .returningAll()
    .executeTakeFirstOrThrow();

/** @returns the row as it is now, or undefined where this account has none of that id */
export const updateRow = async <T extends SoftDeleted>(
  db: Db,
  table: T,
  accountId: number,
  id: number,
  values: Partial<NewRow<T>>,
): Promise<Row<T> | undefined> => {
  if (Object.keys(values).length === 0) return findRow(db, table, accountId, id);
  const update = (db.updateTable(table as 'item') as unknown as AnyUpdate)
    .set(values as never)
    .where(sql.ref('accountId'), '=', accountId)
    .where(sql.ref('id'), '=', id);
  return (await update.returningAll().executeTakeFirst()) as Row<T> | undefined;
};
