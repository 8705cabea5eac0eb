/** The indexer's data types and its two ports, the embedder and the search index, with their errors. */

/** The search engine cannot be reached, or its index is missing or broken; the message tells an operator why. */
export class IndexUnavailableError extends Error {
  override readonly name = 'IndexUnavailableError';
  readonly code = 'STORE_UNAVAILABLE';
}

/** The embedding model cannot be loaded or has stopped; the message tells an operator why. */
export class EmbedderUnavailableError extends Error {
  override readonly name = 'EmbedderUnavailableError';
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
  /** What a paragraph of a text without times is (` | ` parts the cells of a row), and how deep headings and lists are. */
  kind?: 'listItem' | 'quote' | 'tableHead' | 'tableRow';
  level?: number;
}

/** One chunk of an item: whole sentences, about 80 to 160 words. Times in ms, null if unknown. */
export interface Chunk {
  /** 0-based position in the item. */
  ordinal: number;
  text: string;
  startMs: number | null;
  endMs: number | null;
  speaker: string | null;
}

/** Turns texts into vectors of unit length. One instance serves one model. */
export interface Embedder {
  /** Identifies model and weights, safe in a table name; vectors of different ids never mix. */
  readonly modelId: string;
  readonly dimensions: number;
  /**
   * One vector per text, in order, computed off the caller's thread.
   * @throws {EmbedderUnavailableError}
   */
  embedDocuments(texts: readonly string[]): Promise<Float32Array[]>;
  /** @throws {EmbedderUnavailableError} */
  embedQuery(text: string): Promise<Float32Array>;
  /** Number of vocabulary pieces of each word: 1 for a word the model knows. Absent if the model cannot tell. */
  countPieces?(words: readonly string[]): Promise<number[]>;
  /** Words that are in the model's vocabulary, lower-case, roughly by frequency. Absent if the model cannot tell. */
  vocabulary?(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** What a search can filter by; stored with every chunk, so that the engine filters. */
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
  published: boolean;
}

export interface ChunkRecord extends Chunk {
  vector: Float32Array;
}

/** Everything the index stores of one item. */
export interface ItemRecord extends ItemAttributes {
  /** Title and subtitle: searched by keyword, with more weight than the body. */
  title: string;
  /** Descriptions, speakers, topics and scriptures as words. */
  description: string;
  mediaAssetId: number | null;
  /** Normalised mean of the chunks' vectors; without chunks the embedding of title and description. */
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
  /** With `book`. */
  chapter?: number;
  /** YYYY-MM-DD, inclusive. */
  dateFrom?: string;
  dateTo?: string;
  itemIds?: readonly number[];
  excludeItemIds?: readonly number[];
}

/** One chunk of one item. */
export interface ChunkRef {
  itemId: number;
  ordinal: number;
  /** Where the engine has the chunk, from a search: makes `readChunks` cheaper, and may be out of date. */
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

/** A word to search by, of a weight of 1 or less. */
export interface WeightedWord {
  word: string;
  weight: number;
}

/** What a keyword search looks for: the words of a text, or weighted words. */
export type KeywordQuery = string | readonly WeightedWord[];

/** A word as texts have it, lower-case, with the number of times they have it, or of items that do. */
export interface KnownWord {
  word: string;
  count: number;
}

/** The words of an account's texts, for spelling. */
export interface Vocabulary {
  /** Whether texts may have words that it lacks. */
  isPartial: boolean;
  /** Whether it may lack the words of the last minutes. */
  isDated?: boolean;
  /** Number of words of all texts. */
  size: number;
  /** Whether a text has just this word. */
  has(word: string): boolean;
  /** To be awaited before the calls below, which take long without; absent where they never do. */
  prepare?(): Promise<void>;
  /** Words that differ from this one by so many typos at most, in no order; as texts that may be shown have them. */
  near(word: string, typos: number): KnownWord[];
  /** The most frequent words that begin so, this one included. */
  startingWith(prefix: string, limit: number): KnownWord[];
}

export interface ChunkSearchOptions {
  /** False leaves out text, times and media, for `readChunks`; a number may, but for the best so many. Default true. */
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
export interface ItemUpdate extends ItemAttributes {
  words?: { title: string; description: string };
}

/** An item as the index stores it. */
export interface StoredItem extends Omit<ItemRecord, 'chunks'> {
  /** In the order of their ordinals. */
  chunks: Omit<ChunkRecord, 'speaker'>[];
}

export type WrittenItem = Pick<ItemAttributes, 'accountId' | 'itemId'>;

export interface IndexCounts {
  items: number;
  chunks: number;
}

/**
 * Chunks and items of one model, each with vectors and BM25. Cosines are exact; the scale of BM25 is the engine's own.
 * Any text is a valid query. Every call throws IndexUnavailableError while the engine is down.
 */
export interface SearchIndex {
  /** Replaces whole items; the chunks of each become visible in one step. Safe to repeat. */
  replaceItems(items: readonly ItemRecord[]): Promise<void>;
  /** Changes attributes, and titles and descriptions if given; chunks stay as they are. Skips unknown items. */
  updateAttributes(updates: readonly ItemUpdate[]): Promise<void>;
  removeItems(accountId: number, itemIds: readonly number[]): Promise<void>;
  /** Nearest chunks by cosine, best first; exact for narrow filters, approximate (recall above 0.95) for wide ones. */
  nearestChunks(
    vector: Float32Array,
    filter: SearchFilter,
    limit: number,
    options?: ChunkSearchOptions,
  ): Promise<ChunkHit[]>;
  /** Chunks by BM25 over their text, any word, best first. */
  keywordChunks(
    query: KeywordQuery,
    filter: SearchFilter,
    limit: number,
    options?: ChunkSearchOptions,
  ): Promise<ChunkHit[]>;
  /** Chunks with the text's words side by side (stemmed, with stop words), by BM25; none for fewer than two words. */
  phraseChunks(
    text: string,
    filter: SearchFilter,
    limit: number,
    options?: ChunkSearchOptions,
  ): Promise<ChunkHit[]>;
  /**
   * The items that have the text's words side by side (stemmed, stop words included) in a passage, the title or the
   * description, in no order. A single word is found too.
   */
  itemsWith(text: string, filter: SearchFilter): Promise<number[]>;
  /** Nearest items by cosine with their centroids. */
  nearestItems(vector: Float32Array, filter: SearchFilter, limit: number): Promise<ItemHit[]>;
  /** Items by BM25 over title, description and text together (default), or over the title alone. */
  keywordItems(
    query: KeywordQuery,
    filter: SearchFilter,
    limit: number,
    over?: 'whole' | 'title',
  ): Promise<ItemHit[]>;
  /** The cosine of every chunk of the items, in no order. */
  chunkScores(vector: Float32Array, accountId: number, itemIds: readonly number[]): Promise<ChunkScore[]>;
  /** An item's centroid; null if the item is unknown or its centroid is zero. */
  itemCentroid(accountId: number, itemId: number): Promise<Float32Array | null>;
  /** The chunks with their texts (score 0), in no order, without unknown ones. */
  readChunks(accountId: number, refs: readonly ChunkRef[]): Promise<ChunkHit[]>;
  /** Whole items, in no order, without unknown ones; `chunks: false` leaves out chunks and, unless wanted, centroids. */
  readItems(
    accountId: number,
    itemIds: readonly number[],
    options?: { chunks?: boolean; centroids?: boolean },
  ): Promise<StoredItem[]>;
  /**
   * What searches of the account read, as current as the index when called. Absent where that is the index itself.
   * @throws {IndexUnavailableError}
   */
  reader?(accountId: number): Promise<SearchReader>;
  /** The position of the last write, by whichever process, 0 before the first. Absent where a server has the index. */
  position?(): number;
  /** The items that were written after a position, as far as the log of writes goes back. With `position`. */
  changedSince?(position: number): WrittenItem[];
  counts(accountId?: number): Promise<IndexCounts>;
  /** Number of chunks by item. 0 unless both the chunks and the item's own row exist. */
  chunkCounts(accountId: number): Promise<Map<number, number>>;
  /** The `chunksDigest` of each item as it was written, for comparison with SQL. */
  chunkDigests(accountId: number): Promise<Map<number, string>>;
  /** Compacts the index; returns early if there is little to do. */
  maintain(): Promise<void>;
  /** Cheap enough for every search. @throws {IndexUnavailableError} when the index is gone from this machine */
  assertPresent(): void;
  /** @throws {IndexUnavailableError} with the reason, when the engine is not available */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The part of an index that searches read. Optional is what an index may lack that is not in memory. */
export interface SearchReader extends SearchedIndex {
  /** True where it has no vectors at hand, so that a search by meaning is one by words. */
  byWordsOnly?: boolean;
  /** Which items pass, as far as the index knows. */
  passing?(filter: SearchFilter): (itemId: number) => boolean;
  vocabulary?(filter: Pick<SearchFilter, 'accountId' | 'publishedOnly'>): Vocabulary | Promise<Vocabulary>;
  /** Number of an item's chunks. */
  chunksOf?(itemId: number): number;
  /** The idf of a term among all chunks, in nats. */
  rarityOf?(term: string): number;
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
