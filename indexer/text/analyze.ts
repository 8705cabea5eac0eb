/**
 * Text analysis for keyword search: tokenisation, stemming and folding, shared by both engines, queries and
 * highlights.
 */
import type { KeywordQuery, WeightedWord } from '../ports.js';
import { charClass, LETTER, OTHER, PLAIN_LETTERS, SURROGATE } from './letters.js';
import { stem } from './stem.js';
import { createWordCache } from './word-cache.js';

/** One word of a text, with its UTF-16 offsets. */
export interface Token {
  /** Lower-case, stemmed (English Snowball), without accents. */
  term: string;
  /** As written, in lower case. */
  word: string;
  start: number;
  end: number;
}

export interface AnalyzedQuery {
  /** All words, in order. */
  tokens: Token[];
  /** Distinct terms without stop words, unless there are no others. */
  terms: string[];
  /** Quoted parts of two or more words as terms, including stop words. */
  phrases: string[][];
}

/** A half-open range of UTF-16 offsets. */
export type OffsetRange = [start: number, end: number];

/** The beginning of "won't", which would be a different word without its ending. */
const WILL_NOT = /\bwon(?=['’]t\b)/giu;
/** Longer tokens are dropped. */
const MAX_TOKEN_BYTES = 40;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
/** A part in quotation marks. */
export const QUOTED = /["“”„«]([^"“”„«»]+)["“”»]/gu;

// Lucene's English list, plus what remains after an apostrophe. Snowball's longer list made results 10% worse.
const STOP_WORDS = new Set(
  (
    'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with ' +
    's t d ll m re ve'
  ).split(' '),
);

// Snowball's English list: these words are searched but not highlighted.
const HIGHLIGHT_STOP_WORDS = new Set([
  ...STOP_WORDS,
  ...(
    'i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself its itself ' +
    'them theirs themselves what which who whom those am were been being have has had having do does did doing would should could ' +
    'ought because until while about against between through during before after above below from up down out off over under again ' +
    'further once here when where why how all any both each few more most other some nor only own same so than too very can just ' +
    'isn aren wasn weren hasn haven hadn doesn don didn wouldn shan shouldn couldn mustn'
  ).split(' '),
]);

/** Analysed words by written form; null for words that are not searched. */
const analyzed = createWordCache(analyzeWord);

/** Stems before folding. */
function analyzeWord(written: string): Pick<Token, 'term' | 'word'> | null {
  const word = written.normalize('NFC').toLowerCase();
  if (word.length >= MAX_TOKEN_BYTES || Buffer.byteLength(word) >= MAX_TOKEN_BYTES) return null;
  const term = stem(word)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => PLAIN_LETTERS[letter]!);
  return term === '' ? null : { term, word };
}

/**
 * @param beginnings from `beginningsOf`: tokens that cannot be among its terms are returned without word, term and
 *   position, one for each consecutive sequence. This skips most of a text at a fraction of the cost.
 */
export function tokenize(text: string, beginnings?: Beginnings): Token[] {
  const tokens: Token[] = [];
  for (let start = 0; start < text.length; start++) {
    let kind = charClass(text.charCodeAt(start));
    if (kind === SURROGATE) return tokenizeByPattern(text);
    if (kind !== LETTER) continue;
    let end = start + 1;
    while (end < text.length && (kind = charClass(text.charCodeAt(end))) !== OTHER) {
      if (kind === SURROGATE) return tokenizeByPattern(text);
      end++;
    }
    if (beginnings && end - start < SHORT && isOther(text, start, end, beginnings)) {
      if (tokens.at(-1) !== OTHER_TOKEN) tokens.push(OTHER_TOKEN);
    } else addToken(tokens, text, start, end);
    start = end;
  }
  return tokens;
}

const OTHER_TOKEN: Token = { term: '', word: '', start: 0, end: 0 };
/** Tokens shorter than this are never dropped. */
const SHORT = MAX_TOKEN_BYTES / 4;

/** The words of a text as written, in lower case and in order. */
export const lowerCaseWords = (text: string): string[] => tokenize(text).map(({ word }) => word);

/** The terms of a text in order; with `limit`, of its first words only. */
export const termsOf = (text: string, limit?: number): string[] =>
  tokenize(text)
    .slice(0, limit)
    .map(({ term }) => term);

/**
 * By the first two lower-case letters, as `first * 128 + second`: 1 if a token with one of the terms can begin
 * with them.
 */
export type Beginnings = Uint8Array;

const ASCII = 0x80;
/** In place of a second letter: there is none, or it may be an accented one. */
const NONE = 0;
const ACCENTED = 1;

/**
 * The possible beginnings of tokens with these terms. Neither stemming nor folding changes an ASCII first letter,
 * nor a second one, except in "dying", "lying" and "tying".
 */
export function beginningsOf(terms: Iterable<string>): Beginnings {
  const beginnings = new Uint8Array(ASCII * ASCII);
  for (const term of terms) {
    const [first, second] = [term.charCodeAt(0), term.charCodeAt(1)];
    if (first >= ASCII) continue;
    beginnings[first * ASCII + ACCENTED] = 1;
    if (term.length === 1 || second >= ASCII) beginnings.fill(1, first * ASCII, (first + 1) * ASCII);
    else beginnings[first * ASCII + second] = 1;
    if (term[1] === 'i') beginnings[first * ASCII + 'y'.charCodeAt(0)] = 1;
  }
  return beginnings;
}

const lower = (code: number): number => (code >= 0x41 && code <= 0x5a ? code + 0x20 : code);

function isOther(text: string, start: number, end: number, beginnings: Beginnings): boolean {
  const first = lower(text.charCodeAt(start));
  if (first >= ASCII) return false;
  const code = end - start > 1 ? lower(text.charCodeAt(start + 1)) : NONE;
  return beginnings[first * ASCII + (code < ASCII ? code : ACCENTED)] === 0;
}

/** The same for texts with surrogate pairs. */
function tokenizeByPattern(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: written, index } of text.matchAll(WORD))
    addToken(tokens, text, index, index + written.length);
  return tokens;
}

