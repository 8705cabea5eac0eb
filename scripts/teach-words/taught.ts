/** Reads hand-written words, and adds them to the list of English words beside a table. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { normalizedWord, tokenize } from '../../indexer/index.js';

const WORDS = 'words.tsv';
/** As the tokenizers read it: they split at everything else, and leave longer words out. */
const WORD = /^[\p{L}\p{N}]{1,64}$/u;
/** What a hand-written meaning counts as. */
const COSINE = '0.95';
/** The least cosine of a meaning in the list that stays beside hand-written ones. */
const MIN_COSINE = 0.6;
/** Maximum number of English words for a word. */
export const MAX_WORDS = 3;

export interface TaughtWord {
  /** In lower case, without accents. */
  word: string;
  /** Meanings of one or more English words each. */
  meanings: string[];
  /** File and line, for messages. */
  place: string;
}

/**
 * The words of `words.tsv`, which has a word, a tab, and meanings separated by semicolons in each line. Words that
 * differ only in case and accents are one, with the meanings of all.
 *
 * @param folder that of the table
 * @throws {Error} naming the file and the line that has no single word or no meaning
 */
export function readTaught(folder: string): TaughtWord[] {
  const file = join(folder, WORDS);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const byWord = new Map<string, TaughtWord>();
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [written = '', fields = ''] = line.split('\t');
    const word = normalizedWord(written.trim());
    const meanings = fields.split(';').map((meaning) => meaning.trim());
    const place = `${file}, line ${at + 1}`;
    if (!WORD.test(word) || !meanings.every((meaning) => tokenize(meaning).length > 0))
      throw new Error(`${place}: must be a single word, a tab and its English meaning`);
    const all = new Set([...(byWord.get(word)?.meanings ?? []), ...meanings]);
    byWord.set(word, { word, meanings: [...all], place });
  }
  return [...byWord.values()];
}

/**
 * The lines of a list with the taught words. Their meanings come before those of the list, of which the near ones stay: a
 * library may have only these.
 *
 * @param lines of `english.tsv`
 */
export function withTaught(lines: readonly string[], taught: readonly TaughtWord[]): string[] {
  const byWord = new Map(lines.map((line) => [line.slice(0, line.indexOf('\t')), line]));
  for (const { word, meanings } of taught) {
    const english = new Set(tokenize(meanings.join('; ')).map((token) => token.word));
    const others = nearMeanings(byWord.get(word)).filter((one) => !english.has(one.word));
    const fields = [
      ...Array.from(english, (one) => `${one} ${COSINE}`),
      ...others.map((one) => `${one.word} ${one.cosine}`),
    ];
    byWord.set(word, [word, ...fields.slice(0, MAX_WORDS)].join('\t'));
  }
  return [...byWord]
    .sort(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
    .map(([, line]) => line);
}

/** The near meanings of a line, without hand-written ones. */
const nearMeanings = (line: string | undefined): { word: string; cosine: string }[] =>
  (line?.split('\t').slice(1) ?? []).flatMap((field) => {
    const [word, cosine] = field.split(' ') as [string, string];
    return cosine !== COSINE && Number(cosine) >= MIN_COSINE ? { word, cosine } : [];
  });
