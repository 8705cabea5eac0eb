/** Answers a query with the items that are about it and the minutes where they are: candidates of several kinds, scored together. */
import { highlighter, type Range } from './analyze.js';
import { EmbedderUnavailableError } from './errors.js';
import type { Embedder, SearchFilter, SearchIndex, ItemHit } from './ports.js';
import { measureBackground, type Background } from './ranking/background.js';
import {
  fetchKeywords,
  fetchNear,
  mergeLists,
  NO_KEYWORDS,
  NO_MEANING,
  probeKeywords,
  type NearLists,
} from './ranking/candidates.js';
import type { CandidateLists } from './ranking/evidence.js';
import { familiarity, relevanceThreshold } from './ranking/relevance-threshold.js';
import type { Mode, QueryKind } from './ranking/fusion.js';
import { choosePassages, type ChosenPassage } from './ranking/passages.js';
import { rankItems, shownScore, type RankedItem } from './ranking/rank.js';
import { WEIGHTS } from './ranking/weights.js';

export type SearchMode = Mode;

/** A scripture that the query names: items on it come first. */
export interface ScriptureBoost {
  /** USFM code. */
  book: string;
  chapter?: number;
  /** Items that the caller knows to be on the very verses: before those on the chapter. */
  itemIds?: readonly number[];
}

export interface SearchRequest {
  text: string;
  mode: SearchMode;
  filter: SearchFilter;
  limit: number;
  offset: number;
  /** Passages shown of each item at most. */
  passages: number;
  scripture?: ScriptureBoost;
  /** Which of these items may be shown, asked of all that were found before the page is cut: the index may lag behind its source. */
  accept?: (itemIds: readonly number[]) => Promise<ReadonlySet<number>>;
}

export interface FoundPassage {
  ordinal: number;
  text: string;
  /** Where the query's words stand: half-open ranges of UTF-16 offsets, in order. */
  highlights: Range[];
  startMs: number | null;
  endMs: number | null;
  mediaAssetId: number | null;
  /** 0..1, comparable within one answer. */
  score: number;
}

export interface FoundItem {
  itemId: number;
  /** 0..1, comparable within one answer. */
  score: number;
  /** Best first. */
  passages: FoundPassage[];
}

export interface SearchResponse {
  /** What the answer was made by: `keyword` where the embedder could not serve. */
  mode: SearchMode;
  results: FoundItem[];
  /** Items among the candidates that were considered. */
  totalRecords: number;
  /** Whether there is nothing beyond the candidates. */
  totalIsExact: boolean;
  /** ms; embedding and fetching of candidates overlap. */
  timings: { embed: number; candidates: number; rank: number; passages: number };
}

export interface RelatedRequest {
  itemId: number;
  filter: SearchFilter;
  limit: number;
}

export interface Searcher {
  /** Pages of one query under one filter never overlap while the index stands still. @throws IndexUnavailableError */
  search(request: SearchRequest): Promise<SearchResponse>;
  /** Items nearest to a item as a whole, best first, without itself; none where the index does not hold it. @throws IndexUnavailableError */
  related(request: RelatedRequest): Promise<ItemHit[]>;
}

interface Meaning {
  vector: Float32Array;
  background: Background;
  embedMs: number;
}

/** Tiers of results: on the very verses, on the chapter, all others. */
const TIERS = 3;

const backgrounds = new WeakMap<Embedder, Promise<Background>>();

/** Measured once for each embedder; a failure is not kept. */
function backgroundOf(embedder: Embedder): Promise<Background> {
  let known = backgrounds.get(embedder);
  if (!known) {
    known = measureBackground(embedder);
    backgrounds.set(embedder, known);
    known.catch(() => backgrounds.delete(embedder));
  }
  return known;
}

export function createSearcher({ index, embedder }: { index: SearchIndex; embedder: Embedder }): Searcher {
  return {
    search: (request) => search(index, embedder, request),
    related: (request) => related(index, request),
  };
}

async function related(index: SearchIndex, { itemId, filter, limit }: RelatedRequest): Promise<ItemHit[]> {
  const centroid = await index.itemCentroid(filter.accountId, itemId);
  if (!centroid) return [];
  const excludeItemIds = [...(filter.excludeItemIds ?? []), itemId];
  return index.nearestItems(centroid, { ...filter, excludeItemIds }, limit);
}

