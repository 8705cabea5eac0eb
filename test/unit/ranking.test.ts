/** Properties of the ranking that hold for any weights. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeLists, addWordPairs } from '../../indexer/ranking/candidates.js';
import type { CandidateLists } from '../../indexer/ranking/evidence.js';
import { relevanceThreshold } from '../../indexer/ranking/query-evidence.js';
import { rankItems } from '../../indexer/ranking/rank.js';
import { keywordWeight, softmaxShare, standardise, type QueryKind } from '../../indexer/ranking/scorer.js';
import {
  candidateStats,
  leastScore,
  relevanceOf,
  relevanceSignals,
  RELEVANCE_FITS,
} from '../../indexer/ranking/relevance.js';
import { WEIGHTS } from '../../indexer/ranking/weights.js';
import type { ChunkHit } from '../../indexer/index.js';
import { seed } from '../support/seed.js';

const hit = (itemId: number, ordinal: number, score: number, text = ''): ChunkHit => ({
  itemId,
  ordinal,
  text,
  startMs: null,
  endMs: null,
  mediaAssetId: null,
  score,
});
const kind: QueryKind = { mode: 'hybrid', words: 3, chunkWords: 120, together: 1, spread: 0.09 };
const options = {
  kind,
  weights: WEIGHTS,
  threshold: 0.25,
  answer: [1, 3, 1, 1, 1, 1, 3, 1, 1, 0],
  chunksOf: () => undefined,
};

/**
 * One talk per row: the cosine of its best passage and of the whole, the BM25 score of its best passage and of the
 * whole; 0 if its words were not found.
 */
type Row = [near: number, centroid: number, bm25: number, whole: number];

const best = <T extends { score: number }>(hits: T[]): T[] => hits.sort((a, b) => b.score - a.score);

const listsOf = (
  rows: readonly Row[],
  order: readonly number[] = rows.map((_, at) => at),
): CandidateLists => {
  const at = (column: number) => order.map((talk) => ({ talk: talk + 1, score: rows[talk]![column]! }));
  const found = (column: number) => best(at(column).filter(({ score }) => score > 0));
  const talks = (column: number) => found(column).map(({ talk, score }) => ({ itemId: talk, score }));
  return {
    nearChunks: { hits: best(at(0)).map(({ talk, score }) => hit(talk, 0, score)), complete: true },
    nearItems: { hits: best(at(1)).map(({ talk, score }) => ({ itemId: talk, score })), complete: true },
    keywordChunks: { hits: found(2).map(({ talk, score }) => hit(talk, 0, score)), complete: true },
    keywordItems: { hits: talks(3), complete: true },
    titleItems: { hits: [], complete: true },
  };
};
const ranked = (lists: CandidateLists) => rankItems(lists, options).items.map(({ item }) => item.itemId);

const cosine = fc.double({ min: -0.2, max: 0.9, noNaN: true });
const bm25 = fc.oneof(fc.constant(0), fc.double({ min: 0.5, max: 40, noNaN: true }));
const rows = fc.array(fc.tuple(cosine, cosine, bm25, bm25), { minLength: 1, maxLength: 30 });

describe('keyword weight', () => {
  const weight = (words: number, chunkWords: number) => keywordWeight({ words, chunkWords }, WEIGHTS);

  it('grows with the matches in query and passages, from 0 to 1', () => {
    expect(weight(0, 120)).toBe(0);
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), fc.nat(300), fc.nat(300), (words, more, size, larger) => {
        expect(weight(words + more, size)).toBeGreaterThanOrEqual(weight(words, size));
        expect(weight(words, size + larger)).toBeGreaterThanOrEqual(weight(words, size));
        expect(weight(words, size)).toBeLessThan(1);
      }),
      { seed },
    );
  });
});

describe('softmax shares', () => {
  it('sum to 1: all for a clear leader, little for each of many equals', () => {
    expect([30, 5, 4, 0].map(softmaxShare([30, 5, 4, 0], 1.5))[0]).toBeGreaterThan(0.99);
    expect([7, 7, 7, 7].map(softmaxShare([7, 7, 7, 7], 1.5))).toEqual([0.25, 0.25, 0.25, 0.25]);
    expect([0, 0].map(softmaxShare([0, 0], 1.5))).toEqual([0, 0]);
    expect([9, 0].map(softmaxShare([9, 0], 1.5))).toEqual([1, 0]);
    expect([].map(softmaxShare([], 1.5))).toEqual([]);
  });
});

