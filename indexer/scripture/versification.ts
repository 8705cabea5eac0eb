/**
 * How Bibles number verses. Passages are stored in the English numbering of `BIBLE_BOOKS`; here are the ranges that other
 * Bibles number differently.
 */
import { BIBLE_BOOKS, bibleBook, verseCount } from './books.js';

/** The numbering of a tradition's Bibles. */
export const VERSIFICATIONS = ['english', 'german', 'french', 'spanish', 'vulgate'] as const;
export type Versification = (typeof VERSIFICATIONS)[number];
/** Also a Catholic Bible's Daniel 3, whose verses 24 to 30 are others elsewhere: only tried last. */
export type Numbering = Versification | 'catholic';

/** A range of verses within one chapter; a whole chapter is verse 1 to its last. */
export interface VerseRange {
  /** USFM code. */
  book: string;
  chapter: number;
  verseStart: number;
  verseEnd: number;
}

/** A passage as a numbering counts it, which may end in another chapter than it starts. */
export interface OwnPassage {
  book: string;
  chapter: number;
  /** Null for whole chapters. */
  verseStart: number | null;
  chapterEnd: number;
  /** Null for the last verse. */
  verseEnd: number | null;
}

/** Who wrote a reference: the language and numbering that it most likely follows. */
export interface Readers {
  /** ISO 639-1; null if unknown. */
  language: string | null;
  versification: Versification;
}

type Verse = readonly [book: string, chapter: number, verse: number];

/**
 * Lines of a book and its ranges, `english=own`: the English verses, and the first verse in this numbering. `>` only
 * converts from English, `<` only into it.
 */
// prettier-ignore
const HEBREW = `
GEN 31:55=32:1 32:1-32=32:2
EXO 8:1-4=7:26 8:5-32=8:1 22:1=21:37 22:2-31=22:1
LEV 6:1-7=5:20 6:8-30=6:1
NUM 16:36-50=17:1 17:1-13=17:16 26:1<25:19 29:40=30:1 30:1-16=30:2
DEU 12:32=13:1 13:1-18=13:2 22:30=23:1 23:1-25=23:2 29:1=28:69 29:2-29=29:1
1SA 20:42=21:1 20:42<20:42 21:1-15=21:2 23:29=24:1 24:1-22=24:2
2SA 18:33=19:1 19:1-43=19:2
1KI 4:21-34=5:1 5:1-18=5:15 22:43-53=22:44 22:43<22:43
2KI 11:21=12:1 12:1-21=12:2
1CH 6:1-15=5:27 6:16-81=6:1 12:4-40=12:5 12:4<12:4
2CH 2:1=1:18 2:2-18=2:1 14:1=13:23 14:2-15=14:1
NEH 4:1-6=3:33 4:7-23=4:1 7:68>7:67 7:69-73=7:68 9:38=10:1 10:1-39=10:2
JOB 41:1-8=40:25 41:9-34=41:1
ECC 5:1=4:17 5:2-20=5:1
SNG 6:13=7:1 7:1-13=7:2
ISA 9:1=8:23 9:2-21=9:1 64:1>63:19 64:2-12=64:1
JER 9:1=8:23 9:2-26=9:1
EZK 20:45-49=21:1 21:1-32=21:6
DAN 4:1-3=3:31 4:4-37=4:1 5:31=6:1 6:1-28=6:2
HOS 1:10-11=2:1 2:1-23=2:3 11:12=12:1 12:1-14=12:2 13:16=14:1 14:1-9=14:2
JOL 2:28-32=3:1 3:1-21=4:1
JON 1:17=2:1 2:1-10=2:2
MIC 5:1=4:14 5:2-15=5:1
NAM 1:15=2:1 2:1-13=2:2
ZEC 1:18-21=2:1 2:1-13=2:5
MAL 4:1-6=3:19
ACT 19:41>19:40
2CO 13:13>13:12 13:14=13:13
3JN 1:14<1:15
REV 13:1<12:18`;

/** Additions to Daniel and Esther, and the letter of Jeremiah, as chapters of those books and of Baruch. */
// The pairs S3Y 32 and 33, and 36 and 37, have the opposite order there, which ranges of verses can't follow.
const ADDITIONS = `
S3Y DAN 1:1-29>3:24 1:30>3:52 1:31-68>3:53
S3Y DAN 1:11-29<3:34 1:31-68<3:53
SUS DAN 1:1-64=13:1
BEL DAN 1:1-42=14:1
LJE BAR 1:1-73=6:1
ESG EST 10:4-13<10:4 11:1-12<11:1 12:1-6<12:1 13:1-18<13:1 14:1-19<14:1 15:1-16<15:1 16:1-24<16:1`;

