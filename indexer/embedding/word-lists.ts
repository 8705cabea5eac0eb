/**
 * Translates words with the list beside each table: a word, then up to three English words with their cosines, sorted
 * by bytes. `npm run translations` makes the lists.
 */
import { readFileSync } from 'node:fs';
import { EmbedderUnavailableError, type TranslatedWord, type WordList } from '../ports.js';

/** Name of the list in the folder of a table. */
export const WORD_LIST = 'english.tsv';
const LINE_END = 0x0a;
/** Maximum number of words for an English one; they are often forms of the same word. */
const MAX_FORMS = 40;

/** @throws {EmbedderUnavailableError} naming the file if it cannot be read */
export function readWordList(path: string): WordList {
  try {
    const bytes = readFileSync(path);
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
    shared.set(bytes);
    return shared;
  } catch (error) {
    throw new EmbedderUnavailableError(`${path} cannot be read: ${(error as Error).message}`);
  }
}

export interface TranslatedWords {
  /** By word: its English words, nearest first; none for words that the list lacks. */
  english(words: readonly string[]): TranslatedWord[][];
  /** By English word: the words of the language that have it among their English words, nearest first. */
  fromEnglish(words: readonly string[]): TranslatedWord[][];
}

/**
 * Lists are searched as bytes: as maps they would need ten times the memory. Only for libraries that have texts in the
 * language is the reverse made.
 *
 * @param words null has none
 */
export function createTranslatedWords(words: WordList | null): TranslatedWords {
  const list = Buffer.from(words?.buffer ?? new ArrayBuffer(0));
  let reverse: ReturnType<typeof reversed> | undefined;
  return {
    english: (asked) => asked.map((word) => englishIn(list, normalizedWord(word))),
    fromEnglish: (asked) => {
      const found = (reverse ??= reversed(list));
      return asked.map((word) => found(normalizedWord(word)));
    },
  };
}

/** As the tables' tokenizers do. */
export const normalizedWord = (word: string): string =>
  word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

/** Binary search for the word's line. */
function englishIn(list: Buffer, word: string): TranslatedWord[] {
  const wanted = Buffer.from(`${word}\t`);
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const start = middle === 0 ? 0 : list.lastIndexOf(LINE_END, middle - 1) + 1;
    const end = list.indexOf(LINE_END, start);
    const order = wanted.compare(list, start, Math.min(start + wanted.length, end));
    if (order === 0) return parsed(list.toString('utf8', start + wanted.length, end));
    if (order < 0) high = start;
    else low = end + 1;
  }
  return [];
}

const parsed = (fields: string): TranslatedWord[] =>
  fields.split('\t').map((field) => {
    const [word, cosine] = field.split(' ') as [string, string];
    return { word, cosine: Number(cosine) };
  });

/** Looks up the lines with the English word: their starts are kept, by word. */
function reversed(list: Buffer): (english: string) => TranslatedWord[] {
  const starts = new Map<string, number[]>();
  for (let start = 0; start < list.length;) {
    const end = list.indexOf(LINE_END, start);
    for (const { word } of parsed(list.toString('utf8', list.indexOf('\t', start) + 1, end))) {
      const known = starts.get(word);
      if (known) known.push(start);
      else starts.set(word, [start]);
    }
    start = end + 1;
  }
  return (english) =>
    (starts.get(english) ?? [])
      .map((start) => {
        const tab = list.indexOf('\t', start);
        const meant = parsed(list.toString('utf8', tab + 1, list.indexOf(LINE_END, start)));
        const { cosine } = meant.find(({ word }) => word === english)!;
        return { word: list.toString('utf8', start, tab), cosine };
      })
      .sort((a, b) => b.cosine - a.cosine)
      .slice(0, MAX_FORMS);
}
