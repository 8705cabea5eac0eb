/** The cache of analysed words: it never gives a word the value of another, however full it is. */
import { describe, expect, it } from 'vitest';
import { createWordCache } from '../../indexer/text/word-cache.js';

describe('the cache of words', () => {
  it('finds words inside a text, and computes each once', () => {
    const computed: string[] = [];
    const cached = createWordCache((word) => {
      computed.push(word);
      return word.toUpperCase();
    });
    const text = 'grace, grace and graceful';

    expect([cached(text, 0, 5), cached(text, 7, 12), cached(text, 13, 16), cached(text, 17, 25)]).toEqual([
      'GRACE',
      'GRACE',
      'AND',
      'GRACEFUL',
    ]);
    expect(computed).toEqual(['grace', 'and', 'graceful']);
  });

  it('remembers that a word has no value', () => {
    let calls = 0;
    const cached = createWordCache(() => (calls++, null));

    expect([cached('of', 0, 2), cached('of', 0, 2)]).toEqual([null, null]);
    expect(calls).toBe(1);
  });

  it('returns the right values for more words than it has room for', () => {
    const cached = createWordCache((word) => word);
    const words = Array.from({ length: 300_000 }, (_, at) => `w${at}é`);

    for (const round of [1, 2])
      expect(
        words.filter((word) => cached(word, 0, word.length) !== word),
        `round ${round}`,
      ).toEqual([]);
  });
});