const CATHOLIC = `
S3Y DAN 1:1-29<3:24
DAN 3:24-30<3:91`;

// prettier-ignore
const VULGATE = `
GEN 49:32-33=49:31 50:23-26=50:22
EXO 40:15-38=40:13
LEV 26:46=26:45
NUM 11:35=11:34 12:16=13:1 13:1-33=13:2 20:28-29=20:29 29:40=30:1 30:1-16=30:2
JOS 4:23-24=4:24 5:14-15=5:15 21:37=21:36 21:39-45=21:37
JDG 5:31=5:32 21:25=21:24
1SA 20:42=20:43 23:29=24:1 24:1-22=24:2
1KI 22:43-53=22:44
1CH 11:47=11:46 20:8=20:7
NEH 3:31-32=3:30 12:34-47=12:33
JOB 16:4-22=16:5 40:1-5=39:31 40:6-24=40:1 41:1-9=40:20 41:10-34=41:1 42:17=42:16
ECC 5:1=4:17 5:2-20=5:1 6:12=7:1 7:1-29=7:2
SNG 1:2-17=1:1 6:1=5:17 6:2-13=6:1
ISA 9:1=8:22
JER 37:5-21=37:4
EZK 2:10=2:9
DAN 3:24-30=3:91 4:1-3=3:98 4:4-37=4:1
HOS 2:23=2:24 13:16=14:1 14:1-9=14:2
AMO 6:10-14=6:11
JON 1:17=2:1 2:1-10=2:2
MIC 5:12-15=5:11
HAG 1:15=2:1 2:1-23=2:2
MAT 17:16-27=17:15
MRK 4:41=4:40 9:1=8:39 9:2-50=9:1
JHN 6:51-71=6:52
ACT 7:56-60=7:55 14:7-28=14:6 19:41>19:40
2CO 13:13>13:12 13:14=13:13
3JN 1:14<1:15
REV 13:1<12:18
S3Y DAN 1:1-29=3:24 1:30>3:52 1:31-68=3:53`;

/** Psalms whose title is a verse of its own in Hebrew, or two verses. */
const ONE_TITLE_VERSE =
  '3-9 12-13 18-22 30-31 34 36 38-42 44-49 53 55-59 61-65 67-70 75-77 80-81 83-85 88-89 92 102 108 140 142';
const TWO_TITLE_VERSES = new Set([51, 52, 54, 60]);
const titled = new Set(
  ONE_TITLE_VERSE.split(' ').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  }),
);
const titleVerses = (psalm: number): number => (TWO_TITLE_VERSES.has(psalm) ? 2 : titled.has(psalm) ? 1 : 0);

/** Where a verse of a psalm in the Hebrew numbering is in the Vulgate, which joins and divides psalms. */
function vulgatePsalm(psalm: number, verse: number): [psalm: number, verse: number] {
  if (psalm < 10 || psalm > 147) return [psalm, verse];
  if (psalm === 10) return [9, verse + 21];
  if (psalm === 115) return [113, verse + 8];
  if (psalm === 116) return [verse < 10 ? 114 : 115, verse];
  if (psalm === 147 && verse > 11) return [147, verse];
  return [psalm - 1, verse];
}

const key = ([book, chapter, verse]: Verse): string => `${book}.${chapter}.${verse}`;

/** The verses that a numbering counts differently, in both directions, and its number of verses of each chapter. */
interface NumberingTable {
  fromEnglish: Map<string, Verse>;
  toEnglish: Map<string, Verse>;
  /** The last English verse in one that joins several. */
  ends: Map<string, Verse>;
  /** By USFM code, without verses that only `toEnglish` has. */
  counts: Map<string, number[]>;
}

const RANGE = /^(\d+):(\d+)(?:-(\d+))?([=<>])(\d+):(\d+)$/;

