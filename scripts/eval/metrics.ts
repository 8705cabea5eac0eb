/** Metrics of a ranked list: nDCG@10, recall@10 and the reciprocal rank of the first hit. */
export interface Scores {
  ndcg: number;
  recall: number;
  mrr: number;
}

/** Number of results that count. */
export const DEPTH = 10;

/**
 * Scores a ranking with binary relevance; only the first `DEPTH` results count. Recall is the share of all
 * relevant results found.
 */
export function judge<T>(ranked: readonly T[], relevant: ReadonlySet<T>): Scores {
  let gain = 0;
  let found = 0;
  let first = 0;
  ranked.slice(0, DEPTH).forEach((thing, at) => {
    if (!relevant.has(thing)) return;
    gain += 1 / Math.log2(at + 2);
    found++;
    first ||= at + 1;
  });
  let ideal = 0;
  for (let at = 0; at < Math.min(DEPTH, relevant.size); at++) ideal += 1 / Math.log2(at + 2);
  return { ndcg: gain / ideal, recall: found / relevant.size, mrr: first ? 1 / first : 0 };
}

export function meanScores(all: readonly Scores[]): Scores {
  const mean = (of: (scores: Scores) => number): number =>
    all.length > 0 ? all.reduce((sum, scores) => sum + of(scores), 0) / all.length : Number.NaN;
  return { ndcg: mean((s) => s.ndcg), recall: mean((s) => s.recall), mrr: mean((s) => s.mrr) };
}
