/** The books that only some Bibles have, and references as lectionaries and older books write them. */
import { describe, expect, it } from 'vitest';
import {
  BIBLE_BOOKS,
  citation,
  citationOf,
  findScriptures,
  parseReferences,
  parseScriptureQuery,
  readVerseWords,
  type Readers,
} from '../../indexer/index.js';
import { readName } from '../../src/import/names/read-name.js';

const GERMAN: Readers = { language: 'de', versification: 'german' };
const LATIN: Readers = { language: 'en', versification: 'vulgate' };
const cited = (text: string, readers?: Readers): string =>
  parseReferences(text, readers)
    .map((one) => citationOf(one))
    .join('; ');
const searched = (text: string, readers?: Readers): string | null => {
  const read = parseScriptureQuery(text, readers);
  return read && citationOf(read);
};

describe('deuterocanonical books', () => {
  it.each([
    ['Sirach 24', 'Sirach 24'],
    ['Sir 24:1-4', 'Sirach 24:1-4'],
    ['Wis 3:1-9', 'Wisdom 3:1-9'],
    ['Tobit 13', 'Tobit 13'],
    ['1 Macc 2:1', '1 Maccabees 2:1'],
    ['Baruch 3:9', 'Baruch 3:9'],
    ['Dan 3:52-90', 'Prayer of Azariah 1:29-68'],
    ['Dan 3,24-90', 'Prayer of Azariah 1'],
    ['Dan 13', 'Susanna 1'],
    ['Dan 14:1-5', 'Bel and the Dragon 1:1-5'],
    ['Bar 6:1', 'Letter of Jeremiah 1:1'],
    ['Esther 14:3', 'Greek Esther 14:3'],
    ['Weish 3,1', 'Wisdom 3:1'],
    ['1. Makkabäer 2,1', '1 Maccabees 2:1'],
    ['Siracide 24', 'Sirach 24'],
    ['Eclesiástico 24', 'Sirach 24'],
    ['Judith 8', 'Judith 8'],
    ['2 Mac 7,1', '2 Maccabees 7:1'],
    ['Sagesse 3,1', 'Wisdom 3:1'],
    ['Tobías 13,1', 'Tobit 13:1'],
    ['Sabedoria 3,1', 'Wisdom 3:1'],
    ['Ecclus 24:1', 'Sirach 24:1'],
    ['Jdt 8,1', 'Judith 8:1'],
    ['2. Makk 7,1', '2 Maccabees 7:1'],
    ['Eclo 24,1', 'Sirach 24:1'],
    ['1Mc 2,1', '1 Maccabees 2:1'],
    ['Baruque 3,9', 'Baruch 3:9'],
  ])('%s', (text, expected) => {
    expect(cited(text)).toBe(expected);
    expect(searched(text)).toBe(expected);
  });

  it('are read in file names and talks', () => {
    const [read] = readName('2025-03-02 Smith - Sirach 24', '2025-06-01').scriptures;
    expect(read?.passages[0]).toMatchObject({ book: 'SIR', chapter: 24, verseEnd: 34 });
    const text =
      'Wir hören heute aus dem Buch der Weisheit 3,1 und aus dem ersten Buch der Makkabäer Kapitel 2.';
    const found = findScriptures([{ text, startMs: null, endMs: null, speaker: null }], readVerseWords([]));
    expect(found.map(({ book }) => book).sort()).toEqual(['1MA', 'WIS']);
  });

  it('are cited so that the citation is read again', () => {
    const lost = BIBLE_BOOKS.slice(66).flatMap(({ code, verseCounts }) =>
      verseCounts.flatMap((last, i) => [
        citation(code, i + 1, 1, last),
        citation(code, i + 1, 1, 1),
        citation(code, i + 1, 2, last),
      ]),
    );
    expect(lost.filter((name) => cited(name) !== name)).toEqual([]);
  });

  it.each(
    (
      'Wis 3|Bar 3|Man 1|Bel 1|Sir 24|the bar 5 minutes from here|a man 6 feet tall|wisdom 3 ways|Judith 8 years old|meet at the bar 7:30|' +
      'baruch 5 euros|Sirach|Wisdom|psalm 151|sab 14.30'
    ).split('|'),
  )('are not read from "%s"', (text) => {
    expect(searched(text)).toBeNull();
    expect(cited(text)).toBe('');
  });
});

describe('references of lectionaries and older books', () => {
  it.each([
    ['Psalm 22 (23)', 'Psalms 23'],
    ['Ps 50(51):3', 'Psalms 51:3'],
    ['Ps 117(118):24', 'Psalms 118:24'],
    ['Psalm 23 (22)', 'Psalms 23'],
    ['Salmo 22 (23)', 'Psalms 23'],
    ['Ephesians 6:10-end', 'Ephesians 6:10-24'],
    ['Romans 8:31-end', 'Romans 8:31-39'],
    ['Luke 15:11–end', 'Luke 15:11-32'],
    ['John iii.16', 'John 3:16'],
    ['II Cor. iv. 7', '2 Corinthians 4:7'],
    ['Psalm xxiii', 'Psalms 23'],
    ['S. Luke ii. 1-14', 'Luke 2:1-14'],
    ['Canticle of Canticles 2:8', 'Song of Solomon 2:8'],
  ])('%s', (text, expected) => {
    expect(cited(text)).toBe(expected);
    expect(searched(text)).toBe(expected);
  });

  it('count a psalm with two numbers as the account does', () => {
    expect(cited('Ps 50(51),12', GERMAN)).toBe('Psalms 51:10');
    expect(cited('Ps 50(51):12', LATIN)).toBe('Psalms 51:10');
    expect(cited('Psalm 22 (24)')).not.toBe('Psalms 24');
  });

  it('are lists with letters for parts of verses', () => {
    expect(cited('Isaiah 40:1-11; Psalm 85:1-2, 8-13; 2 Peter 3:8-15a; Mark 1:1-8')).toBe(
      'Isaiah 40:1-11; Psalms 85:1-2; Psalms 85:8-13; 2 Peter 3:8-15; Mark 1:1-8',
    );
    expect(cited('Isaiah 61:1-4, 8-11; Psalm 126; 1 Thessalonians 5:16-24; John 1:6-8, 19-28')).toBe(
      'Isaiah 61:1-4; Isaiah 61:8-11; Psalms 126; 1 Thessalonians 5:16-24; John 1:6-8; John 1:19-28',
    );
    expect(cited('Wisdom 6:12-16; Romans 8:28b-30')).toBe('Wisdom 6:12-16; Romans 8:28-30');
  });
});
