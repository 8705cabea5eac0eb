/** Reading the chunks of hits after their items were rewritten, on every search index. */
import { describe, expect, it } from 'vitest';
import { engine, everyone, key, talk } from './index-harness.js';

const { name, make } = engine;

describe(`stale hits: ${name}`, () => {
  it('are read from the current chunks, and dropped when the chunks were deleted', async () => {
    const store = await make();
    const index = await store.create();
    await index.replaceItems([talk(1, ['alpha one', 'alpha two']), talk(2, ['alpha']), talk(3, ['alpha'])]);
    const hits = await index.keywordChunks('alpha', everyone, 10, { text: false });
    expect(hits).toHaveLength(4);
    await index.replaceItems([talk(1, ['omega'])]);
    await index.removeItems(1, [2]);
    const read = await index.readChunks(1, hits);
    expect(read.map((hit) => [key(hit), hit.text]).sort()).toEqual([
      ['1:0', 'omega'],
      ['3:0', 'alpha'],
    ]);
    expect(await index.readChunks(2, hits)).toEqual([]);
    await index.close();
    await store.dispose();
  });
});
