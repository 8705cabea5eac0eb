/**
 * Searches by meaning and by keyword: interprets the query, gathers several kinds of candidates, ranks them
 * together and reads the passages to show.
 */
import type { SearchFilter, ItemHit } from './ports.js';
import { createChunkCounts } from './ranking/chunk-counts.js';
import { createQueryEmbedder } from './query/query-embedder.js';
import type { SearchMode, SearchRequest } from './query/request.js';
import type { FoundPhrase } from './query/restriction.js';
import { similarOf } from './ranking/results.js';
import type { FoundItem } from './ranking/shown-items.js';
import { explainSearch, type Explanation, type ExplainSearchRequest } from './search/explain.js';
import { ENGLISH } from './text/language.js';
import { runSearch, withPassages, type SearchDeps } from './search/run-search.js';

export interface SearchResponse {
  /** The mode used: `keyword` while the embedder is unavailable. */
  mode: SearchMode;
  /** ISO 639-1 code of the query's language; null for English and unknown ones. */
  language: string | null;
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
  /**
   * Why a search finds what it finds, and not another item.
   * @throws {IndexUnavailableError}
   */
  explain(request: ExplainSearchRequest): Promise<Explanation>;
}

/** Keep the searcher: it measures the embedder at the first search, which takes a hundred milliseconds. */
export function createSearcher({
  index,
  embedder,
  inspect,
}: Pick<SearchDeps, 'index' | 'embedder' | 'inspect'>): Searcher {
  const largeAccounts = new Set<number>();
  const queries = createQueryEmbedder(embedder);
  const chunkCounts = createChunkCounts(index);
  const deps = { index, embedder, inspect, queries, largeAccounts, chunkCounts };
  return {
    search: (request) => search(deps, request),
    related: (request) => related(index, request),
    explain: (request) => explainSearch(deps, request),
  };
}

/** What the language of an item is worth to its related ones, as a cosine, and among how many times more it decides. */
const OWN_LANGUAGE = 0.1;
const LANGUAGE_CHOICE = 2;

async function related(
  index: SearchDeps['index'],
  { itemId, filter, limit }: RelatedRequest,
): Promise<ItemHit[]> {
  const reader = (await index.reader?.(filter.accountId)) ?? index;
  const centroid = await reader.itemCentroid(filter.accountId, itemId);
  if (!centroid) return [];
  const excludeItemIds = [...(filter.excludeItemIds ?? []), itemId];
  const near = await reader.nearestItems(centroid, { ...filter, excludeItemIds }, LANGUAGE_CHOICE * limit);
  const language = reader.languageOf?.(itemId);
  const worth = (hit: ItemHit): number =>
    hit.score + (language && reader.languageOf?.(hit.itemId) === language ? OWN_LANGUAGE : 0);
  return near.sort((one, other) => worth(other) - worth(one)).slice(0, limit);
}

async function search(deps: SearchDeps, request: SearchRequest): Promise<SearchResponse> {
  const run = await runSearch(deps, request);
  const { read, gathered, ranking, results, timings } = run;
  const ranked = performance.now();
  const { items, related } = results;
  const areRelated = related.length > 0;
  const page = items.slice(request.offset, request.offset + request.limit);
  const shown = await withPassages(areRelated ? related : page, request, run, areRelated);
  return {
    mode: gathered.mode,
    language: read.reading.language === ENGLISH ? null : read.reading.language,
    ...(areRelated ? { results: [], related: shown } : { results: shown, related: [] }),
    totalRecords: items.length,
    itemIds: Float64Array.from(items, ({ item }) => item.item.itemId),
    similarRecords: similarOf(results),
    totalIsExact: ranking.complete,
    corrections: read.reading.corrections,
    phrases: read.restriction?.phrases ?? [],
    timings: {
      embed: gathered.embedding?.embedMs ?? 0,
      ...timings,
      passages: performance.now() - ranked,
    },
  };
}
