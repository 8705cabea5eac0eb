/** Creates, changes, deletes, exports and imports checks: queries that must find an item among their first results. */
import { lockAccount } from '../../identity/accounts/account.repository.js';
import type { Db } from '../../platform/db/dialect.js';
import type { SaveConditions } from '../../platform/db/save-conditions.js';
import type { ListParams } from '../../platform/db/list-query.js';
import { rowsById } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { may, type Caller } from '../../platform/lib/caller.js';
import type { Clock } from '../../platform/lib/clock.js';
import { withVersion } from '../../platform/lib/etag.js';
import { queryKey } from '../rules/query-key.js';
import {
  assertItemsExist,
  deleteRule,
  getRule,
  insertRule,
  listRules,
  ruleToChange,
  updateRule,
  checksOf,
  enqueueChecks,
} from '../rules/rule.repository.js';
import { checkList, DEFAULT_RANK, newCheck, type NewCheck } from './check.schema.js';
import { csvOf, readCsv } from '../../platform/lib/csv.js';
import { badRequest, invalid, type ErrorDetail } from '../../platform/lib/errors.js';
import { details } from '../../platform/lib/zod-issues.js';

/** Maximum number per account. */
export const MAX_CHECKS = 500;
const TABLE = 'searchCheck';
const NOT_RUN = { status: 'waiting', rank: null, checkedDate: null };

export type CheckService = ReturnType<typeof createCheckService>;

export const createCheckService = ({ db, clock }: { db: Db; clock: Clock }) => {
  const change = <T>({ accountId }: Caller, work: (trx: Db) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (trx) => {
      await lockAccount(trx, accountId);
      return work(trx);
    });

  return {
    list: ({ accountId }: Caller, params: ListParams) => listRules(db, checkList, accountId, params),

    /** @throws {NotFoundError} */
    get: ({ accountId }: Caller, id: number) => getRule(db, TABLE, accountId, id),

    /**
     * @throws {ValidationError} when the item does not exist
     * @throws {InvalidStateError} when the account has too many
     */
    create: (caller: Caller, body: NewCheck) =>
      change(caller, async (trx) => {
        await assertItemsExist(trx, caller.accountId, [['itemId', body.itemId]]);
        return withVersion(await insertRule(trx, clock, TABLE, caller, { ...body, ...NOT_RUN }, MAX_CHECKS));
      }),

    /**
     * A changed check has not run.
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     * @throws {ConflictError}
     * @throws {ValidationError} when the item does not exist
     */
    update: (caller: Caller, id: number, changes: Partial<NewCheck>, conditions?: SaveConditions) =>
      change(caller, async (trx) => {
        const before = await ruleToChange(trx, TABLE, caller.accountId, id, conditions);
        const { itemId = before.itemId } = changes;
        if (itemId !== before.itemId) await assertItemsExist(trx, caller.accountId, [['itemId', itemId]]);
        return withVersion(await changed(trx, clock, caller, before, changes));
      }),

    /**
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     */
    remove: (caller: Caller, id: number, ifMatch?: string): Promise<void> =>
      change(caller, async (trx) => {
        await ruleToChange(trx, TABLE, caller.accountId, id, { ifMatch });
        await deleteRule(trx, TABLE, caller.accountId, id);
      }),

    /** Has a worker run all checks. @returns their number */
    enqueueAll: ({ accountId }: Caller): Promise<number> => enqueueChecks(db, clock, accountId),

    /** With titles only for callers who may read content. */
    exportAll: async (caller: Caller): Promise<string> => {
      const { accountId } = caller;
      const checks = await checksOf(db, accountId);
      const itemIds = may(caller, 'content:read') ? checks.map(({ itemId }) => itemId) : [];
      const items = await rowsById(db, 'item', accountId, itemIds);
      return checksAsCsv(checks, new Map([...items].map(([id, { title }]) => [id, title])));
    },

    /**
     * Creates the checks of a file, and changes the rank of those with the same query and item.
     * @throws {BadRequestError}
     * @throws {ValidationError} naming the invalid cells
     * @throws {InvalidStateError} when the account would have too many
     */
    importAll: (caller: Caller, text: string) =>
      change(caller, async (trx) => {
        const checks = checksFromCsv(text, MAX_CHECKS);
        const known = new Map((await checksOf(trx, caller.accountId)).map((check) => [keyOf(check), check]));
        await assertItemsExist(
          trx,
          caller.accountId,
          checks.map(({ itemId }, at) => [`${at + 2}.itemId`, itemId] as const),
        );
        const counts = { created: 0, updated: 0, unchanged: 0 };
        for (const check of checks) {
          const before = known.get(keyOf(check));
          const after = before
            ? await changed(trx, clock, caller, before, { maxRank: check.maxRank })
            : await insertRule(trx, clock, TABLE, caller, { ...check, ...NOT_RUN }, MAX_CHECKS);
          counts[!before ? 'created' : after === before ? 'unchanged' : 'updated']++;
          known.set(keyOf(after), after);
        }
        return counts;
      }),
  };
};

const keyOf = ({ query, itemId }: Pick<NewCheck, 'query' | 'itemId'>): string =>
  `${itemId} ${queryKey(query)}`;

const changed = (
  trx: Db,
  clock: Clock,
  caller: Caller,
  before: Row<'searchCheck'>,
  changes: Partial<NewCheck>,
): Promise<Row<'searchCheck'>> => {
  const isSame = Object.entries(changes).every(([name, value]) => before[name as never] === value);
  return isSame
    ? Promise.resolve(before)
    : updateRule(trx, clock, TABLE, caller, before, { ...changes, ...NOT_RUN });
};

const COLUMNS = ['query', 'itemId', 'maxRank'] as const;
const SHOWN = [...COLUMNS, 'title', 'status', 'rank', 'checkedDate'] as const;

/** @param titles of the items, by id */
const checksAsCsv = (checks: readonly Row<'searchCheck'>[], titles: ReadonlyMap<number, string>): string =>
  csvOf([
    SHOWN,
    ...checks.map((check) =>
      SHOWN.map((column) => (column === 'title' ? (titles.get(check.itemId) ?? '') : check[column])),
    ),
  ]);

const number = (cell: string | undefined): unknown => (cell && /^\d{1,15}$/.test(cell) ? Number(cell) : cell);

/**
 * Other columns are ignored.
 * @param max number of checks
 * @throws {BadRequestError} when the header lacks `query` or `itemId`, or there are more lines
 * @throws {ValidationError} naming the invalid cells, such as `3.itemId` for the second check, after the header
 */
const checksFromCsv = (text: string, max: number): NewCheck[] => {
  const [header = [], ...rows] = readCsv(text, max + 2);
  const names = header.map((name) => name.toLowerCase());
  const [query, itemId, maxRank] = COLUMNS.map((name) => names.indexOf(name.toLowerCase()));
  if (query! < 0 || itemId! < 0) throw badRequest('The first line must have the columns query and itemId');
  if (rows.length > max) throw badRequest(`The file must have at most ${max} checks`);
  const problems: ErrorDetail[] = [];
  const checks = rows.flatMap((row, at): NewCheck[] => {
    const rank = row[maxRank!];
    const parsed = newCheck.safeParse({
      query: row[query!],
      itemId: number(row[itemId!]),
      maxRank: rank ? number(rank) : DEFAULT_RANK,
    });
    if (parsed.success) return [parsed.data];
    problems.push(
      ...details(parsed.error).map(({ path, message }) => ({
        path: `${at + 2}.${path}`,
        message,
      })),
    );
    return [];
  });
  if (problems.length > 0) throw invalid(problems);
  return checks;
};
