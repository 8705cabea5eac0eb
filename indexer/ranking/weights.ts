/**
 * The constants of the ranking, tuned with `npm run eval`: the metrics are flat there and both halves of the queries
 * agree (docs/search-quality.md).
 */
export interface Weights {
  /** Weight of one standard deviation of meaning. */
  meaning: number;
  /** Weight of a chunk's BM25 (in nats), for a long query over chunks of full size. */
  chunkKeyword: number;
  /** The same for a whole item's BM25. */
  itemKeyword: number;
  /** The same for the BM25 of an item's title. */
  titleKeyword: number;
  /**
   * Weight, for a long query, of the margin by which a title leads; both count by how much of the query the title
   * contains.
   */
  titleMargin: number;
  /** Query words at which keywords have half of their weight: one word names a subject, ten are remembered words. */
  halfWeightWords: number;
  /**
   * Words of a chunk at which a keyword match counts in full; below, by the square: in a verse of twenty words a word
   * is only a mention.
   */
  fullChunkWords: number;
  /** Weight of the margin by which an item's best chunk leads all others by its words. */
  margin: number;
  /**
   * Exponent, for a long query, of the share of it that one text has: at half of the words a question is in the
   * visitor's own, and says little of the words that its answer has.
   */
  trust: number;
  /** Lead in BM25 that makes an item e times as likely to be the one meant. */
  marginScale: number;
  /**
   * Exponent of the norm that sums an item's keyword matches: high, so that the best chunk leads and others support.
   */
  keywordNorm: number;
  /** Weight of the rarity, in nats, of two neighbouring query words side by side in a chunk. */
  wordPairs: number;
  /** Best chunks by BM25 that are searched for word pairs. */
  pairedChunks: number;
  /** Nats for a quoted part of the query that a chunk contains word for word. */
  quotation: number;
  /** Chunks whose mean cosine represents the item. */
  bestChunks: number;
  /** Weight, for a long query, of the cosine of the best chunk beside that mean. */
  bestChunk: number;
  /** The same, for every query, of the cosine of the item as a whole. */
  centroid: number;
  /**
   * Weight of what the nearest of an item's chunks have by chance, in spreads of the model's background: without it an
   * hour would come before the five minutes that are on the subject.
   */
  byChance: number;
}

export const WEIGHTS: Weights = {
  meaning: 1.1,
  chunkKeyword: 1.3,
  itemKeyword: 0.9,
  titleKeyword: 4,
  titleMargin: 30,
  halfWeightWords: 7,
  fullChunkWords: 90,
  margin: 4,
  trust: 7,
  marginScale: 1.25,
  keywordNorm: 4,
  wordPairs: 1.25,
  pairedChunks: 100,
  quotation: 10,
  bestChunks: 5,
  bestChunk: 1.3,
  centroid: 1.5,
  byChance: 1.1,
};

/**
 * Relevance thresholds in spreads of the model's background above its mean; a query's threshold is the mean over its
 * words.
 */
export const THRESHOLDS = {
  /** For a word in the library. */
  inLibrary: 2,
  /** For a word that only the model knows: "empathy", where the items say compassion. */
  known: 3,
  /**
   * For an unknown word. 99 in 100 random strings stay below 3.3 over 22,000 chunks of sermons, below 5.5 over 31,000
   * single verses.
   */
  unknown: 6,
  /**
   * For the text of verses, whatever its words: 94% of sermons on the verses reach it, 27% of other sermons, and two in
   * 10,000 podcasts.
   */
  verses: 4.5,
};

/** Candidates fetched of each kind, whatever page is requested, so that pages do not overlap. */
export const CANDIDATES = {
  nearChunks: 200,
  keywordChunks: 200,
  nearItems: 500,
  keywordItems: 500,
};
