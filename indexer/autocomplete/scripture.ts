/** Completes partially typed Bible references: "gen", "1 cor", "jn 3", "psa 23:1". */
import { BIBLE_BOOKS, chapterCount, isDeuterocanonical, type BibleBook } from '../scripture/books.js';
import {
  citation,
  citedAs,
  fromEnglish,
  likelyNumberings,
  spanOf,
  withoutWhole,
  ownVerseCount,
  toEnglish,
  type Numbering,
  type OwnPassage,
  type VerseRange,
  type Versification,
} from '../scripture/versification.js';
import { fold } from '../text/fold.js';
import { countWeight, rankOf } from './rank.js';
import { allowedTypos, matchTyped } from '../spelling/typos.js';

/** Number of items on a book and on each of its passages. */
export interface BookCounts {
  items: number;
  /** Number of items by `encodeVerses`. */
  passages: Map<number, number>;
}

export interface ScriptureCompletion {
  /** USFM code. Chapter and verses are in the English numbering, and the text in that of the readers. */
  book: string;
  chapter: number | null;
  verseStart: number | null;
  verseEnd: number | null;
  /** `John`, `John 3`, `John 3:16-18` */
  text: string;
  /** Whether the verses were suggested because items are on them, rather than typed. */
  fromItems: boolean;
  typos: number;
  /** Comparable with the ranks of other suggestions; a reference with a chapter ranks above all of them. */
  rank: number;
}

/** Encodes verses of one chapter as one number. */
export const encodeVerses = (chapter: number, verseStart: number, verseEnd: number): number =>
  (chapter * 1_000 + verseStart) * 1_000 + verseEnd;

/** Short forms that are neither a prefix of the name nor its code, by name without number. */
const SHORT: Readonly<Record<string, string>> = {
  genesis: 'gn',
  exodus: 'ex',
  leviticus: 'lv',
  numbers: 'nm nb',
  deuteronomy: 'dt',
  joshua: 'jsh',
  judges: 'jdg jdgs',
  ruth: 'rt',
  samuel: 'sm',
  kings: 'kgs',
  nehemiah: 'ne',
  psalms: 'ps pss',
  proverbs: 'prv pr',
  'song of solomon': 'song of songs sos canticles sg',
  jeremiah: 'jr',
  lamentations: 'la',
  ezekiel: 'ezk',
  daniel: 'dn',
  jonah: 'jnh',
  micah: 'mc',
  zechariah: 'zc zch',
  malachi: 'ml',
  matthew: 'mt',
  mark: 'mk mr',
  luke: 'lk',
  john: 'jn jhn',
  romans: 'rm',
  galatians: 'gl',
  philippians: 'php',
  thessalonians: 'thes',
  timothy: 'tm',
  philemon: 'phm',
  hebrews: 'hb',
  james: 'jm jas',
  peter: 'pt',
  jude: 'jd',
  revelation: 'rv revelations apocalypse',
};

interface NamedBook extends BibleBook {
  /** `1`, `2`, `3` or empty. */
  number: string;
  /** Folded name without the number. */
  bare: string;
  short: ReadonlySet<string>;
}

const books: readonly NamedBook[] = BIBLE_BOOKS.map((book) => {
  const [, number = '', bare = ''] = /^(?:(\d) )?(.+)$/.exec(book.name.toLowerCase()) ?? [];
  const short = [...(SHORT[bare]?.split(' ') ?? []), book.code, book.osis].map((form) =>
    form.toLowerCase().replace(/^\d/, ''),
  );
  return { ...book, number, bare, short: new Set(short) };
});

const NUMBERS: readonly (readonly [RegExp, string])[] = [
  [/^(?:1st|first|i)\s+|^1\s*(?=\p{L})/u, '1'],
  [/^(?:2nd|second|ii)\s+|^2\s*(?=\p{L})/u, '2'],
  [/^(?:3rd|third|iii)\s+|^3\s*(?=\p{L})/u, '3'],
];
/** A book name, then as much of chapter, verse and last verse as was typed. */
const TYPED =
  /^(\p{L}[\p{L}\s.]*?)[\s.]*(?:(?<=[\s.\p{L}])(\d{1,3})(?:\s*[:.,v\s]\s*(?:(\d{1,3})(?:\s*[-–]\s*(\d{1,3})?)?)?)?)?$/u;
/** Longer queries are not read as references. */
const MAX_REFERENCE_LENGTH = 60;
/** Books without items are suggested from this number of letters. */
const NAME_LETTERS = 3;
/** Maximum number of passages suggested along with a chapter. */
const MAX_PASSAGES = 3;

/**
 * References that the query could be the start of, best first.
 * @param counts by USFM code; books without items are absent
 * @param versification in which it is typed
 */
