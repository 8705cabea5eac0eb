/** Reports on one item. */
import { moments, namedRange, retention, typical, type RetentionReport } from '../../../analytics/index.js';
import type { Account } from '../../identity/accounts/account.record.js';
import { findRow } from '../../platform/db/rows.js';
import { notFound } from '../../platform/lib/errors.js';
import type { MomentsResponse, RetentionResponse, TypicalResponse } from './item-stats.schema.js';
import { createReportRunner, presentAge, type StatsDeps } from './run-report.js';
import type { ComparedPeriodQuery, PeriodQuery } from './stats-query.js';
import { latestPublications } from './stats.repository.js';

export type ItemStatsService = ReturnType<typeof createItemStatsService>;

/** The items that an item is compared with: those published last. */
const MAX_COMPARED = 1_000;

/**
 * Every report throws NotFoundError when the account has no such item, BadRequestError for an invalid period, and
 * AnalyticsUnavailableError when ClickHouse is down.
 */
export const createItemStatsService = (deps: StatsDeps) => {
  const { db, clock, clickHouse } = deps;
  const report = createReportRunner(deps);
  const find = async (account: Account, itemId: number) => {
    const item = await findRow(db, 'item', account.id, itemId);
    if (!item) throw notFound();
    return item;
  };

  return {
    retention: async (
      account: Account,
      itemId: number,
      query: ComparedPeriodQuery,
    ): Promise<RetentionResponse> => {
      const { title, durationSecs } = await find(account, itemId);
      return report(account, query, async (engine, scope, before) => {
        const [current, previous] = await Promise.all([
          retention(engine, scope, itemId, durationSecs),
          before && retention(engine, before, itemId, durationSecs),
        ]);
        return { retention: { title, ...current, ...(previous && { previous: audienceOf(previous) }) } };
      });
    },

    moments: async (account: Account, itemId: number, query: PeriodQuery): Promise<MomentsResponse> => {
      await find(account, itemId);
      return report(account, query, async (engine, scope) => ({
        moments: await moments(engine, scope, itemId),
      }));
    },

    typical: async (account: Account, itemId: number): Promise<TypicalResponse> => {
      const { publishedDate } = await find(account, itemId);
      if (publishedDate === null) return { typical: { itemId, publishedDate, ages: [] } };
      const now = clock.now().getTime();
      const scope = { accountId: account.id, range: namedRange('day', now, account.timeZone) };
      const others = await latestPublications(db, account.id, MAX_COMPARED);
      const item = { itemId, publishedAt: Date.parse(publishedDate) };
      const engine = await clickHouse();
      const age = presentAge(deps);
      const ages = await typical(engine, scope, item, others, now);
      return { typical: { itemId, publishedDate, ages }, ...age };
    },
  };
};

const audienceOf = ({ plays, audience }: RetentionReport) => ({ plays, audience });
