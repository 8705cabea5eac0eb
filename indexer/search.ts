/**
 * Searches by meaning and by keyword: interprets the query, gathers several kinds of candidates, ranks them
 * together and reads the passages to show.
 */
import { LRUCache } from 'lru-cache';
import type { Embedder, SearchFilter, SearchIndex, ItemHit } from './ports.js';
import {
  fetchAll,
  itemsOf,
  listsForMode,
  mergedLists,
  SCRIPTURE_TIERS,
  tiers,
  type FetchedLists,
} from './ranking/fetch-all.js';
import { createChunkCounts } from './ranking/chunk-counts.js';
import { isComplete, rankItems, type QueryKind } from './ranking/rank.js';
import { createQueryEmbedder } from './query/query-embedder.js';
import { readQuery, type QueryReaders } from './query/read-query.js';
import type { SearchMode, SearchRequest } from './query/request.js';
import { answerFeatures, hasRelated, RELEVANCE_FITS, type RelevanceSigns } from './ranking/relevance.js';
import { namedTier, newestFirst } from './ranking/named-items.js';
import { minScoreOf, shownScore } from './ranking/shown-score.js';
import { relevanceThreshold, versesThreshold } from './ranking/relevance-threshold.js';
import { passes, type FoundPhrase } from './query/restriction.js';
import { shownItems, type FoundItem, type ScoredItem } from './ranking/shown-items.js';
import { WEIGHTS } from './ranking/weights.js';
import { meanWords, wordEvidence } from './ranking/word-evidence.js';

export interface SearchResponse {
  /** The mode used: `keyword` while the embedder is unavailable. */
  mode: SearchMode;
  results: FoundItem[];
  /** The nearest items if there are no results, neither counted nor paged. Empty if the query is not language. */
  related: FoundItem[];
  /** Number of results among the candidates. */
  totalRecords: number;
  /** Ids of these results, on every page. */
  itemIds: Float64Array;
  /** Number of items, first in order, with at least a tenth of the best score. */
  similarRecords: number;
  /** Whether the candidates include every possible result. */
  totalIsExact: boolean;
  /** Corrected words by the typed word, in lower case. */
  corrections: ReadonlyMap<string, string>;
  /** The phrases of the query. */
  phrases: FoundPhrase[];
  /** ms; embedding and fetching candidates overlap. */
  timings: { embed: number; candidates: number; rank: number; passages: number };
}

export interface RelatedRequest {
  itemId: number;
  filter: SearchFilter;
  limit: number;
}

export interface Searcher {
  /**
   * Pages of a query under the same filter never overlap as long as the index does not change.
   * @throws {IndexUnavailableError}
   */
  search(request: SearchRequest): Promise<SearchResponse>;
  /**
   * The items nearest to an item as a whole, best first, without the item itself; empty if the index does not
   * contain it.
   * @throws {IndexUnavailableError}
   */
  related(request: RelatedRequest): Promise<ItemHit[]>;
}

interface SearchDeps extends QueryReaders {
  index: QueryReaders['index'] & Pick<SearchIndex, 'chunkCounts'>;
  chunkCounts: ReturnType<typeof createChunkCounts>;
  embedder: Embedder;
  /** Called for each search, to fit the probabilities. */
  inspect?: (signs: RelevanceSigns) => void;
  /** Accounts whose last search had more candidates than fit; their filtered candidates are fetched in parallel. */
  largeAccounts: Set<number>;
}

/** Used when no vectors are compared. */
const NO_BACKGROUND = { mean: 0, spread: 1 };
/** Number of items shown if there are no results, and of candidates checked for them. */
const MAX_RELATED = 3;
const RELATED_CANDIDATES = 30;
const LIBRARY_LANGUAGES = { max: 1_000, ttl: 60_000 };

/** Keep the searcher: it measures the embedder at the first search, which takes a hundred milliseconds. */
export function createSearcher({
  index,
  embedder,
  inspect,
}: Pick<SearchDeps, 'index' | 'embedder' | 'inspect'>): Searcher {
  const largeAccounts = new Set<number>();
  const libraryLanguages = new LRUCache<string, true>(LIBRARY_LANGUAGES);
  const queries = createQueryEmbedder(embedder);
  const chunkCounts = createChunkCounts(index);
  const deps = { index, embedder, inspect, queries, largeAccounts, libraryLanguages, chunkCounts };
  return {
    search: (request) => search(deps, request),
    related: (request) => related(index, request),
  };
}

async function related(
  index: SearchDeps['index'],
  { itemId, filter, limit }: RelatedRequest,
): Promise<ItemHit[]> {
  const reader = (await index.reader?.(filter.accountId)) ?? index;
  const centroid = await reader.itemCentroid(filter.accountId, itemId);
  if (!centroid) return [];
  const excludeItemIds = [...(filter.excludeItemIds ?? []), itemId];
  return reader.nearestItems(centroid, { ...filter, excludeItemIds }, limit);
}

