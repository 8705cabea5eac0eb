/** Adds hand-written words to the list of English words beside a table. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { normalizedWord, tokenize } from '../../indexer/index.js';

const WORDS = 'words.tsv';
/** What a hand-written meaning counts as. */
const COSINE = '0.95';
/** The least cosine of a meaning in the list that stays beside hand-written ones. */
const MIN_COSINE = 0.6;
/** Maximum number of English words for a word. */
export const MAX_WORDS = 3;

/**
 * The lines of a list with those of `words.tsv`, which has a word, a tab, and meanings separated by semicolons in each
 * line. They come before the list's meanings of the same word, of which the near ones stay: a library may have
 * only these.
 *
 * @param folder that of the table
 * @param lines of `english.tsv`
 * @throws {Error} naming the line that has no meaning
 */
export function withTaught(folder: string, lines: readonly string[]): string[] {
  const file = join(folder, WORDS);
  const byWord = new Map(lines.map((line) => [line.slice(0, line.indexOf('\t')), line]));
  const taught = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  for (const [at, line] of taught.entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [word = '', meanings = ''] = line.split('\t');
    const english = [...new Set(tokenize(meanings).map((token) => token.word))].slice(0, MAX_WORDS);
    if (english.length === 0)
      throw new Error(`${file}, line ${at + 1}: must be a word, a tab and its meaning`);
    const key = normalizedWord(word.trim());
    const others = meaningsIn(byWord.get(key)).filter((one) => !english.includes(one.word));
    const fields = [
      ...english.map((one) => `${one} ${COSINE}`),
      ...others.map((one) => `${one.word} ${one.cosine}`),
    ];
    byWord.set(key, [key, ...fields.slice(0, MAX_WORDS)].join('\t'));
  }
  return [...byWord]
    .sort(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
    .map(([, line]) => line);
}

/** The near meanings of a line, without hand-written ones. */
const meaningsIn = (line: string | undefined): { word: string; cosine: string }[] =>
  (line?.split('\t').slice(1) ?? []).flatMap((field) => {
    const [word, cosine] = field.split(' ') as [string, string];
    return cosine !== COSINE && Number(cosine) >= MIN_COSINE ? { word, cosine } : [];
  });