function numberingOf(lines: string, psalmOf?: typeof vulgatePsalm): NumberingTable {
  const fromEnglish = new Map<string, Verse>();
  const toEnglish = new Map<string, Verse>();
  const ends = new Map<string, Verse>();
  const counts = new Map<string, number[]>();
  const add = (english: Verse, own: Verse, sign: string): void => {
    if (sign !== '<') fromEnglish.set(key(english), own);
    if (sign !== '>' && !toEnglish.has(key(own))) toEnglish.set(key(own), english);
    else if (sign !== '<' && english[0] === own[0]) ends.set(key(own), english);
    if (sign === '=') count(counts, own);
  };
  for (const line of lines.trim().split('\n')) {
    const words = line.split(' ').filter(Boolean);
    const [book = '', ownBook = book] = words.filter((word) => !word.includes(':'));
    for (const word of words) {
      const [, chapter, first, last, sign, ownChapter, ownFirst] = RANGE.exec(word) ?? [];
      for (let i = 0; i <= Number(last ?? first) - Number(first); i++)
        add(
          [book, Number(chapter), Number(first) + i],
          [ownBook, Number(ownChapter), Number(ownFirst) + i],
          sign!,
        );
    }
  }
  if (psalmOf)
    for (const [i, verses] of bibleBook('PSA')!.verseCounts.entries()) {
      const psalm = i + 1;
      const title = titleVerses(psalm);
      // A title belongs to the first verse. Psalm 13 has as many verses in both numberings.
      const total = psalm === 13 ? verses : verses + title;
      for (let own = 1; own <= verses + title; own++) {
        const verse: Verse = ['PSA', ...psalmOf(psalm, Math.min(own, total))];
        add(['PSA', psalm, Math.max(1, own - title)], verse, own <= title ? '<' : '=');
      }
    }
  for (const { code, verseCounts } of BIBLE_BOOKS)
    for (const [i, verses] of verseCounts.entries())
      for (let verse = 1; verse <= verses; verse++)
        if (!fromEnglish.has(key([code, i + 1, verse]))) count(counts, [code, i + 1, verse]);
  return { fromEnglish, toEnglish, ends, counts };
}

/** Raises the number of verses of a chapter to include a verse. */
function count(counts: Map<string, number[]>, [book, chapter, verse]: Verse): void {
  const chapters = counts.get(book) ?? [];
  counts.set(book, chapters);
  while (chapters.length < chapter) chapters.push(0);
  chapters[chapter - 1] = Math.max(chapters[chapter - 1]!, verse);
}

const sameNumbers: typeof vulgatePsalm = (psalm, verse) => [psalm, verse];
const makers: Record<Numbering, () => NumberingTable> = {
  english: () => numberingOf(''),
  german: () => numberingOf(HEBREW + ADDITIONS, sameNumbers),
  // As the TOB, the Jerusalem Bible, the liturgy and Segond 21 count; Segond 1910 counts some books as in English.
  french: () => numberingOf(HEBREW + ADDITIONS, sameNumbers),
  spanish: () => numberingOf(ADDITIONS),
  catholic: () => numberingOf(CATHOLIC + ADDITIONS),
  vulgate: () => numberingOf(VULGATE + ADDITIONS, vulgatePsalm),
};
const made = new Map<Numbering, NumberingTable>();

function numbering(versification: Numbering): NumberingTable {
  const known = made.get(versification) ?? makers[versification]();
  made.set(versification, known);
  return known;
}

/** The numbering of most Bibles in a language, ISO 639-1. */
export const versificationOf = (language: string | null | undefined): Versification => {
  if (language === 'de' || language === 'it' || language === 'nl') return 'german';
  return language === 'fr' ? 'french' : language === 'es' ? 'spanish' : 'english';
};

/** Of a text about which nothing is known. */
export const ENGLISH_READERS: Readers = { language: null, versification: 'english' };

/** A numbering, and those that are tried for verses that it does not have. */
export const likelyNumberings = (own: Versification): Numbering[] => [
  ...new Set<Numbering>([own, 'english', 'german', 'spanish', 'catholic']),
];

/**
 * The numberings in which a reference may be meant, the likeliest first.
 * @param language in which it was read, ISO 639-1
 */
export const numberingsFor = (language: string, readers: Readers): Numbering[] => {
  // Citations are in English whatever the account's language.
  const isTheirs = language === 'en' || language === readers.language;
  // `Salmo` is Spanish and Portuguese, too.
  const isShared = language === 'it';
  const own = isTheirs ? readers.versification : isShared ? 'english' : versificationOf(language);
  return likelyNumberings(own);
};

/** Number of verses of a chapter in a numbering; 0 if it does not exist. */
export const ownVerseCount = (book: string, chapter: number, versification: Numbering): number =>
  versification === 'english'
    ? verseCount(book, chapter)
    : (numbering(versification).counts.get(book)?.[chapter - 1] ?? 0);

/** The last verse of each chapter, by USFM code, in the numbering that counts the most. */
export function lastVerses(versifications: readonly Numbering[]): Map<string, number[]> {
  const last = new Map<string, number[]>();
  for (const { counts, toEnglish } of versifications.map(numbering)) {
    for (const [book, chapters] of counts)
      for (const [i, verses] of chapters.entries()) count(last, [book, i + 1, verses]);
    for (const own of toEnglish.keys()) {
      const [book = '', chapter, verse] = own.split('.');
      count(last, [book, Number(chapter), Number(verse)]);
    }
  }
  return last;
}

