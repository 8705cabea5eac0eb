/** The search thread: it reads the index file, has accounts in memory, and ranks. The main thread embeds. */
import { LRUCache } from 'lru-cache';
import { serve } from '../../workers/index.js';
import type { MemoryState } from '../engines/embedded/accounts.js';
import { openEmbeddedIndex, type EmbeddedOptions } from '../engines/embedded/embedded-index.js';
import {
  EmbedderUnavailableError,
  IndexUnavailableError,
  type Embedder,
  type ItemHit,
  type SearchFilter,
} from '../ports.js';
import type { SearchRequest } from '../query/request.js';
import type { Explanation, ExplainSearchRequest } from '../search/explain.js';
import { ENGLISH, likelyLanguage } from '../text/language.js';
import { createSearcher, type RelatedRequest, type SearchResponse } from '../search.js';

/** The index file that the thread searches. */
export type SearchedFile = Omit<EmbeddedOptions, 'warn'>;

/** A response and, of a search with `itemsMatchingFilter`, the items that were asked about. */
export interface Answer {
  response: SearchResponse;
  candidates: Float64Array;
  /** By place in `candidates`: 1 where the item is taken to pass the filter, or 0. */
  passing: Uint8Array;
}

/** What the thread serves. */
export interface SearchCalls {
  /**
   * @param vector of the request's text; null where it is not needed, or the embedder is unavailable
   * @param accept that of the request, if any; with `itemsMatchingFilter`, items are accepted that pass the filter by their attributes
   *   in the index: the thread need not wait for SQL
   */
  search(
    request: Omit<SearchRequest, 'accept'>,
    vector: Float32Array | null,
    accept: SearchRequest['accept'] | 'passing',
  ): Promise<Answer>;
  explain(
    request: Omit<ExplainSearchRequest, 'accept'>,
    vector: Float32Array | null,
    accept: SearchRequest['accept'],
  ): Promise<Explanation>;
  related(request: RelatedRequest): Promise<ItemHit[]>;
  load(accountId: number): Promise<void>;
  follow(): Promise<void>;
  state(): MemoryState;
}

/** What the thread calls on the main thread. */
export interface MainCalls extends Required<Omit<Embedder, 'modelId' | 'dimensions' | 'close'>> {
  warn(message: string): void;
}

const vectorKey = (text: string, language: string = ENGLISH): string => `${language} ${text}`;

const ANY_SEARCH = { text: 'grace', mode: 'hybrid', limit: 1, offset: 0, passages: 1 } as const;

/** Searches in progress at one time, at most: their vectors came with them. */
const MAX_VECTORS = 100;

serve<MainCalls>(
  (file: SearchedFile, main): SearchCalls => {
    const index = openEmbeddedIndex({
      ...file,
      warn: (message) => void main.call('warn', message).catch(() => undefined),
    });
    /** By language and text. */
    const vectors = new LRUCache<string, Float32Array>({ max: MAX_VECTORS });
    const embedder: Embedder = {
      modelId: '',
      dimensions: file.dimensions,
      embedQuery: async (text, language) =>
        vectors.get(vectorKey(text, language)) ?? main.call('embedQuery', text, language),
      embedDocuments: (texts, languages) => main.call('embedDocuments', texts, languages),
      countPieces: (words, language) => main.call('countPieces', words, language),
      vocabulary: (language) => main.call('vocabulary', language),
      languages: () => main.call('languages'),
      wordList: (language) => main.call('wordList', language),
      close: () => Promise.resolve(),
    };
    const searcher = createSearcher({ index, embedder });
    const itemsMatchingFilter = async (
      itemIds: readonly number[],
      filter: SearchFilter,
    ): Promise<Set<number>> => {
      const passes = (await index.reader(filter.accountId)).passing?.(filter);
      return new Set(passes ? itemIds.filter(passes) : itemIds);
    };
    return {
      search: async (request, vector, accept) => {
        if (vector) vectors.set(vectorKey(request.text, likelyLanguage(request.text)), vector);
        const decisions = new Map<number, boolean>();
        const byAttributes = async (itemIds: readonly number[]): Promise<ReadonlySet<number>> => {
          const accepted = await itemsMatchingFilter(itemIds, request.filter);
          for (const itemId of itemIds) decisions.set(itemId, accepted.has(itemId));
          return accepted;
        };
        const response = await searcher.search({
          ...request,
          accept: accept === 'passing' ? byAttributes : accept,
        });
        return {
          response,
          candidates: Float64Array.from(decisions.keys()),
          passing: Uint8Array.from(decisions.values(), Number),
        };
      },
      explain: async (request, vector, accept) => {
        if (vector) vectors.set(vectorKey(request.text, likelyLanguage(request.text)), vector);
        return searcher.explain({ ...request, ...(accept && { accept }) });
      },
      related: searcher.related,
      load: async (accountId) => {
        const reader = await index.reader(accountId);
        if (reader.byWordsOnly) return;
        const filter = { accountId, publishedOnly: true };
        const languages = (await reader.languages?.(filter)) ?? [];
        // What the first search of several languages measures and reads.
        if (languages.some((language) => language !== ENGLISH))
          await searcher.search({ ...ANY_SEARCH, filter });
      },
      follow: index.follow,
      state: index.memory,
    };
  },
  { IndexUnavailableError, EmbedderUnavailableError },
);
