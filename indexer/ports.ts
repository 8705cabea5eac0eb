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

/** One passage of a talk: whole sentences, about 80 to 160 words. Times in ms, null where unknown. */
export interface Chunk {
  /** 0-based place in the talk. */
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
  close(): Promise<void>;
}

/** What the filters of a search can ask of a talk; kept beside every passage so that the engine filters, never the caller. */
export interface TalkFacts {
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

/** Everything the index holds of one talk. */
export interface TalkRecord extends TalkFacts {
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

export interface PassageHit {
  itemId: number;
  ordinal: number;
  text: string;
  startMs: number | null;
  endMs: number | null;
  mediaAssetId: number | null;
  /** Cosine for vector search (−1..1), BM25 for keyword search (0..). */
  score: number;
}

export interface TalkHit {
  itemId: number;
  score: number;
}

export interface IndexCounts {
  talks: number;
  passages: number;
}

/** The engine: passages and talks of one model, each with vectors and BM25. @throws IndexUnavailableError from every call when the engine is gone. */
export interface SearchIndex {
  /** Puts whole talks in place of what the index held of them, in one visible step per talk. Safe to repeat. */
  replaceTalks(talks: readonly TalkRecord[]): Promise<void>;
  /** Changes what filters see (and the talk's words where given) without touching passages' texts and vectors. */
  updateFacts(facts: readonly TalkFacts[]): Promise<void>;
  removeTalks(accountId: number, itemIds: readonly number[]): Promise<void>;
  /** Nearest passages by cosine, best first. */
  nearestPassages(vector: Float32Array, filter: SearchFilter, limit: number): Promise<PassageHit[]>;
  /** Passages by BM25, best first. */
  keywordPassages(text: string, filter: SearchFilter, limit: number): Promise<PassageHit[]>;
  /** Nearest talks by cosine with the talk's centroid. */
  nearestTalks(vector: Float32Array, filter: SearchFilter, limit: number): Promise<TalkHit[]>;
  /** Talks by BM25 over title, description and whole text. */
  keywordTalks(text: string, filter: SearchFilter, limit: number): Promise<TalkHit[]>;
  counts(accountId?: number): Promise<IndexCounts>;
  /** Passages by item: what a reconciliation compares with SQL. */
  passageCounts(accountId: number): Promise<Map<number, number>>;
  /** Compaction, index upkeep, old versions away. Never inside a request. */
  maintain(): Promise<void>;
  /** Resolves when the engine answers. @throws IndexUnavailableError saying why it does not. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
