/** Runs a search up to its results: interprets the query, gathers candidates, ranks them and chooses. */
import type { Embedder, SearchFilter, SearchIndex } from '../ports.js';
import type { CandidateLists } from '../ranking/evidence.js';
import {
  fetchAll,
  candidateItemIds,
  listsForMode,
  mergedLists,
  tiers,
  type FetchedLists,
} from '../ranking/fetch-all.js';
import type { createChunkCounts, ChunksOf } from '../ranking/chunk-counts.js';
import { onEnglishScale } from '../ranking/english-scale.js';
import { weighEvidence, type QueryEvidence } from '../ranking/query-evidence.js';
import { isComplete, rankItems, type Ranking } from '../ranking/rank.js';
import type { QueryEmbedding } from '../query/query-embedder.js';
import { readQuery, type QueryReaders, type ReadQuery } from '../query/read-query.js';
import type { SearchMode, SearchRequest } from '../query/request.js';
import type { RelevanceSigns } from '../ranking/relevance.js';
import { namedTier } from '../ranking/named-items.js';
import { chooseResults, type Results } from '../ranking/results.js';
import { shownItems, type FoundItem, type ScoredItem } from '../ranking/shown-items.js';
import { WEIGHTS } from '../ranking/weights.js';

export interface SearchDeps extends QueryReaders {
  index: QueryReaders['index'] & Pick<SearchIndex, 'chunkCounts'>;
  chunkCounts: ReturnType<typeof createChunkCounts>;
  embedder: Embedder;
  /** Called for each search, to fit the probabilities. */
  inspect?: ((signs: RelevanceSigns) => void) | undefined;
  /** Accounts whose last search had more candidates than fit; their filtered candidates are fetched in parallel. */
  largeAccounts: Set<number>;
}

/**
 * The candidates of the whole account: scores and threshold are computed from these, so that they do not depend on
 * filters.
 */
export interface GatheredCandidates extends FetchedLists {
  /** Null if the query has no meaning to compare, or while the embedder is unavailable. */
  embedding: QueryEmbedding | null;
  mode: SearchMode;
  chunksOf: ChunksOf;
  /** Candidates among the items that the query names or that are pinned. */
  also: { fetched: FetchedLists; itemIds: readonly number[] } | undefined;
  /** Fetches the candidates under the filters of the request; undefined if it has none. */
  underFilters: (() => Promise<FetchedLists>) | undefined;
}

export interface SearchRun {
  /** Cosines of its reader are on the scale of English passages. */
  read: ReadQuery;
  gathered: GatheredCandidates;
  evidence: QueryEvidence;
  ranking: Ranking;
  results: Results;
  /** Decides which items may be shown; undefined if all may. */
  accept: SearchRequest['accept'];
  /** ms */
  timings: { candidates: number; rank: number };
}

export async function runSearch(deps: SearchDeps, request: SearchRequest): Promise<SearchRun> {
  const started = performance.now();
  const read = await readOnEnglishScale(deps, request);
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
  const accept = request.accept ?? (narrower && accepting(listsOf(narrower, gathered.mode, request)));
  const results = await chooseResults(ranking.items, {
    request,
    mode: gathered.mode,
    restriction: read.restriction,
    ...evidence,
    corrections: read.reading.corrections.size,
    accept,
  });
  const timings = { candidates: fetched - started, rank: performance.now() - fetched };
  return { read, gathered, evidence, ranking, results, accept, timings };
}

async function readOnEnglishScale(deps: SearchDeps, request: SearchRequest): Promise<ReadQuery> {
  const read = await readQuery(deps, request);
  const { reader, reading, held } = read;
  if (held.length === 0) return read;
  return { ...read, reader: onEnglishScale(reader, () => deps.queries.scales(reading.language, held)) };
}

async function gatherCandidates(
  deps: SearchDeps,
  request: SearchRequest,
  { reader, reading, embedding: pending, filter }: ReadQuery,
): Promise<GatheredCandidates> {
  const { accountId, publishedOnly, ...narrowing } = filter;
  const isNarrowed = Object.values(narrowing).some((value) => value !== undefined);
  const vector = pending.then((embedded) => embedded?.vector ?? null);
  const query = { ...request, text: reading.text, words: reading.words };
  const fetch = (under: SearchFilter, withHeads = false): Promise<FetchedLists> =>
    fetchAll(reader, query, under, vector, withHeads);
  const atOnce = isNarrowed && deps.largeAccounts.has(accountId) ? fetch(filter) : undefined;
  const alsoItemIds = [...(request.named?.itemIds ?? []), ...(request.pinned ?? [])];
  const [whole, chunksOf, also] = await Promise.all([
    fetch({ accountId, publishedOnly }, true),
    deps.chunkCounts(reader, accountId),
    alsoItemIds.length > 0 ? fetch({ accountId, publishedOnly, itemIds: alsoItemIds }) : undefined,
    atOnce,
  ]);
  const embedding = await pending;
  return {
    ...whole,
    embedding,
    mode: embedding ? request.mode : 'keyword',
    chunksOf,
    also: also && { fetched: also, itemIds: alsoItemIds },
    underFilters: isNarrowed ? () => atOnce ?? fetch(filter) : undefined,
  };
}

export const listsOf = (
  fetched: FetchedLists,
  mode: SearchMode,
  { scripture }: SearchRequest,
): CandidateLists => listsForMode(mode, mergedLists(fetched, scripture));

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
  { mode, chunksOf, onScripture, also }: GatheredCandidates,
  { kind, threshold, answer }: QueryEvidence,
  lists: CandidateLists,
  narrower: FetchedLists | undefined,
): Ranking {
  const { scripture, named, pinned } = request;
  const scriptureTier = scripture && tiers(scripture, onScripture, narrower?.onScripture);
  return rankItems(lists, {
    kind,
    weights: WEIGHTS,
    threshold,
    tier: named ? namedTier(named, scriptureTier) : scriptureTier,
    alsoItemIds: [
      ...(scripture?.itemIds ?? []),
      ...(scripture?.mentioned && onScripture ? candidateItemIds(onScripture) : []),
    ],
    answer,
    chunksOf,
    narrower: narrower && listsOf(narrower, mode, request),
    also: also && { lists: listsOf(also.fetched, mode, request), itemIds: also.itemIds },
    pinned,
  });
}

/** Without `accept`, the index decides which items pass the filters. */
const accepting = (lists: CandidateLists): NonNullable<SearchRequest['accept']> => {
  const indexed = new Set(candidateItemIds(lists));
  return () => Promise.resolve(indexed);
};

/** Adds the best passages to items. */
export async function withPassages(
  items: readonly ScoredItem[],
  { passages, prefixes, scripture, named }: SearchRequest,
  { read: { reader, reading, filter }, gathered, evidence: { kind } }: SearchRun,
  areRelated = false,
): Promise<FoundItem[]> {
  const shown = await shownItems(items, {
    choose: {
      index: reader,
      accountId: filter.accountId,
      vector: gathered.embedding?.vector ?? null,
      kind,
      weights: WEIGHTS,
      limit: passages,
    },
    reading,
    prefixes,
    mentioned: scripture?.mentioned,
  });
  return named?.isWholeQuery && !areRelated ? shown.map(withMentionsOnly) : shown;
}

/** For a query that is only a name, shows only the passages that mention it. */
const withMentionsOnly = (item: FoundItem): FoundItem => ({
  ...item,
  passages: item.passages.filter(({ highlights }) => highlights.length > 0),
});
