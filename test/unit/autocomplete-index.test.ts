/** The autocomplete index against a linear scan, and its order. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countWeight,
  createAutocompleteIndex,
  highlightTyped,
  limitTypes,
  type AutocompleteRecord,
} from '../../indexer/index.js';
import { runs } from '../support/random-runs.js';
import { seed } from '../support/seed.js';

/** Optimal string alignment with the full table. */
const distances = (typed: string, word: string): number[] => {
  const d = Array.from({ length: word.length + 1 }, (_, i) =>
    Array.from({ length: typed.length + 1 }, (_cell, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  for (let i = 1; i <= word.length; i++)
    for (let j = 1; j <= typed.length; j++) {
      const same = word[i - 1] === typed[j - 1];
      let cost = Math.min(d[i - 1]![j]! + 1, d[i]![j - 1]! + 1, d[i - 1]![j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && word[i - 1] === typed[j - 2] && word[i - 2] === typed[j - 1])
        cost = Math.min(cost, d[i - 2]![j - 2]! + 1);
      d[i]![j] = cost;
    }
  return d.map((row) => row[typed.length]!);
};

const limitOf = (typed: string): number => (typed.length >= 8 ? 2 : typed.length >= 4 ? 1 : 0);

/** The typos and prefix matches of every matching record, by a linear scan. */
const reference = (texts: readonly string[], query: string, strict: boolean) =>
  texts.flatMap((text, id) => {
    let [typos, begun] = [0, 0];
    for (const typed of query.split(' ')) {
      const best = text
        .split(' ')
        .map((word) => {
          const all = distances(typed, word);
          const least = Math.min(...all);
          return { typos: least, begun: all.at(-1) === least ? 0 : 1 };
        })
        .filter((match) => match.typos <= (strict ? 0 : limitOf(typed)))
        .sort((a, b) => a.typos - b.typos || a.begun - b.begun)[0];
      if (!best) return [];
      typos += best.typos;
      begun += best.begun;
    }
    return [{ id, typos, begun }];
  });

const word = (max: number) =>
  fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: max });
const text = fc.array(word(9), { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
const query = fc.array(word(10), { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));

const indexOf = (texts: readonly string[]) => {
  const index = createAutocompleteIndex();
  texts.forEach((title, id) => index.put({ type: 'item', id, text: title, weight: 0 }));
  return index;
};
const textsOf = (records: readonly { record: AutocompleteRecord }[]) =>
  records.map(({ record }) => record.text);

describe('the autocomplete index', () => {
  it('finds the same as a linear scan, with the same number of typos', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 40 }), query, (texts, asked) => {
        const found = indexOf(texts).search(asked, 100);
        const exact = reference(texts, asked, true);
        const all = exact.length >= 3 ? exact : reference(texts, asked, false);
        const counts = [0, 1, 2, 3, 4, 5, 6].map((n) => all.filter(({ typos }) => typos <= n).length);
        const most = counts.findIndex((count) => count >= 3);
        const expected = all.filter(({ typos }) => most < 0 || typos <= most);
        expect(
          found.map(({ record, typos }) => ({ id: record.id, typos })).sort((a, b) => a.id - b.id),
        ).toEqual(expected.map(({ id, typos }) => ({ id, typos })));
        const cost = new Map(all.map(({ id, typos, begun }) => [id, typos * 100 + begun]));
        const order = found.map(({ record }) => cost.get(record.id)!);
        expect(order).toEqual([...order].sort((a, b) => a - b));
      }),
      { numRuns: runs(300), seed },
    );
  });

  it('updates and removes records as if they had never been indexed', () => {
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 2, maxLength: 20 }),
        fc.array(fc.tuple(fc.nat(19), fc.option(text)), { maxLength: 20 }),
        query,
        (texts, changes, asked) => {
          const index = indexOf(texts);
          const now = new Map(texts.entries());
          for (const [id, change] of changes) {
            if (change === null) index.remove('item', id);
            else index.put({ type: 'item', id, text: change, weight: 0 });
            if (change === null) now.delete(id);
            else now.set(id, change);
          }
          const fresh = createAutocompleteIndex();
          for (const [id, title] of now) fresh.put({ type: 'item', id, text: title, weight: 0 });
          const ids = (of: typeof index) =>
            of
              .search(asked, 100)
              .map(({ record }) => record.id)
              .sort();
          expect(ids(index)).toEqual(ids(fresh));
          expect(index.size).toBe(now.size);
        },
      ),
      { numRuns: runs(100), seed },
    );
  });

  it.each([
    ['shep', ['Shepherd', 'The Good Shepherd']],
    ['good she', ['The Good Shepherd']],
    ['shepherd good', ['The Good Shepherd']],
    ['sheperd', ['Shepherd', 'The Good Shepherd']],
    ['shpeherd', ['Shepherd', 'The Good Shepherd']],
    ['godo shepherd', ['The Good Shepherd']],
    ['uber', ['Über die Gnade']],
    ['ÜBER gn', ['Über die Gnade']],
    ['gods word', ['God’s Word']],
    ["god's", ['God’s Word']],
    ['soren', ['Søren’s Choice']],
    ['lov', ['Любовь'].slice(1)],
    ['люб', ['Любовь']],
    ['2023', ['Report 2023']],
    ['2024', []],
    ['gox', []],
    ['  ', []],
    ['"(*', []],
  ])('returns results for %j', (asked, expected) => {
    const titles = [
      'The Good Shepherd',
      'Shepherd',
      'Über die Gnade',
      'God’s Word',
      'Søren’s Choice',
      'Любовь',
      'Report 2023',
    ];
    expect(textsOf(indexOf(titles).search(asked, 10))).toEqual(expected);
  });

  it('ranks exact before prefix before mistyped, starts before middles, and frequent before rare', () => {
    const index = createAutocompleteIndex();
    const put = (type: AutocompleteRecord['type'], id: number, title: string, weight: number) =>
      index.put({ type, id, text: title, weight });
    put('item', 1, 'Amazing Grace', 0.9);
    put('item', 2, 'Grace for all', 0.5);
    put('item', 3, 'Grace for some', 0.6);
    put('item', 4, 'Graceful', 0.99);
    put('item', 5, 'Grade', 0.99);
    put('topic', 6, 'Grace', countWeight(7));
    put('speaker', 7, 'Anna Grace', countWeight(2));
    expect(index.search('grace', 10).map(({ record }) => record.id)).toEqual([6, 7, 3, 2, 1, 4]);
    expect(index.search('grcae', 10).map(({ record, typos }) => [record.id, typos])).toEqual(
      [6, 7, 3, 2, 1, 4].map((id) => [id, 1]),
    );
    expect(index.search('grace', 2).map(({ record }) => record.id)).toEqual([6, 7, 3, 2]);
  });

  it('leaves room for other types', () => {
    const of = (type: 'item' | 'topic', count: number) =>
      Array.from({ length: count }, () => ({ type, typos: 0 }));
    expect(limitTypes([...of('topic', 9), ...of('item', 9)], 6).map(({ type }) => type)).toEqual([
      'topic',
      'topic',
      'topic',
      'item',
      'item',
      'item',
    ]);
    expect(limitTypes([...of('topic', 9), ...of('item', 1)], 6).map(({ type }) => type)).toEqual([
      'topic',
      'topic',
      'topic',
      'item',
      'topic',
      'topic',
    ]);
  });

  it.each([
    [
      'The Good Shepherd',
      'shep goo',
      [
        [4, 7],
        [9, 13],
      ],
    ],
    ['The Good Shepherd', 'sheperd', [[9, 17]]],
    ['Straße und Meer', 'strass', [[0, 5]]],
    ['Cafe\u0301 Noir', 'cafe', [[0, 5]]],
    ['God’s Word', 'gods', [[0, 5]]],
    [
      'Grace Graceful',
      'grac',
      [
        [0, 4],
        [6, 10],
      ],
    ],
    ['Peace', 'xyz', []],
  ])('highlights the typed text in %j as %j', (title, asked, ranges) => {
    expect(highlightTyped(title, asked)).toEqual(ranges);
  });
});
