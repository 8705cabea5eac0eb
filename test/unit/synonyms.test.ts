/** Synonyms in queries: which parts have some, and what is searched instead. */
import { describe, expect, it } from 'vitest';
import { createSynonymIndex, type SynonymRule } from '../../indexer/index.js';

const RULES: SynonymRule[] = [
  { term: 'communion', synonyms: ['eucharist', "Lord's supper"], bothWays: true },
  { term: 'vbs', synonyms: ['vacation Bible school'], bothWays: false },
  { term: 'the holy table', synonyms: ['communion'], bothWays: false },
  { term: 'table', synonyms: ['furniture'], bothWays: false },
];

describe('synonyms', () => {
  const index = createSynonymIndex(RULES);
  const found = (query: string) => index.find(query).map(({ typed, instead }) => [typed, ...instead]);

  it.each([
    ['grace', []],
    ['VBS', [['VBS', 'vacation Bible school']]],
    ['vacation bible school', []],
    ['Communions today', [['Communions', 'eucharist', "Lord's supper"]]],
    ['the lord’s SUPPER', [['lord’s SUPPER', 'communion', 'eucharist']]],
    ['supper of the lord', []],
    ['at the holy table', [['the holy table', 'communion']]],
    ['a holy table', [['table', 'furniture']]],
    ['"communion" vbs', [['vbs', 'vacation Bible school']]],
    ['“communion” «vbs»', []],
    ['the holy "x" table', [['table', 'furniture']]],
    ['vbs* communion', [['communion', 'eucharist', "Lord's supper"]]],
    ['', []],
    ['"', []],
  ])('has those of %s', (query, expected) => expect(found(query)).toEqual(expected));

  it('says where in the query they are', () => {
    for (const query of ['“vbs table” VBS', 'tab* "a" ""vbs, the  holy table', 'communion']) {
      const parts = index.find(query);
      expect(parts.length).toBeGreaterThan(0);
      for (const { typed, start, end } of parts) expect(query.slice(start, end)).toBe(typed);
    }
    expect(index.find('“vbs table” VBS')).toMatchObject([{ typed: 'VBS', start: 12 }]);
  });

  it('joins the rules of one term, and never offers the term itself', () => {
    const joined = createSynonymIndex([
      { term: 'dog', synonyms: ['hound', 'dogs'], bothWays: false },
      { term: 'Dogs', synonyms: ['cur'], bothWays: true },
    ]);
    expect(joined.find('dog')).toMatchObject([{ typed: 'dog', instead: ['hound', 'cur'] }]);
    expect(joined.find('curs')).toMatchObject([{ typed: 'curs', instead: ['Dogs'] }]);
    expect(createSynonymIndex([]).find('dog')).toEqual([]);
  });

  it('replaces a few parts of a query, however long it is', () => {
    const many = createSynonymIndex(
      Array.from({ length: 1_000 }, (_, n) => ({ term: `a b c d ${n}`, synonyms: ['x'], bothWays: true })),
    );
    const started = performance.now();
    expect(many.find('a b c d '.repeat(20_000))).toEqual([]);
    expect(many.find('a b c d 5 '.repeat(100))).toHaveLength(8);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