async function search(deps: SearchDeps, request: SearchRequest): Promise<SearchResponse> {
  const { scripture, named } = request;
  const started = performance.now();
  const {
    query,
    meaning: meaningPromise,
    foreign,
    restriction,
    filter,
    reader,
  } = await readQuery(deps, request);
  // Scores and threshold are computed from the candidates of the whole account, so that they do not depend on
  // filters.
  const { accountId, publishedOnly, ...narrowing } = filter;
  const isNarrowed = Object.values(narrowing).some((value) => value !== undefined);
  const vector = meaningPromise.then((embedded) => embedded?.vector ?? null);
  const fetch = (under: SearchFilter, withHeads = false): Promise<FetchedLists> =>
    fetchAll(reader, { ...request, ...query }, under, vector, withHeads);
  const atOnce = isNarrowed && deps.largeAccounts.has(accountId) ? fetch(filter) : undefined;
  const [{ found, onScripture, heads }, chunksOf, ofNames] = await Promise.all([
    fetch({ accountId, publishedOnly }, true),
    deps.chunkCounts(reader, accountId),
    named && fetch({ accountId, publishedOnly, itemIds: named.itemIds }),
    atOnce,
  ]);
  const meaning = await meaningPromise;
  const mode = meaning ? request.mode : 'keyword';
  const background = meaning?.background ?? NO_BACKGROUND;
  const lists = listsForMode(mode, mergedLists({ found, onScripture }, scripture));
  const words = await wordEvidence(foreign ? query.text : query.meant, {
    searched: query.words,
    index: reader,
    filter: { accountId, publishedOnly },
    lists: found,
    heads,
    spread: background.spread,
    embedder: meaning && deps.embedder,
    isMeant: foreign && meaning !== null,
  });
  const kind: QueryKind = {
    mode,
    words: query.meant.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length,
    chunkWords: meanWords(found.keywordChunks.hits),
    together: words.together,
    spread: background.spread,
  };
  const threshold = scripture?.isWholeQuery
    ? versesThreshold(background)
    : relevanceThreshold(words, background);
  const answer = answerFeatures(words, meaning && (found.nearItems.hits[0]?.score ?? -1), background);
  const complete = isComplete(lists, threshold);
  if (complete) deps.largeAccounts.delete(accountId);
  else deps.largeAccounts.add(accountId);
  const narrower = isNarrowed && !(complete && request.accept) ? await (atOnce ?? fetch(filter)) : undefined;
  const narrowerLists = narrower && listsForMode(mode, mergedLists(narrower, scripture));
  const fetched = performance.now();
  const scriptureTier = scripture && tiers(scripture, onScripture, narrower?.onScripture);
  const ranking = rankItems(lists, {
    kind,
    weights: WEIGHTS,
    threshold,
    tier: named ? namedTier(named, scriptureTier) : scriptureTier,
    alsoItemIds: [
      ...(scripture?.itemIds ?? []),
      ...(scripture?.mentioned && onScripture ? itemsOf(onScripture) : []),
    ],
    answer,
    chunksOf,
    narrower: narrowerLists,
    named: named &&
      ofNames && {
        lists: listsForMode(mode, mergedLists(ofNames, scripture)),
        itemIds: named.itemIds,
      },
  });
  deps.inspect?.({
    mode,
    answer,
    field: ranking.field,
    candidates: ranking.items.map(({ item, score }) => ({ itemId: item.itemId, score })),
  });
  const tierCount = (scripture ? SCRIPTURE_TIERS : 1) * (1 + (named?.names ?? 0));
  const byRank = ranking.items.map((item) => ({ item, score: shownScore(item, tierCount) }));
  const scored = named?.isWholeQuery ? newestFirst(byRank, named) : byRank;
  const phrases = restriction?.phrases ?? [];
  const minScoreAt = minScoreOf({ ...request, phrases: phrases.filter(({ found: items }) => items > 0) });
  const permitted = restriction ? scored.filter(({ item }) => passes(restriction, item.item.itemId)) : scored;
  const indexed = narrowerLists && new Set(itemsOf(narrowerLists));
  const accept = request.accept ?? (indexed && (() => Promise.resolve(indexed)));
  const isResult = ({ score }: ScoredItem, at: number): boolean => score >= minScoreAt(at);
  const items = await filterAccepted(permitted.filter(isResult), accept);
  const areWords = 2 * query.corrections.size <= words.words;
  const isRelated = items.length === 0 && areWords && hasRelated(words, answer, RELEVANCE_FITS[mode]);
  const below = isRelated ? permitted.filter((item, at) => !isResult(item, at)) : [];
  const related = (await filterAccepted(below.slice(0, RELATED_CANDIDATES), accept)).slice(0, MAX_RELATED);
  const ranked = performance.now();
  const page = items.slice(request.offset, request.offset + request.limit);
  const shown = await shownItems(isRelated ? related : page, {
    choose: {
      index: reader,
      accountId,
      vector: meaning?.vector ?? null,
      kind,
      weights: WEIGHTS,
      limit: request.passages,
    },
    query,
    prefixes: request.prefixes,
    mentioned: scripture?.mentioned,
  });
  const results = named?.isWholeQuery ? shown.map(withMentionsOnly) : shown;
  return {
    mode,
    results: isRelated ? [] : results,
    related: isRelated ? shown : [],
    totalRecords: items.length,
    itemIds: Float64Array.from(items, ({ item }) => item.item.itemId),
    similarRecords: similarOf(items),
    totalIsExact: ranking.complete,
    corrections: query.corrections,
    phrases,
    timings: {
      embed: meaning?.embedMs ?? 0,
      candidates: fetched - started,
      rank: ranked - fetched,
      passages: performance.now() - ranked,
    },
  };
}

/** Items further behind the best are on another subject, or coincidences. */
const SIMILAR = 0.1;

const similarOf = (items: readonly { score: number }[]): number => {
  const least = SIMILAR * (items[0]?.score ?? 0);
  const first = items.findIndex(({ score }) => score < least);
  return first < 0 ? items.length : first;
};

/** For a query that is only a name, shows only the passages that mention it. */
const withMentionsOnly = (item: FoundItem): FoundItem => ({
  ...item,
  passages: item.passages.filter(({ highlights }) => highlights.length > 0),
});

async function filterAccepted(items: ScoredItem[], accept: SearchRequest['accept']): Promise<ScoredItem[]> {
  if (!accept || items.length === 0) return items;
  const shown = await accept(items.map(({ item }) => item.item.itemId));
  return items.filter(({ item }) => shown.has(item.item.itemId));
}
