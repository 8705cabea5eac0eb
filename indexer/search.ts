/**
 * Searches by meaning and by words: gathers candidates of several kinds, ranks them together and reads the passages to
 * show.
 */
import { LRUCache } from 'lru-cache';
import { highlighter, searchedTerms, type Range } from './analyze.js';
import { foreignQuery, type HeldLanguages } from './foreign-words.js';
import type { Embedder, SearchFilter, SearchIndex, SearchReader, ItemHit, Vocabulary } from './ports.js';
import {
  fetchAll,
  itemsOf,
  listsForMode,
  mergedLists,
  tiers,
  type FetchedLists,
  type ScriptureBoost,
} from './ranking/fetch-all.js';
import { choosePassages, type ChosenPassage } from './ranking/passages.js';
import { isComplete, rankItems, type Mode, type QueryKind, type RankedItem } from './ranking/rank.js';
import { createQueryEmbedder, type QueryEmbedder } from './query-embedder.js';
import { answerFeatures, type RelevanceSigns } from './ranking/relevance.js';
import { minScoreOf, passageScore, shownScore } from './ranking/shown-score.js';
import { relevanceThreshold, versesThreshold } from './ranking/relevance-threshold.js';
import type { ParsedQuery } from './query-syntax.js';
import { passes, restricted, restrictionOf } from './restriction.js';
import { withoutRepeats } from './ranking/repeated-text.js';
import { citationOf } from './scripture-query.js';
import { spelled } from './spelling/spelling.js';
import { WEIGHTS } from './ranking/weights.js';
import { meanWords, wordEvidence } from './ranking/word-evidence.js';

export type SearchMode = Mode;

/** A query as `parseQuery` reads it; a text alone has no syntax. */
export interface SearchRequest extends Partial<ParsedQuery> {
  text: string;
  /** `auto`, the default, corrects words that no text has. */
  spelling?: 'auto' | 'exact';
  mode: SearchMode;
  filter: SearchFilter;
  limit: number;
  offset: number;
  /** Maximum number of passages per item. */
  passages: number;
  /**
   * Score from which an item is a result, 0..1. Without it, `MIN_SCORE`, or none where the query has phrases or
   * beginnings of words, as these choose the results.
   */
  minScore?: number;
  scripture?: ScriptureBoost;
  /**
   * Returns which of all found items pass the filter and may be shown, as the index may lag behind its source. Called
   * before the page is cut. Without it, the index decides.
   */
  accept?: (itemIds: readonly number[]) => Promise<ReadonlySet<number>>;
}

export interface FoundPassage {
  ordinal: number;
  text: string;
  /** The query's words in `text`: half-open ranges of UTF-16 offsets, in order. */
  highlights: Range[];
  startMs: number | null;
  endMs: number | null;
  mediaAssetId: number | null;
  /** 0..1, at most the item's; comparable within one item. */
  score: number;
}

export interface FoundItem {
  itemId: number;
  /** Probability that the item is relevant, 0..1; with a scripture, a third for each tier below and a third of it. */
  score: number;
  /** Best first. */
  passages: FoundPassage[];
}

export interface SearchResponse {
  /** The mode that was used: `keyword` while the embedder is unavailable. */
  mode: SearchMode;
  results: FoundItem[];
  /** Number of items among the candidates whose score is high enough. */
  totalRecords: number;
  /** Whether there can be no result beyond the candidates. */
  totalIsExact: boolean;
  /** Corrected words by what was typed, lower-case. */
  corrections: ReadonlyMap<string, string>;
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
   * Pages of one query under one filter never overlap as long as the index does not change.
   * @throws {IndexUnavailableError}
   */
  search(request: SearchRequest): Promise<SearchResponse>;
  /**
   * The items nearest to an item as a whole, best first, without itself; none if the index does not contain it.
   * @throws {IndexUnavailableError}
   */
  related(request: RelatedRequest): Promise<ItemHit[]>;
}

interface SearchDeps {
  vocabularyOf?: (accountId: number) => Promise<Vocabulary>;
  index: SearchReader & Pick<SearchIndex, 'reader'>;
  embedder: Embedder;
  queries: QueryEmbedder;
  /** Called at each search, to fit the probabilities. */
  inspect?: (signs: RelevanceSigns) => void;
  /** Accounts whose last search had more candidates than fit. Their filtered candidates are fetched at once. */
  largeAccounts: Set<number>;
  heldLanguages: HeldLanguages;
}

const NO_MEANING = Promise.resolve(null);
const HELD_LANGUAGES = { max: 1_000, ttl: 60_000 };

/**
 * The embedder is measured at the first search, which takes a hundred milliseconds: keep the searcher.
 * @param vocabularyOf the words that spelling goes by where an account is not in memory
 */
