/** `lectern stats`: the main reports of a running server, with small charts. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { RANGE_NAMES } from '../../analytics/index.js';
import { isDate } from '../platform/lib/fields.js';
import type {
  OverviewResponse,
  SearchesResponse,
  TopItemsResponse,
  TrendingTopicsResponse,
} from '../engagement/reports/stats.schema.js';
import { addCallerOptions, apiOf, type Api, type CallerOptions } from './api-client.js';
import { print } from './output.js';
import { statsPage, type Reports } from './stats-page.js';

interface Options extends CallerOptions {
  range?: string;
  from?: string;
  to?: string;
  limit: number;
  json: boolean;
}

const DEFAULT_COLUMNS = 80;

const aDate = (text: string): string => {
  if (!isDate(text)) throw new InvalidArgumentError('write it like 2026-01-31');
  return text;
};

export const statsCommand = (): Command =>
  addCallerOptions(new Command('stats'))
    .description('show plays, visitors, top items, trending topics and searches of a running server')
    .addOption(
      new Option(
        '--range <range>',
        'current unit to date, in the time zone of the account (default: week)',
      ).choices(RANGE_NAMES),
    )
    .option('--from <date>', 'first day, instead of --range', aDate)
    .option('--to <date>', 'last day (default: today)', aDate)
    .option('--limit <number>', 'rows of each list, 1 to 100', aLimit, 5)
    .option('--json', 'print the reports as JSON', false)
    .addHelpText('after', '\nThe token needs the scopes stats:read and content:read.')
    .action(async ({ range, from, to, limit, json, ...caller }: Options) => {
      const reports = await readReports(await apiOf(caller), { range, from, to, limit });
      print(
        json
          ? JSON.stringify(reports, null, 2)
          : statsPage(reports, process.stdout.columns || DEFAULT_COLUMNS),
      );
    });

const aLimit = (text: string): number => {
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > 100) throw new InvalidArgumentError('a number from 1 to 100');
  return limit;
};

const readReports = async (
  api: Api,
  { limit, ...period }: Pick<Options, 'range' | 'from' | 'to' | 'limit'>,
): Promise<Reports> => {
  const page = { ...period, limit };
  const [{ account }, overview, topItems, trendingTopics, searches, searchesWithoutResults] =
    await Promise.all([
      api.get<Pick<Reports, 'account'>>('/account'),
      api.get<OverviewResponse>('/stats/overview', period),
      api.get<TopItemsResponse>('/stats/top-items', page),
      api.get<TrendingTopicsResponse>('/stats/trending-topics', page),
      api.get<SearchesResponse>('/stats/searches', page),
      api.get<SearchesResponse>('/stats/searches', { ...page, sort: 'withoutResults' }),
    ]);
  const { name, timeZone } = account;
  return {
    account: { name, timeZone },
    overview,
    topItems,
    trendingTopics,
    searches,
    searchesWithoutResults,
  };
};
