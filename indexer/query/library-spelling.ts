/**
 * Spells the words of a query as the library does: German ones with umlauts ("Überwindung" for "Ueberwindung"), together
 * ("grandmother") or apart ("car park"), in British or American spelling.
 */
import type { Vocabulary, WeightedWord } from '../ports.js';
import { beginningsOf, isStopWord, phrasePositions, termsOf, tokenize, type Token } from '../text/analyze.js';
import { otherSpelling, respellable } from '../text/english-spellings.js';
import { isWordOf } from '../text/language.js';
import type { WeightedText } from './query-embedder.js';
import { respelled, readingOfText, type QueryContext, type Reading } from './reading.js';
import { replaceWords } from './syntax.js';

const GERMAN = 'de';
/** Not in "Quelle", "neue" and "Feuer". */
const SPELLED_OUT = /(?<![aeouq])[aou]e/gu;
const UMLAUTS: Readonly<Record<string, string>> = { ae: 'ä', oe: 'ö', ue: 'ü' };
/** Maximum number of words that are looked up with umlauts. */
const MAX_UMLAUTED = 16;

const umlauted = (word: string): string => word.replace(SPELLED_OUT, (letters) => UMLAUTS[letters]!);

/** Replaces words that neither the library nor the model knows, if one of them knows the word with umlauts. */
export async function withUmlauts(
  reading: Reading,
  { queries, tables, vocabulary }: QueryContext,
): Promise<Reading> {
  const words = [...new Set(reading.openTokens.map(({ word }) => word))]
    .filter((word) => umlauted(word) !== word)
    .slice(0, MAX_UMLAUTED);
  if (words.length === 0 || !tables.includes(GERMAN)) return reading;
  const library = await vocabulary();
  const english = await queries.whole(words);
  const unknown = words.filter((word) => library?.has(word) !== true && !english.has(word));
  if (unknown.length === 0) return reading;
  const german = await queries.english([...unknown, ...unknown.map(umlauted)], GERMAN);
  const isGerman = (word: string, at: number): boolean =>
    german[at]!.length > 0 || isWordOf(word, [GERMAN]) || library?.has(word) === true;
  const meant = unknown.filter(
    (word, at) => !isGerman(word, at) && isGerman(umlauted(word), unknown.length + at),
  );
  return respelled(reading, new Map(meant.map((word) => [word, umlauted(word)])));
}

/** Shorter parts of words are too often words by chance. */
const MIN_PART = 3;
/** Maximum number of words that are read, and of places to divide one at that are searched for. */
const MAX_WORDS = 32;
const MAX_DIVISIONS = 3;
/** Maximum number of searches per query. */
const MAX_SEARCHES = 6;
/** Number of chunks, the best by both words, that are read to tell whether texts have these as neighbours. */
const READ_CHUNKS = 30;
/** Between words that may be one. */
const GAP = /^[ -]$/;

/** Whether texts have the words as neighbours; undefined after too many searches. */
type Occurs = (phrase: string) => Promise<boolean | undefined>;

/**
 * Divides words that the library has only as two neighbouring ones, and joins neighbouring words that it has only as
 * one.
 */
export async function dividedAndJoined(reading: Reading, context: QueryContext): Promise<Reading> {
  const tokens = reading.openTokens.slice(0, MAX_WORDS);
  if (!tokens.some(({ word }) => word.length >= MIN_PART)) return reading;
  const vocabulary = await context.vocabulary();
  if (!vocabulary || vocabulary.isPartial) return reading;
  const occurs = neighbourTest(context);
  let text = '';
  let from = 0;
  const replace = (start: number, end: number, replacement: string): void => {
    text += reading.text.slice(from, start) + replacement;
    from = end;
  };
  for (const [at, token] of tokens.entries()) {
    if (from > token.start) continue;
    const next = tokens[at + 1];
    const isKnown = vocabulary.has(token.word);
    const divided = isKnown ? undefined : await divisionOf(token.word, vocabulary, occurs, context);
    if (divided !== undefined) replace(token.start, token.end, divided);
    else if (next && GAP.test(reading.text.slice(token.end, next.start)) && isPair(token, next, vocabulary)) {
      if ((await occurs(`${token.word} ${next.word}`)) !== false) continue;
      replace(token.start, next.end, token.word + next.word);
    }
  }
  return readingOfText(reading, text + reading.text.slice(from));
}

function neighbourTest({ reader, account }: QueryContext): Occurs {
  let searches = 0;
  return async (phrase) => {
    if (++searches > MAX_SEARCHES) return undefined;
    const hits = await reader.keywordChunks(phrase, account, READ_CHUNKS);
    const terms = termsOf(phrase);
    const beginnings = beginningsOf(terms);
    return hits.some(({ text }) => phrasePositions(tokenize(text, beginnings), terms).length > 0);
  };
}

/** Whether the library has both words as one. */
const isPair = (first: Token, second: Token, vocabulary: Vocabulary): boolean =>
  [first.word, second.word].every((word) => word.length >= MIN_PART && !isStopWord(word)) &&
  vocabulary.has(first.word + second.word);

/** Two words of the library that together are the word and are neighbours in some text. */
async function divisionOf(
  word: string,
  vocabulary: Vocabulary,
  occurs: Occurs,
  { queries }: QueryContext,
): Promise<string | undefined> {
  const places = Array.from(
    { length: Math.max(0, word.length - 2 * MIN_PART + 1) },
    (_, at) => at + MIN_PART,
  );
  const divisions = places
    .map((place) => [word.slice(0, place), word.slice(place)])
    .filter((parts) => parts.every((part) => vocabulary.has(part) && !isStopWord(part)))
    .slice(0, MAX_DIVISIONS);
  if (divisions.length === 0 || (await queries.whole([word])).has(word)) return undefined;
  for (const parts of divisions) if (await occurs(parts.join(' '))) return parts.join(' ');
  return undefined;
}

/**
 * Replaces words that the library has in their other English spelling alone: the results are then the same for both.
 */
export async function inLibrarySpelling(reading: Reading, context: QueryContext): Promise<Reading> {
  const { tokens, words, variants } = reading;
  const asked = respellable([...tokens, ...(words ?? [])].map(({ word }) => word));
  const vocabulary = asked.length > 0 ? await context.vocabulary() : undefined;
  if (!vocabulary || vocabulary.isPartial) return reading;
  const replaced = asked.filter((word) => !vocabulary.has(word) && vocabulary.has(otherSpelling(word)));
  if (replaced.length === 0) return reading;
  const others = new Map(replaced.map((word) => [word, otherSpelling(word)]));
  const inWord = ({ word, weight }: WeightedWord) => ({ word: others.get(word) ?? word, weight });
  const inText = (variant: WeightedText) => ({ ...variant, text: replaceWords(variant.text, others) });
  return { ...respelled(reading, others), words: words?.map(inWord), variants: variants?.map(inText) };
}
