/**
 * Behaviour specific to the embedded index: it follows other processes, respects its memory limit and loses nothing.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createEmbeddedIndex,
  IndexUnavailableError,
  memoryNeeded,
  openEmbeddedIndex,
  type EmbeddedIndex,
  type SearchReader,
} from '../../indexer/index.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compiled } from '../../scripts/wasm.mjs';
import { SCAN_MODULE } from '../../indexer/engines/embedded/scan-module.js';
import { Database } from '../../sqlite/driver.js';
import { randomFrom } from '../../scripts/random.js';
import { DIMENSIONS, drawn, everyone, ids, key, sorted, talk } from './index-harness.js';

describe('an embedded index', () => {
  const opened: EmbeddedIndex[] = [];
  let folder: string;
  const options = (more: object = {}) => ({
    folder,
    modelId: 'm',
    tableSuffix: '1',
    dimensions: DIMENSIONS,
    ...more,
  });
  const open = (more: object = {}): EmbeddedIndex => {
    const index = openEmbeddedIndex(options(more));
    opened.push(index);
    return index;
  };
  /** A handle, and another one as a second process would have it. */
  let here: EmbeddedIndex;
  let there: EmbeddedIndex;
  const file = (): string => join(folder, 'm_1.sqlite');

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-embedded-'));
    here = createEmbeddedIndex(options());
    opened.push(here);
    there = open();
  });
  afterEach(async () => {
    vi.useRealTimers();
    for (const index of opened.splice(0)) await index.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const found = async (accountId: number, word: string): Promise<number[]> =>
    sorted(ids(await here.keywordChunks(word, { ...everyone, accountId }, 10)));

  it('finds items by text like searches in memory do, without loading the account', async () => {
    await here.replaceItems([
      talk(1, ['The lamp of the body', 'An eye'], { title: 'Kings and lamps' }),
      talk(2, ['A lamp was lit'], { description: 'The kings of the East' }),
      talk(3, ['Of the body of the lamp']),
    ]);
    const texts = [
      'lamp',
      'kings',
      'the body',
      'of the body',
      'kings of the east',
      'lamp of the body',
      'no',
      '!',
    ];
    const asked = await Promise.all(texts.map((text) => here.itemsWith(text, everyone)));
    expect(here.memory().accounts).toBe(0);
    const reader = await here.reader(1);
    const inMemory = await Promise.all(texts.map((text) => reader.itemsWith(text, everyone)));
    expect(asked.map(sorted)).toEqual(inMemory.map(sorted));
    expect(asked.map(({ length }) => length)).toEqual([3, 2, 2, 2, 1, 1, 0, 0]);
  });

  it('shows writes by another handle at once', async () => {
    await here.replaceItems([talk(1, ['alpha']), talk(2, ['beta']), talk(3, ['alpha'], { accountId: 2 })]);
    expect(await found(1, 'alpha')).toEqual([1]);
    await there.replaceItems([talk(2, ['alpha now']), talk(4, ['alpha too'])]);
    await there.removeItems(1, [1]);
    expect(await found(1, 'alpha')).toEqual([2, 4]);
    await there.updateAttributes([{ ...talk(2, []), published: false, words: talk(2, []) }]);
    await there.updateAttributes([
      { ...talk(4, []), seriesId: 7, words: { title: 'Omega', description: '' } },
    ]);
    expect(ids(await here.keywordChunks('alpha', { ...everyone, publishedOnly: true }, 10))).toEqual([4]);
    expect(ids(await here.keywordItems('omega', { ...everyone, seriesId: 7 }, 10, 'title'))).toEqual([4]);
    expect(await found(2, 'alpha')).toEqual([3]);
  });

  it('commits an item with its change-log entry, and lists later changes', async () => {
    const before = here.position();
    await here.replaceItems([talk(1, ['alpha']), talk(2, ['beta'])]);
    expect(here.position()).toBe(before + 2);
    const last = here.position();
    await there.updateAttributes([{ ...talk(2, []), seriesId: 5 }]);
    await there.removeItems(1, [1, 98]);
    expect(here.changedSince!(last)).toEqual([
      { accountId: 1, itemId: 2 },
      { accountId: 1, itemId: 1 },
    ]);
    // A write that changes nothing is skipped.
    const settled = here.position();
    await there.updateAttributes([{ ...talk(2, []), seriesId: 5 }]);
    expect(here.position()).toBe(settled);
    const vector = new Float32Array(DIMENSIONS + 1);
    const wrong = talk(3, [], { chunks: [{ ...talk(3, ['gamma']).chunks[0]!, vector }] });
    await expect(here.replaceItems([wrong])).rejects.toThrow(RangeError);
    expect(here.position()).toBe(settled);
  });

  it('updates titles without loading the chunks, with the same result as a full load', async () => {
    const talks = drawn(30, 4);
    await here.replaceItems(talks);
    await here.reader(1);
    const { passages } = here.memory();
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
      await here.updateAttributes(changed);
      await here.reader(1);
    };
    for (let round = 0; round < 10; round++) await update(round % 3, 8, head);
    // More occurrences than a posting can count.
    for (const times of [300, 254]) await update(8, 9, () => 'grace '.repeat(times));
    for (const title of ['Obadiah', 'Later']) await update(9, 10, () => title);
    const changed = await here.reader(1);
    expect(here.memory().passages).toBe(passages);
    const anew = await there.reader(1);
    for (const filter of [everyone, { ...everyone, publishedOnly: true }]) {
      const [vocabulary, expected] = [await changed.vocabulary!(filter), await anew.vocabulary!(filter)];
      expect(vocabulary.size).toBe(expected.size);
      for (const word of [...names, 'later', 'talk', 'mercy', 'hoped', 'bread stone']) {
        for (const over of ['whole', 'title'] as const) {
          const scores = async (reader: SearchReader): Promise<Map<number, number>> =>
            new Map(
              (await reader.keywordItems(word, filter, 500, over)).map((hit) => [hit.itemId, hit.score]),
            );
          const [now, wanted] = [await scores(changed), await scores(anew)];
          expect(sorted(now.keys()), word).toEqual(sorted(wanted.keys()));
          for (const [itemId, score] of wanted) expect(now.get(itemId)).toBeCloseTo(score, 2);
        }
        expect(vocabulary.has(word), word).toBe(expected.has(word));
        const start = word.slice(0, 3).toLowerCase();
        expect(vocabulary.startingWith(start, 9)).toEqual(expected.startingWith(start, 9));
        const end = word.slice(-3);
        expect(await vocabulary.endingWith(end, 9)).toEqual(await expected.endingWith(end, 9));
        expect(new Set(vocabulary.near(word, 1)), word).toEqual(new Set(expected.near(word, 1)));
        expect(sorted(await changed.itemsWith(word, filter))).toEqual(
          sorted(await anew.itemsWith(word, filter)),
        );
      }
    }
  });

  it('keeps an account in memory while a search uses it', async () => {
    const search = async (): Promise<number> =>
      (await here.nearestItems(talk(1, ['a']).centroid, everyone, 1_000)).length;
    expect(await search()).toBe(0);
    for (const count of [3, 250]) {
      await there.replaceItems(drawn(count, 1));
      expect(await Promise.all([search(), search(), search()])).toEqual([count, count, count]);
    }
  });

  it('reloads an account when the change log is incomplete', async () => {
    await here.replaceItems([talk(1, ['alpha'])]);
    expect(await found(1, 'alpha')).toEqual([1]);
    await there.replaceItems([talk(2, ['alpha']), talk(3, ['alpha'])]);
    const db = new Database(file());
    db.exec('DELETE FROM change WHERE position < (SELECT max(position) FROM change)');
    db.close();
    expect(await found(1, 'alpha')).toEqual([1, 2, 3]);
  });

  it('is reloaded when a third of it is out of date', async () => {
    const talks = drawn(40, 100);
    await here.replaceItems(talks);
    await here.reader(1);
    for (let round = 0; round < 4; round++) {
      await there.replaceItems(talks.slice(0, 30));
      await here.reader(1);
    }
    expect(here.memory().passages).toBeLessThan(10_000);
    const hits = await here.keywordChunks('grace', everyone, 10_000, { text: false });
    expect(new Set(hits.map(key)).size).toBe(hits.length);
    const expected = talks.flatMap(({ chunks }) => chunks).filter(({ text }) => text.includes('grace'));
    expect(hits.length).toBe(expected.length);
  });

  it('reads the texts of the version it found while another is written', async () => {
    await here.replaceItems([talk(1, ['alpha one', 'alpha two'])]);
    const reader = await here.reader(1);
    await there.replaceItems([talk(1, ['beta'])]);
    const texts = async (): Promise<string[]> =>
      (await reader.keywordChunks('alpha', everyone, 5)).map(({ text }) => text).sort();
    expect(await texts()).toEqual(['alpha one', 'alpha two']);
    // A minute later, no search is running any more.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    await there.maintain();
    expect(await texts()).toEqual([]);
    expect(await found(1, 'alpha')).toEqual([]);
    expect(await found(1, 'beta')).toEqual([1]);
  });

  it('evicts accounts that were idle for a minute to load another', async () => {
    await here.replaceItems(
      [1, 2, 3].flatMap((accountId) => drawn(40, 5).map((of) => ({ ...of, accountId }))),
    );
    const needed = memoryNeeded(await here.counts(1), DIMENSIONS);
    await here.reader(1);
    const { bytes } = here.memory();
    const limitBytes = bytes * 1.5 + needed;
    const warnings: string[] = [];
    const warn = (message: string): number => warnings.push(message);
    const small = open({ limitBytes, warn });
    const isInMemory = async (accountId: number): Promise<boolean> =>
      (await small.reader(accountId)).byWordsOnly !== true;
    expect([await isInMemory(1), await isInMemory(2), await isInMemory(3)]).toEqual([true, true, false]);
    expect(small.memory()).toMatchObject({ accounts: 2, accountsBeyondMemory: 1 });
    expect(small.memory().bytes).toBeLessThanOrEqual(limitBytes);
    expect(warnings).toHaveLength(1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 59_000 });
    expect(await isInMemory(2)).toBe(true);
    vi.setSystemTime(Date.now() + 2_000);
    expect([await isInMemory(3), small.memory().accounts]).toEqual([true, 2]);
    expect(await isInMemory(2)).toBe(true);
    expect(small.memory().accountsBeyondMemory).toBe(0);
    expect(ids(await small.keywordItems('grace', { ...everyone, accountId: 3 }, 100)).length).toBeGreaterThan(
      5,
    );
  });

  it('reads any number of texts', async () => {
    await here.replaceItems([talk(1, ['alpha', 'alpha beta', 'alpha beta gamma delta'])]);
    const hits = await here.keywordChunks('alpha', everyone, 10, { text: 2 });
    expect(hits.map(({ text }) => text)).toEqual(['alpha', 'alpha beta', '']);
  });

  it('returns items unchanged', async () => {
    const written = talk(1, ['alpha', 'beta'], { seriesId: 4, books: ['JHN'], description: 'On all' });
    await here.replaceItems([written]);
    const [item] = await there.readItems(1, [1, 2]);
    expect(item).toMatchObject({ seriesId: 4, books: ['JHN'], description: 'On all', mediaAssetId: 1_001 });
    expect(item!.chunks.map(({ ordinal, text, startMs }) => [ordinal, text, startMs])).toEqual([
      [0, 'alpha', 0],
      [1, 'beta', 40_000],
    ]);
    for (const [at, { vector }] of item!.chunks.entries())
      for (const [dimension, value] of vector.entries())
        expect(value).toBeCloseTo(written.chunks[at]!.vector[dimension]!, 2);
  });

  it('clears its memory when the file is replaced', async () => {
    await here.replaceItems([talk(1, ['alpha'])]);
    expect(await found(1, 'alpha')).toEqual([1]);
    rmSync(folder, { recursive: true });
    await expect(here.reader(1)).rejects.toThrow(IndexUnavailableError);
    const anew = createEmbeddedIndex(options());
    opened.push(anew);
    await anew.replaceItems([talk(2, ['alpha'])]);
    expect(await found(1, 'alpha')).toEqual([2]);
  });

  it('reports the error and the remedy for a file of another format', async () => {
    const db = new Database(file());
    db.pragma('user_version = 99');
    db.close();
    await expect(open().counts()).rejects.toThrow(
      /m_1\.sqlite cannot be used \(.*format 99.*lectern reindex/,
    );
  });

  it('ships the WebAssembly compiled from its source by `npm run wasm`', async () => {
    expect(await compiled()).toContain(`'${SCAN_MODULE}'`);
  });
});
