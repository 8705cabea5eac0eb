/** The words of a library that a query's word stands for in German, Spanish, French and Portuguese. */
import { describe, expect, it } from 'vitest';
import { formsInLibrary } from '../../indexer/query/word-forms.js';
import { vocabularyFrom } from '../../indexer/spelling/word-list.js';

const LIBRARY =
  'vergebt vergibst vergeben vergebung vergebens häuser haus hauses hausfrau angst ängste zukunft zukunftsangst angstzustände zustände lebensangst leben ' +
  'nächstenliebe vorliebe langst gangster perdonar perdón perdonado perdona perdió caminos camino caminar oraciones oración orador iglesias iglesia ' +
  'pardonner pardonné pardonnez pardon pardonnons heureux heureuse heureuses chevaux cheval amour amours ' +
  'perdoar perdoou perdoado perdões orações igrejas igreja nações nação coração corações';

const vocabulary = await vocabularyFrom(
  LIBRARY.split(' ').map((word) => ({ word, count: 1 })),
  false,
);

const KNOWN = new Set(['nachsten']);
const queries = {
  listed: (words: readonly string[]) => Promise.resolve(new Set(words.filter((word) => KNOWN.has(word)))),
};

describe('formsInLibrary', () => {
  it.each([
    ['de', 'haus', 'häuser hauses'],
    ['de', 'häuser', 'haus hauses'],
    ['de', 'ängste', 'angst'],
    ['es', 'caminos', 'caminar camino'],
    ['es', 'oracion', 'oraciones oración'],
    ['es', 'iglesia', 'iglesias'],
    ['fr', 'pardonne', 'pardon pardonner pardonnez pardonné'],
    ['fr', 'heureux', 'heureuse heureuses'],
    ['fr', 'chevaux', 'cheval'],
    ['pt', 'coracao', 'corações coração'],
    ['pt', 'coracoes', 'corações coração'],
    ['pt', 'nações', 'nação'],
    ['pt', 'igrejas', 'igreja'],
  ])('finds inflections: %s, %s', async (language, word, expected) => {
    const { inflections } = await formsInLibrary(word, language, vocabulary, queries);
    expect(inflections.toSorted().join(' ')).toBe(expected.split(' ').toSorted().join(' '));
  });

  it('finds German compounds with a word, where their other part is a word of the library', async () => {
    const { compounds } = await formsInLibrary('angst', 'de', vocabulary, queries);
    expect(new Set(compounds)).toEqual(new Set(['zukunftsangst', 'lebensangst', 'angstzustände']));
  });

  it('finds compounds whose other part only the language has', async () => {
    expect((await formsInLibrary('vergebung', 'de', vocabulary, queries)).compounds).toEqual([]);
    expect((await formsInLibrary('liebe', 'de', vocabulary, queries)).compounds).toEqual(['nächstenliebe']);
  });

  it('finds the parts of a German compound', async () => {
    expect((await formsInLibrary('zukunftsangst', 'de', vocabulary, queries)).parts).toEqual([
      'zukunft',
      'angst',
    ]);
    expect((await formsInLibrary('vergebung', 'de', vocabulary, queries)).parts).toEqual([]);
  });

  it('builds compounds in German only', async () => {
    const { compounds, parts } = await formsInLibrary('amour', 'fr', vocabulary, queries);
    expect([compounds, parts]).toEqual([[], []]);
  });
});
