/** The main thread's end of the search thread: sends searches there, and keeps its last answers. */
import { createWorker, WorkerError } from '../../workers/index.js';
import type { MemoryState } from '../engines/embedded/accounts.js';
import type { EmbeddedIndex } from '../engines/embedded/embedded-index.js';
import { complete, EmbedderUnavailableError, IndexUnavailableError, type Embedder } from '../ports.js';
import { likelyLanguage } from '../text/language.js';
import type { SearchRequest } from '../query/request.js';
import type { Searcher, SearchResponse } from '../search.js';
import type { Answer, MainCalls, SearchCalls, SearchedFile } from './search-worker.js';
import { LRUCache } from 'lru-cache';

type Accept = NonNullable<SearchRequest['accept']>;

export interface SearchThreadOptions {
  file: SearchedFile;
  index: Pick<EmbeddedIndex, 'position' | 'assertPresent'>;
  embedder: Embedder;
  /** For answers to the last searches. */
  answerBytes: number;
  /** Told when the thread has stopped, or an account does not fit in memory. */
  warn: (message: string) => void;
}

/** @throws {IndexUnavailableError} also while the thread cannot run */
export interface SearchThread extends Searcher {
  /** Resolves once the account is in memory and ready to be searched, or does not fit. */
  load(accountId: number): Promise<void>;
  state(): Promise<MemoryState & { answers: number }>;
  close(): Promise<void>;
}

/** Time between two looks for what was written, so that little is left to be read when somebody searches, ms. */
const FOLLOW_MS = 5_000;

/** The thread is started at the first call. */
export function createSearchThread({
  file,
  index,
  embedder,
  answerBytes,
  warn,
}: SearchThreadOptions): SearchThread {
  const answers = createAnswerCache(answerBytes);
  const { embedQuery, embedDocuments, countPieces, vocabulary, languages, wordList } = complete(embedder);
  const served: MainCalls = {
    embedQuery,
    embedDocuments,
    countPieces,
    vocabulary,
    languages,
    wordList,
    warn,
  };
  const worker = createWorker<SearchCalls>({
    name: 'The search thread',
    entry: './search-worker',
    importer: import.meta.url,
    data: file,
    served,
    errors: { IndexUnavailableError, EmbedderUnavailableError },
    onDeath: ({ message }) => warn(message),
  });

  const call: typeof worker.call = async (...args) => {
    index.assertPresent();
    try {
      // What the thread was asked when it stopped is asked once more of a new one.
      return await worker.call(...args).catch((error: unknown) => {
        if (error instanceof WorkerError && error.reason === 'crash') return worker.call(...args);
        throw error;
      });
    } catch (error) {
      throw error instanceof WorkerError ? new IndexUnavailableError(error.message) : error;
    }
  };

  const following = setInterval(() => {
    if (worker.isRunning()) worker.call('follow').catch(() => undefined);
  }, FOLLOW_MS).unref();

  return {
    search: async ({ accept, ...request }) => {
      index.assertPresent();
      const embedding = timedEmbedding(embedder, request);
      if (!accept) {
        const { vector, embed } = await embedding;
        return withEmbed((await call('search', request, vector, undefined)).response, embed);
      }
      const position = index.position();
      const cached = answers.get(request, position);
      if (cached && (await agrees(cached, accept))) return { ...copyOf(cached.response), timings: CACHED };
      const { vector, embed } = await embedding;
      const answer = await call('search', request, vector, 'passing');
      if (await agrees(answer, accept)) {
        answers.set(request, position, answer);
        return withEmbed(copyOf(answer.response), embed);
      }
      return withEmbed((await call('search', request, vector, accept)).response, embed);
    },
    explain: async ({ accept, ...request }) => {
      const { vector } = await timedEmbedding(embedder, request);
      return call('explain', request, vector, accept);
    },
    related: (request) => call('related', request),
    load: (accountId) => call('load', accountId),
    state: async () => {
      const state = worker.isRunning() ? await worker.call('state').catch(() => null) : null;
      const { limitBytes = 0 } = file;
      const none = { accounts: 0, accountsBeyondMemory: 0, items: 0, passages: 0, bytes: 0, limitBytes };
      return { ...(state ?? none), answers: answers.count() };
    },
    close: () => {
      clearInterval(following);
      return worker.close();
    },
  };
}

const CACHED: SearchResponse['timings'] = { embed: 0, candidates: 0, rank: 0, passages: 0 };

/** The vector of the request's text, null without one, and the time that it took, ms. */
async function timedEmbedding(
  embedder: Embedder,
  request: Pick<SearchRequest, 'mode' | 'text' | 'language'>,
): Promise<{ vector: Float32Array | null; embed: number }> {
  if (request.mode === 'keyword') return { vector: null, embed: 0 };
  const started = performance.now();
  const vector = await embedder.embedQuery(request.text, likelyLanguage(request.text)).catch(() => null);
  return { vector, embed: performance.now() - started };
}

/** The thread is given the vector, and does not know how long it took. */
const withEmbed = (response: SearchResponse, embed: number): SearchResponse => ({
  ...response,
  timings: { ...response.timings, embed },
});

/** Whether just the items that the index took to pass are accepted. */
async function agrees({ candidates, passing }: Answer, accept: Accept): Promise<boolean> {
  const accepted = candidates.length > 0 ? await accept([...candidates]) : new Set();
  return candidates.every((itemId, at) => accepted.has(itemId) === (passing[at] === 1));
}

/** Callers may add to what they show. */
const copyOf = (response: SearchResponse): SearchResponse => ({
  ...response,
  results: copyOfItems(response.results),
  related: copyOfItems(response.related),
});

const copyOfItems = (items: SearchResponse['results']): SearchResponse['results'] =>
  items.map((item) => ({ ...item, passages: item.passages.map((passage) => ({ ...passage })) }));

type Request = Omit<SearchRequest, 'accept'>;

interface AnswerCache {
  /** @param position of the log of changes that the answer must be as current as */
  get(request: Request, position: number): Answer | undefined;
  set(request: Request, position: number, answer: Answer): void;
  count(): number;
}

const MAX_ANSWERS = 2_000;
const TTL_MS = 60_000;
/** Memory that an answer, an item or a passage takes, without its texts. */
const OBJECT_BYTES = 300;

/** @param maxBytes 0 keeps none */
const createAnswerCache = (maxBytes: number): AnswerCache => {
  const answers = new LRUCache<string, Answer>({
    max: MAX_ANSWERS,
    maxSize: Math.max(1, maxBytes),
    ttl: TTL_MS,
    sizeCalculation: (answer, key) => bytesOf(answer) + 2 * key.length,
  });
  // The account is part of the request's filter.
  const keyOf = (request: Request, position: number): string => `${position} ${JSON.stringify(request)}`;
  return {
    get: (request, position) => answers.get(keyOf(request, position)),
    set: (request, position, answer) => {
      // Without the embedder a search is by words: that must not outlast its absence.
      if (maxBytes > 0 && answer.response.mode === request.mode)
        answers.set(keyOf(request, position), answer);
    },
    count: () => answers.size,
  };
};

const bytesOf = ({ response, candidates, passing }: Answer): number => {
  const items = [...response.results, ...response.related];
  const passages = items.flatMap((item) => item.passages);
  const texts = passages.reduce(
    (sum, { text, highlights }) => sum + 2 * text.length + 40 * highlights.length,
    0,
  );
  const objects = 1 + items.length + passages.length;
  return (
    candidates.byteLength + passing.byteLength + response.itemIds.byteLength + texts + OBJECT_BYTES * objects
  );
};
