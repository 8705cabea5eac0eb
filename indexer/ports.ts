/** The indexer's data types, and its ports to the search index and to the embedding model, with their errors. */

/** The search engine is unreachable, or its index is missing or broken; the message tells an operator why. */
export class IndexUnavailableError extends Error {
  override readonly name = 'IndexUnavailableError';
  readonly code = 'STORE_UNAVAILABLE';
}

/** One cue, paragraph or speaker turn of a transcript. Times in ms from the start, null if unknown. */
export interface Segment {
  text: string;
  startMs: number | null;
  endMs: number | null;
  speaker?: string | null;
  /** A heading starts a new chunk. */
  heading?: boolean;
  /** Kind of a paragraph in a text without times (` | ` separates a row's cells); level of headings and lists. */
  kind?: 'listItem' | 'quote' | 'tableHead' | 'tableRow';
  level?: number;
}

/** One chunk of an item: whole sentences, about 80 to 160 words. Times in ms, null if unknown. */
export interface Chunk {
  /** 0-based position in the item. */
  ordinal: number;
  /** With a line break around headings, entries of lists and rows of tables. */
  text: string;
  startMs: number | null;
  endMs: number | null;
  speaker: string | null;
}

/** What a search can filter by; stored with every chunk, so that the engine can filter. */
export interface ItemAttributes {
  accountId: number;
  itemId: number;
  collectionId: number;
  seriesId: number | null;
  speakerIds: number[];
  topicIds: number[];
  /** USFM book codes, e.g. `JHN`. */
  books: string[];
  /** `BOOK.chapter`, e.g. `JHN.3`. */
  chapters: string[];
  /** YYYY-MM-DD */
  date: string;
  /** BCP 47, e.g. `pt-BR`; null or absent if unknown. */
  language?: string | null;
  published: boolean;
}

export interface ChunkRecord extends Chunk {
  vector: Float32Array;
}

/** Everything that the index stores about an item. */
export interface IndexRecord extends ItemAttributes {
  /** Title and subtitle: searched by keyword, with more weight than the text. */
  title: string;
  /** Descriptions, speakers, topics and scriptures as words. */
  description: string;
  mediaAssetId: number | null;
  /** Normalised mean of the chunks' vectors; without chunks, the embedding of title and description. */
  centroid: Float32Array;
  chunks: ChunkRecord[];
}

export interface SearchFilter {
  accountId: number;
  publishedOnly: boolean;
  collectionId?: number;
  seriesId?: number;
  speakerId?: number;
  topicId?: number;
  book?: string;
  /** Requires `book`. */
  chapter?: number;
  /** YYYY-MM-DD, inclusive. */
  dateFrom?: string;
  dateTo?: string;
  /** ISO 639-1: items in this language, in any of its variants. */
  language?: string;
  itemIds?: readonly number[];
  excludeItemIds?: readonly number[];
}

/** One chunk of one item. */
export interface ChunkRef {
  itemId: number;
  ordinal: number;
  /** Location of the chunk in the engine, from a search: speeds up `readChunks`, and may be outdated. */
  row?: bigint | undefined;
}

export interface ChunkHit extends ChunkRef {
  /** Empty if the search was made without texts. */
  text: string;
  startMs: number | null;
  endMs: number | null;
  mediaAssetId: number | null;
  /** Cosine for vector search (−1..1), BM25 for keyword search (0..). */
  score: number;
}

/** A search word with a weight of at most 1. */
export interface WeightedWord {
  word: string;
  weight: number;
}

/** What a keyword search looks for: the words of a text, or weighted words. */
export type KeywordQuery = string | readonly WeightedWord[];

/** A lower-case word as it occurs in texts, with its number of occurrences, or of items that contain it. */
export interface KnownWord {
  word: string;
  count: number;
}