export function completeScriptures(
  query: string,
  counts: ReadonlyMap<string, BookCounts>,
  versification: Versification,
): ScriptureCompletion[] {
  if (query.length > MAX_REFERENCE_LENGTH) return [];
  let text = query.trim().toLowerCase().replace(/\s+/g, ' ');
  let number = '';
  for (const [pattern, digit] of NUMBERS) {
    if (!pattern.test(text)) continue;
    text = text.replace(pattern, '');
    number = digit;
    break;
  }
  const [, typed, chapter, verse, last] = TYPED.exec(text) ?? [];
  const name = fold(typed?.replaceAll('.', '') ?? '').trim();
  if (!name) return [];
  return matchingBooks(name, number)
    .flatMap(({ book, typos, prefixes }) => {
      const known = counts.get(book.code);
      const weight = countWeight(known?.items ?? 0);
      if (chapter === undefined) {
        if (!known && (name.length < NAME_LETTERS || isDeuterocanonical(book.code))) return [];
        return [suggestion(book, null, book.name, typos, rankOf(typos, prefixes, false, weight))];
      }
      // References rank above everything found by words; among them, better matches and books with items come
      // first.
      const rank = -1_000 + rankOf(typos, prefixes, false, weight);
      const match = { typos, prefixes, rank, versification };
      return withVerses(book, Number(chapter), verse, last, known, match);
    })
    .sort((a, b) => a.rank - b.rank);
}

/** Books whose names start with `name`, with as few typos as possible. */
const matchingBooks = (
  name: string,
  number: string,
): { book: NamedBook; typos: number; prefixes: number }[] => {
  const found = books.flatMap((book) => {
    if (number && book.number !== number) return [];
    // Without a number, the unnumbered book is more likely meant.
    const unnumbered = book.number !== number ? 1 : 0;
    if (book.short.has(name)) return [{ book, typos: 0, prefixes: unnumbered }];
    const match = matchTyped(name, book.bare, allowedTypos(name));
    return match ? [{ book, typos: match.typos, prefixes: unnumbered + (match.whole ? 0 : 1) }] : [];
  });
  const fewest = Math.min(...found.map(({ typos }) => typos));
  return found.filter(({ typos }) => typos === fewest);
};

/** The typed reference, if it exists, and the passages of its chapter that have items. */
function withVerses(
  book: NamedBook,
  first: number,
  second: string | undefined,
  last: string | undefined,
  counts: BookCounts | undefined,
  {
    typos,
    prefixes,
    rank,
    versification,
  }: { typos: number; prefixes: number; rank: number; versification: Versification },
): ScriptureCompletion[] {
  // "Jude 5" is a verse because Jude has one chapter; "john 5" is not a verse of 2 John.
  const single = chapterCount(book.code) === 1 && second === undefined && first > 1 && prefixes === 0;
  const chapter = single ? 1 : first;
  const typedVerse = single ? String(first) : second;
  const verse = typedVerse === undefined ? null : Number(typedVerse);
  const readIn = (numbering: Numbering): VerseRange[] | null => {
    const verses = ownVerseCount(book.code, chapter, numbering);
    const verseEnd = verse === null ? null : Math.max(verse, Math.min(verses, Number(last ?? 0)));
    return toEnglish(
      { book: book.code, chapter, chapterEnd: chapter, verseStart: verse, verseEnd },
      numbering,
    );
  };
  const numbering = likelyNumberings(versification).find((one) => readIn(one) !== null);
  const english = numbering && readIn(numbering);
  if (!english) return [];
  const textOf = (at: VerseRange): string =>
    citation(at.book, at.chapter, at.verseStart, at.verseEnd, versification);
  const text = citedAs(spanOf(english), versification);
  const typed = suggestion(book, withoutWhole(spanOf(english)), text, typos, rank);
  const onPassage = [...(counts?.passages ?? [])]
    .map(([key, count]) => ({
      book: book.code,
      chapter: Math.floor(key / 1_000_000),
      verseStart: Math.floor(key / 1_000) % 1_000,
      verseEnd: key % 1_000,
      count,
    }))
    .filter((at) => {
      const shown = fromEnglish({ ...at, chapterEnd: at.chapter }, versification);
      return shown.chapter === chapter && String(shown.verseStart ?? 1).startsWith(typedVerse ?? '');
    })
    .sort((a, b) => b.count - a.count || a.verseStart - b.verseStart)
    .slice(0, MAX_PASSAGES)
    .map((at, place) =>
      suggestion(book, { ...at, chapterEnd: at.chapter }, textOf(at), typos, rank + 0.5 + place / 10, true),
    )
    .filter((one) => one.text !== typed.text);
  return [typed, ...onPassage];
}

const suggestion = (
  { code }: BibleBook,
  passage: OwnPassage | null,
  text: string,
  typos: number,
  rank: number,
  fromItems = false,
): ScriptureCompletion => {
  const { book = code, chapter = null, verseStart = null, verseEnd = null } = passage ?? {};
  return { book, chapter, verseStart, verseEnd, text, fromItems, typos, rank };
};
