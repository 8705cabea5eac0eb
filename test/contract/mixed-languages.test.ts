/** Scores in a library of several languages, with a model that gives other cosines to unrelated texts of one of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSearcher, type Embedder, type IndexRecord, type SearchIndex } from '../../indexer/index.js';
import { randomFrom } from '../../scripts/random.js';
import { DIMENSIONS, engine, randomVector, talk, type Store } from './index-harness.js';

/** Number of items in each language. */
const ITEMS = 30;
const ENGLISH_ONLY = 1;
const MIXED = 2;
/** The German items about what queries ask. */
const ANSWER = 7;
const QUESTION = 'lantern keeper';

const hash = (text: string): number =>
  Array.from(text).reduce((sum, letter) => (Math.imul(sum, 31) + letter.codePointAt(0)!) | 0, 7);
const unit = (vector: Float32Array): Float32Array => {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
};
/** A direction of its own for each subject; all queries and all German texts share one more. */
const embedded = (subject: string, shared: number): Float32Array => {
  const vector = randomVector(randomFrom(hash(subject)));
  vector[DIMENSIONS - 1] = shared;
  return unit(vector);
};
const sharedBy = (language: string | null | undefined): number => (language === 'de' ? 1.5 : 0);

const { name, make } = engine;

describe(`scores in a library of two languages: ${name}`, () => {
  let store: Store;
  let index: SearchIndex;
  /** Languages of the passages that were embedded by searches, of each call. */
  const measured: string[] = [];
  const embedder: Embedder = {
    modelId: 'm',
    dimensions: DIMENSIONS,
    embedDocuments: (texts, languages = []) => {
      measured.push([...new Set(languages)].join(' '));
      return Promise.resolve(texts.map((text, at) => embedded(text, sharedBy(languages[at]))));
    },
    embedQuery: (text) => Promise.resolve(embedded(text, 1)),
    languages: () => Promise.resolve(['de', 'es', 'fr', 'pt']),
    close: () => Promise.resolve(),
  };

  const items = (accountId: number, from: number, language: string): IndexRecord[] =>
    Array.from({ length: ITEMS }, (_, at) => {
      const itemId = from + at;
      const subject = itemId === from + ANSWER ? QUESTION : `subject ${accountId} ${itemId}`;
      const vector = embedded(subject, sharedBy(language));
      const chunk = { ordinal: 0, text: `Text ${itemId}.`, startMs: null, endMs: null, speaker: null };
      const chunks = [{ ...chunk, vector }];
      return talk(itemId, [], { accountId, language, title: `T${itemId}`, centroid: vector, chunks });
    });

  beforeAll(async () => {
    store = await make();
    index = await store.create();
    await index.replaceItems([
      ...items(ENGLISH_ONLY, 1, 'en'),
      ...items(MIXED, 101, 'en'),
      ...items(MIXED, 201, 'de'),
    ]);
  });
  afterAll(async () => {
    await index.close();
    await store.dispose();
  });

  const searching = () => {
    const searcher = createSearcher({ index, embedder });
    return async (text: string, accountId: number): Promise<number[]> => {
      const filter = { accountId, publishedOnly: true };
      const page = { limit: 100, offset: 0, passages: 1, minScore: 0 };
      const { results } = await searcher.search({ text, mode: 'semantic', filter, ...page });
      return results.map(({ itemId }) => itemId);
    };
  };

  it('finds what answers, in both languages, and nothing else', async () => {
    const search = searching();
    expect(await search(QUESTION, ENGLISH_ONLY)).toEqual([1 + ANSWER]);
    expect((await search(QUESTION, MIXED)).sort()).toEqual([101 + ANSWER, 201 + ANSWER]);
    expect(await search('quarry barometer', ENGLISH_ONLY)).toEqual([]);
    expect(await search('quarry barometer', MIXED)).toEqual([]);
  });

  it('measures each language of the library once, and an English one’s alone for English', async () => {
    const search = searching();
    measured.length = 0;
    await search(QUESTION, ENGLISH_ONLY);
    expect(measured).toEqual(['en']);
    await search(QUESTION, MIXED);
    await search('quarry barometer', MIXED);
    expect(measured).toEqual(['en', 'de']);
  });
});
