/** Searches of an account that does not fit in memory: ranked by its own words, in the file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createEmbeddedIndex,
  openEmbeddedIndex,
  type EmbeddedIndex,
  type SearchReader,
} from '../../indexer/index.js';
import { DIMENSIONS, drawn, everyone, ids, key, sorted, talk } from './index-harness.js';

const SEARCHED = ['grace', 'mercy and hope', 'bread stone', 'talk'];
/** More items than one batch of the full-text search reads. */
const OTHERS = 1_100;

/**
 * The first ten have about the score of the tenth or more. The full-text search uses the average length of what it
 * finds.
 */
const expectGood = <Key>(found: readonly Key[], scores: ReadonlyMap<Key, number>): void => {
  expect(found.length).toBe(Math.min(20, scores.size));
  const tenth = [...scores.values()][9] ?? 0;
  for (const one of found.slice(0, 10)) expect(scores.get(one)).toBeGreaterThan(tenth * 0.9);
};

describe('full-text search of the embedded index', () => {
  let folder: string;
  let index: EmbeddedIndex;
  let small: EmbeddedIndex;
  let reader: SearchReader;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-full-text-'));
    const options = { folder, modelId: 'm', tableSuffix: '1', dimensions: DIMENSIONS };
    index = createEmbeddedIndex(options);
    small = openEmbeddedIndex({ ...options, limitBytes: 1_000 });
    await index.replaceItems([
      ...drawn(80, 3),
      ...Array.from({ length: OTHERS }, (_, at) => talk(1_000 + at, ['zebra '.repeat(20)])),
      ...drawn(80, 3).map((of) => ({ ...of, itemId: 10_000 + of.itemId, seriesId: 7 })),
    ]);
    reader = await small.reader(1);
    expect(reader.byWordsOnly).toBe(true);
  });
  afterEach(async () => {
    await index.close();
    await small.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const found = (by: SearchReader) =>
    Promise.all(
      SEARCHED.map(async (text) => ({
        chunks: await by.keywordChunks(text, everyone, 20, { text: false }),
        titles: await by.keywordItems(text, everyone, 20, 'title'),
        items: await by.keywordItems(text, everyone, 20),
        phrases: await by.phraseChunks(text, everyone, 20),
      })),
    );

  it('finds passages and titles that are among the best of a search in memory', async () => {
    const whole = await index.reader(1);
    const inFile = await found(reader);
    for (const [at, text] of SEARCHED.entries()) {
      const { chunks, titles, phrases } = inFile[at]!;
      const best = await whole.keywordChunks(text, everyone, 5_000, { text: false });
      const bestTitles = await whole.keywordItems(text, everyone, 5_000, 'title');
      expectGood(chunks.map(key), new Map(best.map((hit) => [key(hit), hit.score])));
      expectGood(ids(titles), new Map(bestTitles.map((hit) => [hit.itemId, hit.score])));
      const inMemory = await whole.phraseChunks(text, everyone, 5_000, { text: false });
      expect(phrases.length).toBe(Math.min(20, inMemory.length));
    }
  });

  it('keeps scores and order when another account has the same words', async () => {
    const before = await found(reader);
    await index.replaceItems(drawn(300, 5).map((of) => ({ ...of, accountId: 2 })));
    expect(await found(reader)).toEqual(before);
  });

  it('finds only items that match the filter, including the oldest', async () => {
    const old = { ...everyone, excludeItemIds: drawn(80, 3).map(({ itemId }) => 10_000 + itemId) };
    expect(Math.max(...ids(await reader.keywordChunks('grace', old, 50)))).toBeLessThanOrEqual(80);
    const inSeries = { ...everyone, seriesId: 7 };
    expect(Math.min(...ids(await reader.keywordItems('grace', inSeries, 50)))).toBeGreaterThan(10_000);
    expect(sorted(await reader.itemsWith('zebra', everyone)).length).toBe(OTHERS);
  });
});
