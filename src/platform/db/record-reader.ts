/** Reads one record or a page of records of a resource, and returns one after a change. */
import type { Caller } from '../lib/caller.js';
import { notFound } from '../lib/errors.js';
import { withVersion } from '../lib/etag.js';
import type { Db } from './dialect.js';
import { listPage, within, type ListParams, type ListSpec, type Page } from './list-query.js';
import { findRow, type SoftDeleted } from './rows.js';
import type { Row } from './tables.js';

export interface ReadOptions {
  expand?: readonly string[];
  withDeleted?: boolean;
}

interface Resource<T extends SoftDeleted, R> {
  db: Db;
  spec: ListSpec<T>;
  /** Parent tables by foreign key column: if a parent is deleted, the record counts as deleted. */
  parents?: Partial<Record<keyof Row<T>, SoftDeleted>>;
  /** Adds what records contain besides columns to the rows. Returns them in the same order. */
  complete(caller: Caller, rows: Row<T>[], params: CompleteParams): R[] | Promise<R[]>;
}

interface CompleteParams {
  expand: readonly string[];
  /** Order of the list; absent for a single record. */
  orderBy?: ListParams['orderBy'];
}

export const createRecordReader = <T extends SoftDeleted, R>({
  db,
  spec,
  parents = {},
  complete,
}: Resource<T, R>) => {
  const checks = Object.entries(parents) as [keyof Row<T>, SoftDeleted][];

  /** @throws {NotFoundError} when the row is undefined */
  const completeOne = async (
    caller: Caller,
    row: Row<T> | undefined,
    expand: readonly string[] = [],
  ): Promise<R> => {
    const [record] = row ? await complete(caller, [withVersion(row)], { expand }) : [];
    if (!record) throw notFound();
    return record;
  };

  /** @throws {NotFoundError} when the record or one of its parents does not exist */
  const find = async (accountId: number, id: number, withDeleted = false, from = db): Promise<Row<T>> => {
    const row = await findRow(from, spec.table, accountId, id, withDeleted);
    if (!row) throw notFound();
    for (const [column, table] of checks)
      if (!(await findRow(from, table, accountId, row[column] as number, withDeleted))) throw notFound();
    return row;
  };

  const list = async (caller: Caller, params: ListParams): Promise<Page<R>> => {
    const { rows, totalRecords } = await listPage(db, spec, caller.accountId, params);
    return { rows: await complete(caller, rows, params), totalRecords };
  };

  return {
    completeOne,
    find,
    list,

    /**
     * Runs `work` in a transaction and completes the row that it returns.
     * @throws {NotFoundError} when it returns none
     */
    save: async (
      caller: Caller,
      work: (trx: Db, accountId: number) => Promise<Row<T> | undefined>,
    ): Promise<R> =>
      completeOne(caller, await db.transaction().execute((trx) => work(trx, caller.accountId))),

    /** @throws {NotFoundError} when the parent (the first of `parents`) does not exist */
    listOf: async (caller: Caller, parentId: number, params: ListParams): Promise<Page<R>> => {
      const [column, table] = checks[0] ?? [];
      if (!table || !(await findRow(db, table, caller.accountId, parentId, params.withDeleted)))
        throw notFound();
      return list(caller, within(params, String(column), parentId));
    },

    /** @throws {NotFoundError} when the record does not exist */
    get: async (caller: Caller, id: number, { expand, withDeleted }: ReadOptions = {}): Promise<R> =>
      completeOne(caller, await find(caller.accountId, id, withDeleted), expand),
  };
};