export function createSearcher({
  index,
  embedder,
  vocabularyOf,
  inspect,
}: Pick<SearchDeps, 'index' | 'embedder' | 'vocabularyOf' | 'inspect'>): Searcher {
  const largeAccounts = new Set<number>();
  const heldLanguages = new LRUCache<string, true>(HELD_LANGUAGES);
  const queries = createQueryEmbedder(embedder);
  const deps = { index, embedder, vocabularyOf, inspect, queries, largeAccounts, heldLanguages };
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
  const { index, embedder, queries } = deps;
  const { scripture } = request;
  const started = performance.now();
  const embedded = request.mode === 'keyword' ? NO_MEANING : queries.embed(request.text);
  embedded.catch(() => undefined);
  const reader = (await index.reader?.(request.filter.accountId)) ?? index;
  const foreign = await foreignQuery(reader, request.text, request.filter, deps.heldLanguages);
  const vocabulary = async (): Promise<Vocabulary | undefined> =>
    reader.vocabulary?.(request.filter) ??
    (await deps.vocabularyOf?.(request.filter.accountId).catch(() => undefined));
  const query = await spelled(
    reader,
    { ...request, text: foreign?.text ?? request.text },
    {
      ...request,
      ...((foreign || scripture?.isWholeQuery) && { spelling: 'exact' }),
      vocabulary,
      dictionary: queries.dictionary,
    },
  );
  const text = foreign ? request.text : query.text;
  const hasMeaning = request.mode !== 'keyword' && (!foreign || (await queries.knows(foreign.languages)));
  const meaningPromise = !hasMeaning ? NO_MEANING : text === request.text ? embedded : queries.embed(text);
  meaningPromise.catch(() => undefined);
  const restriction = await restrictionOf(reader, request, request.filter, vocabulary);
  const filter = restriction ? restricted(request.filter, restriction) : request.filter;
  // Scores and threshold come from the candidates of the whole account, so that they do not depend on filters.
  const { accountId, publishedOnly, ...narrowing } = filter;
  const isNarrowed = Object.values(narrowing).some((value) => value !== undefined);
  const vector = meaningPromise.then((embedded) => embedded?.vector ?? null);
  const fetch = (under: SearchFilter): Promise<FetchedLists> =>
    fetchAll(reader, { ...request, ...query }, under, vector);
  const atOnce = isNarrowed && deps.largeAccounts.has(accountId) ? fetch(filter) : undefined;
  const [{ found, onScripture }] = await Promise.all([fetch({ accountId, publishedOnly }), atOnce]);
  const meaning = await meaningPromise;
  const mode = meaning ? request.mode : 'keyword';
  const background = meaning?.background ?? { mean: 0, spread: 1 };
  const lists = listsForMode(mode, mergedLists({ found, onScripture }, scripture));
  const kind: QueryKind = {
    mode,
    words: text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length,
    chunkWords: meanWords(found.keywordChunks.hits),
    spread: background.spread,
  };
  const words = await wordEvidence(foreign ? query.text : text, {
    searched: query.words,
    index: reader,
    filter: { accountId, publishedOnly },
    lists: found,
    spread: background.spread,
    embedder: meaning && embedder,
    isMeant: foreign !== null && meaning !== null,
  });
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
  const ranking = rankItems(lists, {
    kind,
    weights: WEIGHTS,
    threshold,
    tier: scripture && tiers(scripture, onScripture, narrower?.onScripture),
    alsoItemIds: scripture?.mentioned && onScripture ? itemsOf(onScripture) : scripture?.itemIds,
    answer,
    narrower: narrowerLists,
  });
  deps.inspect?.({
    mode,
    answer,
    field: ranking.field,
    candidates: ranking.items.map(({ item, score }) => ({ itemId: item.itemId, score })),
  });
  const scoreOf = (item: RankedItem): number => shownScore(item, scripture !== undefined);
  const minScore = minScoreOf(request);
  const relevant = ranking.items.filter((item) => scoreOf(item) >= minScore);
  const indexed = narrowerLists && new Set(itemsOf(narrowerLists));
  const items = await filterAccepted(
    restriction ? relevant.filter(({ item }) => passes(restriction, item.itemId)) : relevant,
    request.accept ?? (indexed && (() => Promise.resolve(indexed))),
  );
  const page = items.slice(request.offset, request.offset + request.limit);
  const ranked = performance.now();
  const passages = await choosePassages(page, {
    index: reader,
    accountId: filter.accountId,
    vector: meaning?.vector ?? null,
    kind,
    weights: WEIGHTS,
    limit: request.passages,
  });
  const citation = scripture?.mentioned ? searchedTerms(citationOf(scripture.mentioned)) : [];
  const highlight = highlighter(query.text, request.prefixes, [...(query.words ?? []), ...citation]);
  const toPassage = ({ hit, score }: ChosenPassage, itemScore: number, best: number) => ({
    ordinal: hit.ordinal,
    text: hit.text,
    startMs: hit.startMs,
    endMs: hit.endMs,
    mediaAssetId: hit.mediaAssetId,
    score: passageScore(itemScore, score, best),
  });
  const highlighted = (passage: ReturnType<typeof toPassage>): FoundPassage => ({
    ...passage,
    highlights: highlight(passage.text),
  });
  return {
    mode,
    results: page.map((found) => {
      const { itemId } = found.item;
      const score = scoreOf(found);
      const own = passages.get(itemId) ?? [];
      const best = Math.max(...own.map((passage) => passage.score));
      const shown = own.map((passage) => toPassage(passage, score, best));
      return { itemId, score, passages: withoutRepeats(shown).map(highlighted) };
    }),
    totalRecords: items.length,
    totalIsExact: ranking.complete,
    corrections: query.corrections,
    timings: {
      embed: meaning?.embedMs ?? 0,
      candidates: fetched - started,
      rank: ranked - fetched,
      passages: performance.now() - ranked,
    },
  };
}

async function filterAccepted(items: RankedItem[], accept: SearchRequest['accept']): Promise<RankedItem[]> {
  if (!accept || items.length === 0) return items;
  const shown = await accept(items.map(({ item }) => item.itemId));
  return items.filter(({ item }) => shown.has(item.itemId));
}