/** The words of an account's texts, for spelling. */
export interface Vocabulary {
  /** Whether texts may contain words that are missing here. */
  isPartial: boolean;
  /** Whether words of the last few minutes may be missing. */
  isDated?: boolean;
  /** Total number of words in all texts. */
  size: number;
  /** Whether a text contains exactly this word. */
  has(word: string): boolean;
  /** Must be awaited before the calls below, which would otherwise take long; absent if they never do. */
  prepare?(): Promise<void>;
  /** Words within this number of typos, unordered, spelled as in texts that may be shown. */
  near(word: string, typos: number): KnownWord[];
  /** The most frequent words with this prefix, including the prefix itself if it is a word. */
  startingWith(prefix: string, limit: number): KnownWord[];
  /** The most frequent words with this ending, including the ending itself if it is a word. */
  endingWith(suffix: string, limit: number): Promise<KnownWord[]>;
}

export interface ChunkSearchOptions {
  /** Whether to read text, times and media, or for how many best hits at least (see `readChunks`). Default true. */
  text?: boolean | number;
}

export interface ChunkScore extends ChunkRef {
  /** −1..1 */
  cosine: number;
}

export interface ItemHit {
  itemId: number;
  /** Cosine (−1..1) for vector search, BM25 (0..) for keyword search. */
  score: number;
}

/** New attributes of an item whose chunks do not change. */
export interface IndexUpdate extends ItemAttributes {
  words?: { title: string; description: string };
}

/** An item as the index stores it. */
export interface StoredItem extends Omit<IndexRecord, 'chunks'> {
  /** Ordered by ordinal. */
  chunks: Omit<ChunkRecord, 'speaker'>[];
}

export type WrittenItem = Pick<ItemAttributes, 'accountId' | 'itemId'>;

export interface IndexHealth {
  /** Name and version of the engine. */
  engine: string;
  /** What is wrong although it responds, such as a missing node. */
  warnings: string[];
}

export interface IndexCounts {
  items: number;
  chunks: number;
}

/**
 * Chunks and items of one model, searchable by vector and by BM25. Cosines are exact; the scale of BM25 depends
 * on the engine. Any text is a valid query. Every call throws IndexUnavailableError while the engine is down.
 */