async function search(
  index: SearchIndex,
  embedder: Embedder,
  request: SearchRequest,
): Promise<SearchResponse> {
  const { text, filter, scripture } = request;
  const started = performance.now();
  const meaning = request.mode === 'keyword' ? Promise.resolve(null) : embed(embedder, text);
  const narrow = scripture && narrowed(filter, scripture);
  const [found, onScripture] = await Promise.all([
    fetchLists(index, request, filter, meaning),
    narrow ? fetchLists(index, request, narrow, meaning) : null,
  ]);
  const fetched = performance.now();
  const understood = await meaning;
  const mode = understood ? request.mode : 'keyword';
  const background = understood?.background ?? { mean: 0, spread: 1 };
  const lists = withoutUnasked(mode, onScripture ? mergeLists(found, onScripture) : found);
  const kind: QueryKind = {
    mode,
    words: text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length,
    passageWords: meanWords(found),
    spread: background.spread,
  };
  const familiar = await familiarity(text, found.keywordPassages.hits, understood && embedder);
  const floor = relevanceThreshold(familiar, background);
  const tier = scripture && tiers(scripture, onScripture);
  const ranking = rankItems(lists, {
    kind,
    weights: WEIGHTS,
    floor,
    tier,
    alsoItemIds: scripture?.itemIds,
  });
  const items = await accepted(ranking.items, request.accept);
  const page = items.slice(request.offset, request.offset + request.limit);
  const ranked = performance.now();
  const passages = await choosePassages(
    page.map(({ item }) => item),
    {
      index,
      accountId: filter.accountId,
      vector: understood?.vector ?? null,
      kind,
      weights: WEIGHTS,
      limit: request.passages,
    },
  );
  const highlight = highlighter(text);
  const shown = ({ hit, score }: ChosenPassage): FoundPassage => ({
    ordinal: hit.ordinal,
    text: hit.text,
    highlights: highlight(hit.text),
    startMs: hit.startMs,
    endMs: hit.endMs,
    mediaAssetId: hit.mediaAssetId,
    score: shownScore(score - (mode === 'keyword' ? 0 : background.mean / background.spread)),
  });
  return {
    mode,
    results: page.map(({ item, tier: level, score }) => ({
      itemId: item.itemId,
      score: scripture ? shownScore(score, level, TIERS) : shownScore(score),
      passages: (passages.get(item.itemId) ?? []).map(shown),
    })),
    totalRecords: items.length,
    totalIsExact: ranking.complete,
    timings: {
      embed: understood?.embedMs ?? 0,
      candidates: fetched - started,
      rank: ranked - fetched,
      passages: performance.now() - ranked,
    },
  };
}

async function accepted(items: RankedItem[], accept: SearchRequest['accept']): Promise<RankedItem[]> {
  if (!accept || items.length === 0) return items;
  const shown = await accept(items.map(({ item }) => item.itemId));
  return items.filter(({ item }) => shown.has(item.itemId));
}

/** Null where the embedder is not there: then words must do. */
async function embed(embedder: Embedder, text: string): Promise<Meaning | null> {
  const started = performance.now();
  try {
    const [vector, background] = await Promise.all([embedder.embedQuery(text), backgroundOf(embedder)]);
    return { vector, background, embedMs: performance.now() - started };
  } catch (error) {
    if (error instanceof EmbedderUnavailableError) return null;
    throw error;
  }
}

/** A search by meaning asks for a few keyword hits too: they tell whether its words are words. */
async function fetchLists(
  index: SearchIndex,
  { text, mode }: SearchRequest,
  filter: SearchFilter,
  meaning: Promise<Meaning | null>,
): Promise<CandidateLists> {
  const near = async (): Promise<NearLists> => {
    const understood = await meaning;
    return understood ? fetchNear(index, understood.vector, filter) : NO_MEANING;
  };
  const [keywords, nearest] = await Promise.all([
    mode === 'semantic' ? probeKeywords(index, text, filter) : fetchKeywords(index, text, filter),
    near(),
  ]);
  return { ...keywords, ...nearest };
}

const withoutUnasked = (mode: SearchMode, lists: CandidateLists): CandidateLists =>
  mode === 'semantic' ? { ...lists, ...NO_KEYWORDS } : lists;

/** Mean words of the candidate passages whose texts are at hand. */
function meanWords(lists: CandidateLists): number {
  const texts = lists.keywordPassages.hits.slice(0, 20).map((hit) => hit.text);
  const words = texts.reduce((sum, text) => sum + text.split(' ').length, 0);
  return texts.length > 0 ? words / texts.length : 0;
}

/** The filter for candidates on the scripture, or nothing where the caller's own filter is about another one. */
function narrowed(filter: SearchFilter, { book, chapter }: ScriptureBoost): SearchFilter | undefined {
  if (filter.book !== undefined && filter.book !== book) return undefined;
  if (filter.chapter !== undefined && chapter !== undefined && filter.chapter !== chapter) return undefined;
  return { ...filter, book, chapter: chapter ?? filter.chapter };
}

function tiers(scripture: ScriptureBoost, onScripture: CandidateLists | null): (itemId: number) => number {
  const onVerses = new Set(scripture.itemIds);
  const onChapter = new Set(onScripture ? itemsOf(onScripture) : []);
  return (itemId) => (onVerses.has(itemId) ? 2 : onChapter.has(itemId) ? 1 : 0);
}

function itemsOf(lists: CandidateLists): number[] {
  const { nearPassages, keywordPassages, nearItems, keywordItems, titleItems } = lists;
  return [nearPassages, keywordPassages, nearItems, keywordItems, titleItems].flatMap((list) =>
    list.hits.map((hit) => hit.itemId),
  );
}
