/**
 * Spells the words of a query as the library does: German ones with umlauts ("Überwindung" for "Ueberwindung"), together
 * ("grandmother") or apart ("car park"), in British or American spelling.
 */
import type { Vocabulary, WeightedWord } from '../ports.js';
import {
  beginningsOf,
  isStopWord,
  lowerCaseWords,
  phrasePositions,
  termsOf,
  tokenize,
  type Token,
} from '../text/analyze.js';
import { otherSpelling, respellable } from '../text/english-spellings.js';
import { isWordOf } from '../text/language.js';
import type { WeightedText } from './query-embedder.js';
import type { QuerySynonym } from './request.js';
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

/** Shorter parts of words are too often words by chance, except these beginnings: "e-mail", "co-worker", "re-entry". */
const MIN_PART = 3;
const SHORT_PREFIXES = new Set('e x t co re de ex bi un'.split(' '));
/** Those of words that many write in both ways. */
const USUAL_PREFIXES = new Set(['e', 'co']);
/** Letters of an abbreviation: "USA" for "U.S.A." */
const MAX_INITIALS = 5;
/** Maximum number of words that are read, and of places to divide one at that are searched for. */
const MAX_WORDS = 32;
const MAX_DIVISIONS = 3;
/** Maximum number of searches per query. */
const MAX_SEARCHES = 6;
/** Number of chunks, the best by both words, that are read to tell whether texts have these as neighbours. */
const READ_CHUNKS = 30;
/** Between words that may be one, and between the letters of an abbreviation. */
const GAP = /^[ \-‐‑]$/;
const INITIALS_GAP = /^\.? ?$/;
/** Weight of each word of the other way to write a word that the library has in both ways. */
const OTHER_WAY = 0.5;

/** Whether texts have the words as neighbours; undefined after too many searches. */
type Occurs = (phrase: string) => Promise<boolean | undefined>;

/**
 * Divides words that the library has only as neighbouring ones ("coworkers" for "co-workers"), and joins neighbouring
 * words that it has only as one. Where it has both, both are searched.
 */
export async function dividedAndJoined(reading: Reading, context: QueryContext): Promise<Reading> {
  const tokens = reading.openTokens.slice(0, MAX_WORDS);
  if (tokens.length === 0) return reading;
  const vocabulary = await context.vocabulary();
  if (!vocabulary || vocabulary.isPartial) return reading;
  const occurs = neighbourTest(context);
  const others: QuerySynonym[] = [];
  let text = '';
  let from = 0;
  const replace = (start: number, end: number, replacement: string): void => {
    text += reading.text.slice(from, start) + replacement;
    from = end;
  };
  for (const [at, token] of tokens.entries()) {
    if (from > token.start) continue;
    const isKnown = vocabulary.has(token.word);
    const written = reading.text.slice(token.start, token.end);
    const mayBeInitials = tokens.length === 1 || written === written.toUpperCase();
    const divided = await divisionOf(token.word, { vocabulary, occurs, context, isKnown, mayBeInitials });
    if (divided !== undefined) {
      if (isKnown) others.push({ typed: token.word, instead: [divided] });
      else replace(token.start, token.end, divided);
      continue;
    }
    const joined = joinedAt(reading.text, tokens, at, vocabulary);
    if (!joined) continue;
    const apart = joined.parts.map(({ word }) => word).join(' ');
    const isApart = await occurs(apart);
    // "Any more" and "anymore" are told apart by those who write both.
    if (isApart === undefined || (isApart && joined.isSpaced)) continue;
    if (isApart) others.push({ typed: apart, instead: [joined.word] });
    else replace(token.start, joined.parts.at(-1)!.end, joined.word);
  }
  const read = readingOfText(reading, text + reading.text.slice(from));
  if (others.length === 0) return read;
  const also = others
    .flatMap(({ instead }) => lowerCaseWords(instead[0]!))
    .filter((word) => !isStopWord(word))
    .map((word) => ({ word, weight: OTHER_WAY }));
  return {
    ...read,
    words: [...(read.words ?? read.terms), ...also],
    synonyms: [...read.synonyms, ...others],
  };
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

interface Joined {
  word: string;
  /** Whether a space is between two words of it. */
  isSpaced: boolean;
  parts: readonly Token[];
}

/** The word of the library that this token makes with the next, or with the letters after it. */
function joinedAt(
  text: string,
  tokens: readonly Token[],
  at: number,
  vocabulary: Vocabulary,
): Joined | undefined {
  const token = tokens[at]!;
  const next = tokens[at + 1];
  const gapAfter = (one: Token, other: Token): string => text.slice(one.end, other.start);
  if (!next) return undefined;
  if (token.word.length === 1 && next.word.length === 1) {
    let end = at + 1;
    while (tokens[end]?.word.length === 1 && INITIALS_GAP.test(gapAfter(tokens[end - 1]!, tokens[end]!)))
      end++;
    const parts = tokens.slice(at, Math.min(end, at + MAX_INITIALS));
    const word = parts.map((part) => part.word).join('');
    return parts.length > 1 && vocabulary.has(word) ? { word, parts, isSpaced: false } : undefined;
  }
  const gap = gapAfter(token, next);
  // Apart, a short word is one of its own: "re entry", but not "co workers".
  const isPrefix = SHORT_PREFIXES.has(token.word) && gap !== ' ';
  const isPart = ({ word }: Token): boolean => word.length >= MIN_PART && !isStopWord(word);
  const isPair = GAP.test(gap) && (isPrefix || isPart(token)) && isPart(next);
  const word = token.word + next.word;
  return isPair && vocabulary.has(word) ? { word, parts: [token, next], isSpaced: gap === ' ' } : undefined;
}

interface DivisionContext {
  vocabulary: Vocabulary;
  occurs: Occurs;
  context: QueryContext;
  /** Whether the library has the word as one too: then only the usual beginnings are tried. */
  isKnown: boolean;
  /** Whether it may be an abbreviation: it is in capitals, or the whole query. */
  mayBeInitials: boolean;
}

/** Words of the library that together are the word and are neighbours in some text. */
async function divisionOf(
  word: string,
  { vocabulary, occurs, context, isKnown, mayBeInitials }: DivisionContext,
): Promise<string | undefined> {
  const letters = Array.from(word);
  // The vocabulary has no words of one or two letters.
  const isInitials =
    mayBeInitials && !isKnown && letters.length >= MIN_PART && letters.length <= MAX_INITIALS;
  const prefixed = divisionsOf(word, 1, MIN_PART - 1).filter(
    ([first, second]) =>
      (isKnown ? USUAL_PREFIXES : SHORT_PREFIXES).has(first) &&
      second.length > MIN_PART &&
      vocabulary.startingWith(second, 1).length > 0,
  );
  const divided = isKnown
    ? []
    : divisionsOf(word, MIN_PART, word.length).filter((parts) =>
        parts.every((part) => vocabulary.has(part) && !isStopWord(part)),
      );
  const isOne = divided.length > 0 && (await context.queries.whole([word])).has(word);
  const tried = [
    ...prefixed,
    ...(isOne ? [] : divided.slice(0, MAX_DIVISIONS)),
    ...(isInitials ? [letters] : []),
  ];
  for (const parts of tried) if (await occurs(parts.join(' '))) return parts.join(' ');
  return undefined;
}

/** The word as two, the first of these lengths. */
const divisionsOf = (word: string, from: number, to: number): [first: string, second: string][] =>
  Array.from({ length: Math.max(0, Math.min(to, word.length - MIN_PART) - from + 1) }, (_, at) => [
    word.slice(0, from + at),
    word.slice(from + at),
  ]);

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
