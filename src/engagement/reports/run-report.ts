/** Makes a report: reads its scope, asks ClickHouse, and adds the period and, if asked for, the one before. */
import { previousScope, type ClickHouse, type DateRange } from '../../../analytics/index.js';
import type { Account } from '../../identity/accounts/account.record.js';
import type { Db } from '../../platform/db/dialect.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { StatsQuery } from './stats-query.js';
import { statsScope, type StatsScope } from './stats-scope.js';

export interface StatsDeps {
  db: Db;
  clock: Clock;
  /** @throws {AnalyticsUnavailableError} when ClickHouse is down */
  clickHouse(): Promise<ClickHouse>;
  /** When the oldest event was accepted that ClickHouse should have by now but lacks; null if it lacks none. */
  lackingSince(): number | null;
}

/** @param before the scope of the previous period with `compare=previous`, otherwise undefined */
type Report<R> = (engine: ClickHouse, scope: StatsScope, before: StatsScope | undefined) => Promise<R>;

/** Call it after `clickHouse`. */
export const presentAge = ({ lackingSince }: Pick<StatsDeps, 'lackingSince'>): { asOf?: string } => {
  const since = lackingSince();
  return since === null ? {} : { asOf: new Date(since).toISOString() };
};

/**
 * @throws {AppError} BadRequestError when the period is invalid
 * @throws {AnalyticsUnavailableError} when ClickHouse is down
 */
export const createReportRunner =
  ({ db, clock, clickHouse, lackingSince }: StatsDeps) =>
  async <R>(account: Account, query: StatsQuery, run: Report<R>) => {
    const scope = await statsScope({ db, clock }, account, query);
    const before = query.compare ? previousScope(scope) : undefined;
    const engine = await clickHouse();
    const age = presentAge({ lackingSince });
    return { ...(await run(engine, scope, before)), range: presentRange(scope.range), ...age };
  };

/** All rows of a list. */
export const WHOLE = { limit: Infinity, offset: 0 };

/**
 * Adds to each row what its key has in the previous period. Without one, rows stay as they are.
 * @param none for keys that the previous period does not have
 */
export const withPrevious = <Row extends object, K extends keyof Row, Before extends Pick<Row, K>>(
  rows: readonly Row[],
  before: readonly Before[] | undefined,
  key: K,
  none: Omit<Before, K>,
): (Row & { previous?: Omit<Before, K> })[] => {
  if (!before) return [...rows];
  const found = new Map<unknown, Omit<Before, K>>(
    before.map(({ [key]: value, ...metrics }) => [value, metrics]),
  );
  return rows.map((row) => ({ ...row, previous: found.get(row[key]) ?? none }));
};

const presentRange = ({ name, from, to, previousFrom, previousTo }: DateRange) => ({
  name,
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
  previousFrom: new Date(previousFrom).toISOString(),
  previousTo: new Date(previousTo).toISOString(),
});
