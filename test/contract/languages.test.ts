/** The languages of an account's items in every search index, and of each item. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createEmbeddedIndex,
  openEmbeddedIndex,
  type EmbeddedIndex,
  type SearchIndex,
} from '../../indexer/index.js';
import { DIMENSIONS, drawn, engine, everyone, ids, sorted, talk, type Store } from './index-harness.js';

const published = { ...everyone, publishedOnly: true };

const library = () => [
  talk(1, ['An English talk.'], { language: 'en-GB' }),
  talk(2, ['Ein Vortrag.'], { language: 'de' }),
  talk(3, ['Um discurso.'], { language: 'pt-BR', published: false }),
  talk(4, ['A talk in an unknown language.'], { language: null }),
  talk(5, ['Un discours.'], { accountId: 2, language: 'fr' }),
  talk(6, ['An English talk.'], { accountId: 3, language: 'en' }),
];

const { name, make } = engine;

describe(`languages in an index: ${name}`, () => {
  let store: Store;
  let index: SearchIndex;

  beforeEach(async () => {
    store = await make();
    index = await store.create();
    await index.replaceItems(library());
  });
  afterEach(async () => {
    await index.close();
    await store.dispose();
  });

  const languages = async (filter = everyone): Promise<string[]> =>
    [...(await (await index.reader!(filter.accountId)).languages!(filter))].sort();
  const languagesOf = async (itemIds: readonly number[]): Promise<(string | undefined)[]> => {
    const reader = await index.reader!(1);
    return itemIds.map((itemId) => reader.languageOf!(itemId));
  };

  it('are those of the account’s items, and separately of the published ones', async () => {
    expect(await languages()).toEqual(['de', 'en', 'pt']);
    expect(await languages(published)).toEqual(['de', 'en']);
    expect(await languages({ ...published, accountId: 2 })).toEqual(['fr']);
    expect(await languages({ ...published, accountId: 3 })).toEqual(['en']);
    expect(await languages({ ...published, accountId: 9 })).toEqual([]);
  });

  it('are known of each item, published or not, unless it has none', async () => {
    expect(await languagesOf([1, 2, 3, 4])).toEqual(['en', 'de', 'pt', undefined]);
  });

  it('filter items and chunks, with all variants', async () => {
    for (const [language, found] of [
      ['en', [1]],
      ['de', [2]],
      ['pt', [3]],
      ['fr', []],
    ] as const) {
      const filter = { ...everyone, language };
      expect(sorted(ids(await index.nearestItems(talk(1, ['a']).centroid, filter, 10)))).toEqual(found);
      expect(sorted(ids(await index.nearestChunks(talk(1, ['a']).centroid, filter, 10)))).toEqual(found);
    }
    expect(ids(await index.keywordItems('discurso', { ...published, language: 'pt' }, 10))).toEqual([]);
  });

  it('follow items that change their language, are published, and are removed', async () => {
    expect(await languages()).toEqual(['de', 'en', 'pt']);
    expect(await languagesOf([2])).toEqual(['de']);
    const [first, second, third] = library();
    await index.updateAttributes([
      { ...second!, language: 'es' },
      { ...third!, published: true },
      { ...first!, language: null },
    ]);
    await expect.poll(() => languages()).toEqual(['es', 'pt']);
    await expect.poll(() => languages(published)).toEqual(['es', 'pt']);
    await expect.poll(() => languagesOf([1, 2, 3])).toEqual([undefined, 'es', 'pt']);
    await index.replaceItems([talk(2, ['An English talk.'], { language: 'en' })]);
    await index.removeItems(1, [3]);
    await expect.poll(() => languages()).toEqual(['en']);
  });
});

describe('languages of an account beyond memory', () => {
  let folder: string;
  let index: EmbeddedIndex;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-languages-'));
  });
  afterEach(async () => {
    await index.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are those of its items, and separately of the published ones', async () => {
    const options = { folder, modelId: 'm', tableSuffix: '1', dimensions: DIMENSIONS };
    const written = createEmbeddedIndex(options);
    const others = drawn(50, 2).map((of) => ({ ...of, itemId: 100 + of.itemId, language: 'en' }));
    await written.replaceItems([...library(), ...others]);
    await written.close();
    index = openEmbeddedIndex({ ...options, limitBytes: 1_000 });
    const reader = await index.reader(1);
    expect(reader.byWordsOnly).toBe(true);
    expect([...(await reader.languages!(everyone))].sort()).toEqual(['de', 'en', 'pt']);
    expect([...(await reader.languages!(published))].sort()).toEqual(['de', 'en']);
    expect(await reader.languages!({ ...published, accountId: 9 })).toEqual([]);
  });
});
