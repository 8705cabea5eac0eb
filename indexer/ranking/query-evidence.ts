/** Weighs what the library knows of a query: which candidates are near enough, and whether any can answer it. */
import type { Embedder } from '../ports.js';
import type { QueryEmbedding } from '../query/query-embedder.js';
import type { ReadQuery } from '../query/read-query.js';
import type { SearchMode, SearchRequest } from '../query/request.js';
import type { FetchedLists } from './fetch-all.js';
import type { QueryKind } from './scorer.js';
import { ENGLISH } from '../text/language.js';
import { answerFeatures } from './relevance.js';
import { meanWords, wordEvidence, type WordEvidence } from './word-evidence.js';
import type { Background } from '../embedding/background.js';
import { THRESHOLDS } from './weights.js';

/** What decides how candidates are weighed, and which are near enough. */
export interface QueryEvidence {
  words: WordEvidence;
  kind: QueryKind;
  /** Minimum cosine of a chunk for its item to be a result by meaning alone. */
  threshold: number;
  /** From `answerFeatures`. */
  answer: readonly number[];
}

interface Fetched extends FetchedLists {
  embedding: QueryEmbedding | null;
  mode: SearchMode;
}

/** Used when no vectors are compared. */
const NO_BACKGROUND = { mean: 0, spread: 1 };
export async function weighEvidence(
  embedder: Embedder,
  { scripture }: SearchRequest,
  read: ReadQuery,
  { found, heads, embedding, mode }: Fetched,
): Promise<QueryEvidence> {
  const { reader, reading, held, filter } = read;
  const { accountId, publishedOnly } = filter;
  const background = embedding?.background ?? NO_BACKGROUND;
  const words = await wordEvidence(reading.subject, {
    searched: reading.words,
    synonyms: reading.synonyms,
    index: reader,
    filter: { accountId, publishedOnly },
    lists: found,
    heads,
    spread: background.spread,
    embedder: embedding && embedder,
    language: reading.foreign ? ENGLISH : reading.language,
    isMeant: reading.isUnread && embedding !== null,
  });
  return {
    words,
    kind: {
      mode,
      words: reading.meant.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length,
      chunkWords: meanWords(found.keywordChunks.hits),
      together: words.together,
      spread: background.spread,
      ...(held.length > 0 &&
        reader.languageOf && { isOwnLanguage: (itemId) => reader.languageOf!(itemId) === reading.language }),
    },
    threshold: scripture?.isWholeQuery ? versesThreshold(background) : relevanceThreshold(words, background),
    answer: answerFeatures(words, found.nearItems.hits[0]?.score ?? -1, embedding, reading.foreign !== null),
  };
}

/** Minimum cosine of a chunk that is a result by meaning alone. */
export function relevanceThreshold(
  { inLibrary, known }: Pick<WordEvidence, 'inLibrary' | 'known'>,
  background: Background,
): number {
  const spreads =
    THRESHOLDS.inLibrary * inLibrary +
    THRESHOLDS.known * (known - inLibrary) +
    THRESHOLDS.unknown * (1 - known);
  return background.mean + spreads * background.spread;
}

/** The same for a search for the text of verses. */
const versesThreshold = ({ mean, spread }: Background): number => mean + THRESHOLDS.verses * spread;
