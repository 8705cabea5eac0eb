/**
 * The English words nearest to a word of another language, from the list beside each table. `npm run translations`
 * makes the lists: a line for each word, sorted by its bytes, then up to three English words with their cosines.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EmbedderUnavailableError, type EnglishWord } from '../ports.js';

const LIST = 'english.tsv';
const LINE_END = 0x0a;

/**
 * Lists are read when first needed, and searched as bytes: as a map of strings they would need ten times the memory.
 *
 * @param folder that of all models
 * @param tables folder names by language
 * @throws {EmbedderUnavailableError} if a list cannot be read
 */
export function createEnglishWords(folder: string, tables: Readonly<Record<string, string>>) {
  const lists = new Map<string, Buffer>();
  const listOf = (language: string): Buffer => {
    let list = lists.get(language);
    if (!list) lists.set(language, (list = read(join(folder, tables[language]!, LIST))));
    return list;
  };
  return (words: readonly string[], language: string): EnglishWord[][] => {
    const list = listOf(language);
    return words.map((word) => englishIn(list, normalized(word)));
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
const normalized = (word: string): string => word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

/** Binary search for the word's line. */
function englishIn(list: Buffer, word: string): EnglishWord[] {
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

const parsed = (fields: string): EnglishWord[] =>
  fields.split('\t').map((field) => {
    const [word, cosine] = field.split(' ') as [string, string];
    return { word, cosine: Number(cosine) };
  });