describe('standardised scores', () => {
  it('use the model’s scale for few candidates, and their own for many', () => {
    const [one] = [0.4].map(standardise([0.4], 0.1));
    expect(one).toBe(0);
    const few = standardise([0.4, 0.402], 0.1);
    expect(few(0.402) - few(0.4)).toBeLessThan(0.05);
    const many = Array.from({ length: 1000 }, (_, at) => 0.4 + (at % 2) * 0.002);
    const scaled = standardise(many, 0.1);
    expect(scaled(0.402) - scaled(0.4)).toBeGreaterThan(0.1);
  });
});

describe('explanations', () => {
  it('split each score and its log-odds into parts that add up, in every mode', () => {
    const modes = fc.constantFrom('hybrid' as const, 'semantic' as const, 'keyword' as const);
    const sum = (parts: object): number =>
      Object.values(parts).reduce((total: number, part: number) => total + part, 0);
    fc.assert(
      fc.property(rows, modes, fc.nat(12), (talks, mode, words) => {
        const chosen = { ...options, kind: { ...kind, mode, words, together: 0.7 } };
        const { items, field, candidates } = rankItems(listsOf(talks), chosen);
        const fit = RELEVANCE_FITS[mode];
        for (const { item, score, relevance } of items) {
          const parts = candidates.partsOf(item);
          expect(sum(parts)).toBeCloseTo(score, 8);
          const logOdds = sum(relevanceSignals({ ...parts }, options.answer, field, fit));
          expect(1 / (1 + Math.exp(-logOdds))).toBeCloseTo(relevance, 9);
        }
        expect(candidates.all.length).toBe(talks.length);
      }),
      { seed },
    );
  });
});

describe('ranking', () => {
  it('does not depend on the engine’s order of equal results', () => {
    fc.assert(
      fc.property(rows, fc.infiniteStream(fc.nat()), (talks, lots) => {
        const draws = talks.map((_, at) => ({ at, lot: lots.next().value as number }));
        const order = draws.sort((a, b) => a.lot - b.lot).map(({ at }) => at);
        expect(ranked(listsOf(talks, order))).toEqual(ranked(listsOf(talks)));
      }),
      { seed },
    );
  });

  it('never ranks a talk lower because more of its words match', () => {
    fc.assert(
      fc.property(rows, fc.nat(), fc.double({ min: 0, max: 20, noNaN: true }), (talks, pick, more) => {
        const at = pick % talks.length;
        const before = ranked(listsOf(talks)).indexOf(at + 1);
        const better = talks.map((row, i): Row => (i === at ? [row[0], row[1], row[2] + more, row[3]] : row));
        const after = ranked(listsOf(better)).indexOf(at + 1);
        fc.pre(before >= 0);
        expect(after).toBeLessThanOrEqual(before);
      }),
      { seed },
    );
  });

  it('ranks a short talk above a long one with an equal best passage, since one of many is close by chance', () => {
    const lists = listsOf([
      [0.5, 0.4, 0, 0],
      [0.5, 0.4, 0, 0],
    ]);
    const order = (chunks: readonly number[]) =>
      rankItems(lists, { ...options, chunksOf: (itemId) => chunks[itemId - 1] }).items.map(
        ({ item }) => item.itemId,
      );
    expect(order([70, 8])).toEqual([2, 1]);
    expect(order([8, 70])).toEqual([1, 2]);
    expect(order([8, 8])).toEqual([1, 2]);
  });

  it('drops talks that are neither similar nor contain a word, and reports if that leaves nothing', () => {
    const lists = listsOf([
      [0.5, 0.3, 0, 0],
      [0.2, 0.4, 0, 0],
      [0.1, 0.1, 3, 0],
    ]);
    expect(new Set(ranked(lists))).toEqual(new Set([1, 3]));
    expect(rankItems(lists, options).complete).toBe(true);
    const cut = { ...lists.nearChunks, complete: false };
    expect(rankItems({ ...lists, nearChunks: cut }, options).complete).toBe(true);
    expect(rankItems({ ...lists, nearChunks: cut }, { ...options, threshold: 0.05 }).complete).toBe(false);
  });

  it('ranks a higher tier above any score, without further evidence', () => {
    const lists = listsOf([
      [0.8, 0.7, 30, 9],
      [0.3, 0.1, 0, 0],
    ]);
    const tier = (itemId: number): number => (itemId === 7 ? 2 : itemId === 2 ? 1 : 0);
    const { items } = rankItems(lists, { ...options, tier, alsoItemIds: [7] });
    expect(items.map(({ item }) => item.itemId)).toEqual([7, 2, 1]);
  });
});

