/** References in the numbering of German, French, Spanish and Latin Bibles, and how passages are cited in it. */
import { describe, expect, it } from 'vitest';
import {
  BIBLE_BOOKS,
  citation,
  citationOf,
  findScriptures,
  parseReferences,
  parseScriptureQuery,
  readVerseWords,
  VERSIFICATIONS,
  type Readers,
  type Versification,
} from '../../indexer/index.js';
import { readName } from '../../src/import/names/read-name.js';

const GERMAN: Readers = { language: 'de', versification: 'german' };
const FRENCH: Readers = { language: 'fr', versification: 'french' };
const SPANISH: Readers = { language: 'es', versification: 'spanish' };
const LATIN: Readers = { language: 'en', versification: 'vulgate' };
const ENGLISH: Readers = { language: 'en', versification: 'english' };

const cited = (text: string, readers?: Readers, versification?: Versification): string =>
  parseReferences(text, readers)
    .map((one) => citationOf(one, versification))
    .join('; ');

describe('verses as German and French Bibles count them', () => {
  it.each([
    ['Mal 3,23', 'Malachi 4:5'],
    ['Joel 4,10', 'Joel 3:10'],
    ['Ps 51,21', 'Psalms 51:19'],
    ['Hos 14,10', 'Hosea 14:9'],
    ['Jona 2,11', 'Jonah 2:10'],
    ['1 Chr 5,27', '1 Chronicles 6:1'],
    ['Sach 2,17', 'Zechariah 2:13'],
    ['Psaume 51,21', 'Psalms 51:19'],
    ['Joël 4,1', 'Joel 3:1'],
    ['Mal 3,19-24', 'Malachi 4'],
    ['4 Mose 17,16', 'Numbers 17:1'],
    ['Jes 8,23', 'Isaiah 9:1'],
    ['3 Joh 15', '3 John 1:14'],
    ['Offb 12,18', 'Revelation 13:1'],
    ['Psaume 51,12', 'Psalms 51:10'],
    ['Ps 51,12; Ps 51,21', 'Psalms 51:10; Psalms 51:19'],
  ])('are read whoever writes %s', (text, expected) => {
    expect(cited(text)).toBe(expected);
    expect(cited(text, GERMAN)).toBe(expected);
    expect(cited(text, ENGLISH)).toBe(expected);
    const first = parseScriptureQuery(text, GERMAN);
    expect(first && citationOf(first)).toBe(expected.split('; ')[0]);
  });

  it.each([
    ['Psalm 51,12', GERMAN, 'Psalms 51:10'],
    ['Psalms 51:12', FRENCH, 'Psalms 51:10'],
    ['Psaume 51,12', GERMAN, 'Psalms 51:10'],
    ['Salmo 51,12', GERMAN, 'Psalms 51:12'],
    ['Psaume 51,12', FRENCH, 'Psalms 51:10'],
    ['Psalm 51,12', ENGLISH, 'Psalms 51:12'],
    ['Salmo 51,12', SPANISH, 'Psalms 51:12'],
    ['Psalm 50:12', LATIN, 'Psalms 51:10'],
    ['Psalm 9:22', LATIN, 'Psalms 10:1'],
    ['Psalm 22', LATIN, 'Psalms 23'],
    ['Joel 3', GERMAN, 'Joel 2:28-32'],
    ['Mal 3', GERMAN, 'Malachi 3; Malachi 4'],
    ['Psalm 51,1-4', GERMAN, 'Psalms 51:1-2'],
    // No German Bible has these verses.
    ['Mal 4,5', GERMAN, 'Malachi 4:5'],
    ['Joël 2,28', FRENCH, 'Joel 2:28'],
  ])('%s of an account with %j', (text, readers, expected) => {
    expect(cited(text, readers)).toBe(expected);
  });

  it('are read in file names, queries and talks too', () => {
    expect(readName('Predigt Psalm 51,12', '2025-06-01', GERMAN).scriptures[0]?.passages).toEqual([
      { book: 'PSA', chapter: 51, verseStart: 10, verseEnd: 10 },
    ]);
    expect(parseScriptureQuery('Predigt über Psalm 51,12', GERMAN)).toMatchObject({ verseStart: 10 });
    expect(parseScriptureQuery('Psalm 51,12', ENGLISH)).toMatchObject({ verseStart: 12 });
    const text =
      'Wir lesen heute aus dem Propheten Maleachi 3,23 und beten dann mit den Worten von Psalm 51, Vers 12.';
    const found = findScriptures([{ text, startMs: null, endMs: null, speaker: null }], readVerseWords([]));
    const names = found.map((one) => citationOf(one)).sort();
    expect(names).toEqual(['Malachi 4:5', 'Psalms 51:10']);
  });

  it.each(['Ps 51,22', 'Mal 3,25', 'Joel 5,1', 'Joh 3,61', 'Ps 150,7', 'Mal 3,1-99'])(
    'exist for no account: %s',
    (text) => {
      for (const readers of [ENGLISH, GERMAN, FRENCH, SPANISH]) expect(cited(text, readers)).toBe('');
    },
  );
});

describe('citations', () => {
  it.each([
    ['PSA', 51, 10, 10, 'Psalms 51:10|Psalms 51:12|Psalms 51:12|Psalms 51:10|Psalms 50:12'],
    ['PSA', 51, 1, 19, 'Psalms 51|Psalms 51|Psalms 51|Psalms 51|Psalms 50'],
    ['PSA', 10, 1, 18, 'Psalms 10|Psalms 10|Psalms 10|Psalms 10|Psalms 9:22-39'],
    ['MAL', 4, 5, 5, 'Malachi 4:5|Malachi 3:23|Malachi 3:23|Malachi 4:5|Malachi 4:5'],
    ['JOL', 2, 1, 32, 'Joel 2|Joel 2-3|Joel 2-3|Joel 2|Joel 2'],
    [
      'GEN',
      31,
      50,
      55,
      'Genesis 31:50-55|Genesis 31:50-32:1|Genesis 31:50-32:1|Genesis 31:50-55|Genesis 31:50-55',
    ],
    ['JHN', 3, 16, 18, Array(5).fill('John 3:16-18').join('|')],
  ])('of %s %i:%i-%i in each numbering', (book, chapter, from, to, expected) => {
    expect(VERSIFICATIONS.map((one) => citation(book, chapter, from, to, one)).join('|')).toBe(expected);
  });

  it.each(VERSIFICATIONS)('of all chapters are read back by people who count so: %s', (versification) => {
    const readers: Readers = { language: 'en', versification };
    const lost = BIBLE_BOOKS.slice(0, 66).flatMap(({ code, verseCounts }) =>
      verseCounts.flatMap((last, i) => {
        const whole = { book: code, chapter: i + 1, verseStart: 1, verseEnd: last };
        const name = citation(code, i + 1, 1, last, versification);
        const [read] = parseReferences(name, readers);
        return JSON.stringify(read) === JSON.stringify(whole) ? [] : [name];
      }),
    );
    // Isaiah 64:1 is half of a Hebrew verse; the Vulgate divides Psalm 116 and joins titles.
    const known = [
      'Isaiah 63:19-64:11',
      'Psalms 114-115',
      'Song of Solomon 1:1-16',
      'Isaiah 8',
      'Daniel 3:1-97',
    ];
    expect(lost.filter((name) => !known.includes(name))).toEqual([]);
  });
});
