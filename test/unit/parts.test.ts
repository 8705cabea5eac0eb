/** Splitting a list into parts with a limited number of elements and weight. */
import { expect, it } from 'vitest';
import { partsOf } from '../../src/platform/lib/parts.js';

const limits = { maxItems: 3, maxWeight: 10 };
const parts = (...weights: number[]) => partsOf(weights, (weight) => weight, limits);

it('divides items by number and weight, in order', () => {
  expect(parts()).toEqual([]);
  expect(parts(1, 1, 1, 1)).toEqual([[1, 1, 1], [1]]);
  expect(parts(4, 6, 1, 9, 2)).toEqual([[4, 6], [1, 9], [2]]);
});

it('puts an oversized item into a separate part', () => {
  expect(parts(1, 11, 1)).toEqual([[1], [11], [1]]);
  expect(parts(11, 12)).toEqual([[11], [12]]);
});
