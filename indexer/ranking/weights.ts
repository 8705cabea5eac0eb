/** The constants of the ranking, chosen by `npm run eval` where its metrics are flat and both halves of the queries agree (docs/search.md). */
export interface Weights {
  /** Weight of a passage's BM25 (in nats) against one standard deviation of meaning, for a long query over passages of full size. */
  passageKeyword: number;
  /** Weight of a whole item's BM25 likewise. */
  itemKeyword: number;
  /** Weight of the BM25 of a item's title likewise. */
  titleKeyword: number;
  /** What it is worth, for a long query, to be the one item whose title holds the words; both count by how much of the query the title holds. */
  titleStandout: number;
  /** Words of a query at which keywords have half of their weight: one word asks for a subject, ten are remembered words. */
  halfWeightWords: number;
  /** Words of a passage at which a keyword match counts as it does in a full one; below, by the square: in a verse of twenty words a word is a mention, not a subject. */
  fullPassageWords: number;
  /** What it is worth to be the one item with a passage that holds the words, far ahead of all others. */
  standout: number;
  /** BM25 ahead of the next that makes it e times as likely to be the one. */
  standoutScale: number;
  /** Exponent of the norm that sums a item's keyword matches: high, so that the best passage leads and others support. */
  keywordNorm: number;
  /** Worth, in nats, of two neighbouring words of the query side by side in a passage: neither, one or both of them out of the ordinary. */
  wordPairs: readonly [number, number, number];
  /** Best passages by BM25 that are looked through for pairs. */
  pairedPassages: number;
  /** Worth, in nats, of a part of the query in quotation marks that a passage holds word for word. */
  quotation: number;
  /** Passages whose mean cosine stands for the item. */
  bestPassages: number;
}

export const WEIGHTS: Weights = {
  passageKeyword: 1.5,
  itemKeyword: 0.75,
  titleKeyword: 4,
  titleStandout: 30,
  halfWeightWords: 8,
  fullPassageWords: 90,
  standout: 4,
  standoutScale: 1.5,
  keywordNorm: 4,
  wordPairs: [3, 4, 5],
  pairedPassages: 100,
  quotation: 10,
  bestPassages: 5,
};

/** Thresholds under which closeness in meaning is no result, in spreads of the model's background above its mean; a query's floor is the mean of its words'. */
export const THRESHOLDS = {
  /** For a word that the library holds. */
  held: 2,
  /** For one that only the model knows: "empathy", where the items say compassion. */
  known: 3,
  /** For one that neither knows: of random letters 99 in 100 stay below 3.3 over 22,000 passages of a sermon, below 5.5 over 31,000 single verses. */
  unknown: 6,
};

/** How many candidates are fetched of each kind; whatever page is asked for, so that deep pages are stable. */
export const CANDIDATES = {
  nearPassages: 1000,
  keywordPassages: 200,
  nearItems: 500,
  keywordItems: 500,
};
