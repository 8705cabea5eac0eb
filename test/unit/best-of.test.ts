/** The top-k heap against sorting all scores. */
import { describe, expect, it } from 'vitest';
import { bestOf } from '../../indexer/engines/embedded/best.js';
import { randomFrom } from '../../scripts/random.js';

const sorted = (scores: Float32Array, candidates: number[], limit: number): number[] =>
  candidates.toSorted((a, b) => scores[b]! - scores[a]! || a - b).slice(0, limit);

describe('the top-k heap', () => {
  it.each([
    ['cosines', (random: () => number) => random() * 2 - 1],
    ['near ties', (random: () => number) => Math.round(random() * 5) / 10],
    ['one far ahead of all', (random: () => number) => (random() < 0.001 ? 1_000 : random() / 1e6)],
    ['all the same', () => 0.25],
    ['BM25, mostly 0', (random: () => number) => (random() < 0.9 ? 0 : random() * 20)],
  ])('%s', (_, draw) => {
    const random = randomFrom(7);
    for (const size of [0, 1, 10, 300, 5_000]) {
      const scores = Float32Array.from({ length: size }, () => draw(random));
      const candidates = [...scores.keys()].filter(() => random() < 0.8).reverse();
      for (const limit of [0, 1, 7, 200, 4_999])
        expect(bestOf(scores, candidates, limit)).toEqual(sorted(scores, candidates, limit));
    }
  });
});
