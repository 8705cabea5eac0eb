/** Reads German words that are typed without umlauts: "Ueberwindung" is "Überwindung". */
import type { Vocabulary } from '../ports.js';
import { isWordOf } from '../text/language.js';
import { openTokens } from './content-words.js';
import type { QueryEmbedder } from './query-embedder.js';
import { withWords } from './syntax.js';

const GERMAN = 'de';
/** Not in "Quelle", "neue" and "Feuer". */
const SPELLED_OUT = /(?<![aeouq])[aou]e/gu;
const UMLAUTS: Readonly<Record<string, string>> = { ae: 'ä', oe: 'ö', ue: 'ü' };
/** Maximum number of words that are looked up. */
const MAX_WORDS = 16;

const umlauted = (word: string): string => word.replace(SPELLED_OUT, (letters) => UMLAUTS[letters]!);

/** Replaces words that neither the library nor the model knows, if one of them knows the word with umlauts. */
export async function withUmlauts(
  text: string,
  queries: Pick<QueryEmbedder, 'english' | 'languages' | 'whole'>,
  vocabulary: () => Promise<Vocabulary | undefined>,
): Promise<string> {
  const words = [...new Set(openTokens(text).map(({ word }) => word))]
    .filter((word) => umlauted(word) !== word)
    .slice(0, MAX_WORDS);
  if (words.length === 0 || !(await queries.languages()).includes(GERMAN)) return text;
  const library = await vocabulary();
  const english = await queries.whole(words);
  const unknown = words.filter((word) => library?.has(word) !== true && !english.has(word));
  if (unknown.length === 0) return text;
  const german = await queries.english([...unknown, ...unknown.map(umlauted)], GERMAN);
  const isGerman = (word: string, at: number): boolean =>
    german[at]!.length > 0 || isWordOf(word, [GERMAN]) || library?.has(word) === true;
  const meant = unknown.filter(
    (word, at) => !isGerman(word, at) && isGerman(umlauted(word), unknown.length + at),
  );
  return withWords(text, new Map(meant.map((word) => [word, umlauted(word)])));
}
