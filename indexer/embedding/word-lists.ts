/**
 * Translates words with the list beside each table: a word, then up to three English words with their cosines, sorted
 * by bytes. `npm run translations` makes the lists.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EmbedderUnavailableError, type TranslatedWord } from '../ports.js';

/** Name of the list in the folder of a table. */
export const WORD_LIST = 'english.tsv';
const LINE_END = 0x0a;
/** Maximum number of words for an English one; they are often forms of the same word. */
const MAX_FORMS = 40;

/**
 * Lists are read when first needed, and searched as bytes: as maps they would need ten times the memory. Only for
 * libraries that have texts in the language is the reverse made.
 *
 * @param folder that of all models
 * @param tables folder names by language
 * @throws {EmbedderUnavailableError} if a list cannot be read
 */
export function createWordLists(folder: string, tables: Readonly<Record<string, string>>) {
  const lists = new Map<string, Buffer>();
  const reverses = new Map<string, ReturnType<typeof reversed>>();
  const listOf = (language: string): Buffer => {
    let list = lists.get(language);
    if (!list) lists.set(language, (list = read(join(folder, tables[language]!, WORD_LIST))));
    return list;
  };
  const reverseOf = (language: string): ReturnType<typeof reversed> => {
    let reverse = reverses.get(language);
    if (!reverse) reverses.set(language, (reverse = reversed(listOf(language))));
    return reverse;
  };
  return {
    /** The English words of each word. */
    english: (words: readonly string[], language: string): TranslatedWord[][] => {
      const list = listOf(language);
      return words.map((word) => englishIn(list, normalizedWord(word)));
    },
    /** The words of the language that have each of these among their English words, nearest first. */
    fromEnglish: (words: readonly string[], language: string): TranslatedWord[][] => {
      const reverse = reverseOf(language);
      return words.map((word) => reverse(normalizedWord(word)));
    },
  };
}

function read(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new EmbedderUnavailableError(`${path} cannot be read: ${(error as Error).message}`);
  }
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
