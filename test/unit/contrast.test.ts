/** Whether a query is an errand is measured alike for models with other cosines. */
import { describe, expect, it } from 'vitest';
import { contrastOf } from '../../indexer/embedding/contrast.js';
import { createRandom } from '../../scripts/random.js';

const DIMENSIONS = 24;
const EXAMPLES = 40;

/** Unit vectors around a direction, the same at every call. */
function around(axis: number, seed: string, count = EXAMPLES): Float32Array[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () =>
    unit(
      Array.from({ length: DIMENSIONS }, (_, at) => random.int(1001) / 1000 - 0.5 + (at === axis ? 1 : 0)),
    ),
  );
}

const unit = (values: readonly number[]): Float32Array => {
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
};

/** As of a model that gives cosines around .9 to all texts: they share a direction. */
const narrow = (vectors: readonly Float32Array[]): Float32Array[] =>
  vectors.map((vector) => unit([...Array.from(vector, (value) => value / 3), 1]));

describe('the contrast between errands and matters', () => {
  const [errands, matters] = [around(0, 'errands'), around(1, 'matters')];
  const [newErrands, newMatters] = [around(0, 'new errands'), around(1, 'new matters')];

  it('tells new queries apart', () => {
    const contrast = contrastOf(errands, matters);
    expect(newErrands.filter((query) => contrast(query) > 0).length).toBeGreaterThan(0.9 * EXAMPLES);
    expect(newMatters.filter((query) => contrast(query) < 0).length).toBeGreaterThan(0.9 * EXAMPLES);
  });

  it('has the same scale for a model with other cosines', () => {
    const contrasts = [
      [errands, matters, newErrands, newMatters],
      [errands, matters, newErrands, newMatters].map(narrow),
    ].map(([ofErrands, ofMatters, ...queries]) => queries.flat().map(contrastOf(ofErrands!, ofMatters!)));
    for (const [at, contrast] of contrasts[0]!.entries())
      expect(Math.abs(contrast - contrasts[1]![at]!)).toBeLessThan(0.3);
    expect(Math.max(...contrasts[0]!)).toBeGreaterThan(0.5);
  });

  it('is 0 for a model that does not tell the kinds apart', () => {
    const contrast = contrastOf(around(0, 'some'), around(0, 'others'));
    expect([...newErrands, ...newMatters].map(contrast).every((value) => value === 0)).toBe(true);
    expect(contrastOf([errands[0]!], [errands[0]!])(errands[0]!)).toBe(0);
  });
});
