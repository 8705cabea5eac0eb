/**
 * Constants of the ranking, tuned with `npm run eval`: the metrics are flat around them, and both halves of the
 * queries agree (docs/search-quality.md).
 */
export interface Weights {
  /** Weight of one standard deviation of meaning. */
  meaning: number;
  /** Weight of a chunk's BM25 (in nats), for a long query over chunks of full size. */
  chunkKeyword: number;
  /** The same for the BM25 of a whole item. */
  itemKeyword: number;
  /** The same for the BM25 of an item's title. */
  titleKeyword: number;
  /**
   * Weight, for a long query, of the margin by which a title leads; both are scaled by the share of the query
   * that the title contains.
   */
  titleMargin: number;
  /**
   * Number of query words at which keywords get half of their weight: one word names a subject, ten are a
   * remembered phrase.
   */
  halfWeightWords: number;
  /**
   * Chunk length in words at which a keyword match counts in full. Below it, the weight falls with the square: in
   * a verse of twenty words, a word is only a mention.
   */
  fullChunkWords: number;
  /** Weight of the margin by which an item's best chunk leads all others by keyword. */
  margin: number;
  /**
   * Exponent, for a long query, of the share of it that one text contains: if that is half, the question is in
   * the visitor's own words, which say little about the words of the answer.
   */
  trust: number;
  /** Lead in BM25 that makes an item e times as likely to be the one meant. */
  marginScale: number;
  /**
   * Exponent of the norm that sums an item's keyword matches: high, so that the best chunk dominates and others
   * add support.
   */
  keywordNorm: number;
  /** Weight of the rarity, in nats, of two neighbouring words of the query that are adjacent in a chunk. */
  wordPairs: number;
  /** Number of best chunks by BM25 that are searched for word pairs. */
  pairedChunks: number;
  /** Nats for a quoted part of the query that a chunk contains verbatim. */
  quotation: number;
  /** Number of chunks whose mean cosine represents the item. */
  bestChunks: number;
  /** Weight, for a long query, of the cosine of the best chunk relative to that mean. */
  bestChunk: number;
  /** The same, for every query, for the cosine of the item as a whole. */
  centroid: number;
  /**
   * Weight of the cosine that the nearest of an item's chunks reaches by chance, in spreads of the model's
   * background. Without it, an hour-long talk would rank above five minutes on the subject.
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
 * Relevance thresholds in spreads of the model's background above its mean; the threshold of a query is the mean
 * over its words.
 */
export const THRESHOLDS = {
  /** For a word in the library. */
  inLibrary: 2,
  /** For a word that only the model knows: "empathy", if the items say compassion. */
  known: 3,
  /**
   * For an unknown word. 99% of random strings stay below 3.3 over 22,000 chunks of sermons, and below 5.5 over
   * 31,000 single verses.
   */
  unknown: 6,
  /**
   * For the text of verses, regardless of its words: reached by 94% of sermons on the verses, 27% of other
   * sermons, and two in 10,000 podcasts.
   */
  verses: 4.5,
};

/** Number of candidates fetched of each kind. Independent of the requested page, so that pages do not overlap. */
export const CANDIDATES = {
  nearChunks: 200,
  keywordChunks: 200,
  nearItems: 500,
  keywordItems: 500,
};
