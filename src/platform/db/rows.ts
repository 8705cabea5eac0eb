/** Reads and writes single rows for all resources, always within an account. */
import {
  sql,
  type DeleteQueryBuilder,
  type DeleteResult,
  type ExpressionBuilder,
  type ExpressionWrapper,
  type SelectQueryBuilder,
  type SqlBool,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely';
import { authorOf, type Caller } from '../lib/caller.js';
import { isoTime, type Clock } from '../lib/clock.js';
import { conflict, invalidState, notFound } from '../lib/errors.js';
import { isPostgres, type Db } from './dialect.js';
import { assertConditions, type SaveConditions } from './save-conditions.js';
import { prepared } from './prepared.js';
import type { NewRow, Row, Tables, Flag } from './tables.js';

/** Tables whose rows have an id and an account. */
type Owned = {
  [T in keyof Tables]: Tables[T] extends { id: unknown; accountId: number } ? T : never;
}[keyof Tables];
export type SoftDeleted = {
  [T in Owned]: Tables[T] extends { deletedDate: string | null } ? T : never;
}[Owned];

/** Values of columns that the rows of a query have; null where they have none. */
type Filter<T extends keyof Tables> = { readonly [C in keyof Row<T>]?: Row<T>[C] };

const matches =
  (table: string, filter: object) =>
  ({ and }: ExpressionBuilder<Tables, 'item'>): ExpressionWrapper<Tables, 'item', SqlBool> => {
    const values = Object.entries(filter) as [string, unknown][];
    const [missing] = values.find(([, value]) => value === undefined) ?? [];
    // Kysely drops the column, so that the query would find the rows of all accounts.
    if (missing !== undefined) throw new TypeError(`A query has no value for ${missing}`);
    return and(Object.fromEntries(values.map(([column, value]) => [`${table}.${column}`, value])));
  };

/** A query for the rows with these values, to which other tables can be joined. */
export const rowsWhere = <T extends keyof Tables>(
  db: Db,
  table: T,
  filter: Filter<T>,
): SelectQueryBuilder<Tables, T, object> =>
  db.selectFrom(table as 'item').where(matches(table, filter)) as unknown as SelectQueryBuilder<
    Tables,
    T,
    object
  >;

/** An update of the rows with these values. */
export const updateWhere = <T extends keyof Tables>(
  db: Db,
  table: T,
  filter: Filter<T>,
): UpdateQueryBuilder<Tables, T, T, UpdateResult> =>
  db.updateTable(table as 'item').where(matches(table, filter)) as unknown as UpdateQueryBuilder<
    Tables,
    T,
    T,
    UpdateResult
  >;

/** A deletion of the rows with these values. */
export const deleteWhere = <T extends keyof Tables>(
  db: Db,
  table: T,
  filter: Filter<T>,
): DeleteQueryBuilder<Tables, T, DeleteResult> =>
  db.deleteFrom(table as 'item').where(matches(table, filter));

/** A query for the account's rows that are not deleted, and have these values. */
export const existingRows = <T extends SoftDeleted>(
  db: Db,
  table: T,
  accountId: number,
  filter: Filter<T> = {},
): SelectQueryBuilder<Tables, T, object> =>
  rowsWhere(db, table as 'item', {
    accountId,
    deletedDate: null,
    ...(filter as object),
  }) as unknown as SelectQueryBuilder<Tables, T, object>;

/** The number of rows that a query finds. */
export const countRows = async <T extends keyof Tables>(
  query: SelectQueryBuilder<Tables, T, object>,
): Promise<number> => {
  const { count } = await query
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

/** Whether a query finds a row. */
export const findsRow = async <T extends keyof Tables>(
  query: SelectQueryBuilder<Tables, T, object>,
): Promise<boolean> =>
  (await query
    .select(sql`1`.as('found'))
    .limit(1)
    .executeTakeFirst()) !== undefined;

const byId = (table: SoftDeleted, withDeleted: boolean) =>
  prepared((db: Db, accountId: number, id: number) => {
    const query = rowsWhere(db, table as 'item', { accountId, id }).selectAll();
    return withDeleted ? query : query.where('deletedDate', 'is', null);
  });
const finders = new Map<string, ReturnType<typeof byId>>();

/** The row, or undefined if the account has none with this id. Finds deleted rows only with `withDeleted`. */
export const findRow = async <T extends SoftDeleted>(
  db: Db,
  table: T,
  accountId: number,
  id: number,
  withDeleted = false,
): Promise<Row<T> | undefined> => {
  const key = `${table} ${withDeleted}`;
  const find = finders.get(key) ?? byId(table, withDeleted);
  finders.set(key, find);
  return (await find(db, accountId, id))[0] as Row<T> | undefined;
};

/**
 * Finds a row that is not deleted and locks it until the transaction ends, so that checks on it or its children
 * still hold at the commit. (SQLite has one writer at a time anyway.)
 * @param use `change` lets other transactions refer to the row in the meantime, `delete` does not
 */
export const lockRow = async <T extends SoftDeleted>(
  trx: Db,
  table: T,
  accountId: number,
  id: number,
  use: 'change' | 'delete' = 'change',
): Promise<Row<T> | undefined> => {
  const query = existingRows(trx, table as 'item', accountId, { id }).selectAll();
  if (!isPostgres(trx)) return (await query.executeTakeFirst()) as Row<T> | undefined;
  const locked = use === 'delete' ? query.forUpdate() : query.forNoKeyUpdate();
  return (await locked.executeTakeFirst()) as Row<T> | undefined;
};

/**
 * Like `lockRow`.
 * @throws {NotFoundError} when the row does not exist
 */
export const getLocked = async <T extends SoftDeleted>(
  trx: Db,
  table: T,
  accountId: number,
  id: number,
  use?: 'change' | 'delete',
): Promise<Row<T>> => {
  const row = await lockRow(trx, table, accountId, id, use);
  if (!row) throw notFound();
  return row;
};

/**
 * Locks a row for a PATCH or DELETE.
 * @param conditions what the caller expects of it, if anything
 * @param use as for `lockRow`
 * @throws {NotFoundError} when the row does not exist
 * @throws {PreconditionFailedError} when `ifMatch` does not match its ETag
 * @throws {ConflictError} when somebody else has changed what the caller saw
 */
export const lockForChange = async <T extends SoftDeleted>(
  trx: Db,
  table: T,
  accountId: number,
  id: number,
  conditions: SaveConditions | undefined,
  use: 'change' | 'delete' = 'change',
): Promise<Row<T>> => {
  const row = await getLocked(trx, table, accountId, id, use);
  await assertConditions(trx, row, conditions);
  return row;
};

/** The columns of a row that was restored, of tables without `updatedBy`. */
export const notDeleted = { deletedDate: null, deletedBy: null };

/**
 * Locks the account's rows with these ids until the transaction ends, in the order of their ids, so that two
 * transactions do not wait for each other. Missing ones are absent.
 */
export const lockRows = async <T extends SoftDeleted>(
  trx: Db,
  table: T,
  accountId: number,
  ids: readonly number[],
  withDeleted = false,
): Promise<Map<number, Row<T>>> => {
  if (ids.length === 0) return new Map();
  const query = rowsWhere(trx, table as 'item', { accountId })
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id');
  const chosen = withDeleted ? query : query.where('deletedDate', 'is', null);
  const rows = await (isPostgres(trx) ? chosen.forNoKeyUpdate() : chosen).execute();
  return new Map(rows.map((row) => [row.id, row as unknown as Row<T>]));
};

/**
 * Locks a deleted row to restore it.
 * @throws {NotFoundError} when the row does not exist
 * @throws {InvalidStateError} when it is not deleted
 */
export const lockDeleted = async <T extends SoftDeleted>(
  trx: Db,
  table: T,
  accountId: number,
  id: number,
): Promise<Row<T>> => {
  const query = rowsWhere(trx, table as 'item', { accountId, id }).selectAll();
  const row = await (isPostgres(trx) ? query.forNoKeyUpdate() : query).executeTakeFirst();
  if (!row) throw notFound();
  if (row.deletedDate === null) throw invalidState('This record is not deleted');
  return row as unknown as Row<T>;
};

/**
 * Locks the parent of a record that is to be restored.
 * @param noun for the error message, e.g. `The item`
 * @throws {ConflictError} when the parent is deleted
 */
export const lockParent = async <T extends SoftDeleted>(
  trx: Db,
  table: T,
  accountId: number,
  id: number,
  noun: string,
): Promise<Row<T>> => {
  const parent = await lockRow(trx, table, accountId, id);
  if (!parent) throw conflict(`${noun} of this record is deleted. Restore it first.`);
  return parent;
};

/**
 * Returns which of `ids` exist in this account and are not deleted. In a transaction, they cannot be deleted
 * before it ends.
 */
export const existingIds = async (
  db: Db,
  table: SoftDeleted,
  accountId: number,
  ids: readonly number[],
): Promise<Set<number>> => {
  if (ids.length === 0) return new Set();
  const query = existingRows(db, table as 'item', accountId)
    .select('id')
    .where('id', 'in', ids);
  const rows = await (db.isTransaction && isPostgres(db) ? query.forKeyShare() : query).execute();
  return new Set(rows.map(({ id }) => id));
};

/** The account's rows with these ids, by id. Finds deleted rows only with `withDeleted`. */
export const rowsById = async <T extends SoftDeleted>(
  db: Db,
  table: T,
  accountId: number,
  ids: readonly (number | null)[],
  withDeleted = false,
): Promise<Map<number, Row<T>>> => {
  const distinct = [...new Set(ids)].filter((id) => id !== null);
  if (distinct.length === 0) return new Map();
  const query = rowsWhere(db, table as 'item', { accountId })
    .selectAll()
    .where('id', 'in', distinct);
  const rows = await (withDeleted ? query : query.where('deletedDate', 'is', null)).execute();
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

/** Sets the same values in several rows. @returns the updated rows, in any order */
export const updateRows = async <T extends SoftDeleted>(
  db: Db,
  table: T,
  accountId: number,
  ids: readonly number[],
  values: Partial<NewRow<T>>,
): Promise<Row<T>[]> => {
  if (ids.length === 0) return [];
  const update = updateWhere(db, table as 'item', { accountId }).set(values as never);
  const rows = await update.where('id', 'in', ids).returningAll().execute();
  return rows as unknown as Row<T>[];
};

/** @returns the updated row, or undefined if the account has none with this id */
export const updateRow = async <T extends SoftDeleted>(
  db: Db,
  table: T,
  accountId: number,
  id: number,
  values: Partial<NewRow<T>>,
): Promise<Row<T> | undefined> => {
  if (Object.keys(values).length === 0) return findRow(db, table, accountId, id);
  const update = updateWhere(db, table as 'item', { accountId, id }).set(values as never);
  return (await update.returningAll().executeTakeFirst()) as Row<T> | undefined;
};

/** Tables whose rows say who changed them last, which a deletion does too; the others say who deleted them. */
const AUTHORED: ReadonlySet<SoftDeleted> = new Set(['collection', 'series', 'speaker', 'topic'] as const);

/** Marks a row as deleted by the caller. */
export const softDelete = async (
  trx: Db,
  clock: Clock,
  table: SoftDeleted,
  caller: Caller,
  id: number,
): Promise<void> => {
  const author = authorOf(caller);
  await updateRow(trx, table as 'series', caller.accountId, id, {
    deletedDate: isoTime(clock),
    ...(AUTHORED.has(table) ? { updatedBy: author } : { deletedBy: author }),
  });
};

type Column<V> = V extends boolean ? Flag : V extends Record<string, unknown> ? string : V;

/** Converts values of a body to columns: booleans to 0 or 1, objects to JSON text. */
export const toColumns = <T extends object>(body: T): { [K in keyof T]: Column<T[K]> } =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, toColumn(value)])) as {
    [K in keyof T]: Column<T[K]>;
  };

const toColumn = (value: unknown): unknown => {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
};

/** Runs work in a transaction, and undoes what it wrote if it throws. */
export const inSavepoint = async <T>(trx: Db, work: () => Promise<T>): Promise<T> => {
  await sql`savepoint "part"`.execute(trx);
  try {
    const result = await work();
    await sql`release savepoint "part"`.execute(trx);
    return result;
  } catch (error) {
    await sql`rollback to savepoint "part"`.execute(trx);
    // A part within another one has the same name.
    await sql`release savepoint "part"`.execute(trx);
    throw error;
  }
};

/** Runs work in a transaction to learn its result, and undoes what it wrote. */
export const tryOut = async <T>(trx: Db, work: () => Promise<T>): Promise<T> => {
  await sql`savepoint "trial"`.execute(trx);
  const result = await work();
  await sql`rollback to savepoint "trial"`.execute(trx);
  return result;
};
