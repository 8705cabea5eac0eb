/** The indexer's vocabulary and its two ports: the embedder and the search index. */

/** A stretch of a transcript as it was given: one cue, one paragraph, one speaker turn. Times in ms from the start, null where unknown. */
export interface Segment {
  text: string;
  startMs: number | null;
  endMs: number | null;
  speaker?: string | null;
  /** True where the segment is a heading: a chunk never runs across one. */
  heading?: boolean;
}

/** One passage of a item: whole sentences, about 80 to 160 words. Times in ms, null where unknown. */
export interface Chunk {
  /** 0-based place in the item. */
  ordinal: number;
  text: string;
  startMs: number | null;
  endMs: number | null;
  speaker: string | null;
}

/** Turns texts into vectors of unit length. One instance serves one model. */
export interface Embedder {
  /** Names model and weights, safe in a table name; vectors of two ids never mix. */
  readonly modelId: string;
  readonly dimensions: number;
  /** One vector a text, in order. Work happens off the caller's thread. @throws EmbedderUnavailableError */
  embedPassages(texts: readonly string[]): Promise<Float32Array[]>;
  embedQuery(text: string): Promise<Float32Array>;
  /** How many pieces of the model's vocabulary each word takes: 1 for a word that it knows. Absent where a model cannot tell. */
  countPieces?(words: readonly string[]): Promise<number[]>;
  close(): Promise<void>;
}

/** What the filters of a search can ask of a item; kept beside every passage so that the engine filters, never the caller. */
export interface ItemFacts {
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

export interface PassageRecord extends Chunk {
  vector: Float32Array;
}

/** Everything the index holds of one item. */
export interface ItemRecord extends ItemFacts {
  /** Title and subtitle: searched by keyword, weighted above the body. */
  title: string;
  /** Descriptions, speakers, topics, scriptures as words. */
  description: string;
  mediaAssetId: number | null;
  /** Embedding of title and description. */
  titleVector: Float32Array;
  /** Normalised mean of the passages' vectors. */
  centroid: Float32Array;
  passages: PassageRecord[];
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

/** One passage of one item. */
export interface PassageRef {
  itemId: number;
  ordinal: number;
  /** The engine's own handle of the row, where a search gave one: makes `readPassages` cheaper, and may be out of date. */
  row?: bigint;
}

export interface PassageHit extends PassageRef {
  /** Empty where the search was asked without texts. */
  text: string;
  startMs: number | null;
  endMs: number | null;
  mediaAssetId: number | null;
  /** Cosine for vector search (−1..1), BM25 for keyword search (0..). */
  score: number;
}

/** What a passage search brings along. */
export interface PassageSearchOptions {
  /** False leaves `text` empty, times and media perhaps null, which makes hundreds of hits cheaper; `readPassages` fetches those that are shown. Default true. */
  text?: boolean;
}

export interface PassageScore extends PassageRef {
  /** −1..1 */
  cosine: number;
}

export interface ItemHit {
  itemId: number;
  /** Cosine (−1..1) or BM25 (0..), as asked. */
  score: number;
}

export interface ItemScore {
  itemId: number;
  /** Cosines (−1..1) with the mean of its passages and with its title and description. */
  centroid: number;
  title: number;
}

/** New facts of a item whose passages stay as they are; words and title vector go together. */
export interface ItemUpdate extends ItemFacts {
  words?: { title: string; description: string; titleVector: Float32Array };
}

export interface IndexCounts {
  items: number;
  passages: number;
}

/**
 * The engine: passages and items of one model, each with vectors and BM25. Cosines are exact, BM25 is the engine's own (its size is no scale).
 * No query throws on odd text: words that are no words find nothing. @throws IndexUnavailableError from every call when the engine is gone.
 */
export interface SearchIndex {
  /** Puts whole items in place of what the index held of them, passages in one visible step per item. Safe to repeat. */
  replaceItems(items: readonly ItemRecord[]): Promise<void>;
  /** Changes what filters see, and the item's words where given, without touching passages' texts and vectors. Items it does not hold are passed over. */
  updateFacts(facts: readonly ItemUpdate[]): Promise<void>;
  removeItems(accountId: number, itemIds: readonly number[]): Promise<void>;
  /** Nearest passages by cosine, best first; exact for narrow filters, approximate (recall above 0.95) for wide ones. */
  nearestPassages(
    vector: Float32Array,
    filter: SearchFilter,
    limit: number,
    options?: PassageSearchOptions,
  ): Promise<PassageHit[]>;
  /** Passages by BM25 over their text, any word, best first. */
  keywordPassages(
    text: string,
    filter: SearchFilter,
    limit: number,
    options?: PassageSearchOptions,
  ): Promise<PassageHit[]>;
  /** Passages where the text's words (stemmed, stop words included) stand side by side, by BM25. Fewer than two words find nothing. */
  phrasePassages(
    text: string,
    filter: SearchFilter,
    limit: number,
    options?: PassageSearchOptions,
  ): Promise<PassageHit[]>;
  /** Nearest items by cosine with the mean of their passages (default) or with their title and description. */
  nearestItems(
    vector: Float32Array,
    filter: SearchFilter,
    limit: number,
    by?: 'centroid' | 'title',
  ): Promise<ItemHit[]>;
  /** Items by BM25 over title, description and whole text as one (default), or over the title alone. To score given items, filter by `itemIds`. */
  keywordItems(
    text: string,
    filter: SearchFilter,
    limit: number,
    over?: 'whole' | 'title',
  ): Promise<ItemHit[]>;
  /** The cosine of every passage of the given items: what an exact second look at the candidates needs. In no order. */
  passageScores(vector: Float32Array, accountId: number, itemIds: readonly number[]): Promise<PassageScore[]>;
  /** Both cosines of the given items, in no order; items it does not hold are left out. */
  itemScores(vector: Float32Array, accountId: number, itemIds: readonly number[]): Promise<ItemScore[]>;
  /** The mean of a item's passages, of unit length; null where the index does not hold the item or it has no passage. */
  itemCentroid(accountId: number, itemId: number): Promise<Float32Array | null>;
  /** The passages with their texts (score 0), in no order; those it does not hold are left out. */
  readPassages(accountId: number, refs: readonly PassageRef[]): Promise<PassageHit[]>;
  counts(accountId?: number): Promise<IndexCounts>;
  /** Passages by item: what a reconciliation compares with SQL. 0 where passages and the item's own row do not both exist. */
  passageCounts(accountId: number): Promise<Map<number, number>>;
  /** Compaction, index upkeep, old versions away; returns early when there is little to do. Never inside a request. */
  maintain(): Promise<void>;
  /** Resolves when the engine answers. @throws IndexUnavailableError saying why it does not. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
