/** Finds Bible references in German, Spanish, French and Portuguese texts, as people write and speak them. */
import { fold, foldedWords, type FoldedWord } from '../text/fold.js';
import { otherNamesOf } from './book-names.js';
import { BIBLE_BOOKS, verseCount } from './books.js';
import { findNumbers } from './number-words.js';
import { ordinalBefore, type SpokenReference } from './spoken-references.js';
import { numberingsFor, toEnglish, versificationOf, type VerseRange } from './versification.js';
import { isWrittenReference } from './written-form.js';
import type { ForeignLanguage } from '../text/search-languages.js';

/** Number of words between the word for a chapter and the book, and between chapter and verse, at most. */
const NEAR_BOOK = 7;
const NEAR_VERSE = 7;
/** Number of words between the number of a book and its name: "segunda carta a los Corintios". */
const NEAR_NUMBER = 5;
/** A verse alone belongs to the chapter named last, if that was at most this many words before. */
const CONTEXT_WORDS = 600;
const MAX_REFERENCES = 1_000;

const CHAPTER = new Set('kapitel kapitels kapiteln capitulo capitulos chapitre chapitres'.split(' '));
const VERSE = new Set('vers verse verses versen versiculo versiculos verso versos verset versets'.split(' '));
const TO = new Set('bis a al ao ate hasta jusqu jusquau'.split(' '));
/** What stands between the number of a book and its name. */
const OF_BOOK = new Set(
  (
    'buch buches brief briefes des der die dem den an das carta cartas epistola libro de del a la los las ' +
    'lettre epitre livre aux au du l d livro aos ao'
  ).split(' '),
);
/** "Johannesevangelium", "Römerbriefs". */
const GERMAN_ENDING = /(?:evangeliums?|briefe?s?|buche?s?)$/;
/** Names that people have too: without a verse or the word for a chapter, a number after them is none. */
const PEOPLE = new Set(
  (
    'johannes juan jean joao markus marcos marc lukas lucas luc mateo mateus matthieu petrus pedro pierre jakobus santiago jacques tiago ' +
    'samuel daniel ruth rut rute ester esther joel amos jona jonas micha judas tito tite titus timoteo timotheus josua josue esra esdras ' +
    'tobias tobie tobit judit judith judite baruch baruc susanna susana suzanne weisheit sabiduria sagesse sabedoria'
  ).split(' '),
);
/** `3,16`, `3:16-18`, `13` after a name. */
const WRITTEN = /^\.?\s{0,2}(\d{1,3})(?:\s?[,:]\s?(\d{1,3})(?:\s?[-–]\s?(\d{1,3}))?)?(?![\d.])/;
const WRITTEN_LENGTH = 16;

interface Book {
  code: string;
  /** Index of its name among the words. */
  at: number;
  name: string;
}

/** Codes of the books with a name, in their order, by folded name without number. */
const codesByName = new Map<string, string[]>();
for (const { code, name } of BIBLE_BOOKS)
  for (const one of new Set([
    name.replace(/^\d /, ''),
    ...otherNamesOf(code),
    ...(code === 'PSA' ? ['Psalm'] : []),
  ])) {
    const key = fold(one);
    codesByName.set(key, [...(codesByName.get(key) ?? []), code]);
  }

/** Verses as most Bibles in the language number them, in the English numbering; undefined if they do not exist. */
function englishVerses(
  language: ForeignLanguage,
  book: string,
  chapter: number,
  verseStart: number | null,
  verseEnd: number | null,
): VerseRange[] | undefined {
  const own = { book, chapter, chapterEnd: chapter, verseStart, verseEnd };
  for (const numbering of numberingsFor(language, { language, versification: versificationOf(language) })) {
    const passages = toEnglish(own, numbering);
    if (passages) return passages;
  }
  return undefined;
}

