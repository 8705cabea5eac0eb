/** The same search on both engines: one library of two accounts, and results in about the same order. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSearcher, type IndexRecord, type Searcher, type SearchIndex } from '../../indexer/index.js';
import { sampleIndex, type SampleIndex } from '../support/sample-index.js';
import { engine, type Store } from './index-harness.js';

const QUERIES = [
  'waiting for the hive in winter',
  'how do I forgive somebody who hurt me',
  'a coin worth less than the jam jar lid',
  'is it wrong to worry about money',
  'learning to pray when nothing comes',
  'what should I say to a grieving friend',
  'why does God not answer',
  'rest from work on the sabbath',
  'welcoming strangers at the table',
  'light in a dark place',
  'patience',
  'bread',
  'lighthouse keeper',
  // Typos
  'beez in the wintr',
  'forgivness of enemys',
  'prayr and waitng',
  'the lost shep',
  'genrosity of the widow',
  // Names and titles
  'Two Coins in the Box',
  'what bees taught me',
  'Psalm 23',
  'John 3',
  'Grace Whitlock',
  'Owen Pritchard',
  // Phrases, beginnings and exclusions
  '"jam jar"',
  '"the kingdom of" seed',
  'bees -honey',
  'prayer -silence',
  'forgiv*',
  'work -"rest"',
];
/**
 * Required: the share of queries with the same first result; and the overlap of the first five, on average and at
 * least.
 */
const SAME_FIRST = 0.95;
const SHARED = { onAverage: 0.95, each: 0.6 };
const FIRST = 5;

describe('the order of results: embedded index and Qdrant', () => {
  let sample: SampleIndex;
  let store: Store;
  let other: SearchIndex;
  let searchers: Searcher[];

  beforeAll(async () => {
    sample = await sampleIndex();
    const { index, embedder } = sample;
    const { items } = await index.counts(1);
    const own = await index.readItems(
      1,
      Array.from({ length: items }, (_, at) => at + 1),
    );
    const records = own.map((item): IndexRecord => ({
      ...item,
      chunks: item.chunks.map((chunk) => ({ ...chunk, speaker: null })),
    }));
    // Half of the talks are also in a second account, which changes how rare their words are there.
    const second = records
      .filter(({ itemId }) => itemId % 2 === 0)
      .map((item) => ({ ...item, accountId: 2, itemId: item.itemId + 1_000 }));
    await index.replaceItems(second);
    store = await engine.make();
    other = await store.create('1', embedder.dimensions);
    await other.replaceItems([...records, ...second]);
    searchers = [createSearcher({ index, embedder }), createSearcher({ index: other, embedder })];
  });
  afterAll(async () => {
    await other?.close();
    await store?.dispose();
    await sample?.dispose();
  });

  it.each([1, 2])('is about the same: account %i', async (accountId) => {
    const filter = { accountId, publishedOnly: true };
    // Without a minimum score, because this compares the order, not where the results end.
    const page = { limit: FIRST, offset: 0, passages: 1, minScore: 0 };
    const compared = [];
    for (const text of QUERIES) {
      const [own, others] = await Promise.all(
        searchers.map(async (searcher) => {
          const { results } = await searcher.search({ text, mode: 'hybrid', filter, ...page });
          return results.map(({ itemId }) => itemId);
        }),
      );
      const longest = Math.max(own!.length, others!.length);
      const shared = longest === 0 ? 1 : own!.filter((id) => others!.includes(id)).length / longest;
      compared.push({ text, own, others, isSameFirst: own![0] === others![0], shared });
    }
    const found = compared.filter(({ own }) => own!.length > 0);
    expect(found.length).toBeGreaterThan(QUERIES.length * 0.75);
    expect(compared.filter(({ shared }) => shared < SHARED.each)).toEqual([]);
    const mean = (values: number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
    expect(mean(compared.map(({ isSameFirst }) => Number(isSameFirst)))).toBeGreaterThanOrEqual(SAME_FIRST);
    expect(mean(compared.map(({ shared }) => shared))).toBeGreaterThanOrEqual(SHARED.onAverage);
  });
});
