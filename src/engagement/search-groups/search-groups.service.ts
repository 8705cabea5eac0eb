/** What a library is searched for: queries that ask for the same, together. */
import { searches, searchTerm, type ClickHouse, type SearchMetrics } from '../../../analytics/index.js';
import type { Account } from '../../identity/accounts/account.record.js';
import { lockAccount } from '../../identity/accounts/account.repository.js';
import { assertConditions } from '../../platform/db/save-conditions.js';
import { envelope } from '../../platform/http/endpoint/endpoint.js';
import { isoTime } from '../../platform/lib/clock.js';
import { invalidState, notFound } from '../../platform/lib/errors.js';
import { createReportRunner, type StatsDeps } from '../reports/run-report.js';
import { pageOf, type PageQuery, type StatsQuery } from '../reports/stats-query.js';
import type { StatsScope } from '../reports/stats-scope.js';
import { speakerNames } from '../reports/stats.repository.js';
import type { GroupSort, SearchGroupsResponse } from './search-groups.schema.js';
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import { deleteWhere, rowsWhere } from '../../platform/db/rows.js';

/**
 * Groups queries, the most frequent first, by meaning, or by words while there is no model.
 * @returns the positions of each group's queries
 */
export type GroupQueries = (queries: readonly string[], names: readonly string[]) => Promise<number[][]>;

/** Rarer queries are not grouped. */
const MAX_QUERIES = 500;
const MAX_SHOWN = 20;
/** Maximum number of ignored searches per account. */
const MAX_IGNORED = 1_000;

type Query = StatsQuery & PageQuery & { sort?: GroupSort | undefined; ignored?: boolean | undefined };

interface GroupMetrics {
  searches: number;
  withoutResults: number;
  withoutClicks: number;
  clicks: number;
  clickThroughRate: number | null;
}

export interface SearchGroup extends GroupMetrics {
  query: string;
  queries: { query: string; searches: number }[];
  queryCount: number;
  ignoredQueryIds: number[];
}

export type SearchGroupsService = ReturnType<typeof createSearchGroupsService>;

export const createSearchGroupsService = (deps: StatsDeps & { groupQueries: GroupQueries }) => {
  const { db, clock, groupQueries } = deps;
  const report = createReportRunner(deps);

  /** All groups of a period, in the order in which their first queries are frequent. */
  const groupsOf = async (engine: ClickHouse, scope: StatsScope) => {
    const [{ queries, total }, names, ignored] = await Promise.all([
      searches(engine, scope, { limit: MAX_QUERIES, offset: 0 }),
      speakerNames(db, scope.accountId),
      listIgnored(db, scope.accountId),
    ]);
    const found = await groupQueries(
      queries.map(({ query }) => query),
      names,
    );
    const ids = new Map(ignored.map(({ id, query }) => [query, id]));
    const groups = found.map((positions) => {
      const rows = positions.map((at) => queries[at]!);
      return {
        rows,
        query: rows[0]!.query,
        ...metricsOf(rows),
        ignoredQueryIds: rows.flatMap(({ query }) => ids.get(query) ?? []),
      };
    });
    return { groups, grouped: metricsOf(queries).searches, total: total.searches };
  };

  return {
    /**
     * @throws {AppError} BadRequestError for an invalid period
     * @throws {AnalyticsUnavailableError} when ClickHouse is down
     */
    list: (account: Account, query: Query): Promise<SearchGroupsResponse> =>
      report(account, query, async (engine, scope, before) => {
        const page = pageOf(query);
        const { groups, grouped, total } = await groupsOf(engine, scope);
        const sort = query.sort ?? 'searches';
        const listed = groups
          .filter(({ ignoredQueryIds }) => query.ignored === true || ignoredQueryIds.length === 0)
          .filter((group) => group[sort] > 0)
          .sort((one, other) => other[sort] - one[sort] || other.searches - one.searches);
        const shown = listed.slice(page.offset, page.offset + page.limit);
        const terms = shown.flatMap(({ rows }) => rows.map((row) => row.query));
        const previous =
          before &&
          (await searches(engine, before, { limit: Math.max(1, terms.length), offset: 0, first: terms }));
        const found = new Map(previous?.queries.map((row) => [row.query, row]));
        return {
          groups: shown.map(({ rows, ...group }) => ({
            ...presented(rows, group),
            ...(previous && { previous: metricsOf(rows.flatMap((row) => found.get(row.query) ?? [])) }),
          })),
          ungrouped: { searches: total - grouped },
          ...envelope(page.limit, page.offset, listed.length),
        };
      }),

    /** All groups of a period, also ignored ones, most searches first. @throws as `list` */
    all: async (engine: ClickHouse, scope: StatsScope): Promise<SearchGroup[]> => {
      const { groups } = await groupsOf(engine, scope);
      return groups
        .sort((one, other) => other.searches - one.searches)
        .map(({ rows, ...group }) => presented(rows, group));
    },

    ignored: ({ id }: Account): Promise<IgnoredQuery[]> => listIgnored(db, id),

    /** @throws {InvalidStateError} when the account ignores too many */
    ignore: ({ id }: Account, query: string): Promise<IgnoredQuery> =>
      db.transaction().execute(async (trx) => {
        await lockAccount(trx, id);
        const values = { accountId: id, query: searchTerm(query), entryDate: isoTime(clock) };
        const row = await findOrInsertIgnored(trx, values);
        if ((await listIgnored(trx, id)).length > MAX_IGNORED)
          throw invalidState(`An account can ignore at most ${MAX_IGNORED} searches. Take some back first.`);
        return row;
      }),

    /**
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     */
    takeBack: (account: Account, id: number, ifMatch: string | undefined): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await lockAccount(trx, account.id);
        const row = await findIgnored(trx, account.id, id);
        if (!row) throw notFound();
        await assertConditions(trx, row, { ifMatch });
        await deleteIgnored(trx, account.id, id);
      }),
  };
};

