/** Reads numbers written as words: "twenty-third", "dreiundzwanzig", "vinte e três". */
import * as german from 'n2words/de-DE';
import * as english from 'n2words/en-US';
import * as spanish from 'n2words/es-ES';
import * as french from 'n2words/fr-FR';
import * as portuguese from 'n2words/pt-PT';
import { foldedWords, type FoldedWord } from '../text/fold.js';
import type { SearchLanguage } from '../text/search-languages.js';

interface WrittenNumber {
  value: number;
  isOrdinal: boolean;
}

/** A number and its words in a text. */
export interface FoundNumber extends WrittenNumber {
  /** Index of its first word. */
  first: number;
  /** Number of its words. */
  count: number;
}

interface Speller {
  toCardinal(value: number): string;
  toOrdinal(value: number): string;
}

const SPELLERS: Record<SearchLanguage, Speller> = {
  en: english,
  de: german,
  es: spanish,
  fr: french,
  pt: portuguese,
};
/** Connectors between the words of a number: "one hundred and three", "vingt et un". */
const CONNECTORS = new Set(['and', 'y', 'et', 'e']);
/** Number of verses in the longest chapter, Psalm 119. */
const LARGEST = 176;
/** "one hundred and seventy six", with one more connector. */
const MAX_WORDS = 6;

interface NumberTable {
  byWords: Map<string, WrittenNumber>;
  /** The first word of every number. */
  beginnings: Set<string>;
}

const tables = new Map<SearchLanguage, NumberTable>();

/** All numbers up to 176 in a language, by their words. */
function tableOf(language: SearchLanguage): NumberTable {
  const known = tables.get(language);
  if (known) return known;
  const byWords = new Map<string, WrittenNumber>();
  const add = (text: string, number: WrittenNumber): void => {
    const key = keyOf(foldedWords(text).map(({ folded }) => folded));
    // Also accepts "a hundred and three", "hundertdrei" and the Brazilian spellings of Portuguese teens.
    const brazilian = key.replace(/deza(?=[sn])/, 'deze').replace('catorze', 'quatorze');
    for (const form of [key, key.replace(/^(?:one |ein)(?=h)/, ''), brazilian])
      if (!byWords.has(form)) byWords.set(form, number);
  };
  const { toCardinal, toOrdinal } = SPELLERS[language];
  for (let value = 1; value <= LARGEST; value++) {
    add(toCardinal(value), { value, isOrdinal: false });
    for (const form of inflections(toOrdinal(value), language)) add(form, { value, isOrdinal: true });
  }
  const table = { byWords, beginnings: new Set(Array.from(byWords.keys(), (key) => key.split(' ')[0]!)) };
  tables.set(language, table);
  return table;
}

function inflections(ordinal: string, language: SearchLanguage): string[] {
  const feminine = ordinal.replace(/o(?= |$)/g, 'a');
  if (language === 'de') return ['', 'r', 'n', 's', 'm'].map((ending) => ordinal + ending);
  if (language === 'fr') return ordinal === 'premier' ? [ordinal, 'première'] : [ordinal];
  if (language === 'es') return [ordinal, feminine, ordinal.replace(/(primer|tercer)o$/, '$1')];
  return language === 'pt' ? [ordinal, feminine] : [ordinal];
}

const keyOf = (words: readonly string[]): string => words.filter((word) => !CONNECTORS.has(word)).join(' ');

/** The numbers among the words of a text, in order, each with its longest reading. */
export function findNumbers(words: readonly FoldedWord[], language: SearchLanguage): FoundNumber[] {
  const { byWords, beginnings } = tableOf(language);
  const found: FoundNumber[] = [];
  const folded = words.map((word) => word.folded);
  for (let first = 0; first < folded.length; first++) {
    if (!beginnings.has(folded[first]!)) continue;
    for (let count = Math.min(MAX_WORDS, folded.length - first); count > 0; count--) {
      if (CONNECTORS.has(folded[first + count - 1]!)) continue;
      const number = byWords.get(keyOf(folded.slice(first, first + count)));
      if (!number) continue;
      found.push({ ...number, first, count });
      first += count - 1;
      break;
    }
  }
  return found;
}

/** The value of a Roman numeral of up to 176 in lower case and standard form; undefined for other words. */
export function romanValue(word: string): number | undefined {
  const match = /^(c?)(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})$/.exec(word);
  if (!match || word === '') return undefined;
  const LETTERS: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100 };
  const values = Array.from(word, (letter) => LETTERS[letter]!);
  const value = values.reduce((sum, one, at) => sum + (one < (values[at + 1] ?? 0) ? -one : one), 0);
  return value <= LARGEST ? value : undefined;
}

/** Spellings of a number of up to 176 in English texts: "8", "eight", "viii"; "8th", "eighth". */
export function englishSpellings(value: number) {
  const ROMAN = ['c', 'xc', 'l', 'xl', 'x', 'ix', 'v', 'iv', 'i'];
  let roman = '';
  for (const letters of ROMAN) while ((romanValue(roman + letters) ?? Infinity) <= value) roman += letters;
  return {
    digits: `${value}`,
    words: english.toCardinal(value),
    roman,
    ordinals: [`${value}${ordinalSuffix(value)}`, english.toOrdinal(value)],
  };
}

const ordinalSuffix = (value: number): string =>
  ({ one: 'st', two: 'nd', few: 'rd' })[ORDINALS.select(value) as 'one'] ?? 'th';
const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });
