/** The port to the embedding model, with its error. */

/** The embedding model cannot be loaded or has stopped; the message tells an operator why. */
export class EmbedderUnavailableError extends Error {
  override readonly name = 'EmbedderUnavailableError';
  readonly code = 'STORE_UNAVAILABLE';
}

/** Turns texts into vectors of unit length. One instance serves one model. */
export interface Embedder {
  /** Identifies model and weights, safe in a table name; vectors of different models never mix. */
  readonly modelId: string;
  readonly dimensions: number;
  /**
   * One vector per text, in order, computed off the calling thread.
   * @param languages of the texts, BCP 47: chooses the table, where the model has several
   * @throws {EmbedderUnavailableError}
   */
  embedDocuments(
    texts: readonly string[],
    languages?: readonly (string | null | undefined)[],
  ): Promise<Float32Array[]>;
  /** @throws {EmbedderUnavailableError} */
  embedQuery(text: string, language?: string): Promise<Float32Array>;
  /** Number of vocabulary pieces of each word: 1 for a known word. Absent if the model cannot tell. */
  countPieces?(words: readonly string[], language?: string): Promise<number[]>;
  /** Lower-case words in the model's vocabulary, roughly by frequency. Absent if the model cannot tell. */
  vocabulary?(language?: string): Promise<readonly string[]>;
  /** Languages besides English that have a table of their own, ISO 639-1; absent, or none, if one model serves all. */
  languages?(): Promise<readonly string[]>;
  /**
   * The list of a table's words with their English ones, in memory that threads share: whoever searches looks words up
   * without waiting for another thread. Null without a table.
   * @throws {EmbedderUnavailableError}
   */
  wordList?(language: string): Promise<WordList | null>;
  close(): Promise<void>;
}

/**
 * Lines of a word and up to three English words with their cosines, nearest first, separated by tabs; sorted by bytes.
 */
export type WordList = Uint8Array<SharedArrayBuffer>;

/** A word that means about the same as a word of another language. */
export interface TranslatedWord {
  word: string;
  /** 0..1 */
  cosine: number;
}

/** The embedder with all members: a model that lacks some has no pieces, words, languages or lists. */
export const complete = (embedder: Embedder): Required<Embedder> => ({
  countPieces: () => Promise.resolve([]),
  vocabulary: () => Promise.resolve([]),
  languages: () => Promise.resolve([]),
  wordList: () => Promise.resolve(null),
  ...embedder,
});