type QueryRow = { query: string } & SearchMetrics;

const presented = (
  rows: readonly QueryRow[],
  group: Omit<SearchGroup, 'queries' | 'queryCount'>,
): SearchGroup => ({
  ...group,
  queries: rows.slice(0, MAX_SHOWN).map(({ query, searches: n }) => ({ query, searches: n })),
  queryCount: rows.length,
});

const metricsOf = (rows: readonly SearchMetrics[]): GroupMetrics => {
  const sum = (value: (row: SearchMetrics) => number): number =>
    rows.reduce((total, row) => total + value(row), 0);
  const all = sum((row) => row.searches);
  const clicked = Math.round(sum((row) => (row.clickThroughRate ?? 0) * row.searches));
  return {
    searches: all,
    withoutResults: sum((row) => row.withoutResults),
    withoutClicks: all - clicked,
    clicks: sum((row) => row.clicks),
    clickThroughRate: all === 0 ? null : clicked / all,
  };
};

type IgnoredQuery = Pick<Row<'ignoredQuery'>, 'id' | 'query' | 'entryDate'>;

const COLUMNS = ['id', 'query', 'entryDate'] as const;

const listIgnored = (db: Db, accountId: number): Promise<IgnoredQuery[]> =>
  rowsWhere(db, 'ignoredQuery', { accountId }).select(COLUMNS).orderBy('query').execute();

/** Returns the row that there was, or a new one. */
const findOrInsertIgnored = async (
  db: Db,
  values: { accountId: number; query: string; entryDate: string },
): Promise<IgnoredQuery> => {
  await db
    .insertInto('ignoredQuery')
    .values(values)
    .onConflict((conflict) => conflict.columns(['accountId', 'query']).doNothing())
    .execute();
  return rowsWhere(db, 'ignoredQuery', { accountId: values.accountId, query: values.query })
    .select(COLUMNS)
    .executeTakeFirstOrThrow();
};

const findIgnored = (db: Db, accountId: number, id: number): Promise<IgnoredQuery | undefined> =>
  rowsWhere(db, 'ignoredQuery', { accountId, id }).select(COLUMNS).executeTakeFirst();

const deleteIgnored = async (db: Db, accountId: number, id: number): Promise<void> => {
  await deleteWhere(db, 'ignoredQuery', { accountId, id }).execute();
};
