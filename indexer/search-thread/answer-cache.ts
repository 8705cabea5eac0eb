/** Answers of the search thread to the last searches. Whoever takes one asks again what may be shown of it. */
import { LRUCache } from 'lru-cache';
import type { SearchRequest } from '../query/request.js';
import type { Answer } from './search-worker.js';

type Request = Omit<SearchRequest, 'accept'>;

export interface AnswerCache {
  /** @param position of the log of changes that the answer must be as current as */
  get(request: Request, position: number): Answer | undefined;
  set(request: Request, position: number, answer: Answer): void;
  count(): number;
}

const MAX_ANSWERS = 2_000;
const TTL_MS = 60_000;
/** Of an answer, an item and a passage, besides texts. */
const OBJECT_BYTES = 300;

/** @param maxBytes 0 keeps none */
export const createAnswerCache = (maxBytes: number): AnswerCache => {
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