describe('the relevance threshold', () => {
  it('is lowest for words in the library and highest for unknown words', () => {
    const background = { mean: 0.05, spread: 0.09 };
    const inLibrary = relevanceThreshold({ inLibrary: 1, known: 1 }, background);
    const known = relevanceThreshold({ inLibrary: 0, known: 1 }, background);
    const unknown = relevanceThreshold({ inLibrary: 0, known: 0 }, background);
    const mixed = relevanceThreshold({ inLibrary: 0.5, known: 0.5 }, background);
    expect(inLibrary).toBeLessThan(known);
    expect(known).toBeLessThan(unknown);
    expect(mixed).toBeCloseTo((inLibrary + unknown) / 2);
  });
});

describe('relevance', () => {
  const score = fc.double({ min: -5, max: 200, noNaN: true });
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const answer = fc.tuple(...Array.from({ length: 9 }, () => fc.double({ min: -2, max: 12, noNaN: true })));

  it('is a probability that never falls as the score rises, in any mode', () => {
    fc.assert(
      fc.property(
        fc.array(score, { minLength: 1, maxLength: 30 }),
        answer,
        score,
        score,
        share,
        share,
        (all, signs, a, b, together, longness) => {
          for (const fit of Object.values(RELEVANCE_FITS)) {
            const relevance = relevanceOf([1, ...signs], candidateStats(all, { together, longness }), fit);
            expect(relevance(Math.max(a, b))).toBeGreaterThanOrEqual(relevance(Math.min(a, b)));
            expect(relevance(a)).toBeGreaterThanOrEqual(0);
            expect(relevance(a)).toBeLessThanOrEqual(1);
          }
        },
      ),
      { seed },
    );
  });

  it('is lower for one of many equals than for a leader', () => {
    const signs = [1, 4, 1, 1, 1, 1, 4, 1, 1, 0];
    for (const fit of Object.values(RELEVANCE_FITS)) {
      const of = (scores: readonly number[]) =>
        relevanceOf(signs, candidateStats(scores, { together: 1, longness: 0.3 }), fit)(20);
      expect(of([20, 20, 20, 20])).toBeLessThan(of([20, 5, 5, 5]));
    }
  });

  it('reaches the default minScore when uncertain only for a leader, and otherwise always', () => {
    const isResult = (below: number, scores: readonly number[]): boolean => {
      const fit = { ...RELEVANCE_FITS.hybrid, answer: [RELEVANCE_FITS.hybrid.answeredFrom - below] };
      return (
        relevanceOf([1], candidateStats(scores, { together: 1, longness: 0.3 }), fit)(20) >= leastScore(0)
      );
    };
    const [leading, level] = [[20, 5, 5, 5], Array.from({ length: 40 }, () => 20)];
    expect([-1, 1.5, 4].map((below) => isResult(below, leading))).toEqual([true, true, false]);
    expect([-1, 1.5, 4].map((below) => isResult(below, level))).toEqual([true, false, false]);
  });
});

describe('word pairs', () => {
  const hits = [
    hit(1, 0, 10, 'The valley is deep; a shadow fell.'),
    hit(2, 0, 9, 'In the VALLEY, of shadow!'),
  ];

  it('rank adjacent words above separate ones, whatever is between them', () => {
    expect(addWordPairs(hits, 'valley of shadow', WEIGHTS).map(({ itemId }) => itemId)).toEqual([2, 1]);
  });

  it('have no effect for one word or where no two words are adjacent', () => {
    expect(addWordPairs(hits, 'valley', WEIGHTS)).toEqual(hits);
    expect(addWordPairs(hits, 'shadow valley', WEIGHTS)).toEqual(hits);
  });
});

describe('merging lists', () => {
  it('counts results in both lists once, best first', () => {
    const wide = listsOf([
      [0.5, 0.5, 5, 5],
      [0.4, 0.4, 0, 0],
    ]);
    const narrow = listsOf([
      [0.5, 0.5, 5, 5],
      [0.4, 0.4, 0, 0],
      [0.45, 0.1, 2, 0],
    ]);
    const merged = mergeLists(wide, narrow);
    expect(merged.nearChunks.hits.map(({ itemId }) => itemId)).toEqual([1, 3, 2]);
    expect(merged.keywordItems.hits).toHaveLength(1);
  });
});
