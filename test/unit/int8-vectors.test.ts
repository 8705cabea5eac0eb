/** int8 vectors compared with float vectors. */
import { describe, expect, it } from 'vitest';
import { fromInt8, toInt8 } from '../../indexer/engines/embedded/int8.js';
import { createVectorStore, type VectorList } from '../../indexer/engines/embedded/vector-store.js';
import { dot } from '../../indexer/embedding/vectors.js';
import { randomFrom } from '../../scripts/random.js';

const DIMENSIONS = 100;
const random = randomFrom(11);
const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const unit = (values: ArrayLike<number>): Float32Array => {
  const norm = Math.sqrt(dot(values, values));
  return Float32Array.from(values, (value) => value / norm);
};
const direction = (): Float32Array => unit(Array.from({ length: DIMENSIONS }, normal));

const listOf = (vectors: readonly Float32Array[], dimensions = DIMENSIONS): VectorList => {
  const list = createVectorStore(dimensions).createList();
  // A few at a time and across blocks, as items add them.
  for (let at = 0; at < vectors.length; at += 50) list.push(toInt8(vectors.slice(at, at + 50), dimensions));
  return list;
};

describe('int8 vectors', () => {
  it.each([1, 16, 31, 32, 33, 384])('have the same cosines as float vectors, %d dimensions', (dimensions) => {
    const vectors = Array.from({ length: 150 }, () => unit(Array.from({ length: dimensions }, normal)));
    const list = listOf(vectors, dimensions);
    const query = unit(Array.from({ length: dimensions }, normal));
    const cosines = new Float32Array(150);
    list.scan(query, [0, 70, 75, 150], cosines);
    for (const [row, vector] of vectors.entries())
      expect(cosines[row]).toBeCloseTo(row >= 70 && row < 75 ? 0 : dot(query, vector), 2);
    expect(dot(list.get(149), vectors[149]!)).toBeCloseTo(1, 2);
  });

  it('are read back as stored', () => {
    const vectors = Array.from({ length: 5 }, direction);
    const stored = fromInt8(toInt8(vectors, DIMENSIONS), DIMENSIONS);
    for (const [row, vector] of vectors.entries()) expect(dot(stored[row]!, vector)).toBeCloseTo(1, 2);
  });

  it('do not overflow with the largest values in all dimensions', () => {
    const dimensions = 4_096;
    const even = unit(new Float32Array(dimensions).fill(1));
    const cosines = new Float32Array(1);
    listOf([even], dimensions).scan(even, [0, 1], cosines);
    expect(cosines[0]).toBeCloseTo(1, 2);
  });

  it('are rejected with other dimensions', () => {
    expect(() => toInt8([new Float32Array(3)], DIMENSIONS)).toThrow(RangeError);
  });

  it('of zeros have the cosine 0', () => {
    const list = listOf([new Float32Array(DIMENSIONS), direction()]);
    const cosines = new Float32Array(2).fill(9);
    list.scan(direction(), [0, 1], cosines);
    expect(cosines[0]).toBe(0);
    list.scan(new Float32Array(DIMENSIONS), [0, 2], cosines);
    expect([...cosines]).toEqual([0, 0]);
  });
});
