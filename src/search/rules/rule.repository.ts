/** Rows of the search desk: synonyms, pins and checks. They are deleted at once, unlike content. */
import type { Db } from '../../platform/db/dialect.js';
import { assertConditions, type SaveConditions } from '../../platform/db/save-conditions.js';
import { listPage, type ListParams, type ListSpec, type Page } from '../../platform/db/list-query.js';
import {
  countRows,
  deleteWhere,
  existingIds,
  insertRow,
  rowsWhere,
  updateWhere,
} from '../../platform/db/rows.js';
import type { NewRow, Row } from '../../platform/db/tables.js';
import { authorOf, type Caller } from '../../platform/lib/caller.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { invalid, invalidState, notFound, unknownId } from '../../platform/lib/errors.js';
import { withVersion } from '../../platform/lib/etag.js';
import { enqueue } from '../../platform/jobs/job.repository.js';

export type RuleTable = 'searchSynonym' | 'searchPin' | 'searchCheck';

/** Maximum number of an account's synonyms, and of its pins. */
export const MAX_RULES = 1_000;

/** The tables have the same columns for what these functions do. */
const anyTable = (table: RuleTable): 'searchSynonym' => table as 'searchSynonym';

export const listRules = async <T extends RuleTable>(
  db: Db,
  spec: ListSpec<T>,
  accountId: number,
  params: ListParams,
): Promise<Page<Row<T>>> => {
  const { rows, totalRecords } = await listPage(db, spec, accountId, params);
  return { rows: rows.map(withVersion), totalRecords };
};

export const findRule = async <T extends RuleTable>(
  db: Db,
  table: T,
  accountId: number,
  id: number,
): Promise<Row<T> | undefined> =>
  (await rowsWhere(db, anyTable(table), { accountId, id }).selectAll().executeTakeFirst()) as unknown as
    Row<T> | undefined;

/** @throws {NotFoundError} */
export const getRule = async <T extends RuleTable>(
  db: Db,
  table: T,
  accountId: number,
  id: number,
): Promise<Row<T>> => {
  const row = await findRule(db, table, accountId, id);
  if (!row) throw notFound();
  return withVersion(row);
};

/**
 * The row before a change; the account must be locked.
 * @throws {NotFoundError}
 * @throws {PreconditionFailedError}
 * @throws {ConflictError} when somebody else has changed what the caller saw
 */
export const ruleToChange = async <T extends RuleTable>(
  trx: Db,
  table: T,
  accountId: number,
  id: number,
  conditions: SaveConditions | undefined,
): Promise<Row<T>> => {
  const row = await findRule(trx, table, accountId, id);
  if (!row) throw notFound();
  await assertConditions(trx, row, conditions);
  return row;
};

/** @throws {InvalidStateError} when the account has as many as it may have */
export const insertRule = async <T extends RuleTable>(
  trx: Db,
  clock: Clock,
  table: T,
  caller: Caller,
  values: object,
  most: number,
): Promise<Row<T>> => {
  const { accountId } = caller;
  if ((await countRows(rowsWhere(trx, anyTable(table), { accountId }))) >= most)
    throw invalidState(`An account can have at most ${most} of these. Delete some first.`);
  const now = isoTime(clock);
  const author = authorOf(caller);
  return insertRow(trx, table, {
    ...values,
    accountId,
    createdBy: author,
    updatedBy: author,
    entryDate: now,
    updatedDate: now,
  } as unknown as Omit<NewRow<T>, 'id'>);
};

/** @param before the row, which stays as it is if these are its values */
export const updateRule = async <T extends RuleTable>(
  trx: Db,
  clock: Clock,
  table: T,
  caller: Caller,
  before: Row<T>,
  values: object,
): Promise<Row<T>> => {
  const isSame = Object.entries(values).every(([name, value]) => before[name as never] === value);
  if (isSame) return before;
  const { id } = before as unknown as { id: number };
  return (await updateWhere(trx, anyTable(table), { accountId: caller.accountId, id })
    .set({ ...values, updatedBy: authorOf(caller), updatedDate: isoTime(clock) })
    .returningAll()
    .executeTakeFirstOrThrow()) as unknown as Row<T>;
};

export const deleteRule = async (trx: Db, table: RuleTable, accountId: number, id: number): Promise<void> => {
  await deleteWhere(trx, anyTable(table), { accountId, id }).execute();
};

/**
 * @param ids of items by the path of their field
 * @throws {ValidationError} naming those that the account does not have
 */
export const assertItemsExist = async (
  trx: Db,
  accountId: number,
  ids: readonly (readonly [path: string, id: number])[],
): Promise<void> => {
  const known = await existingIds(
    trx,
    'item',
    accountId,
    ids.map(([, id]) => id),
  );
  const unknown = ids.flatMap(([path, id]) => (known.has(id) ? [] : unknownId(path)));
  if (unknown.length > 0) throw invalid(unknown);
};

/** All of them; an account has few. */
export const checksOf = (db: Db, accountId: number): Promise<Row<'searchCheck'>[]> =>
  rowsWhere(db, 'searchCheck', { accountId }).selectAll().orderBy('id').execute();

/** Has a worker run all checks, if there are any. @returns their number */
export const enqueueChecks = async (
  db: Db,
  clock: Clock,
  accountId: number,
  delayMs = 0,
): Promise<number> => {
  const { length } = await checksOf(db, accountId);
  if (length > 0) await enqueue(db, clock, accountId, 'runSearchChecks', { searchChecks: true }, { delayMs });
  return length;
};
