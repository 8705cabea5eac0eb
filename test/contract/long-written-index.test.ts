/** A handle on an index that is written to for long: what it keeps of old versions goes without those who read. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SearchIndex } from '../../indexer/index.js';
import { engines, everyone, ids, talk, type Store } from './index-harness.js';

for (const { name, make } of engines) {
  describe.skipIf(!make)(`an index written to for long: ${name}`, () => {
    let store: Store;
    let index: SearchIndex;

    beforeEach(async () => {
      store = await make!();
      index = await store.create();
    });
    afterEach(async () => {
      await index.close();
      await store.dispose();
    });

    it('answers reads in progress however often it is written to', async () => {
      const own = talk(1, ['mercy']);
      await index.replaceItems([own]);
      let writing = true;
      const reads = async (): Promise<number> => {
        let count = 0;
        for (; writing; count++) {
          expect(ids(await index.keywordChunks('mercy', everyone, 5))).toEqual([1]);
          expect((await index.readItems(1, [1])).length).toBe(1);
        }
        return count;
      };
      const reading = [reads(), reads()];
      // More than a handle on LanceDB is kept for.
      for (let at = 0; at < 130; at++)
        await index.updateAttributes([{ ...own, words: { title: `Talk ${at}`, description: '' } }]);
      writing = false;
      for (const count of await Promise.all(reading)) expect(count).toBeGreaterThan(0);
      expect(ids(await index.keywordItems('129', everyone, 5, 'title'))).toEqual([1]);
      await Promise.all([index.counts(), index.close()]);
    });
  });
}
