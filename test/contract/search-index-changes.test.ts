/** Changes to and faults of every search index: embedded, and Qdrant if its engine or a server is available. */
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  chunksDigest,
  IndexUnavailableError,
  type SearchFilter,
  type SearchIndex,
  type IndexRecord,
} from '../../indexer/index.js';
import {
  cosine,
  engine,
  everyone,
  expectNearest,
  ids,
  key,
  nearVector,
  chunks,
  randomVector,
  sorted,
  talk,
  type Store,
} from './index-harness.js';
import { randomFrom } from '../../scripts/random.js';

const { name, make, digits } = engine;

describe(`changes to an index: ${name}`, () => {
  let store: Store;
  let index: SearchIndex;

  beforeEach(async () => {
    store = await make();
    index = await store.create();
  });
  afterEach(async () => {
    await index.close();
    await store.dispose();
  });

  it('finds nothing when the index is empty', async () => {
    expect(await index.counts()).toEqual({ items: 0, chunks: 0 });
    expect(await index.keywordChunks('mercy', everyone, 5)).toEqual([]);
    expect(await index.nearestChunks(randomVector(randomFrom(1)), everyone, 5)).toEqual([]);
    await index.maintain();
    expect(await index.chunkCounts(1)).toEqual(new Map());
  });

  it('finds the talks with adjacent words in a passage, the title or the description', async () => {
    const talks = [
      talk(1, ['Mercy.', 'The king made an image of gold.', 'The kings made it.']),
      talk(2, ['He asked whether to be or not to be.'], {
        title: 'On image gold',
        description: 'A king. Made up',
      }),
      talk(3, ['A lamp alone, of few.'], { title: 'Road', description: 'Again the lanterns of a lamp' }),
      talk(4, ['Nothing here.'], { title: 'A lamp of many lanterns', description: 'On the road again' }),
      talk(5, ['Kings made an image.'], { accountId: 2 }),
    ];
    const expectFound = async (): Promise<void> => {
      for (const [words, items] of [
        ['kings', [1, 2]],
        ['lantern', [3, 4]],
        ['king made an image', [1]],
        ['gold the king', []],
        ['mercy the king', []],
        ['to be or not to be', [2]],
        ['gold a king', []],
        ['lamps of many', [4]],
        ['the road again', [4]],
        ['lanterns of a lamp', [3]],
        ['nowhere', []],
        ['!', []],
      ] as const)
        expect(sorted(await index.itemsWith(words, everyone)), words).toEqual(items);
    };
    await index.replaceItems(talks);
    await expectFound();
    await index.maintain();
    await expectFound();
    expect(await index.itemsWith('king', { ...everyone, itemIds: [2, 5] })).toEqual([2]);
    await index.removeItems(1, [2]);
    expect(await index.itemsWith('king', everyone)).toEqual([1]);
  });

  it('replaces, shrinks and empties talks, and accepts the same talks again', async () => {
    const texts = ['alpha one', 'alpha two', 'alpha three'];
    await index.replaceItems([talk(1, texts), talk(2, texts), talk(3, ['other'])]);
    await index.maintain();
    await index.replaceItems([talk(1, ['omega one']), talk(2, []), talk(4, texts)]);
    await index.replaceItems([talk(1, ['omega one']), talk(2, []), talk(4, texts)]);
    expect(await index.chunkCounts(1)).toEqual(
      new Map([
        [1, 1],
        [2, 0],
        [3, 1],
        [4, 3],
      ]),
    );
    expect(ids(await index.keywordChunks('alpha', everyone, 10))).toEqual([4, 4, 4]);
    expect(ids(await index.keywordItems('omega', everyone, 10))).toEqual([1]);
  });

  it('stores a digest of the chunks of each talk, which other changes of the talk do not affect', async () => {
    const [first, second] = [talk(1, ['alpha one', 'alpha two']), talk(2, ['alpha one'])];
    await index.replaceItems([first, second, talk(3, ['alpha'], { accountId: 2 })]);
    const digests = new Map([first, second].map(({ itemId, chunks }) => [itemId, chunksDigest(chunks)]));
    expect(await index.chunkDigests(1)).toEqual(digests);
    await index.updateAttributes([{ ...first, published: false, words: { title: 'New', description: '' } }]);
    expect(await index.chunkDigests(1)).toEqual(digests);
    await index.replaceItems([talk(1, ['alpha one', 'alpha three'])]);
    const changed = await index.chunkDigests(1);
    expect(changed.get(2)).toBe(digests.get(2));
    expect(changed.get(1)).not.toBe(digests.get(1));
  });

  it('removes talks of the given account only', async () => {
    await index.replaceItems([talk(1, ['alpha']), talk(2, ['alpha']), talk(3, ['alpha'], { accountId: 2 })]);
    await index.removeItems(1, [1, 3, 99]);
    await index.removeItems(1, []);
    expect(ids(await index.keywordChunks('alpha', everyone, 10))).toEqual([2]);
    expect(await index.counts()).toEqual({ items: 2, chunks: 2 });
  });

  it('updates attributes and words without changing chunks or vectors', async () => {
    const before = talk(1, ['alpha one', 'alpha two'], {
      title: 'Old name',
      description: 'first account',
    });
    await index.replaceItems([before, talk(2, ['alpha']), talk(3, ['alpha'], { accountId: 2 })]);
    await index.maintain();
    const facts = {
      ...before,
      seriesId: 9,
      speakerIds: [4],
      books: ['ROM'],
      chapters: ['ROM.8'],
      published: false,
    };
    await index.updateAttributes([
      { ...facts, words: { title: 'Fresh name', description: 'second telling' } },
      { ...talk(2, []), topicIds: [5, 6] },
    ]);
    const found = async (part: Partial<SearchFilter>) =>
      sorted(ids(await index.keywordChunks('alpha', { ...everyone, ...part }, 10)));
    expect(await found({})).toEqual([1, 1, 2]);
    expect(await found({ seriesId: 9, speakerId: 4, book: 'ROM', chapter: 8 })).toEqual([1, 1]);
    expect(await found({ publishedOnly: true })).toEqual([2]);
    expect(await found({ topicId: 6 })).toEqual([2]);
    expect(await found({ accountId: 2, publishedOnly: true })).toEqual([3]);
    expect(ids(await index.keywordItems('old first account', everyone, 5))).toEqual([]);
    expect(ids(await index.keywordItems('fresh', everyone, 5, 'title'))).toEqual([1]);
    expect(ids(await index.keywordItems('second', { ...everyone, seriesId: 9 }, 5))).toEqual([1]);
    expect(sorted(ids(await index.keywordItems('alpha', everyone, 5)))).toEqual([1, 2]);
    expect(cosine((await index.itemCentroid(1, 1))!, before.centroid)).toBeCloseTo(1, digits);
    expect(await index.counts()).toEqual({ items: 3, chunks: 4 });
  });

  it('refuses updates of a talk that it does not know, so that they are tried again', async () => {
    await index.replaceItems([talk(1, ['alpha']), talk(3, ['alpha'], { accountId: 2 })]);
    for (const unknown of [3, 77])
      await expect(
        index.updateAttributes([
          { ...talk(1, []), seriesId: 9 },
          { ...talk(unknown, []), published: false },
        ]),
      ).rejects.toThrow(`The index does not know item ${unknown} of account 1`);
    expect(ids(await index.keywordChunks('alpha', { ...everyone, seriesId: 9 }, 10))).toEqual([]);
    expect(ids(await index.keywordChunks('alpha', { accountId: 2, publishedOnly: true }, 10))).toEqual([3]);
  });

  it('always shows readers exactly one version of a talk', async () => {
    const version = (of: number): IndexRecord =>
      talk(
        1,
        Array.from({ length: of % 2 ? 6 : 4 }, (_, at) => `steady word version${of} part${at}`),
      );
    await index.replaceItems([version(0), talk(2, ['other words'])]);
    const reader = store.open();
    const seen: string[] = [];
    let writing = true;
    const reading = (async () => {
      const vector = randomVector(randomFrom(3));
      while (writing) {
        // The embedded engine answers from memory, without waiting.
        await setImmediate();
        for (const hits of [
          await reader.keywordChunks('steady', everyone, 50),
          await reader.nearestChunks(vector, { ...everyone, itemIds: [1] }, 50),
        ]) {
          const versions = new Set(hits.map((hit) => /version(\d+)/.exec(hit.text)![1]!));
          seen.push([...versions].map((of) => `${of}:${hits.length}`).join('+') || 'none');
        }
      }
    })();
    let last = 0;
    while (last < 8 || (seen.length < 3 && last < 200))
      for (let turn = 0; turn < 2; turn++) await index.replaceItems([version(++last)]);
    writing = false;
    await reading;
    const whole = new Set(Array.from({ length: last + 1 }, (_, of) => `${of}:${of % 2 ? 6 : 4}`));
    expect(seen.filter((answer) => !whole.has(answer))).toEqual([]);
    expect(seen.length).toBeGreaterThan(2);
    expect(await index.counts()).toEqual({ items: 2, chunks: 5 });
    await reader.close();
  });

  it('accepts writes through two handles at once, and both see them', async () => {
    const second = store.open();
    const texts = ['alpha one', 'alpha two'];
    await Promise.all(
      Array.from({ length: 10 }, (_, at) => {
        const handle = at % 2 ? index : second;
        return handle.replaceItems([talk(1 + (at % 5), [...texts, `turn ${at}`]), talk(50 + at, texts)]);
      }).concat([index.maintain(), second.maintain()]),
    );
    for (const handle of [index, second]) {
      expect(await handle.counts()).toEqual({ items: 15, chunks: 35 });
      expect((await handle.keywordChunks('alpha', everyone, 100)).length).toBe(30);
    }
    await second.close();
    const third = store.open();
    expect((await third.chunkCounts(1)).size).toBe(15);
    await third.close();
  });

  it('builds a second index beside the first, lists both and drops one', async () => {
    await index.replaceItems([talk(1, ['alpha'])]);
    const beside = await store.create('2', 8);
    expect((await store.suffixes()).sort()).toEqual(['1', '2']);
    expect(await beside.counts()).toEqual({ items: 0, chunks: 0 });
    await expect(beside.replaceItems([talk(1, ['alpha'])])).rejects.toThrow();
    await beside.close();
    await store.drop('2');
    await store.drop('2');
    expect(await store.suffixes()).toEqual(['1']);
    await (await store.create()).close();
    expect(await index.counts()).toEqual({ items: 1, chunks: 1 });
  });

  it('reports a missing index, and works again after a rebuild', async () => {
    await index.replaceItems([talk(1, ['alpha'])]);
    await index.ping();
    await store.wreck();
    for (const call of [
      () => index.ping(),
      () => index.keywordChunks('alpha', everyone, 5),
      () => index.nearestChunks(randomVector(randomFrom(1)), everyone, 5),
      () => index.replaceItems([talk(1, ['alpha'])]),
      () => index.counts(),
    ]) {
      await expect(call()).rejects.toThrow(IndexUnavailableError);
      await expect(call()).rejects.toThrow(/missing.*lectern reindex/s);
    }
    await (await store.create()).close();
    await index.replaceItems([talk(2, ['alpha'])]);
    expect(ids(await index.keywordChunks('alpha', everyone, 5))).toEqual([2]);
    await index.ping();
  });

  it('finds the nearest vectors after indexing, and exact results for a narrow filter', async () => {
    const random = randomFrom(42);
    const many = Array.from({ length: 240 }, (_, at) => {
      const texts = Array.from({ length: 50 }, () => 'one two three');
      const centre = randomVector(random);
      const own = chunks(texts, random).map((one) => ({ ...one, vector: nearVector(centre, random) }));
      return talk(at + 1, [], { seriesId: at % 60, chunks: own });
    });
    for (let at = 0; at < many.length; at += 60) await index.replaceItems(many.slice(at, at + 60));
    await index.maintain();
    await index.replaceItems(many.slice(0, 5));
    await index.maintain();
    let found = 0;
    for (let round = 0; round < 5; round++) {
      const vector = nearVector(many[round * 31]!.centroid, random);
      const scored = many.flatMap((of) =>
        of.chunks.map((own) => ({ itemId: of.itemId, ...own, score: cosine(vector, own.vector) })),
      );
      scored.sort((a, b) => b.score - a.score);
      const hits = await index.nearestChunks(vector, everyone, 50, { text: false });
      expect(hits.length).toBe(50);
      const nearest = new Set(scored.slice(0, 50).map(key));
      found += hits.filter((hit) => nearest.has(key(hit))).length;
      for (const hit of hits) {
        const own = many[hit.itemId - 1]!.chunks[hit.ordinal]!;
        expect(hit.score).toBeCloseTo(cosine(vector, own.vector), digits);
      }
      const narrow = await index.nearestChunks(vector, { ...everyone, seriesId: 7 }, 30);
      expectNearest(
        narrow.map((hit) => ({ key: key(hit), score: hit.score })),
        scored
          .filter((own) => (own.itemId - 1) % 60 === 7)
          .map((own) => ({ key: key(own), score: own.score })),
        30,
        digits,
      );
    }
    expect(found / 250).toBeGreaterThan(0.95);
  });
});
