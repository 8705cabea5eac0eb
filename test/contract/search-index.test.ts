/** What every search index must find: embedded, and Qdrant if its engine or a server is available. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchFilter, SearchIndex, IndexRecord } from '../../indexer/index.js';
import {
  cosine,
  DIMENSIONS,
  engine,
  expectNearest,
  everyone,
  ids,
  key,
  randomVector,
  sorted,
  talk,
  type Store,
} from './index-harness.js';
import { randomFrom } from '../../scripts/random.js';

const ODD_QUERIES = [
  '',
  '   ',
  '🎉👨‍👩‍👧',
  'nul\0in the middle',
  '<script>alert("x")</script>',
  `'; DROP TABLE chunks; --`,
  '"unclosed quote and \'apostrophe',
  '.*+?^${}()|[]\\ (a+)+$',
  'AND OR NOT +must -not field:value ~2 *wild*',
  'grace '.repeat(100).slice(0, 501),
  'שלום עולם ‏مرحبا بالعالم',
  '\ud800 lone surrogate',
  'a',
];

const { name, make, digits } = engine;

describe(`searching an index of 60 talks: ${name}`, () => {
  let store: Store;
  let index: SearchIndex;
  let talks: IndexRecord[];

  beforeAll(async () => {
    store = await make();
    index = await store.create();
    talks = library();
    await index.replaceItems(talks.slice(0, 40));
    await index.maintain();
    // The rest is not indexed yet by an engine that builds its indexes later.
    await index.replaceItems(talks.slice(40));
  });
  afterAll(async () => {
    await index.close();
    await store.dispose();
  });

  const filters: [string, Partial<SearchFilter>, (of: IndexRecord) => boolean][] = [
    ['everything of the account', {}, () => true],
    ['published only', { publishedOnly: true }, (of) => of.published],
    ['collection', { collectionId: 2 }, (of) => of.collectionId === 2],
    ['series', { seriesId: 3 }, (of) => of.seriesId === 3],
    ['speaker', { speakerId: 12 }, (of) => of.speakerIds.includes(12)],
    ['topic', { topicId: 21 }, (of) => of.topicIds.includes(21)],
    ['book', { book: 'JHN' }, (of) => of.books.includes('JHN')],
    ['chapter', { book: 'JHN', chapter: 3 }, (of) => of.chapters.includes('JHN.3')],
    ['first day', { dateFrom: '2024-03-01' }, (of) => of.date >= '2024-03-01'],
    ['last day', { dateTo: '2024-03-01' }, (of) => of.date <= '2024-03-01'],
    ['items', { itemIds: [3, 5, 50, 900] }, (of) => [3, 5, 50].includes(of.itemId)],
    ['no items', { itemIds: [] }, () => false],
    ['all but some items', { excludeItemIds: [3, 5, 50] }, (of) => ![3, 5, 50].includes(of.itemId)],
    [
      'several at once',
      { publishedOnly: true, collectionId: 1, topicId: 20, dateFrom: '2024-02-01' },
      (of) => of.published && of.collectionId === 1 && of.topicIds.includes(20) && of.date >= '2024-02-01',
    ],
    ['text that is no code', { book: `'; --` }, () => false],
  ];

  it.each(filters)('filters by %s like a brute-force search, in every mode', async (_, part, matches) => {
    const filter = { ...everyone, ...part };
    const expected = talks.filter((of) => of.accountId === 1 && matches(of));
    const vector = randomVector(randomFrom(77));
    const all = expected.flatMap((of) => of.chunks.map((chunk) => ({ itemId: of.itemId, ...chunk })));
    const byCosine = all.map((chunk) => ({ key: key(chunk), score: cosine(vector, chunk.vector) }));

    const near = await index.nearestChunks(vector, filter, 25);
    expectNearest(
      near.map((hit) => ({ key: key(hit), score: hit.score })),
      byCosine,
      25,
      digits,
    );

    const said = await index.keywordChunks('mercy', filter, 1000);
    expect(new Set(said.map(key))).toEqual(
      new Set(all.filter((chunk) => chunk.text.includes('mercy')).map(key)),
    );
    expect(sorted(ids(await index.nearestItems(vector, filter, 100)))).toEqual(sorted(ids(expected)));
    expect(sorted(ids(await index.keywordItems('mercy', filter, 100)))).toEqual(sorted(ids(expected)));
  });

  it('orders items by the exact cosines of their centroids', async () => {
    const vector = randomVector(randomFrom(5));
    const expected = talks
      .filter((of) => of.accountId === 1)
      .map(({ itemId, centroid }) => ({ key: itemId, score: cosine(vector, centroid) }));
    const found = await index.nearestItems(vector, everyone, 10);
    expectNearest(
      found.map(({ itemId, score }) => ({ key: itemId, score })),
      expected,
      10,
      digits,
    );
  });

  it('scores given talks exactly and reads given chunks', async () => {
    const vector = randomVector(randomFrom(6));
    const chosen = [2, 41, 57];
    const scores = await index.chunkScores(vector, 1, [...chosen, 900, 101]);
    const expected = talks.filter((of) => chosen.includes(of.itemId));
    expect(new Set(scores.map(key))).toEqual(
      new Set(expected.flatMap((of) => of.chunks.map((chunk) => key({ ...chunk, itemId: of.itemId })))),
    );
    for (const score of scores) {
      const { vector: own } = talks[score.itemId - 1]!.chunks[score.ordinal]!;
      expect(score.cosine).toBeCloseTo(cosine(vector, own), digits);
    }
    const centroid = await index.itemCentroid(1, 41);
    expect(cosine(centroid!, talks[40]!.centroid)).toBeCloseTo(1, digits);
    expect(await index.itemCentroid(1, 101)).toBeNull();
    const read = await index.readChunks(1, [
      { itemId: 2, ordinal: 1 },
      { itemId: 57, ordinal: 0 },
      { itemId: 57, ordinal: 99 },
      { itemId: 101, ordinal: 0 },
    ]);
    expect(read.map((hit) => [key(hit), hit.text, hit.startMs, hit.mediaAssetId]).sort()).toEqual([
      ['2:1', talks[1]!.chunks[1]!.text, 40_000, 1002],
      ['57:0', talks[56]!.chunks[0]!.text, 0, 1057],
    ]);
  });

  it('ranks rare words above common ones, finds inflected forms, and gives positive scores', async () => {
    const [best, ...others] = await index.keywordChunks('mercy nebuchadnezzar', everyone, 50);
    expect(best!.text).toContain('Nebuchadnezzar');
    expect(others.length).toBeGreaterThan(10);
    expect(best!.score).toBeGreaterThan(others[0]!.score);
    expect(others.at(-1)!.score).toBeGreaterThan(0);
    expect(ids(await index.keywordChunks('forgives', everyone, 50))).toEqual(
      expect.arrayContaining(ids(await index.keywordChunks('forgiving', everyone, 50))),
    );
    expect(ids(await index.keywordChunks('cafe', everyone, 50))).toEqual([44]);
  });

  it('returns the best results first for any limit', async () => {
    const fresh = await store.create('fresh');
    const texts = [
      'grace and other words that are many',
      'other words',
      'grace grace',
      'grace, grace, grace',
    ];
    await fresh.replaceItems(texts.map((text, at) => talk(100 + at, [text])));
    for (const hits of [
      await fresh.keywordChunks('grace', everyone, 2),
      await fresh.keywordItems('grace', everyone, 2),
    ])
      expect(sorted(ids(hits))).toEqual([102, 103]);
    await fresh.close();
  });

  it('ignores stop words unless the query has no other words', async () => {
    expect(await index.keywordChunks('the of nowherefound', everyone, 50)).toEqual([]);
    expect(ids(await index.keywordChunks('to be or not to be', everyone, 50))).toContain(45);
  });

  it('finds a phrase where its words are adjacent, indexed or not', async () => {
    for (const [phrase, items] of [
      ['valley of the shadow', [10, 50]],
      ['shadow of the valley', []],
      ['the shadows of', [10, 50]],
      ['to be or not to be', [45]],
      ['Nebuchadnezzar', []],
    ] as const) {
      expect(sorted(ids(await index.phraseChunks(phrase, everyone, 50)))).toEqual(items);
    }
    expect(ids(await index.phraseChunks('valley of the shadow', { ...everyone, itemIds: [50] }, 5))).toEqual([
      50,
    ]);
  });

  it('finds talks by title alone and by their whole text', async () => {
    expect(ids(await index.keywordItems('lanterns', everyone, 5, 'title'))).toEqual([7]);
    expect(ids(await index.keywordItems('nebuchadnezzar', everyone, 5, 'title'))).toEqual([]);
    expect(ids(await index.keywordItems('nebuchadnezzar', everyone, 5))).toEqual([9]);
    expect(ids(await index.keywordItems('pilgrimage', everyone, 5))).toEqual([8]);
  });

  it('omits texts on request', async () => {
    const hits = await index.keywordChunks('mercy', everyone, 5, { text: false });
    expect(hits.length).toBe(5);
    expect(new Set(hits.map((hit) => hit.text))).toEqual(new Set(['']));
    const some = await index.keywordChunks('mercy', everyone, 5, { text: 2 });
    expect(some.slice(0, 2).map((hit) => /mercy/i.test(hit.text))).toEqual([true, true]);
    const read = await index.readChunks(1, some);
    expect(sorted(read.map(({ ordinal }) => ordinal))).toEqual(sorted(some.map(({ ordinal }) => ordinal)));
    expect(read.every((hit) => /mercy/i.test(hit.text) && hit.mediaAssetId === hit.itemId + 1000)).toBe(true);
  });

  it('separates accounts', async () => {
    const other = { accountId: 2, publishedOnly: false };
    expect(ids(await index.keywordChunks('mercy', other, 50))).toEqual([101]);
    expect(new Set(ids(await index.nearestChunks(randomVector(randomFrom(1)), other, 50)))).toEqual(
      new Set([101]),
    );
    expect(await index.counts(2)).toEqual({ items: 1, chunks: 1 });
    expect(await index.keywordItems('mercy', { ...other, itemIds: [1, 2, 3] }, 5)).toEqual([]);
    expect(await index.readChunks(2, [{ itemId: 1, ordinal: 0 }])).toEqual([]);
  });

  it('counts items and chunks', async () => {
    const own = talks.filter((of) => of.accountId === 1);
    const total = own.reduce((sum, of) => sum + of.chunks.length, 0);
    expect(await index.counts(1)).toEqual({ items: 60, chunks: total });
    expect(await index.counts()).toEqual({ items: 61, chunks: total + 1 });
    expect(await index.chunkCounts(1)).toEqual(new Map(own.map((of) => [of.itemId, of.chunks.length])));
  });

  it.each(ODD_QUERIES)('accepts the unusual query %j', async (query) => {
    for (const search of [
      index.keywordChunks(query, everyone, 10),
      index.phraseChunks(query, everyone, 10),
      index.keywordItems(query, everyone, 10),
      index.itemsWith(query, everyone),
    ]) {
      expect(Array.isArray(await search)).toBe(true);
    }
  });

  it('accepts zero vectors', async () => {
    const zero = new Float32Array(DIMENSIONS);
    expect(await index.nearestChunks(zero, everyone, 5)).toEqual([]);
    expect(await index.nearestItems(zero, everyone, 5)).toEqual([]);
  });

  it('returns the same results before and after maintenance', async () => {
    const vector = randomVector(randomFrom(9));
    const ask = async () => [
      (await index.nearestChunks(vector, everyone, 20)).map(key),
      new Set((await index.keywordChunks('mercy', everyone, 1000)).map(key)),
      new Set((await index.phraseChunks('valley of the shadow', everyone, 20)).map(key)),
      await index.counts(),
    ];
    const before = await ask();
    await index.maintain();
    await index.maintain();
    expect(await ask()).toEqual(before);
  });
});

/** Sixty talks of account 1 with all combinations of attributes, and one talk of account 2. */
function library(): IndexRecord[] {
  const random = randomFrom(2024);
  const said = (itemId: number): string[] => {
    const texts = Array.from({ length: 3 + (itemId % 4) }, (_, at) => {
      const word = random() < 0.5 ? 'mercy' : 'patience';
      return `Passage ${at} of this talk speaks about ${word} and about forgiveness.`;
    });
    texts[0] = `First of all mercy, in talk number ${itemId}.`;
    if (itemId === 9) texts[1] = 'Nebuchadnezzar the king made an image of gold.';
    if (itemId % 40 === 10) texts[2] = 'Though I walk through the valley of the shadow of death.';
    if (itemId === 44) texts[1] = 'We met in a cafe\u0301 by the sea.';
    if (itemId === 45) texts[1] = 'He asked whether to be or not to be.';
    if (itemId === 46) texts[1] = 'She forgives him, and he is forgiving too.';
    return texts;
  };
  const talks = Array.from({ length: 60 }, (_, at) => {
    const itemId = at + 1;
    const chapter = itemId % 5;
    return talk(itemId, said(itemId), {
      collectionId: 1 + (itemId % 3),
      seriesId: itemId % 4 ? itemId % 7 : null,
      speakerIds: itemId % 2 ? [10 + (itemId % 5), 30] : [],
      topicIds: [20 + (itemId % 2), 25],
      books: chapter ? ['JHN', 'ROM'] : [],
      chapters: chapter ? [`JHN.${chapter}`, 'ROM.8'] : [],
      date: `2024-0${1 + (itemId % 6)}-01`,
      published: itemId % 4 !== 0,
      title: itemId === 7 ? 'The lantern' : `Talk ${itemId}`,
      description: itemId === 8 ? 'A word about pilgrimages.' : '',
    });
  });
  return [...talks, talk(101, ['The mercy of another app.'], { accountId: 2 })];
}