/** Chinese, Japanese and Korean: words follow each other without spaces, or with endings that are no words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu;
/** No letter before it is of these scripts. */
const FIRST_UNSPACED = 0x1100;

/** Pairs of neighbouring characters take the place of the words of these scripts; what is between them stays. */
function addUnspaced(tokens: Token[], text: string, start: number, end: number): boolean {
  const whole = text.slice(start, end);
  let at = 0;
  const addRest = (to: number): void => {
    if (to > at) addWord(tokens, text, start + at, start + to);
  };
  for (const { 0: run, index } of whole.matchAll(UNSPACED)) {
    addRest(index);
    at = index + run.length;
    const characters = Array.from(run);
    let from = start + index;
    for (const [i, first] of characters.entries()) {
      const second = characters[i + 1];
      if (second !== undefined) addWord(tokens, text, from, from + first.length + second.length);
      else if (i === 0) addWord(tokens, text, from, from + first.length);
      from += first.length;
    }
  }
  if (at === 0) return false;
  addRest(whole.length);
  return true;
}

function addToken(tokens: Token[], text: string, start: number, end: number): void {
  const mayBeUnspaced =
    text.charCodeAt(start) >= FIRST_UNSPACED || text.charCodeAt(end - 1) >= FIRST_UNSPACED;
  if (!mayBeUnspaced || !addUnspaced(tokens, text, start, end)) addWord(tokens, text, start, end);
}

function addWord(tokens: Token[], text: string, start: number, end: number): void {
  const token =
    end - start < MAX_TOKEN_BYTES ? analyzed(text, start, end) : analyzeWord(text.slice(start, end));
  // Lists the properties because a spread would cost more than everything else.
  if (token) tokens.push({ term: token.term, word: token.word, start, end });
}

export const isStopWord = (word: string): boolean => STOP_WORDS.has(word.toLowerCase());

/** The parts of a query in quotation marks. */
export const quotations = (query: string): string[] => [...query.matchAll(QUOTED)].map((match) => match[1]!);

export function analyzeQuery(query: string): AnalyzedQuery {
  const tokens = tokenize(query);
  const phrases = quotations(query).map((part) => termsOf(part));
  const terms = termsWithout(STOP_WORDS, tokens);
  return { tokens, terms, phrases: phrases.filter((phrase) => phrase.length > 1) };
}

/** Distinct terms without the stop words, or all of them if there are no others. */
function termsWithout(stopWords: ReadonlySet<string>, tokens: readonly Token[]): string[] {
  const content = tokens.filter((token) => !stopWords.has(token.word));
  return [...new Set((content.length > 0 ? content : tokens).map((token) => token.term))];
}

/** The words that say what a text is about, by term: all except function words, unless there are no others. */
export function contentTerms(text: string): Map<string, string> {
  const tokens = tokenize(text.replace(WILL_NOT, 'will'));
  const words = new Map(tokens.map(({ term, word }) => [term, word]));
  const content = tokens.some(({ word }) => !HIGHLIGHT_STOP_WORDS.has(word))
    ? HIGHLIGHT_STOP_WORDS
    : STOP_WORDS;
  return new Map(termsWithout(content, tokens).map((term) => [term, words.get(term)!]));
}

/** A term to search, with the word that it was derived from. */
export interface SearchedTerm extends WeightedWord {
  term: string;
}

