/**
 * Searches by meaning and by keyword: interprets the query, gathers several kinds of candidates, ranks them
 * together and reads the passages to show.
 */
import { LRUCache } from 'lru-cache';
import type { Embedder, SearchFilter, SearchIndex, ItemHit } from './ports.js';
import type { CandidateLists } from './ranking/evidence.js';
import {
  fetchAll,
  itemsOf,
  listsForMode,
  mergedLists,
  tiers,
  type FetchedLists,
} from './ranking/fetch-all.js';
import { createChunkCounts, type ChunksOf } from './ranking/chunk-counts.js';
import { weighEvidence, type QueryEvidence } from './ranking/query-evidence.js';
import { isComplete, rankItems, type Ranking } from './ranking/rank.js';
import { createQueryEmbedder, type Meaning } from './query/query-embedder.js';
import { readQuery, type QueryReaders, type ReadQuery } from './query/read-query.js';
import type { SearchMode, SearchRequest } from './query/request.js';
import type { RelevanceSigns } from './ranking/relevance.js';
import { namedTier } from './ranking/named-items.js';
import type { FoundPhrase } from './query/restriction.js';
import { chooseResults, similarOf, type Results } from './ranking/results.js';
import { shownItems, type FoundItem } from './ranking/shown-items.js';
import { WEIGHTS } from './ranking/weights.js';

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

/**
 * The candidates of the whole account: scores and threshold are computed from these, so that they do not depend on
 * filters.
 */
interface Gathered extends FetchedLists {
  /** Null if the query has no meaning to compare, or while the embedder is unavailable. */
  meaning: Meaning | null;
  mode: SearchMode;
  chunksOf: ChunksOf;
  /** Candidates among the items that the query names. */
  ofNames: FetchedLists | undefined;
  /** Fetches the candidates under the filters of the request; undefined if it has none. */
  underFilters: (() => Promise<FetchedLists>) | undefined;
}

async function search(deps: SearchDeps, request: SearchRequest): Promise<SearchResponse> {
  const started = performance.now();
  const read = await readQuery(deps, request);
  const gathered = await gatherCandidates(deps, request, read);
  const evidence = await weighEvidence(deps.embedder, request, read, gathered);
  const lists = listsOf(gathered, gathered.mode, request);
  const isWhole = rememberSize(
    deps.largeAccounts,
    read.filter.accountId,
    isComplete(lists, evidence.threshold),
  );
  const narrower = isWhole && request.accept ? undefined : await gathered.underFilters?.();
  const fetched = performance.now();
  const ranking = rank(request, gathered, evidence, lists, narrower);
  deps.inspect?.({
    mode: gathered.mode,
    answer: evidence.answer,
    field: ranking.field,
    candidates: ranking.items.map(({ item, score }) => ({ itemId: item.itemId, score })),
  });
  const results = await chooseResults(ranking.items, {
    request,
    mode: gathered.mode,
    restriction: read.restriction,
    ...evidence,
    corrections: read.query.corrections.size,
    accept: request.accept ?? (narrower && accepting(listsOf(narrower, gathered.mode, request))),
  });
  const ranked = performance.now();
  const shown = await showPage(request, read, gathered, evidence, results);
  return {
    mode: gathered.mode,
    ...shown,
    totalRecords: results.items.length,
    itemIds: Float64Array.from(results.items, ({ item }) => item.item.itemId),
    similarRecords: similarOf(results.items),
    totalIsExact: ranking.complete,
    corrections: read.query.corrections,
    phrases: read.restriction?.phrases ?? [],
    timings: {
      embed: gathered.meaning?.embedMs ?? 0,
      candidates: fetched - started,
      rank: ranked - fetched,
      passages: performance.now() - ranked,
    },
  };
}

async function gatherCandidates(
  deps: SearchDeps,
  request: SearchRequest,
  { reader, query, meaning: embedding, filter }: ReadQuery,
): Promise<Gathered> {
  const { accountId, publishedOnly, ...narrowing } = filter;
  const isNarrowed = Object.values(narrowing).some((value) => value !== undefined);
  const vector = embedding.then((embedded) => embedded?.vector ?? null);
  const fetch = (under: SearchFilter, withHeads = false): Promise<FetchedLists> =>
    fetchAll(reader, { ...request, ...query }, under, vector, withHeads);
  const atOnce = isNarrowed && deps.largeAccounts.has(accountId) ? fetch(filter) : undefined;
  const [whole, chunksOf, ofNames] = await Promise.all([
    fetch({ accountId, publishedOnly }, true),
    deps.chunkCounts(reader, accountId),
    request.named && fetch({ accountId, publishedOnly, itemIds: request.named.itemIds }),
    atOnce,
  ]);
  const meaning = await embedding;
  return {
    ...whole,
    meaning,
    mode: meaning ? request.mode : 'keyword',
    chunksOf,
    ofNames,
    underFilters: isNarrowed ? () => atOnce ?? fetch(filter) : undefined,
  };
}

const listsOf = (fetched: FetchedLists, mode: SearchMode, { scripture }: SearchRequest): CandidateLists =>
  listsForMode(mode, mergedLists(fetched, scripture));

/**
 * The filtered candidates of an account are fetched in parallel if its last search had more candidates than fit.
 * @returns `complete`
 */
function rememberSize(largeAccounts: Set<number>, accountId: number, complete: boolean): boolean {
  if (complete) largeAccounts.delete(accountId);
  else largeAccounts.add(accountId);
  return complete;
}

function rank(
  request: SearchRequest,
  { mode, chunksOf, onScripture, ofNames }: Gathered,
  { kind, threshold, answer }: QueryEvidence,
  lists: CandidateLists,
  narrower: FetchedLists | undefined,
): Ranking {
  const { scripture, named } = request;
  const scriptureTier = scripture && tiers(scripture, onScripture, narrower?.onScripture);
  return rankItems(lists, {
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
    narrower: narrower && listsOf(narrower, mode, request),
    named: named && ofNames && { lists: listsOf(ofNames, mode, request), itemIds: named.itemIds },
  });
}

/** Without `accept`, the index decides which items pass the filters. */
const accepting = (lists: CandidateLists): NonNullable<SearchRequest['accept']> => {
  const indexed = new Set(itemsOf(lists));
  return () => Promise.resolve(indexed);
};

async function showPage(
  { offset, limit, passages, prefixes, scripture, named }: SearchRequest,
  { reader, query, filter: { accountId } }: ReadQuery,
  { meaning }: Gathered,
  { kind }: QueryEvidence,
  { items, related }: Results,
): Promise<Pick<SearchResponse, 'results' | 'related'>> {
  const page = items.slice(offset, offset + limit);
  const shown = await shownItems(related.length > 0 ? related : page, {
    choose: {
      index: reader,
      accountId,
      vector: meaning?.vector ?? null,
      kind,
      weights: WEIGHTS,
      limit: passages,
    },
    query,
    prefixes,
    mentioned: scripture?.mentioned,
  });
  if (related.length > 0) return { results: [], related: shown };
  return { results: named?.isWholeQuery ? shown.map(withMentionsOnly) : shown, related: [] };
}

/** For a query that is only a name, shows only the passages that mention it. */
const withMentionsOnly = (item: FoundItem): FoundItem => ({
  ...item,
  passages: item.passages.filter(({ highlights }) => highlights.length > 0),
});
