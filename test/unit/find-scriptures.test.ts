/** Scriptures mentioned and quoted in talks, in any wording, found in linear time. */
import { beforeAll, describe, expect, it } from 'vitest';
import { citation, findScriptures, readVerseWords, type VerseWords } from '../../indexer/index.js';
import { TRANSLATIONS, versesOf } from '../../src/content/scriptures/bible.js';
import { talks } from '../support/talks.js';

const plain = Object.values(talks).flat();

describe('scripture references in a talk', () => {
  let verses: VerseWords;
  beforeAll(() => (verses = readVerseWords(TRANSLATIONS.map(versesOf))));

  const find = (...sentences: string[]) =>
    findScriptures(
      sentences.map((text, i) => ({ text, startMs: i * 5_000, endMs: (i + 1) * 5_000 })),
      verses,
    );
  const cited = (...sentences: string[]): string[] =>
    find(...sentences)
      .sort((a, b) => (a.startMs ?? 0) - (b.startMs ?? 0))
      .map(({ book, chapter, verseStart, verseEnd }) => citation(book, chapter, verseStart, verseEnd));

  it.each([
    ['in the third chapter of John, verse sixteen', ['John 3:16']],
    ['It is all in first Corinthians thirteen.', ['1 Corinthians 13']],
    ['Turn with me to Romans 8. There is much here. Look at verse 28.', ['Romans 8:28']],
    [
      'Romans chapter eight. Verses 3 to 5, then verse 14 and verse 38.',
      ['Romans 8:3-5', 'Romans 8:14', 'Romans 8:38'],
    ],
    ['the eighth chapter of Romans and the twenty-eighth verse', ['Romans 8:28']],
    ["Paul's second letter to Timothy, chapter three, verse sixteen", ['2 Timothy 3:16']],
    ['We are in the book of Philippians. In chapter four, verse thirteen, he says it.', ['Philippians 4:13']],
    ['The twenty-third psalm, and in it the fourth verse', ['Psalms 23:4']],
    ['1 Cor. xiii. 4, and Rom. 8:28', ['1 Corinthians 13:4', 'Romans 8:28']],
    ['We sing verse 2 of the hymn, and Mark one of them, and John one day went home.', []],
    ['Romans 8:27. And again Romans 8:26-28.', ['Romans 8:26-28']],
    ['Romans 8, verse 99, and Habakkuk 9, and verse 2 of nothing', ['Romans 8']],
  ])('%s', (text, expected) => {
    expect(cited(...text.split(/(?<=\.) /)).sort()).toEqual([...expected].sort());
  });

  it('are found across segment boundaries', () => {
    expect(
      cited('So turn with me please to Romans', 'chapter 8, and let us begin to read at', 'verse 28.'),
    ).toEqual(['Romans 8:28']);
  });

  it('are found in quotations in old and modern wording, with their time', () => {
    const [first, ...others] = find(
      ...plain,
      'And it says that he makes me lie down in green pastures, he leads me beside the still waters.',
      ...plain,
    );
    expect(first).toMatchObject({
      book: 'PSA',
      chapter: 23,
      verseStart: 2,
      verseEnd: 2,
      startMs: plain.length * 5_000,
    });
    expect(others).toEqual([]);
    expect(cited('Can the Ethiopian change his skin, or the leopard his spots?')).toEqual(['Jeremiah 13:23']);
    expect(
      cited(
        'The Lord is my shepherd, I shall not want. He makes me to lie down in green pastures, he leads me beside still waters.',
      ),
    ).toEqual(['Psalms 23:1-2']);
  });

  it('are not found in talks that quote nothing', () => {
    // Captions that repeat the previous line.
    expect(find(...Array.from({ length: 6 }, () => plain).flat())).toEqual([]);
    expect(find()).toEqual([]);
    expect(find('Amen')).toEqual([]);
    expect(find('', '…', '主は私の羊飼い')).toEqual([]);
  });

  it('are ranked by how often the talk returns to them', () => {
    const again = plain.flatMap((sentence, i) =>
      i % 4 === 0 ? [sentence, 'Can the leopard change his spots?'] : [sentence],
    );
    const found = find(
      'Can the Ethiopian change his skin, or the leopard his spots? Then may ye also do good.',
      ...again,
      'And in passing, Micah 6:8.',
    );
    expect(found.map(({ book }) => book)).toEqual(['JER', 'MIC']);
    expect(found[0]!.score).toBeGreaterThan(found[1]!.score);
    for (const { score } of found) expect(score).toBeGreaterThan(0);
  });

  it('are found in endless repetitions, and in the Bible itself', () => {
    const texts = [
      'Alas, alas, there shall be weeping and gnashing of teeth. '.repeat(1_000),
      'Romans chapter 8 verse '.repeat(400),
      'verse 3 and '.repeat(10_000),
      '1 '.repeat(20_000),
      versesOf('kjv').slice(0, 300).join(' '),
    ];
    for (const text of texts) expect(find(text).length).toBeLessThanOrEqual(10);
  });
});
