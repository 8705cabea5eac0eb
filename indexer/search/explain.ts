/** Explains a search: what each result's score consists of, what lies just below, and why an item is missing. */
import { gatherEvidence } from '../ranking/evidence.js';
import { fetchAll } from '../ranking/fetch-all.js';
import { isMatch } from '../ranking/rank.js';
import { relevanceSignals, RELEVANCE_FITS } from '../ranking/relevance.js';
import { phrasesFound, withScores } from '../ranking/results.js';
import type { FoundItem, ScoredItem } from '../ranking/shown-items.js';
import { minScoreOf } from '../ranking/shown-score.js';
import { WEIGHTS } from '../ranking/weights.js';
import { passes, type FoundPhrase } from '../query/restriction.js';
import type { SearchMode, SearchRequest } from '../query/request.js';
import { ENGLISH } from '../text/language.js';
import { listsOf, runSearch, withPassages, type SearchDeps, type SearchRun } from './run-search.js';

export interface ExplainSearchRequest extends SearchRequest {
  /** An item to explain whether it is found or not. */
  itemId?: number;
  /** Maximum number of items that are no results. */
  below: number;
}

/**
 * Why an item is no result, the first that applies: the index lacks it, it is hidden for the query, `accept` refuses it,
 * the query's phrases and exclusions do, no passage is near enough and it has none of the words, its score is too low,
 * or so many items match that it was not compared.
 */
export type MissingReason =
  'notIndexed' | 'hidden' | 'notAccepted' | 'phrases' | 'noMatch' | 'belowMinScore' | 'notCompared';

export interface ExplainedItem extends FoundItem {
  /** From 1; null if it is no result. */
  rank: number | null;
  /** They add up to the log-odds of the score. */
  signals: { name: string; contribution: number }[];
  missing: MissingReason | null;
}

export interface Explanation {
  mode: SearchMode;
  /** As in `SearchResponse`. */
  language: string | null;
  /** The page of the request. */
  results: ExplainedItem[];
  /** Items that match and whose score is too low, or that nearly match; best first. */
  below: ExplainedItem[];
  /** The requested item; without passages and signals if the index lacks it. */
  item: ExplainedItem | null;
  totalRecords: number;
  corrections: ReadonlyMap<string, string>;
  phrases: FoundPhrase[];
  /** What the next result would have to score. */
  minScore: number;
}

/** Number of candidates that `accept` is asked about, to find those just below. */
const CHECKED = 60;
/** Scores of 0 and 1 are taken as this far from them, because their log-odds are infinite. */
const LEAST_ODDS = 1e-15;

const idOf = ({ item }: ScoredItem): number => item.item.itemId;

export async function explainSearch(
  deps: SearchDeps,
  { itemId, below, ...request }: ExplainSearchRequest,
): Promise<Explanation> {
  const run = await runSearch(deps, request);
  const { results } = run;
  const { reading } = run.read;
  const ranks = new Map(results.items.map((one, at) => [idOf(one), at + 1]));
  const others = otherCandidates(run, request).filter((one) => !ranks.has(idOf(one)));
  const reasonOf = await reasons(run, request, others.slice(0, CHECKED).map(idOf));
  const near = others
    .slice(0, CHECKED)
    .filter((one) => ['belowMinScore', 'noMatch'].includes(reasonOf(one)))
    .slice(0, below);
  const explained = async (some: readonly ScoredItem[], why: typeof reasonOf): Promise<ExplainedItem[]> => {
    const shown = await withPassages(some, request, run);
    return some.map((one, at) => {
      const rank = ranks.get(idOf(one)) ?? null;
      const missing = rank === null ? why(one) : null;
      return { ...shown[at]!, rank, signals: signalsOf(run, request, one), missing };
    });
  };
  const page = results.items.slice(request.offset, request.offset + request.limit);
  return {
    mode: run.gathered.mode,
    language: reading.language === ENGLISH ? null : reading.language,
    results: await explained(page, reasonOf),
    below: await explained(near, reasonOf),
    item: itemId === undefined ? null : await explainItem(itemId),
    totalRecords: results.items.length,
    corrections: reading.corrections,
    phrases: run.read.restriction?.phrases ?? [],
    minScore: minScoreAt(run, request)(results.items.length),
  };

  async function explainItem(id: number): Promise<ExplainedItem> {
    const { reader, filter } = run.read;
    const [stored] = await reader.readItems(filter.accountId, [id], { chunks: false });
    if (!stored || (filter.publishedOnly && !stored.published))
      return { itemId: id, score: 0, passages: [], rank: null, signals: [], missing: 'notIndexed' };
    const known = [...results.items, ...others].find((one) => idOf(one) === id);
    const one = known ?? (await compared(run, request, id));
    const [only] = await explained([one], await reasons(run, request, [id]));
    return only!;
  }
}

