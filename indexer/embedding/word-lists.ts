/**
 * Translates words with the list beside each table: a word, then up to three English words with their cosines, sorted
 * by bytes. `npm run translations` makes the lists.
 */
import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { EmbedderUnavailableError, type TranslatedWord, type WordList } from '../ports.js';

/** Name of the list in the folder of a table. */
export const WORD_LIST = 'english.tsv';
const LINE_END = 0x0a;
/** Maximum number of words for an English one; they are often forms of the same word. */
const MAX_FORMS = 40;
/** Lines, or words, that are read between two turns of the event loop. */
const SLICE = 2_000;

/** @throws {EmbedderUnavailableError} naming the file if it cannot be read */
export function readWordList(path: string): WordList {
  try {
    const bytes = readFileSync(path);
    const isEnded = bytes.length === 0 || bytes.at(-1) === LINE_END;
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.length + (isEnded ? 0 : 1)));
    shared.set(bytes);
    if (!isEnded) shared[bytes.length] = LINE_END;
    return shared;
  } catch (error) {
    throw new EmbedderUnavailableError(`${path} cannot be read: ${(error as Error).message}`);
  }
}

export interface TranslatedWords {
  /** By word: its English words, nearest first; none for words that the list lacks. */
  english(words: readonly string[]): TranslatedWord[][];
  /** By English word: the words of the language that have it among their English words, nearest first. */
  fromEnglish(words: readonly string[]): Promise<TranslatedWord[][]>;
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
    fromEnglish: async (asked) => {
      const found = await (reverse ??= reversed(list));
      return asked.map((word) => found(normalizedWord(word)));
    },
  };
}

/** Those of many words that a list has: in one pass, in slices, since a search for each would hold up others. */
export async function listedWords(words: WordList, asked: readonly string[]): Promise<string[]> {
  const list = Buffer.from(words.buffer);
  const listed = new Set<string>();
  for (let start = 0; start < list.length; start = list.indexOf(LINE_END, start) + 1) {
    listed.add(list.toString('utf8', start, list.indexOf('\t', start)));
    if (listed.size % SLICE === 0) await setImmediate();
  }
  const found: string[] = [];
  for (const [at, word] of asked.entries()) {
    if (listed.has(normalizedWord(word))) found.push(word);
    if (at % SLICE === SLICE - 1) await setImmediate();
  }
  return found;
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

/** A line with an English word: the start of the line, and the word's cosine in the bits above, so that numbers sort. */
const packed = (start: number, cosine: number): number => Math.round((1 - cosine) * 100) * 2 ** 32 + start;
const startOf = (line: number): number => line % 2 ** 32;
const cosineOf = (line: number): number => (100 - Math.floor(line / 2 ** 32)) / 100;

/** Looks up the lines with an English word: they are kept by word, the nearest first, which is made in slices. */
async function reversed(list: Buffer): Promise<(english: string) => TranslatedWord[]> {
  const lines = new Map<string, number[]>();
  let read = 0;
  for (let start = 0; start < list.length;) {
    const end = list.indexOf(LINE_END, start);
    for (const { word, cosine } of parsed(list.toString('utf8', list.indexOf('\t', start) + 1, end))) {
      const known = lines.get(word);
      if (known) known.push(packed(start, cosine));
      else lines.set(word, [packed(start, cosine)]);
    }
    start = end + 1;
    if (++read % SLICE === 0) await setImmediate();
  }
  for (const [word, some] of lines) {
    if (some.length > 1) lines.set(word, some.sort((a, b) => a - b).slice(0, MAX_FORMS));
    if (++read % SLICE === 0) await setImmediate();
  }
  return (english) =>
    (lines.get(english) ?? []).map((line) => {
      const start = startOf(line);
      return { word: list.toString('utf8', start, list.indexOf('\t', start)), cosine: cosineOf(line) };
    });
}
