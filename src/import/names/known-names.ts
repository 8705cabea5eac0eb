/** Finds speakers and series that exist in the words of a name: `Mueller` for Müller, `J. Smith`, `Smith, John`. */
import { fold, foldedWords, HONORIFICS, initialOf, nameKeys } from '../../../indexer/index.js';
import type { NameWord, SplitName } from './split-name.js';
import { PARTICLES } from './word-lists.js';

export interface KnownName {
  id: number;
  name: string;
}

export interface NameMatch {
  known: KnownName;
  /** Half-open range of words. */
  from: number;
  to: number;
  /** Whether it is the whole name, rather than a surname or initials. */
  isFull: boolean;
}

export interface KnownNames {
  /**
   * The longest name that begins at this word.
   * @param to the words from this one on are not read
   */
  matchAt(name: SplitName, from: number, to: number): NameMatch | undefined;
  /** The only speaker with these initials: `JS`. */
  byInitials(word: NameWord): KnownName | undefined;
}

interface Entry {
  known: KnownName;
  isFull: boolean;
  /** A form that is used only if it is nobody's surname. */
  isRare?: boolean;
}

const MAX_WORDS = { speaker: 5, series: 10 };
const MAX_WITH_INITIAL = 3;
const LETTERS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };

/** `Mueller` for Müller. */
const transliterated = (text: string): string =>
  text.normalize('NFC').replace(/[äöüøå]/giu, (letter) => LETTERS[letter.toLowerCase()]!);

/**
 * @param preferred ids of names that are meant if several have the same form, such as a surname
 */
export const createKnownNames = (
  type: 'speaker' | 'series',
  names: readonly KnownName[],
  preferred: ReadonlySet<number>,
): KnownNames => {
  const entries = new Map<string, Entry[]>();
  const initials = new Map<string, KnownName[]>();
  for (const known of names) {
    for (const form of new Set([known.name, transliterated(known.name)]))
      for (const { key, isFull } of nameKeys(type, form)) add(entries, key, { known, isFull });
    if (type !== 'speaker') continue;
    add(initials, initialsOf(known.name), known);
    for (const key of doubleSurnames(known.name)) add(entries, key, { known, isFull: false, isRare: true });
  }

  const only = (found: readonly Entry[]): Entry | undefined => {
    if (found.length === 0) return undefined;
    const full = found.filter(({ isFull }) => isFull);
    const common = found.filter(({ isRare }) => !isRare);
    const best = [full, common, found].find(({ length }) => length > 0)!;
    const usual = best.filter(({ known }) => preferred.has(known.id));
    const [first, ...others] = usual.length > 0 ? usual : best;
    // Two records with the same name are one person.
    const isSame = others.every(
      ({ known }) => known.id === first!.known.id || known.name === first!.known.name,
    );
    return isSame ? first : undefined;
  };

  const lookUp = (words: readonly string[]): Entry | undefined => {
    const exact = entries.get(words.join(' '));
    if (exact) return only(exact);
    const [first, last] = [words[0]!, words.at(-1)!];
    if (type === 'series' || words.length < 2 || words.length > MAX_WITH_INITIAL) return undefined;
    const given = words.slice(0, -1);
    const byInitial = entries.get(`${initialOf(first)} ${last}`) ?? [];
    const areInitials = given.every((word) => /^\p{L}$/u.test(word));
    const found = only(byInitial.filter(({ isFull }) => isFull || areInitials));
    // "Charles Spurgeon" may be C. H. Spurgeon, but "Christ Spurgeon" is not.
    return found && { ...found, isFull: found.isFull && areInitials };
  };

  return {
    matchAt: (name, from, to) => {
      for (let end = Math.min(to, from + MAX_WORDS[type]); end > from; end--)
        for (const words of formsOf(name, from, end, type)) {
          const found = lookUp(words);
          if (found) return { ...found, from, to: end };
        }
      return undefined;
    },
    byInitials: ({ text }) => {
      if (!/^\p{Lu}{2,3}$/u.test(text)) return undefined;
      const found = initials.get(text.toLowerCase()) ?? [];
      return only(found.map((known) => ({ known, isFull: false })))?.known;
    },
  };
};

const add = <T>(map: Map<string, T[]>, key: string, value: T): void => {
  const others = map.get(key);
  if (others) others.push(value);
  else map.set(key, [value]);
};

/** García López and García for José García López. */
const doubleSurnames = (name: string): string[] => {
  const words = foldedWords(name).map(({ folded }) => folded);
  const own = words.slice(words.findIndex((word) => !HONORIFICS.has(word)));
  if (own.length < 3) return [];
  const surnames = own.slice(-2);
  if (PARTICLES.has(surnames[0]!)) return [surnames.join(' ')];
  return [surnames.join(' '), surnames[0]!, `${own[0]} ${surnames[0]}`];
};

const initialsOf = (name: string): string =>
  [...name.matchAll(/(?<![\p{L}'’])\p{Lu}/gu)].map(([letter]) => letter.toLowerCase()).join('');

/** The words as they may be written in the library: also joined where capitals split them, or surname first. */
const formsOf = (name: SplitName, from: number, to: number, type: 'speaker' | 'series'): string[][] => {
  const words = name.words.slice(from, to);
  const spellings = [words.map(({ folded }) => folded), words.map(({ text }) => fold(transliterated(text)))];
  const isSplit = words.some((_, at) => at > 0 && name.gap(from + at) === '');
  if (isSplit) spellings.push(joined(spellings[0]!, (at) => name.gap(from + at) === ''));
  const isReversed = type === 'speaker' && words.length > 1;
  return spellings.flatMap((spelling) =>
    isReversed ? [spelling, [...spelling.slice(1), spelling[0]!]] : [spelling],
  );
};

const joined = (words: readonly string[], isJoined: (at: number) => boolean): string[] =>
  words.reduce<string[]>((all, word, at) => {
    if (at > 0 && isJoined(at)) all.push(all.pop()! + word);
    else all.push(word);
    return all;
  }, []);