/** All candidates that could be shown with a lower threshold, best first. */
function otherCandidates({ ranking }: SearchRun, request: SearchRequest): ScoredItem[] {
  const { all, ranked } = ranking.candidates;
  const known = new Set(ranking.items.map(({ item }) => item.itemId));
  const dropped = all.filter(({ itemId }) => !known.has(itemId)).map(ranked);
  return withScores([...ranking.items, ...dropped], request).sort((a, b) => b.score - a.score);
}

/** The item as it compares with the candidates, which did not include it. */
async function compared(
  { read, gathered, ranking }: SearchRun,
  request: SearchRequest,
  itemId: number,
): Promise<ScoredItem> {
  const { accountId, publishedOnly } = read.filter;
  const vector = Promise.resolve(gathered.embedding?.vector ?? null);
  const filter = { accountId, publishedOnly, itemIds: [itemId] };
  const query = { ...request, text: read.reading.text, words: read.reading.words };
  const fetched = await fetchAll(read.reader, query, filter, vector, false);
  const { items } = gatherEvidence(listsOf(fetched, gathered.mode, request), WEIGHTS, [itemId]);
  const evidence = items.find((one) => one.itemId === itemId)!;
  return withScores([ranking.candidates.ranked(evidence)], request)[0]!;
}

const minScoreAt = ({ read }: SearchRun, request: SearchRequest): ((at: number) => number) =>
  minScoreOf({ ...request, phrases: phrasesFound(read.restriction) });

/** Returns why an item is no result. @param checked the items that it is called for */
async function reasons(
  run: SearchRun,
  request: SearchRequest,
  checked: readonly number[],
): Promise<(one: ScoredItem) => MissingReason> {
  const { read, evidence, ranking, results, accept } = run;
  const accepted = accept && checked.length > 0 ? await accept(checked) : new Set(checked);
  const minScore = minScoreAt(run, request)(results.items.length);
  return ({ item, score }) => {
    const { itemId } = item.item;
    if (request.hidden?.includes(itemId)) return 'hidden';
    if (!accepted.has(itemId)) return 'notAccepted';
    if (read.restriction && !passes(read.restriction, itemId)) return 'phrases';
    const isListed = ranking.items.some((one) => one.item.itemId === itemId);
    if (!isListed && item.tier === 0 && !isMatch(item.item, evidence.threshold)) return 'noMatch';
    return score < minScore ? 'belowMinScore' : 'notCompared';
  };
}

const logOdds = (score: number): number => {
  const least = Math.min(1 - LEAST_ODDS, Math.max(LEAST_ODDS, score));
  return Math.log(least / (1 - least));
};

function signalsOf(
  { ranking, evidence, gathered }: SearchRun,
  { named, scripture }: SearchRequest,
  { item, score }: ScoredItem,
): ExplainedItem['signals'] {
  const parts = ranking.candidates.partsOf(item.item);
  const all = relevanceSignals({ ...parts }, evidence.answer, ranking.field, RELEVANCE_FITS[gathered.mode]);
  const signals: [string, number][] = Object.entries(all).filter(([, value]) => value !== 0);
  const sum = signals.reduce((total, [, value]) => total + value, 0);
  // The tiers of names and scriptures change the score itself.
  const tier = named ? 'names' : scripture ? 'scripture' : null;
  if (tier) signals.push([tier, logOdds(score) - sum]);
  return signals.map(([name, contribution]) => ({ name, contribution }));
}
