/** Words close to a mistyped one, and corrected queries. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replaceWords } from '../../indexer/index.js';
import type { KnownWord } from '../../indexer/ports.js';
import { vocabularyFrom } from '../../indexer/spelling/word-list.js';
import { seed } from '../support/seed.js';

/** Optimal string alignment with the full table. */
const distance = (a: string, b: string): number => {
  const d = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_cell, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      let cost = Math.min(
        d[i - 1]![j]! + 1,
        d[i]![j - 1]! + 1,
        d[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, d[i - 2]![j - 2]! + 1);
      d[i]![j] = cost;
    }
  return d[a.length]![b.length]!;
};

const once = (words: readonly string[]): KnownWord[] => words.map((one) => ({ word: one, count: 1 }));
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 8 });

describe('a vocabulary', () => {
  it('finds the same close words as a linear scan', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(word, { minLength: 1, maxLength: 30 }),
        word,
        fc.nat(2),
        async (words, typed, typos) => {
          const vocabulary = await vocabularyFrom(once(words), false);
          const expected = words.filter((one) => distance(typed, one) <= typos);
          const near = vocabulary.near(typed, typos);
          expect(near.map((one) => one.word).sort()).toEqual(expected.sort());
          expect(vocabulary.has(typed)).toBe(words.includes(typed));
        },
      ),
      { seed },
    );
  });

  it('contains no other words, and completes with the most frequent first', async () => {
    const vocabulary = await vocabularyFrom(once(['mercy', 'mercies']), false);
    for (const mistyped of ['quilfeather', 'melchizedec']) expect(vocabulary.near(mistyped, 2)).toEqual([]);
    expect(vocabulary.startingWith('merc', 5).map((known) => known.word)).toEqual(['mercies', 'mercy']);
  });
});

describe('a query with corrected words', () => {
  const words = new Map([
    ['forgivness', 'forgiveness'],
    ['bethlahem', 'Bethlehem'],
    ['redeem*', 'redeemer'],
  ]);
  it.each([
    ['Forgivness, in bethlahem', 'Forgiveness, in Bethlehem'],
    [
      '"forgivness" forgivness -forgivness -"forgivness now"',
      '"forgivness" forgiveness -forgivness -"forgivness now"',
    ],
    ['self-forgivness xforgivness', 'self-forgiveness xforgivness'],
    ['redeem* redeem', 'redeemer redeem'],
  ])('%s', (query, expected) => expect(replaceWords(query, words)).toBe(expected));
});
