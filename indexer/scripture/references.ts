/** Finds Bible references in English text and turns them into passages of one chapter each. */
import { createRequire } from 'node:module';
import { BIBLE_BOOKS, bibleBookByOsis, passageExists, verseCount } from './books.js';

/** Verses of one chapter; a whole chapter is 1 to its last verse. */
export interface Passage {
  /** USFM code. */
  book: string;
  chapter: number;
  verseStart: number;
  verseEnd: number;
}

/** A reference and its position in a text. */
export interface FoundReference {
  /** Offsets into the text, end exclusive. */
  start: number;
  end: number;
  /** USFM code. */
  book: string;
  chapter: number;
  /** Null for whole chapters. */
  verseStart: number | null;
  verseEnd: number | null;
  /** The last chapter, the same as `chapter` unless the passage crosses chapters. */
  chapterEnd: number;
}

/** The part of the package in use; its own declarations do not resolve under NodeNext. */
interface ReferenceParser {
  set_options(options: Record<string, string>): unknown;
  parse(text: string): unknown;
  osis_and_indices(): { osis: string; indices: [start: number, end: number] }[];
}

/** No references are sought in longer texts: the time that the parser takes may grow with the square of the length. */
const MAX_TEXT_LENGTH = 1_000;

let parser: ReferenceParser | undefined;

/** The English parser, loaded at the first reference: loading takes some 100 ms that most processes never need. */
function referenceParser(): ReferenceParser {
  if (!parser) {
    const load = createRequire(import.meta.url);
    const english = load('bible-passage-reference-parser/cjs/en_bcv_parser.js') as {
      bcv_parser: new () => ReferenceParser;
    };
    parser = new english.bcv_parser();
    parser.set_options({
      versification_system: 'kjv',
      osis_compaction_strategy: 'bc',
      consecutive_combination_strategy: 'combine',
      sequence_combination_strategy: 'separate',
    });
  }
  return parser;
}

/**
 * All references with a chapter in a text of up to 1,000 characters, in order; one across books counts once per book.
 * Only existing chapters and verses.
 */
export function findReferences(text: string): FoundReference[] {
  const found: FoundReference[] = [];
  if (text.length > MAX_TEXT_LENGTH) return found;
  const bcv = referenceParser();
  bcv.parse(text);
  for (const { osis, indices } of bcv.osis_and_indices()) {
    const [from = '', to = from] = osis.split('-');
    const [fromBook = '', fromChapter = '', fromVerse] = from.split('.');
    const [toBook = '', toChapter, toVerse] = to.split('.');
    const first = bibleBookByOsis(fromBook);
    const last = bibleBookByOsis(toBook);
    if (!first || !last || !fromChapter) continue;
    const whole = fromVerse === undefined && toVerse === undefined;
    for (let at = BIBLE_BOOKS.indexOf(first); at <= BIBLE_BOOKS.indexOf(last); at++) {
      const book = BIBLE_BOOKS[at]!;
      const chapterEnd = book === last ? Number(toChapter) : book.verseCounts.length;
      found.push({
        start: indices[0],
        end: indices[1],
        book: book.code,
        chapter: book === first ? Number(fromChapter) : 1,
        chapterEnd,
        verseStart: whole ? null : book === first ? Number(fromVerse ?? 1) : 1,
        verseEnd: whole
          ? null
          : Number((book === last ? toVerse : undefined) ?? verseCount(book.code, chapterEnd)),
      });
    }
  }
  return found;
}

/** The passages in a text (`Matt 20:1,3; Luke 15:4-16:2`), in order, without duplicates, split at chapters. */
export function parseReferences(text: string): Passage[] {
  const passages = new Map<string, Passage>();
  for (const found of findReferences(text)) {
    for (let chapter = found.chapter; chapter <= found.chapterEnd; chapter++) {
      const verseStart = chapter === found.chapter ? (found.verseStart ?? 1) : 1;
      const last = verseCount(found.book, chapter);
      const verseEnd = chapter === found.chapterEnd ? (found.verseEnd ?? last) : last;
      if (!passageExists(found.book, chapter, verseStart, verseEnd)) continue;
      passages.set([found.book, chapter, verseStart, verseEnd].join('.'), {
        book: found.book,
        chapter,
        verseStart,
        verseEnd,
      });
    }
  }
  return [...passages.values()];
}