/**
 * A passage in the English numbering, split at its chapters; null if it does not exist in the numbering it is given in.
 * @param passage which may end in another chapter than it starts; whole chapters without verses
 */
export function toEnglish(passage: OwnPassage, versification: Numbering): VerseRange[] | null {
  const { book, chapter, chapterEnd } = passage;
  const { toEnglish: own, ends } = numbering(versification);
  const found: VerseRange[] = [];
  for (let at = chapter; at <= chapterEnd; at++) {
    const verses = ownVerseCount(book, at, versification);
    const first = at === chapter ? (passage.verseStart ?? 1) : 1;
    const last = at === chapterEnd ? (passage.verseEnd ?? verses) : verses;
    if (first < 1 || first > last) return null;
    for (let verse = first; verse <= last; verse++) {
      const mapped = own.get(key([book, at, verse]));
      if (!mapped && verse > verses) return null;
      const [ofBook, ofChapter, ofVerse] = mapped ?? [book, at, verse];
      const [, endChapter, endVerse] = ends.get(key([book, at, verse])) ?? [];
      const end = endChapter === ofChapter ? endVerse! : ofVerse;
      const previous = found.at(-1);
      if (previous && previous.book !== ofBook) return null;
      if (previous?.chapter === ofChapter) previous.verseEnd = Math.max(previous.verseEnd, end);
      else found.push({ book: ofBook, chapter: ofChapter, verseStart: ofVerse, verseEnd: end });
    }
  }
  return found.length > 0 ? found : null;
}

/** Passages that follow each other as one, with its verses. */
export function spanOf(passages: readonly VerseRange[]): OwnPassage {
  const { chapter: chapterEnd, verseEnd } = passages.at(-1)!;
  return { ...passages[0]!, chapterEnd, verseEnd };
}

/** A passage in the English numbering, without verses if it is all of its chapters. */
export const withoutWhole = (passage: OwnPassage): OwnPassage =>
  passage.verseStart === 1 && passage.verseEnd === verseCount(passage.book, passage.chapterEnd)
    ? { ...passage, verseStart: null, verseEnd: null }
    : passage;

/** A passage in the English numbering, all of which exists, as another one counts it. */
export function fromEnglish(passage: OwnPassage, versification: Versification): OwnPassage {
  const { fromEnglish: own, toEnglish: english } = numbering(versification);
  const ownOf = (verse: Verse): Verse => own.get(key(verse)) ?? verse;
  const first: Verse = [passage.book, passage.chapter, passage.verseStart ?? 1];
  const last: Verse = [passage.book, passage.chapterEnd, passage.verseEnd ?? 1];
  const [book, chapter, verseStart] = ownOf(first);
  const [, chapterEnd, verseEnd] = ownOf(last);
  const start: Verse = [book, chapter, 1];
  const isWhole =
    key(english.get(key(start)) ?? start) === key(first) &&
    verseEnd === ownVerseCount(book, chapterEnd, versification);
  return {
    book,
    chapter,
    chapterEnd,
    ...(isWhole ? { verseStart: null, verseEnd: null } : { verseStart, verseEnd }),
  };
}

/**
 * `John 3:16-18`, `John 3:16` for one verse, `Psalms 23` for a whole chapter, `John 3:16-4:2`.
 * @param passage with verses, in the English numbering
 * @param versification in which it is shown
 * @throws {RangeError} for an unknown book code
 */
export function citedAs(passage: OwnPassage, versification: Versification): string {
  if (!bibleBook(passage.book)) throw new RangeError(`Unknown Bible book "${passage.book}"`);
  const { book, chapter, chapterEnd, verseStart, verseEnd } = fromEnglish(passage, versification);
  const start = `${bibleBook(book)!.name} ${chapter}`;
  const isOneChapter = chapter === chapterEnd;
  if (verseStart === null) return isOneChapter ? start : `${start}-${chapterEnd}`;
  if (!isOneChapter) return `${start}:${verseStart}-${chapterEnd}:${verseEnd}`;
  return `${start}:${verseStart}${verseEnd === verseStart ? '' : `-${verseEnd}`}`;
}

/** Cites verses of one chapter, see `citedAs`. */
export const citation = (
  book: string,
  chapter: number,
  verseStart: number,
  verseEnd: number,
  versification: Versification = 'english',
): string => citedAs({ book, chapter, chapterEnd: chapter, verseStart, verseEnd }, versification);