/** All references of a text, in order. Linear in its length. */
export function foreignReferences(text: string, language: ForeignLanguage): SpokenReference[] {
  const words = foldedWords(text);
  const numbers = new Map(findNumbers(words, language).map((number) => [number.first, number]));
  const found: SpokenReference[] = [];
  const languages = new Set([language]);

  const numberAt = (at: number): { value: number; isOrdinal: boolean; next: number } | undefined => {
    const folded = words[at]?.folded ?? '';
    if (/^\d{1,3}$/.test(folded)) {
      const isOrdinal = language === 'de' && text[words[at]!.end] === '.';
      return { value: Number(folded), isOrdinal, next: at + 1 };
    }
    const spelled = numbers.get(at);
    return spelled && { ...spelled, next: at + spelled.count };
  };
  const bookAt = (at: number): Book | undefined => {
    const own = words[at]?.folded;
    if (own === undefined) return undefined;
    const name = codesByName.has(own) || language !== 'de' ? own : own.replace(GERMAN_ENDING, '');
    const codes = codesByName.get(name);
    if (!codes) return undefined;
    if (codes.length === 1) return { code: codes[0]!, at, name };
    const isGospel = name !== own && own.startsWith(`${name}evangelium`);
    const number = isGospel ? undefined : bookNumber(at);
    const plain = codes.find((code) => !/^\d/.test(code));
    const code =
      number === undefined
        ? name === 'mose'
          ? undefined
          : plain
        : (codes.find((one) => one.startsWith(String(number))) ??
          (plain === 'GEN' ? codes[number - 1] : undefined));
    return code === undefined ? undefined : { code, at, name };
  };

  /** "2 Korinther", "im zweiten Brief an die Korinther". */
  const bookNumber = (at: number): number | undefined => {
    for (let before = at - 1; before >= Math.max(0, at - NEAR_NUMBER); before--) {
      const number = numberAt(before);
      if (number && number.value <= 5) return number.value;
      if (!OF_BOOK.has(words[before]!.folded)) return undefined;
    }
    return undefined;
  };

  const isOneSentence = (one: FoldedWord, other: FoldedWord): boolean => {
    const [from, to] = one.start < other.start ? [one.end, other.start] : [other.end, one.start];
    return !/[!?]|[^\d\s]\.\s/.test(text.slice(from, to));
  };

  /** The nearest book to the word for a chapter, rather before than after it. */
  const bookNear = (at: number): Book | undefined => {
    for (let distance = 1; distance <= NEAR_BOOK; distance++)
      for (const place of [at - distance, at + distance]) {
        const book = bookAt(place);
        if (book && isOneSentence(words[place]!, words[at]!)) return book;
      }
    return undefined;
  };

  /** The chapter, and the book, that were named last. */
  let context: { book: string; chapter: number; word: number } | undefined;
  let current: Book | undefined;
  const add = (
    book: string,
    chapter: number,
    from: number | null,
    to: number | null,
    word: number,
  ): boolean => {
    const passages =
      (from === null
        ? undefined
        : (englishVerses(language, book, chapter, from, to) ??
          englishVerses(language, book, chapter, from, from))) ??
      englishVerses(language, book, chapter, null, null);
    if (!passages) return false;
    for (const { verseStart, verseEnd, ...place } of passages) {
      const isWhole = verseStart === 1 && verseEnd === verseCount(place.book, place.chapter);
      const verses = isWhole ? { verseStart: null, verseEnd: null } : { verseStart, verseEnd };
      found.push({ ...place, ...verses, at: words[word]!.start });
    }
    context = { book, chapter, word };
    current = { code: book, at: word, name: '' };
    return true;
  };

  /** The verses after the word for verses. */
  const versesAt = (at: number): { from: number; to: number; next: number } | undefined => {
    const first = numberAt(at + 1);
    if (!first) {
      const ordinal = ordinalBefore(words, at, numberAt);
      return ordinal === undefined ? undefined : { from: ordinal, to: ordinal, next: at + 1 };
    }
    const joint = words[first.next]?.folded ?? '';
    const isDash = /^\s?[-–]\s?$/.test(text.slice(words[first.next - 1]!.end, words[first.next]?.start));
    const last = TO.has(joint) ? numberAt(first.next + 1) : isDash ? numberAt(first.next) : undefined;
    return { from: first.value, to: last?.value ?? first.value, next: last?.next ?? first.next };
  };

  for (let at = 0; at < words.length && found.length < MAX_REFERENCES; at++) {
    const { folded } = words[at]!;
    if (CHAPTER.has(folded)) {
      const before = ordinalBefore(words, at, numberAt);
      const isFollowed = words[at + 1] !== undefined && isOneSentence(words[at]!, words[at + 1]!);
      const after = before === undefined && isFollowed ? numberAt(at + 1) : undefined;
      const chapter = before ?? after?.value;
      const named = chapter === undefined ? undefined : bookNear(at);
      const book = named ?? (current && at - current.at <= CONTEXT_WORDS ? { ...current, at } : undefined);
      if (chapter === undefined || !book) continue;
      const last = Math.max(at, book.at, (after?.next ?? at) - 1);
      let verses: ReturnType<typeof versesAt>;
      for (let next = at + 1; !verses && next <= last + NEAR_VERSE; next++)
        if (VERSE.has(words[next]?.folded ?? '') && isOneSentence(words[at]!, words[next]!))
          verses = versesAt(next);
      if (add(book.code, chapter, verses?.from ?? null, verses?.to ?? null, Math.min(at, book.at)))
        at = Math.max(last, (verses?.next ?? 0) - 1);
    } else if (VERSE.has(folded)) {
      const verses = context && at - context.word <= CONTEXT_WORDS ? versesAt(at) : undefined;
      const { book = '', chapter = 0 } = context ?? {};
      if (verses && englishVerses(language, book, chapter, verses.from, verses.from))
        add(book, chapter, verses.from, verses.to, at);
    } else {
      const book = bookAt(at);
      if (book && !PEOPLE.has(book.name)) {
        current = book;
        if (context?.book !== book.code) context = undefined;
      }
      const written = book && WRITTEN.exec(text.slice(words[at]!.end, words[at]!.end + WRITTEN_LENGTH));
      if (!written || (written[2] === undefined && PEOPLE.has(book.name))) continue;
      const end = words[at]!.end + written[0].length;
      const form = { text, start: words[at]!.start, end, hasVerse: written[2] !== undefined, languages };
      if (!isWrittenReference({ ...form, standing: 'inside' }, language)) continue;
      const [, chapter, from, to] = written.map((part) => (part === undefined ? null : Number(part)));
      add(book.code, chapter!, from ?? null, to ?? from ?? null, at);
    }
  }
  return found;
}
