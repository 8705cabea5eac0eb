/** Vectors as int8, and the nearest of them by their upper halves, against products of the vectors themselves. */
import { describe, expect, it } from 'vitest';
import type { AccountIndex } from '../../indexer/memory/account-index.js';
import { createChunkScan, type ChunkScan } from '../../indexer/memory/chunk-scan.js';
import { createVectorStore, type VectorList } from '../../indexer/memory/vector-store.js';
import { dot } from '../../indexer/dot.js';
import { randomFrom } from '../../scripts/random.js';

const DIMENSIONS = 100;
const random = randomFrom(11);
const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const unit = (values: ArrayLike<number>): Float32Array => {
  const norm = Math.sqrt(dot(values, values));
  return Float32Array.from(values, (value) => value / norm);
};
const about = (center: ArrayLike<number>, spread: number): Float32Array =>
  unit(Array.from(center, (value) => value + spread * normal()));
const direction = (): Float32Array => about(new Float32Array(DIMENSIONS), 1);

const listOf = (vectors: readonly Float32Array[], dimensions = DIMENSIONS): VectorList => {
  const list = createVectorStore(dimensions).createList();
  for (const vector of vectors) list.push(vector);
  return list;
};
const scanOf = (chunkVectors: VectorList): ChunkScan =>
  createChunkScan({ chunkVectors, revision: 1 } as AccountIndex);

/** Those of the rows with the highest measured cosines. */
const nearestOf = (list: VectorList, query: Float32Array, rows: Int32Array, limit: number): number[] => {
  const cosines = new Float32Array(list.length);
  list.scan(query, [0, list.length], cosines);
  return [...rows].sort((a, b) => cosines[b]! - cosines[a]! || a - b).slice(0, limit);
};

describe('vectors in memory', () => {
  it.each([1, 16, 31, 32, 33, 384])('have the cosines of the vectors, %d dimensions', (dimensions) => {
    const vectors = Array.from({ length: 150 }, () => unit(Array.from({ length: dimensions }, normal)));
    const list = listOf(vectors, dimensions);
    const query = unit(Array.from({ length: dimensions }, normal));
    const cosines = new Float32Array(150);
    list.scan(query, [0, 70, 75, 150], cosines);
    for (const [row, vector] of vectors.entries())
      expect(cosines[row]).toBeCloseTo(row >= 70 && row < 75 ? 0 : dot(query, vector), 2);
    expect(dot(list.get(149), vectors[149]!)).toBeCloseTo(1, 2);
  });

  it('are the same after they were saved, whatever was in their place before', () => {
    const vectors = Array.from({ length: 130 }, direction);
    const query = direction();
    const saved = [...listOf(vectors).parts()];
    const store = createVectorStore(DIMENSIONS);
    const former = store.createList();
    for (let row = 0; row < 200; row++) former.push(direction());
    former.free();
    const list = store.createList();
    for (const part of saved) list.restore(part);
    list.push(query);
    const [before, after] = [new Float32Array(130), new Float32Array(131)];
    listOf(vectors).scan(query, [0, 130], before);
    list.scan(query, [0, 131], after);
    expect([...after.subarray(0, 130)]).toEqual([...before]);
    expect(after[130]).toBeCloseTo(1, 2);
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

describe('the nearest rows', () => {
  const center = direction();
  const repeated = Array.from({ length: 10 }, direction);
  it.each([
    ['of many directions', direction],
    ['close together', () => about(center, 0.02)],
    ['of few texts, each many times', () => repeated[Math.floor(random() * repeated.length)]!],
    ['all the same', () => center],
    ['with one large dimension', () => unit(Array.from(direction(), (value, at) => (at === 3 ? 5 : value)))],
  ])('are those with the highest cosines: %s', (_, draw) => {
    const list = listOf(Array.from({ length: 5_000 }, draw));
    const scan = scanOf(list);
    const every = Int32Array.from({ length: list.length }, (_value, row) => row);
    const third = every.filter((row) => row % 3 === 0);
    for (const query of [direction(), about(center, 0.05), draw()])
      for (const limit of [1, 50, 200, 6_000])
        for (const rows of [every, third, every.subarray(0, 10), every.subarray(0, 0)]) {
          const ranges = Int32Array.from([0, list.length]);
          expect(scan.nearest(query, { ranges, rows }, limit)).toEqual(nearestOf(list, query, rows, limit));
        }
  });

  it('are found after rows were added, and not in rows that were not asked for', () => {
    const vectors = Array.from({ length: 300 }, direction);
    const list = listOf(vectors);
    const index = { chunkVectors: list, revision: 1 };
    const scan = createChunkScan(index as AccountIndex);
    const some = { ranges: Int32Array.of(0, 100), rows: Int32Array.from({ length: 100 }, (_, row) => row) };
    expect(scan.nearest(vectors[7]!, some, 1)).toEqual([7]);
    const others = { ranges: Int32Array.of(100, 300), rows: Int32Array.of(200, 250) };
    expect(scan.nearest(vectors[250]!, others, 1)).toEqual([250]);
    list.push(vectors[7]!);
    index.revision++;
    expect(
      scan.nearest(vectors[7]!, { ranges: Int32Array.of(299, 301), rows: Int32Array.of(300) }, 3),
    ).toEqual([300]);
    expect(scan.cosines[300]).toBeCloseTo(1, 2);
  });
});
