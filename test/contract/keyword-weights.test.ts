/** Keyword searches with weighted words, on every search index. */
import { describe, expect, it } from 'vitest';
import type { ItemHit, IndexRecord } from '../../indexer/index.js';
import { drawn, engine, everyone, key, talk } from './index-harness.js';

const itemOf = ({ itemId }: ItemHit): string => String(itemId);

/** Best first. Sums of equal parts may differ by the order of addition, and equal scores may come in any order. */
const scored = <Hit extends ItemHit>(keyOf: (hit: Hit) => string, hits: readonly Hit[]): string[] =>
  hits
    .map((hit) => ({ of: keyOf(hit), score: hit.score.toFixed(3) }))
    .sort((a, b) => Number(b.score) - Number(a.score) || (a.of < b.of ? -1 : 1))
    .map(({ of, score }) => `${of} ${score}`);

const { name, make } = engine;

describe(`keyword weights: ${name}`, () => {
  it('affect the score', async () => {
    const store = await make();
    const index = await store.create();
    await index.replaceItems([
      talk(1, ['Nebuchadnezzar the king made an image of gold.'], { title: 'Lanterns' }),
      talk(2, ['We met in a cafe by the sea.']),
      talk(3, ['Mercy and patience.']),
    ]);
    await index.maintain();
    const scores = async (weight: number): Promise<Map<number, number>> => {
      const words = [
        { word: 'nebuchadnezzar', weight },
        { word: 'caf\u00e9', weight: 1 },
      ];
      const hits = await index.keywordChunks(words, everyone, 5);
      return new Map(hits.map(({ itemId, score }) => [itemId, score]));
    };
    const [even, uneven] = [await scores(1), await scores(0.25)];
    expect(new Set(uneven.keys())).toEqual(new Set([1, 2]));
    expect(uneven.get(1)! / even.get(1)!).toBeCloseTo(0.25, 2);
    expect(uneven.get(2)).toBeCloseTo(even.get(2)!, 3);
    const titles = await index.keywordItems([{ word: 'lanterns', weight: 0.5 }], everyone, 5, 'title');
    expect(titles.map(({ itemId }) => itemId)).toEqual([1]);
    expect(await index.keywordChunks([], everyone, 5)).toEqual([]);
    await index.close();
    await store.dispose();
  });

  it('go by the texts of the account alone', async () => {
    const store = await make();
    const own = drawn(30, 8);
    // Every text here contains the account's rare words, and none its common ones.
    const others = drawn(60, 10).map((item) => ({
      ...talk(
        item.itemId,
        item.chunks.map(({ text }) => text.replace(/grace|mercy|patience/g, 'lighthouse hope anger')),
      ),
      accountId: 2,
      title: 'Hope and anger',
    }));
    const found = async (suffix: string, items: readonly IndexRecord[]) => {
      const index = await store.create(suffix);
      await index.replaceItems(items);
      await index.maintain();
      const reader = (await index.reader?.(1)) ?? index;
      const lists = [];
      for (const query of ['grace hope', 'lighthouse of mercy', 'anger patience stone winter'])
        lists.push(
          scored(key, await reader.keywordChunks(query, everyone, 50)),
          scored(itemOf, await reader.keywordItems(query, everyone, 50)),
          scored(itemOf, await reader.keywordItems(query, everyone, 50, 'title')),
        );
      await index.close();
      return lists;
    };
    const alone = await found('alone', own);
    expect(alone.flat().length).toBeGreaterThan(200);
    expect(await found('beside', [...others, ...own])).toEqual(alone);
    await store.dispose();
  });
});
