/** Words, queries and highlights. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { beginningsOf, contentTerms } from '../../indexer/text/analyze.js';
import { analyzeQuery, highlightRanges, tokenize } from '../../indexer/index.js';

const lit = (text: string, query: string): string[] =>
  highlightRanges(text, query).map(([start, end]) => text.slice(start, end));

describe('tokenize', () => {
  // Expected values from Lucene's English Snowball stemmer and ASCII folding.
  it.each([
    [
      'Grace and peace don’t fail; he SAID running, happily & generously: 3:16!',
      'grace and peac don t fail he said run happili generous 3 16',
    ],
    [
      'skies dying ties news communion arsenal proceed hopping knelt forgave forgiveness',
      'sky die tie news communion arsenal proceed hop knelt forgav forgiv',
    ],
    [
      'naïve ŒUVRE Straße Ångström co-operate foo_bar U.S.A. 1,000.5 I’m',
      'naiv oeuvr strasse angstrom co oper foo bar u s a 1 000 5 i m',
    ],
    ['三位一体 שלום עולם 🎉a👨‍👩‍👧 ' + 'x'.repeat(45) + ' end', '三位 位一 一体 שלום עולם a end'],
  ])('returns the terms of %j', (text, terms) => {
    expect(tokenize(text).map(({ term }) => term)).toEqual(terms.split(' '));
  });

  it('skips no word that has a term because of its first character', () => {
    const words = new Set(
      `${readFileSync(new URL('../../README.md', import.meta.url), 'utf8')} skis skies dying lying tying idly gently ugly
      early only singly dies oing being owed using aes I A é ÉTÉ Étude fœtus naïve by my cry crying year Yes yoke ﬁne Åbo`
        .split(/[^\p{L}\p{N}]+/u)
        .filter(Boolean),
    );
    expect(words.size).toBeGreaterThan(300);
    for (const word of words) {
      const terms = tokenize(word).map(({ term }) => term);
      expect([word, tokenize(word, beginningsOf(terms)).map(({ term }) => term)]).toEqual([word, terms]);
    }
  });

  it('returns UTF-16 positions and reads decomposed letters as one word', () => {
    const text = '🎉 cafe\u0301 doors';
    expect(tokenize(text).map(({ term, start, end }) => [term, text.slice(start, end)])).toEqual([
      ['cafe', 'cafe\u0301'],
      ['door', 'doors'],
    ]);
  });
});

describe('analyzeQuery', () => {
  it('drops stop words unless there is nothing else', () => {
    expect(analyzeQuery('the love of the Fathers').terms).toEqual(['love', 'father']);
    expect(analyzeQuery('to be or not to be').terms).toEqual(['to', 'be', 'or', 'not']);
    expect(analyzeQuery(' … ').terms).toEqual([]);
  });

  it('reads quotations of two words or more as phrases', () => {
    expect(analyzeQuery('he said “valley of the shadow” and "mercy" "green pastures"').phrases).toEqual([
      ['valley', 'of', 'the', 'shadow'],
      ['green', 'pastur'],
    ]);
    expect(analyzeQuery('an "open quote').phrases).toEqual([]);
  });
});

describe('highlightRanges', () => {
  const text = 'He forgives; forgiving is hard. The valley of the shadow, and a shadow of a valley.';

  it('highlights every form of the words, and no stop words', () => {
    expect(lit(text, 'is the forgiveness of shadows')).toEqual(['forgives', 'forgiving', 'shadow', 'shadow']);
    expect(lit(text, 'forgive the hard')).toEqual(['forgives', 'forgiving', 'hard']);
  });

  it('highlights the whole query as one range where it appears verbatim', () => {
    expect(lit(text, 'valley of the shadow')).toEqual(['valley of the shadow', 'shadow', 'valley']);
  });

  it('highlights a quotation only as a whole, or its words if the whole is not found', () => {
    expect(lit(text, '"valley of the shadow" hard')).toEqual(['hard', 'valley of the shadow']);
    expect(lit(text, '"hard shadow"')).toEqual(['hard', 'shadow', 'shadow']);
  });

  it.each(['', '🎉', '"', '(a+)+$', '<b>', 'nul\0', '\ud800', 'ש', 'a'.repeat(501)])(
    'accepts the unusual query %j',
    (query) => {
      for (const [start, end] of highlightRanges(text, query)) expect(start).toBeLessThan(end);
    },
  );
});

describe('the content words of a query', () => {
  it('include "won", but no part of "won\'t"', () => {
    expect([...contentTerms('who won the world cup').keys()]).toEqual(['won', 'world', 'cup']);
    for (const query of ["he won't forgive", 'he won’t forgive'])
      expect([...contentTerms(query).keys()]).toEqual(['forgiv']);
  });
});
