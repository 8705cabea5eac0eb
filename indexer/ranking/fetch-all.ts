/** Fetches all candidates of a search: under its filter and, if the query names a scripture, among the items on it. */
import type { KeywordQuery, SearchFilter, SearchReader } from '../ports.js';
import {
  fetchKeywords,
  fetchNearest,
  mergeLists,
  NO_KEYWORDS,
  NO_NEAR,
  probeKeywords,
  type NearLists,
} from './candidates.js';
import type { ScriptureBoost, SearchMode } from '../query/request.js';
import type { CandidateLists } from './evidence.js';
import type { ItemTexts } from './word-evidence.js';
import { fetchMentions } from './mentions.js';

interface Query {
  text: string;
  /** What a keyword search looks for, if not the words of `text`. */
  words?: KeywordQuery;
  mode: SearchMode;
  scripture?: ScriptureBoost;
}

export interface FetchedLists {
  found: CandidateLists;
  /** Candidates on the scripture; null if the query names none, or the filter is for another one. */
  onScripture: CandidateLists | null;
  /** Heads of the best candidates, if requested. */
  heads: readonly ItemTexts[];
}

/** The candidates under a filter, and those among them on the scripture of the query. */
export async function fetchAll(
  index: SearchReader,
  request: Query,
  filter: SearchFilter,
  vector: Promise<Float32Array | null>,
  withHeads: boolean,
): Promise<FetchedLists> {
  const { scripture } = request;
  const mode = scripture?.isWholeQuery ? 'semantic' : request.mode;
  // If no item is on the verses, items on other verses of the chapter are not an answer.
  const isUntagged = scripture?.mentioned && !scripture.itemIds;
  const scriptureFilter = scripture && !isUntagged ? narrowFilter(filter, scripture) : undefined;
  const [{ heads, ...found }, onChapter, mentions] = await Promise.all([
    fetchLists(index, { ...request, mode }, filter, vector, withHeads),
    scriptureFilter ? fetchLists(index, request, scriptureFilter, vector, false) : null,
    scripture?.mentioned ? fetchMentions(index, scripture.mentioned, filter) : null,
  ]);
  return {
    found,
    heads,
    onScripture: onChapter && mentions ? mergeLists(onChapter, mentions) : (onChapter ?? mentions),
  };
}

export const mergedLists = (
  { found, onScripture }: Omit<FetchedLists, 'heads'>,
  scripture: ScriptureBoost | undefined,
): CandidateLists =>
  onScripture
    ? mergeLists(scripture?.isWholeQuery ? { ...found, ...NO_KEYWORDS } : found, onScripture)
    : found;

/** A semantic search fetches a few keyword hits too, to tell which words of the query occur in the library. */
async function fetchLists(
  index: SearchReader,
  { text, words = text, mode }: Query,
  filter: SearchFilter,
  vector: Promise<Float32Array | null>,
  withHeads: boolean,
): Promise<CandidateLists & { heads: readonly ItemTexts[] }> {
  const near = async (): Promise<NearLists> => {
    const embedded = await vector;
    return embedded ? fetchNearest(index, embedded, filter) : NO_NEAR;
  };
  const [keywords, nearest] = await Promise.all([
    mode === 'semantic'
      ? probeKeywords(index, words, filter)
      : fetchKeywords(index, text, words, filter, withHeads),
    near(),
  ]);
  return { heads: [], ...keywords, ...nearest };
}

export const listsForMode = (mode: SearchMode, lists: CandidateLists): CandidateLists =>
  mode === 'semantic' ? { ...lists, ...NO_KEYWORDS } : lists;

/** The filter for candidates on the scripture; undefined if the request filters by another one. */
function narrowFilter(filter: SearchFilter, { book, chapter }: ScriptureBoost): SearchFilter | undefined {
  if (filter.book !== undefined && filter.book !== book) return undefined;
  if (filter.chapter !== undefined && chapter !== undefined && filter.chapter !== chapter) return undefined;
  return { ...filter, book, chapter: chapter ?? filter.chapter };
}

/**
 * Number of result tiers if the query names a scripture: on the exact verses; on the chapter or mentioning the
 * verses; all others.
 */
export const SCRIPTURE_TIERS = 3;

/** Returns the tier of an item: 2 on the exact verses, 1 on the chapter or mentioning the verses, 0 otherwise. */
export function tiers(
  scripture: ScriptureBoost,
  ...onScripture: (CandidateLists | null | undefined)[]
): (itemId: number) => number {
  const onVerses = new Set(scripture.itemIds);
  const onChapter = new Set(onScripture.flatMap((lists) => (lists ? candidateItemIds(lists) : [])));
  return (itemId) => (onVerses.has(itemId) ? 2 : onChapter.has(itemId) ? 1 : 0);
}

export function candidateItemIds(lists: CandidateLists): number[] {
  const { nearChunks, keywordChunks, nearItems, keywordItems, titleItems } = lists;
  return [nearChunks, keywordChunks, nearItems, keywordItems, titleItems].flatMap((list) =>
    list.hits.map((hit) => hit.itemId),
  );
}
