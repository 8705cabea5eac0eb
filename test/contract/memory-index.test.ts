/** The index in memory against the engine it is read from: the same answers, within its limit, after every change. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createSearcher,
  IndexUnavailableError,
  HOLDS,
  memoryNeeded,
  type Embedder,
  type ItemHit,
  type MemoryIndex,
  type SearchIndex,
  type SearchReader,
} from '../../indexer/index.js';
import { compiled } from '../../scripts/wasm.mjs';
import { SCAN_MODULE } from '../../indexer/memory/scan-module.js';
import {
  changeLog,
  DIMENSIONS,
  drawn,
  engines,
  everyone,
  ids,
  key,
  memoryOver,
  sorted,
  talk,
  type Store,
} from './index-harness.js';
import { randomFrom } from '../../scripts/random.js';

/** Related items need none. */
const NO_EMBEDDER: Embedder = {
  modelId: 'none',
  dimensions: DIMENSIONS,
  embedDocuments: () => Promise.reject(new Error('not asked for')),
  embedQuery: () => Promise.reject(new Error('not asked for')),
  close: () => Promise.resolve(),
};

const [lance] = engines;

describe('an index in memory', () => {
  let store: Store;
  let engine: SearchIndex;
  const opened: MemoryIndex[] = [];
  const inMemory = (...args: Parameters<typeof memoryOver>): MemoryIndex => {
    const index = memoryOver(...args);
    opened.push(index);
    return index;
  };

  beforeEach(async () => {
    store = await lance!.make!();
    engine = await store.create();
  });
  afterEach(async () => {
    for (const index of opened.splice(0)) await index.close();
    await engine.close();
    await store.dispose();
  });

  it('scores words as the engine does', async () => {
    const index = inMemory(engine);
    await index.replaceItems(drawn(40, 5));
    await engine.maintain();
    await index.load(1);
    const memory = await index.reader(1);
    expect(memory).not.toBe(engine);
    for (const query of ['grace', 'patient keepers', 'hope stone river anger', 'to be or not']) {
      for (const [fromMemory, fromEngine] of [
        [await memory.keywordChunks(query, everyone, 500), await engine.keywordChunks(query, everyone, 500)],
        [await memory.keywordItems(query, everyone, 500), await engine.keywordItems(query, everyone, 500)],
        [
          await memory.keywordItems(query, everyone, 500, 'title'),
          await engine.keywordItems(query, everyone, 500, 'title'),
        ],
      ] as const) {
        const keyOf = (hit: { itemId: number; ordinal?: number }): string =>
          `${hit.itemId}:${hit.ordinal ?? ''}`;
        const expected = new Map(fromEngine.map((hit) => [keyOf(hit), hit.score]));
        expect(new Set(fromMemory.map(keyOf))).toEqual(new Set(expected.keys()));
        for (const hit of fromMemory) expect(hit.score).toBeCloseTo(expected.get(keyOf(hit))!, 2);
      }
    }
  });

  it('leaves to the engine what does not fit: first passages, then words, then all', async () => {
    const talks = drawn(40, 5);
    await engine.replaceItems(talks);
    await engine.maintain();
    const needed = memoryNeeded(await engine.counts(1), DIMENSIONS);
    let before = Infinity;
    for (const limitBytes of [...HOLDS.map((holds) => needed[holds]), needed.heads / 10]) {
      const index = inMemory(engine, { limitBytes });
      await index.load(1);
      const reader = await index.reader(1);
      expect(reader === engine).toBe(limitBytes < needed.heads);
      const { bytes } = index.memory();
      expect(bytes).toBeLessThanOrEqual(limitBytes);
      expect(bytes).toBeLessThanOrEqual(before);
      before = bytes;
      const hits = await reader.keywordChunks('grace', everyone, 20);
      expect(hits.length).toBe(20);
      for (const hit of hits) expect(hit.text).toContain('grace');
      expect(ids(await reader.phraseChunks(hits[0]!.text, everyone, 1))).toEqual([hits[0]!.itemId]);
      for (const over of ['whole', 'title'] as const) {
        const found = await reader.keywordItems('patience', everyone, 500, over);
        const expected = await engine.keywordItems('patience', everyone, 500, over);
        expect(sorted(ids(found))).toEqual(sorted(ids(expected)));
      }
      const { text, startMs, endMs, vector } = talks[7]!.chunks[3]!;
      const nearest = { itemId: 8, ordinal: 3 };
      const mediaAssetId = 1_008;
      const whole = { ...nearest, text, startMs, endMs, mediaAssetId };
      const [near] = await reader.nearestChunks(vector, everyone, 3);
      expect(near).toMatchObject(whole);
      const unread = await reader.nearestChunks(vector, everyone, 3, { text: false });
      expect(unread[0]).toMatchObject(nearest);
      expect(await reader.readChunks(1, unread.slice(0, 1))).toMatchObject([whole]);
      expect(sorted(await reader.itemsWith('mercy', everyone))).toEqual(
        sorted(await engine.itemsWith('mercy', everyone)),
      );
    }
  });

  it('is read again by a search that began before it gave way', async () => {
    const changes = changeLog();
    const index = inMemory(engine, { changes });
    await index.replaceItems(drawn(12, 3));
    await index.load(1);
    /** Between the beginning of a search and its first look at a vector. */
    let meanwhile = async (): Promise<void> => {};
    const reader: MemoryIndex['reader'] = async (accountId) => {
      const found = await index.reader(accountId);
      await meanwhile();
      return found;
    };
    const { related } = createSearcher({ index: { ...index, reader }, embedder: NO_EMBEDDER });
    const found = (): Promise<ItemHit[]> => related({ itemId: 1, filter: everyone, limit: 5 });
    const expected = ids(await found());
    expect(expected).toHaveLength(5);
    meanwhile = async () => {
      meanwhile = async () => {};
      changes.lose();
      expect(await index.reader(1)).toBe(engine);
    };
    expect(ids(await found())).toEqual(expected);
  });

  it.each(HOLDS)('reads again what another handle wrote, and only that account: %s', async (holds) => {
    const changes = changeLog();
    const limitBytes = memoryNeeded({ items: 2, chunks: 2 }, DIMENSIONS)[holds];
    const here = inMemory(engine, { changes, limitBytes });
    const there = inMemory(store.open(), { changes });
    await here.replaceItems([talk(1, ['alpha']), talk(2, ['beta']), talk(3, ['alpha'], { accountId: 2 })]);
    await here.load(1);
    expect(await here.reader(1)).not.toBe(engine);
    const found = async (accountId: number, word: string) =>
      sorted(ids(await (await here.reader(accountId)).keywordChunks(word, { ...everyone, accountId }, 10)));
    expect(await found(1, 'alpha')).toEqual([1]);
    await there.replaceItems([talk(2, ['alpha now']), talk(4, ['alpha too'])]);
    await there.removeItems(1, [1]);
    expect(await found(1, 'alpha')).toEqual([2, 4]);
    await there.updateAttributes([{ ...talk(2, []), published: false, words: talk(2, []) }]);
    await there.updateAttributes([
      { ...talk(4, []), seriesId: 7, words: { title: 'Omega', description: '' } },
    ]);
    const reader = await here.reader(1);
    expect(ids(await reader.keywordChunks('alpha', { ...everyone, publishedOnly: true }, 10))).toEqual([4]);
    expect(ids(await reader.keywordItems('omega', { ...everyone, seriesId: 7 }, 10, 'title'))).toEqual([4]);
    expect(await found(2, 'alpha')).toEqual([3]);
  });

  it.each(HOLDS)('takes new titles without the chunks: %s', async (holds) => {
    const talks = drawn(30, 4);
    await engine.replaceItems(talks);
    const needed = memoryNeeded(await engine.counts(1), DIMENSIONS);
    const limitBytes = needed[holds];
    const index = inMemory(engine, { limitBytes });
    await index.load(1);
    const { passages } = index.memory();
    const random = randomFrom(7);
    const names = ['Quillfeather', 'Obadiah', 'mercies', 'grace', 'hoping'];
    const head = (): string =>
      Array.from({ length: Math.floor(random() * 4) }, () => names[Math.floor(random() ** 2 * 5)]!).join(' ');
    const update = async (from: number, to: number, title: () => string): Promise<void> => {
      const changed = talks.slice(from, to).map((item) => ({
        ...item,
        published: random() < 0.8,
        words: { title: title(), description: head() },
      }));
      await index.updateAttributes(changed);
      await index.reader(1);
    };
    for (let round = 0; round < 10; round++) await update(round % 3, 8, head);
    // More often than a posting counts.
    for (const times of [300, 254]) await update(8, 9, () => 'grace '.repeat(times));
    for (const title of ['Obadiah', 'Later']) await update(9, 10, () => title);
    const changed = await index.reader(1);
    expect(index.memory().passages).toBe(passages);

    const fresh = inMemory(engine, { limitBytes });
    await fresh.load(1);
    const anew = await fresh.reader(1);
    for (const filter of [everyone, { ...everyone, publishedOnly: true }]) {
      const [vocabulary, expected] = [await changed.vocabulary!(filter), await anew.vocabulary!(filter)];
      expect(vocabulary.size).toBe(expected.size);
      for (const word of [...names, 'later', 'talk', 'mercy', 'hoped', 'bread stone']) {
        for (const over of ['whole', 'title'] as const) {
          const scores = async (reader: SearchReader): Promise<Map<number, number>> =>
            new Map(
              (await reader.keywordItems(word, filter, 500, over)).map((hit) => [hit.itemId, hit.score]),
            );
          const [found, wanted] = [await scores(changed), await scores(anew)];
          expect(sorted(found.keys()), word).toEqual(sorted(wanted.keys()));
          for (const [itemId, score] of wanted) expect(found.get(itemId)).toBeCloseTo(score, 2);
        }
        expect(vocabulary.has(word), word).toBe(expected.has(word));
        const start = word.slice(0, 3).toLowerCase();
        expect(vocabulary.startingWith(start, 9)).toEqual(expected.startingWith(start, 9));
        expect(new Set(vocabulary.near(word, 1)), word).toEqual(new Set(expected.near(word, 1)));
        expect(sorted(await changed.itemsWith(word, filter, false))).toEqual(
          sorted(await anew.itemsWith(word, filter, false)),
        );
      }
    }
  });

  it('lets no search miss what another is reading', async () => {
    const index = inMemory(engine);
    await index.load(1);
    const search = async (): Promise<number> =>
      (await (await index.reader(1)).nearestItems(talk(1, ['a']).centroid, everyone, 1_000)).length;
    for (const count of [3, 250]) {
      await index.replaceItems(drawn(count, 1));
      expect(await Promise.all([search(), search(), search()])).toEqual([count, count, count]);
    }
    await expect.poll(() => index.memory().items).toBe(250);
    expect(await index.reader(1)).not.toBe(engine);
    expect(await search()).toBe(250);
  });

  it('reads everything again when the log has lost changes', async () => {
    const changes = changeLog();
    const index = inMemory(engine, { changes });
    await index.replaceItems([talk(1, ['alpha'])]);
    await index.load(1);
    await engine.replaceItems([talk(2, ['alpha'])]);
    changes.lose();
    await index.reader(1);
    await index.load(1);
    expect(ids(await (await index.reader(1)).keywordChunks('alpha', everyone, 10))).toEqual([1, 2]);
  });

  it('is built anew once a third of it is out of date, while changes go on', async () => {
    const index = inMemory(engine);
    const talks = drawn(40, 100);
    await index.replaceItems(talks);
    await index.load(1);
    expect(index.memory().passages).toBe(4_000);
    for (let round = 0; round < 4; round++) {
      await index.replaceItems(talks.slice(0, 30));
      await index.reader(1);
    }
    await expect.poll(async () => (await index.reader(1)) && index.memory().passages).toBeLessThan(10_000);
    await index.load(1);
    const reader = await index.reader(1);
    const hits = await reader.keywordChunks('grace', everyone, 10_000, { text: false });
    expect(new Set(hits.map(key)).size).toBe(hits.length);
    const expected = talks.flatMap(({ chunks }) => chunks).filter(({ text }) => text.includes('grace'));
    expect(hits.length).toBe(expected.length);
  });

  it('brings as many texts as are asked for', async () => {
    const index = inMemory(engine);
    await index.replaceItems([talk(1, ['alpha', 'alpha beta', 'alpha beta gamma delta'])]);
    await index.load(1);
    const hits = await (await index.reader(1)).keywordChunks('alpha', everyone, 10, { text: 2 });
    expect(hits.map(({ text }) => text)).toEqual(['alpha', 'alpha beta', '']);
  });

  it('says that the index is missing as soon as the engine has lost it', async () => {
    const index = inMemory(engine);
    await index.replaceItems([talk(1, ['alpha'])]);
    await index.load(1);
    await store.wreck();
    await expect(index.reader(1)).rejects.toThrow(IndexUnavailableError);
    expect(index.memory().passages).toBe(0);
  });

  it('scans with the WebAssembly of its source: `npm run wasm` compiles it', async () => {
    expect(await compiled()).toContain(`'${SCAN_MODULE}'`);
  });
});