export interface SearchIndex {
  /** Replaces whole items; the chunks of an item become visible atomically. Idempotent. */
  replaceItems(items: readonly IndexRecord[]): Promise<void>;
  /**
   * Changes attributes and, if given, titles and descriptions, but not chunks.
   * @throws {IndexUnavailableError} also when it does not know an item, as a replica may lag behind: try again
   */
  updateAttributes(updates: readonly IndexUpdate[]): Promise<void>;
  removeItems(accountId: number, itemIds: readonly number[]): Promise<void>;
  /** Nearest chunks by cosine, best first; exact for narrow filters, approximate (recall above 0.95) for wide ones. */
  nearestChunks(
    vector: Float32Array,
    filter: SearchFilter,
    limit: number,
    options?: ChunkSearchOptions,
  ): Promise<ChunkHit[]>;
  /** Chunks that contain any of the words, by BM25 over their text, best first. */
  keywordChunks(
    query: KeywordQuery,
    filter: SearchFilter,
    limit: number,
    options?: ChunkSearchOptions,
  ): Promise<ChunkHit[]>;
  /** Chunks that contain the text as a phrase (stemmed, with stop words), by BM25; none for fewer than two words. */
  phraseChunks(
    text: string,
    filter: SearchFilter,
    limit: number,
    options?: ChunkSearchOptions,
  ): Promise<ChunkHit[]>;
  /** Items with the text as a phrase, as above or a single word, in a passage, title or description; unordered. */
  itemsWith(text: string, filter: SearchFilter): Promise<number[]>;
  /** Nearest items, by the cosine of their centroids. */
  nearestItems(vector: Float32Array, filter: SearchFilter, limit: number): Promise<ItemHit[]>;
  /** Items by BM25 over title, description and text together (default), or over the title alone. */
  keywordItems(
    query: KeywordQuery,
    filter: SearchFilter,
    limit: number,
    over?: 'whole' | 'title',
  ): Promise<ItemHit[]>;
  /** The cosine of every chunk of the items, unordered. */
  chunkScores(vector: Float32Array, accountId: number, itemIds: readonly number[]): Promise<ChunkScore[]>;
  /** An item's centroid; null if the item is unknown or its centroid is zero. */
  itemCentroid(accountId: number, itemId: number): Promise<Float32Array | null>;
  /** The chunks with their texts (score 0), unordered; unknown chunks are skipped. */
  readChunks(accountId: number, refs: readonly ChunkRef[]): Promise<ChunkHit[]>;
  /** Whole items, unordered, skipping unknown ones; `chunks: false` omits chunks and, unless `centroids` is true, centroids. */
  readItems(
    accountId: number,
    itemIds: readonly number[],
    options?: { chunks?: boolean; centroids?: boolean },
  ): Promise<StoredItem[]>;
  /**
   * A reader for searches of the account, as current as the index when called. Absent if searches read the index
   * directly.
   * @param publishedOnly of the searches that follow: what these need is read at once
   * @throws {IndexUnavailableError}
   */
  reader?(accountId: number, publishedOnly?: boolean): Promise<SearchReader>;
  /** Position of the last write by any process, 0 before the first. Absent if a server holds the index. */
  position?(): number;
  /** Items written after a position, as far back as the write log goes. Present whenever `position` is. */
  changedSince?(position: number): WrittenItem[];
  counts(accountId?: number): Promise<IndexCounts>;
  /** Number of chunks by item, as its own row and these agree: 0 where they do not. */
  chunkCounts(accountId: number): Promise<Map<number, number>>;
  /** The `chunksDigest` of each item as it was written, for comparison with SQL. */
  chunkDigests(accountId: number): Promise<Map<number, string>>;
  /** Compacts the index; returns early if there is little to do. */
  maintain(): Promise<void>;
  /** Cheap enough for every search. @throws {IndexUnavailableError} when the index is gone from this machine */
  assertPresent(): void;
  /** @throws {IndexUnavailableError} with the reason, when the engine is not available */
  ping(): Promise<void>;
  /**
   * What an operator should know. Absent if the engine is part of this process.
   * @throws {IndexUnavailableError} also when the engine is too old
   */
  health?(): Promise<IndexHealth>;
  close(): Promise<void>;
}

/** The part of an index that searches use. Optional members may be missing if the index is not in memory. */
export interface SearchReader extends SearchedIndex {
  /** True if vectors are not at hand, so that searches by meaning fall back to keywords. */
  byWordsOnly?: boolean;
  /** Returns which items pass the filter, as far as the index knows. */
  passing?(filter: SearchFilter): (itemId: number) => boolean;
  vocabulary?(filter: Pick<SearchFilter, 'accountId' | 'publishedOnly'>): Vocabulary | Promise<Vocabulary>;
  /** Languages of the items, ISO 639-1, as far as they are known; absent or none counts as English alone. */
  languages?(
    filter: Pick<SearchFilter, 'accountId' | 'publishedOnly'>,
  ): readonly string[] | Promise<readonly string[]>;
  /** Language of an item, ISO 639-1; undefined if it is unknown, or may be if no item is in another than English. */
  languageOf?(itemId: number): string | undefined;
  /** Number of chunks of an item, as far as it is known. */
  chunksOf?(itemId: number): number | undefined;
  /** Returns the idf of a term over the chunks of the account, or of its published items, in nats. */
  rarities?(
    filter: Pick<SearchFilter, 'accountId' | 'publishedOnly'>,
  ): ((term: string) => number) | Promise<(term: string) => number>;
}

type SearchedIndex = Pick<
  SearchIndex,
  | 'nearestChunks'
  | 'keywordChunks'
  | 'phraseChunks'
  | 'itemsWith'
  | 'nearestItems'
  | 'keywordItems'
  | 'chunkScores'
  | 'itemCentroid'
  | 'readChunks'
  | 'readItems'
>;

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
