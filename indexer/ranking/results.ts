/** Decides which ranked items are results, and which are related if there are none. */
import type { SearchMode, SearchRequest } from '../query/request.js';
import { passes, type FoundPhrase, type Restriction } from '../query/restriction.js';
import { SCRIPTURE_TIERS } from './fetch-all.js';
import { newestFirst } from './named-items.js';
import type { RankedItem } from './rank.js';
import { hasRelated, RELEVANCE_FITS } from './relevance.js';
import type { ScoredItem } from './shown-items.js';
import { minScoreOf, shownScore } from './shown-score.js';
import type { WordEvidence } from './word-evidence.js';

export interface Results {
  /** On every page: the pinned ones, then the others, best first. */
  items: ScoredItem[];
  /** Number of pinned items among them. */
  pinned: number;
  /** The nearest items if there are no results; empty if the query is not language. */
  related: ScoredItem[];
}

interface ResultOptions {
  request: SearchRequest;
  mode: SearchMode;
  restriction: Restriction | null;
  words: WordEvidence;
  /** From `answerFeatures`. */
  answer: readonly number[];
  /** Number of corrected words. */
  corrections: number;
  /** Every item passes without it. */
  accept: SearchRequest['accept'];
}

/** Number of items shown if there are no results, and of candidates checked for them. */
const MAX_RELATED = 3;
const RELATED_CANDIDATES = 30;

/** The phrases of the query that some item contains. */
export const phrasesFound = (restriction: Restriction | null): FoundPhrase[] | undefined =>
  restriction?.phrases.filter(({ found }) => found > 0);

/** @param ranked best first */
export async function chooseResults(
  ranked: readonly RankedItem[],
  { request, mode, restriction, words, answer, corrections, accept }: ResultOptions,
): Promise<Results> {
  const { pinned, others } = withoutPinned(withScores(ranked, request), request);
  const permitted = restriction ? others.filter(({ item }) => passes(restriction, item.item.itemId)) : others;
  const phrases = phrasesFound(restriction);
  const minScoreAt = minScoreOf({ ...request, phrases });
  const isResult = ({ score }: ScoredItem, at: number): boolean => score >= minScoreAt(at);
  const accepted = await filterAccepted([...pinned, ...permitted.filter(isResult)], accept);
  const first = accepted.findIndex((item) => !pinned.includes(item));
  const found = { items: accepted, pinned: first < 0 ? accepted.length : first };
  const areWords = 2 * corrections <= words.words;
  if (accepted.length > 0 || !areWords || !hasRelated(words, answer, RELEVANCE_FITS[mode]))
    return { ...found, related: [] };
  const below = permitted.filter((item, at) => !isResult(item, at)).slice(0, RELATED_CANDIDATES);
  return { ...found, related: (await filterAccepted(below, accept)).slice(0, MAX_RELATED) };
}

/** With the scores that responses show. */
export function withScores(ranked: readonly RankedItem[], { scripture, named }: SearchRequest): ScoredItem[] {
  const tierCount = (scripture ? SCRIPTURE_TIERS : 1) * (1 + (named?.names ?? 0));
  const scored = ranked.map((item) => ({ item, score: shownScore(item, tierCount) }));
  return named?.isWholeQuery ? newestFirst(scored, named) : scored;
}

/** Pinned items in their order, and the others without those that are hidden. */
function withoutPinned(
  scored: ScoredItem[],
  { pinned = [], hidden = [] }: SearchRequest,
): { pinned: ScoredItem[]; others: ScoredItem[] } {
  if (pinned.length + hidden.length === 0) return { pinned: [], others: scored };
  const apart = new Set([...pinned, ...hidden]);
  const byId = new Map(scored.map((item) => [item.item.item.itemId, item]));
  return {
    pinned: pinned.flatMap((itemId) => byId.get(itemId) ?? []),
    others: scored.filter(({ item }) => !apart.has(item.item.itemId)),
  };
}

async function filterAccepted(items: ScoredItem[], accept: SearchRequest['accept']): Promise<ScoredItem[]> {
  if (!accept || items.length === 0) return items;
  const shown = await accept(items.map(({ item }) => item.item.itemId));
  return items.filter(({ item }) => shown.has(item.item.itemId));
}

/** Items further behind the best are on another subject, or coincidences. */
const SIMILAR = 0.1;

/** Number of items, first in order, that are pinned or have at least a tenth of the best score. */
export const similarOf = ({ items, pinned }: Pick<Results, 'items' | 'pinned'>): number => {
  const least = SIMILAR * (items[pinned]?.score ?? 0);
  const first = items.findIndex(({ score }, at) => at >= pinned && score < least);
  return first < 0 ? items.length : first;
};
