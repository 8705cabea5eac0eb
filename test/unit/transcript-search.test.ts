/** Find and replace in the console's transcript editor, and names that are offered after a correction. */
import { describe, expect, it } from 'vitest';
import { correctedName } from '../../web/console/transcript/corrected-name.js';
import { findHits, replacedTexts } from '../../web/console/transcript/find.js';

const segments = ['Tabeta was a disciple. tabeta!', 'They called Tabetas house', 'So  Tabeta rose.'].map(
  (text, i) => ({
    id: `s${i}`,
    text,
    startMs: i * 1_000,
    endMs: null,
    speaker: null,
    heading: false,
    words: [],
  }),
);
const search = { find: 'Tabeta', replaceWith: 'Tabitha', wholeWords: true, matchCase: true };

describe('find and replace', () => {
  it.each([
    [{}, ['s0 0', 's2 4']],
    [{ matchCase: false }, ['s0 0', 's0 23', 's2 4']],
    [{ wholeWords: false }, ['s0 0', 's1 12', 's2 4']],
    [{ find: 'so tabeta', matchCase: false }, ['s2 0']],
    [{ find: '.', wholeWords: false }, ['s0 21', 's2 15']],
    [{ find: ' ' }, []],
  ])('finds %j', (changes, keys) =>
    expect(findHits(segments, { ...search, ...changes }).map(({ key }) => key)).toEqual(keys),
  );

  it('replaces the chosen places', () => {
    const hits = findHits(segments, { ...search, matchCase: false });
    expect([...replacedTexts(segments, hits, '$&')]).toEqual([
      ['s2', 'So  $& rose.'],
      ['s0', '$& was a disciple. $&!'],
    ]);
    expect([...replacedTexts(segments, hits.slice(1, 2), 'Tabitha')]).toEqual([
      ['s0', 'Tabeta was a disciple. Tabitha!'],
    ]);
  });

  it('shows what is around a place', () => {
    const [hit] = findHits([{ ...segments[0]!, text: `${'a '.repeat(30)}Tabeta${' b'.repeat(30)}` }], search);
    expect(hit).toMatchObject({
      before: `…${'a '.repeat(20)}`,
      found: 'Tabeta',
      after: `${' b'.repeat(20)}…`,
    });
  });
});

describe('a name that was corrected', () => {
  it.each([
    ['So Tabeta rose.', 'So Tabitha rose.', { from: 'Tabeta', to: 'Tabitha' }],
    ['Tabeta’s house', 'Tabitha’s house', { from: 'Tabeta', to: 'Tabitha' }],
    ['the book of zeke aisle says', 'the book of Ezekiel says', { from: 'zeke aisle', to: 'Ezekiel' }],
    ['grace and piece', 'grace and peace', null],
    ['the lord is', 'the Lord is', null],
    ['So Tabeta rose.', 'So rose.', null],
    ['One two three four five', 'Six Seven Eight Nine Ten', null],
    ['Tabeta met Pal', 'Tabitha then met Paul', null],
    ['same', 'same', null],
  ])('from “%s” to “%s”', (before, after, found) => expect(correctedName(before, after)).toEqual(found));
});
