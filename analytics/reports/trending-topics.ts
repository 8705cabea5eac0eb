/** Report on topics with rising engagement: plays compared with the same part of the previous unit. */
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { TREND_PRIOR_PLAYS } from './definitions.js';
import type { DateRange } from './range.js';
import { paramsOf, sessions, type ReportPage, type ReportScope } from './scope.js';

export interface TrendingTopic {
  topicId: number;
  /** Factor by which plays have grown at least: see `trendScore`. */
  score: number;
  plays: number;
  previousPlays: number;
  /** Growth of plays: 0.8 means 80% more; null if there were none before. */
  change: number | null;
  /** Whether there were no plays before. */
  isNew: boolean;
  watchSeconds: number;
  /** Number of the topic's items that were played in the range. */
  itemCount: number;
}

export interface TrendingTopicsReport {
  trendingTopics: TrendingTopic[];
  totalRecords: number;
}

type Topics = readonly { topicId: number; itemIds: readonly number[] }[];

/** @param topics the account's topics and their items; may still be loading */
export const trendingTopics = async (
  clickHouse: ClickHouse,
  scope: ReportScope,
  topics: Topics | Promise<Topics>,
  { limit, offset }: ReportPage,
): Promise<TrendingTopicsReport> => {
  const [plays, loadedTopics] = await Promise.all([playsOfItems(clickHouse, scope), topics]);
  const items = new Map(plays.map((item) => [item.itemId, item]));
  const rising = loadedTopics
    .map(({ topicId, itemIds }) => ({
      topicId,
      items: [...new Set(itemIds)].flatMap((itemId) => items.get(itemId) ?? []),
    }))
    .map(({ topicId, items }) => trendOf(topicId, items))
    .filter(({ plays, previousPlays }) => plays > previousPlays)
    .sort((one, other) => other.score - one.score || other.plays - one.plays || one.topicId - other.topicId);
  return { trendingTopics: rising.slice(offset, offset + limit), totalRecords: rising.length };
};

interface ItemPlays {
  itemId: number;
  plays: number;
  previousPlays: number;
  /** Plays weighted by age, in parts of WEIGHT. */
  recent: number;
  previousRecent: number;
  watchedMs: number;
}

const trendOf = (topicId: number, items: readonly ItemPlays[]): TrendingTopic => {
  const total = (field: Exclude<keyof ItemPlays, 'itemId'>) =>
    items.reduce((all, item) => all + item[field], 0);
  const plays = total('plays');
  const previousPlays = total('previousPlays');
  return {
    topicId,
    score: trendScore(total('recent') / WEIGHT, total('previousRecent') / WEIGHT),
    plays,
    previousPlays,
    change: previousPlays === 0 ? null : (plays - previousPlays) / previousPlays,
    isNew: previousPlays === 0,
    watchSeconds: total('watchedMs') / 1000,
    itemCount: items.filter((item) => item.plays > 0).length,
  };
};

/** One-sided 95% quantile of the normal distribution. */
const Z = 1.645;

/**
 * The growth of which we can be 95% sure: the lower bound of the rate ratio now : before, with each rate shrunk
 * towards "no change" by a prior of ten plays on either side. (This is a Gamma–Poisson model ranked by its lower
 * 5% point, as in W. DuMouchel, "Bayesian Data Mining in Large Frequency Tables", The American Statistician 53
 * (1999) 177–190; standard error of a log rate ratio √(1/a + 1/b): K. Rothman, "Modern Epidemiology", ch. 14.)
 *
 *     score = exp( ln((now + 10) / (before + 10)) − 1.645 · √(1/(now + 10) + 1/(before + 10)) )
 *
 * 500 → 900 plays scores 1.63, 0 → 2 scores 0.59. Plays are counted with exponential decay (G. Cormode et al.,
 * "Forward Decay", ICDE 2009): one at the end of the range counts 1, in the middle ½, at the start ¼; the same in
 * the previous range.
 * @param now weighted plays of the range
 * @param before weighted plays of the previous range
 */
export const trendScore = (now: number, before: number): number => {
  const a = now + TREND_PRIOR_PLAYS;
  const b = before + TREND_PRIOR_PLAYS;
  return Math.round(Math.exp(Math.log(a / b) - Z * Math.sqrt(1 / a + 1 / b)) * 10_000) / 10_000;
};

/** Weights are integers in these parts, because integers have the same sum in any order. */
const WEIGHT = 65_536;

/** The decay of a play that started at `start`: it halves twice over the range. */
const weight = (from: string, to: string): string =>
  `toUInt64(round(${WEIGHT} * exp2(-2 * greatest({${to}:Int64} - start, 0) / greatest({${to}:Int64} - {${from}:Int64}, 1))))`;

const playsOfItems = (clickHouse: ClickHouse, scope: ReportScope): Promise<ItemPlays[]> => {
  const now = 'play = 1 AND start >= {from:Int64}';
  const before = 'play = 1 AND start < {previousTo:Int64}';
  return clickHouse.query<ItemPlays>(
    `SELECT itemId, countIf(${now}) AS plays, countIf(${before}) AS previousPlays,
  sumIf(${weight('from', 'to')}, ${now}) AS recent,
  sumIf(${weight('previousFrom', 'previousTo')}, ${before}) AS previousRecent,
  sumIf(watched, start >= {from:Int64}) AS watchedMs
FROM ${sessions(scope, 'previousFrom', 'to')}
GROUP BY itemId`,
    { ...paramsOf(scope), ...previousParams(scope.range) },
  );
};

const previousParams = ({ previousFrom, previousTo }: DateRange) => ({ previousFrom, previousTo });
