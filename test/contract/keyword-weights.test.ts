/** Keyword searches with weighted words, on every search index. */
import { describe, expect, it } from 'vitest';
import { engines, everyone, talk } from './index-harness.js';

for (const { name, make } of engines)
  describe.skipIf(!make)(`keyword weights: ${name}`, () => {
    it('affect the score', async () => {
      const store = await make!();
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
  });