/** Maximum number of words of a query that are searched. */
const MAX_TERMS = 64;

/** The distinct terms of the words, without stop words unless there are no others. */
export function searchedTokens(tokens: readonly Token[]): SearchedTerm[] {
  const words = new Map(tokens.map(({ term, word }) => [term, word]));
  return termsWithout(STOP_WORDS, tokens)
    .slice(0, MAX_TERMS)
    .map((term) => ({ term, word: words.get(term)!, weight: 1 }));
}

/** The distinct terms of a keyword query, each with its greatest weight. */
export function searchedTerms(query: KeywordQuery): SearchedTerm[] {
  if (typeof query === 'string') return searchedTokens(tokenize(query));
  const byTerm = new Map<string, SearchedTerm>();
  for (const { word, weight } of query)
    for (const token of tokenize(word))
      if (weight > (byTerm.get(token.term)?.weight ?? 0)) byTerm.set(token.term, { ...token, weight });
  return [...byTerm.values()].slice(0, MAX_TERMS);
}

/** Index of the first token of each occurrence of the phrase. */
export function phrasePositions(tokens: readonly Token[], phrase: readonly string[]): number[] {
  const positions: number[] = [];
  // Uses loops, because a function call per token would cost more than all comparisons.
  for (let at = 0; at + phrase.length <= tokens.length; at++) {
    let length = 0;
    while (length < phrase.length && tokens[at + length]!.term === phrase[length]) length++;
    if (length === phrase.length) positions.push(at);
  }
  return positions;
}

/**
 * The ranges of the query's words in a text, in order and without overlap. The whole query or a quoted part is
 * one range if it occurs verbatim; other words are one range each. The words of a quoted part are highlighted
 * separately only if the part itself does not occur.
 */
export const highlightRanges = (text: string, query: string, prefixes?: readonly string[]): OffsetRange[] =>
  highlighter(query, prefixes)(text);

/**
 * Like `highlightRanges`, for many texts and one query.
 * @param prefixes lower-case prefixes of words to highlight too
 * @param words further words to highlight
 * @param saysLittle tells words of the query's language that are not highlighted by themselves
 */
export function highlighter(
  query: string,
  prefixes: readonly string[] = [],
  words: readonly WeightedWord[] = [],
  saysLittle: (word: string) => boolean = () => false,
): (text: string) => OffsetRange[] {
  const { tokens: queryTokens, phrases } = analyzeQuery(query);
  const whole = queryTokens.map((token) => token.term);
  const also = tokenize(words.map(({ word }) => word).join(' '));
  const telling = queryTokens.filter(({ word }) => !saysLittle(word));
  const terms = termsWithout(HIGHLIGHT_STOP_WORDS, [...telling, ...also]);
  const unquoted = new Set(tokenize(query.replace(QUOTED, ' ')).map((token) => token.term));
  const beginnings = beginningsOf([...whole, ...terms, ...phrases.flat()]);
  const content = prefixes.length > 0 ? beginnings : beginningsOf([...terms, ...phrases.flat()]);
  const needed = whole.filter((term) => terms.includes(term));
  return (text) => {
    let tokens = tokenize(text, content);
    // The whole query cannot occur without its content words, so its other words are sought only if these are
    // present.
    const mayHaveWhole = whole.length > 1 && hasAll(tokens, needed);
    if (mayHaveWhole && needed.length < whole.length) tokens = tokenize(text, beginnings);
    const ranges: OffsetRange[] = [];
    const mark = (phrase: readonly string[]): boolean => {
      const positions = phrasePositions(tokens, phrase);
      for (const at of positions) ranges.push([tokens[at]!.start, tokens[at + phrase.length - 1]!.end]);
      return positions.length > 0;
    };
    if (mayHaveWhole) mark(whole);
    const found = phrases.filter(mark).flat();
    const single = new Set(terms.filter((term) => unquoted.has(term) || !found.includes(term)));
    for (const token of tokens)
      if (single.has(token.term) || startsWithOne(token.word, prefixes))
        ranges.push([token.start, token.end]);
    return mergeRanges(ranges);
  };
}

function startsWithOne(word: string, prefixes: readonly string[]): boolean {
  for (const prefix of prefixes) if (word.startsWith(prefix)) return true;
  return false;
}

function hasAll(tokens: readonly Token[], terms: readonly string[]): boolean {
  const missing = new Set(terms);
  for (const { term } of tokens) if (missing.delete(term) && missing.size === 0) return true;
  return missing.size === 0;
}

function mergeRanges(ranges: OffsetRange[]): OffsetRange[] {
  const merged: OffsetRange[] = [];
  for (const [start, end] of ranges.sort((a, b) => a[0] - b[0] || b[1] - a[1])) {
    const last = merged.at(-1);
    if (last && start < last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}
