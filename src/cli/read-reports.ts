/** Reads the reports that `lectern stats` shows from a running server. */
import { unwrap, type LecternClient, type Schemas } from '../../client/index.js';

export type RangeName = NonNullable<Schemas['StatsRange']['name']>;

/** A range, or days such as 2026-01-31; the last 7 days if neither is given. */
export interface Period {
  range?: RangeName;
  from?: string;
  to?: string;
}

export type Reports = Awaited<ReturnType<typeof readReports>>;

/** @param limit rows per list */
export const readReports = async (api: LecternClient, period: Period, limit: number) => {
  const all = { params: { query: period } };
  const page = { params: { query: { ...period, limit } } };
  const withoutResults = { params: { query: { ...page.params.query, sort: 'withoutResults' as const } } };
  const [{ account }, overview, topItems, trendingTopics, searches, searchesWithoutResults] =
    await Promise.all([
      unwrap(api.GET('/account')),
      unwrap(api.GET('/stats/overview', all)),
      unwrap(api.GET('/stats/top-items', page)),
      unwrap(api.GET('/stats/trending-topics', page)),
      unwrap(api.GET('/stats/searches', page)),
      unwrap(api.GET('/stats/searches', withoutResults)),
    ]);
  const { name, timeZone } = account;
  return {
    account: { name, timeZone },
    overview,
    topItems,
    trendingTopics,
    searches,
    /** The queries without results, most frequent first. */
    searchesWithoutResults,
  };
};
