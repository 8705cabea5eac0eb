/** Words as keyword search sees them: tokenised, stemmed and folded the way LanceDB's `simple` tokeniser does, for Qdrant's sparse vectors, queries and highlights alike. */
import snowball from 'snowball-stemmers';
import { HALF, kindOf, LETTER, OTHER, PLAIN_LETTERS } from './letters.js';

/** One word of a text; `start` and `end` are UTF-16 offsets into it. */
export interface Token {
  /** Lower-cased, stemmed (English Snowball), without accents. */
  term: string;
  /** Lower-cased as written. */
  word: string;
  start: number;
  end: number;
}

export interface AnalyzedQuery {
  /** Every word, in order. */
  tokens: Token[];
  /** Distinct terms to search by: without the few words that carry nothing, unless there is nothing else. */
  terms: string[];
  /** The quoted parts of two words or more, as terms, stop words included. */
  phrases: string[][];
}

/** A half-open range of UTF-16 offsets. */
export type Range = [start: number, end: number];

/** Words as long as this are no words; the engine drops them too. */
const MAX_TOKEN_BYTES = 40;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const QUOTED = /["“”„«]([^"“”„«»]+)["“”»]/gu;

// Lucene's English list, and what an apostrophe leaves behind. Searching without Snowball's long list cost a tenth of the quality.
const STOP_WORDS = new Set(
  (
    'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with ' +
    's t d ll m re ve'
  ).split(' '),
);

// Snowball's English list: words that are searched, but not worth a reader's eye.
const HIGHLIGHT_STOP_WORDS = new Set([
  ...STOP_WORDS,
  ...(
    'i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself its itself ' +
    'them theirs themselves what which who whom those am were been being have has had having do does did doing would should could ' +
    'ought because until while about against between through during before after above below from up down out off over under again ' +
    'further once here when where why how all any both each few more most other some nor only own same so than too very can just ' +
    'isn aren wasn weren hasn haven hadn doesn don didn won wouldn shan shouldn couldn mustn'
  ).split(' '),
]);

const english = snowball.newStemmer('english');
/** Words as written and what they are searched by; null for those that are not. */
const known = new Map<string, Pick<Token, 'term' | 'word'> | null>();
const WORDS_KEPT = 50_000;

/** Stem first, fold after: the order of the engine. */
function analyzed(written: string): Pick<Token, 'term' | 'word'> | null {
  const word = written.normalize('NFC').toLowerCase();
  if (word.length >= MAX_TOKEN_BYTES || Buffer.byteLength(word) >= MAX_TOKEN_BYTES) return null;
  const term = english
    .stem(word)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => PLAIN_LETTERS[letter]!);
  return term === '' ? null : { term, word };
}

export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (let start = 0; start < text.length; start++) {
    let kind = kindOf(text.charCodeAt(start));
    if (kind === HALF) return matched(text);
    if (kind !== LETTER) continue;
    let end = start + 1;
    while (end < text.length && (kind = kindOf(text.charCodeAt(end))) !== OTHER) {
      if (kind === HALF) return matched(text);
      end++;
    }
    addToken(tokens, text.slice(start, end), start);
    start = end;
  }
  return tokens;
}

/** The same for texts with characters of two units. */
function matched(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(WORD)) addToken(tokens, match[0], match.index);
  return tokens;
}

function addToken(tokens: Token[], written: string, start: number): void {
  let token = known.get(written);
  if (token === undefined) {
    token = analyzed(written);
    if (known.size >= WORDS_KEPT) known.clear();
    known.set(written, token);
  }
  // Named one by one: to spread them would cost more than all the rest.
  if (token) tokens.push({ term: token.term, word: token.word, start, end: start + written.length });
}

export function analyzeQuery(query: string): AnalyzedQuery {
  const tokens = tokenize(query);
  const phrases = [...query.matchAll(QUOTED)].map((match) => tokenize(match[1]!).map((token) => token.term));
  return {
    tokens,
    terms: termsBut(STOP_WORDS, tokens),
    phrases: phrases.filter((phrase) => phrase.length > 1),
  };
}

/** Distinct terms without the words left out, or all where nothing else is there. */
function termsBut(left: ReadonlySet<string>, tokens: readonly Token[]): string[] {
  const content = tokens.filter((token) => !left.has(token.word));
  return [...new Set((content.length > 0 ? content : tokens).map((token) => token.term))];
}

/** Indexes of the first token of each place where the terms stand side by side. */
export function phrasePlaces(tokens: readonly Token[], phrase: readonly string[]): number[] {
  const places: number[] = [];
  for (let at = 0; at + phrase.length <= tokens.length; at++) {
    if (phrase.every((term, offset) => tokens[at + offset]!.term === term)) places.push(at);
  }
  return places;
}

/**
 * Where a text answers a query's words, in order and without overlap: a quoted part, or the whole query where it stands word for word,
 * is one range; other words are a range each. The words of a quoted part count singly only where the part itself is not found.
 */
export const highlightRanges = (text: string, query: string): Range[] => highlighter(query)(text);

/** The same for many texts of one query. */
export function highlighter(query: string): (text: string) => Range[] {
  const { tokens: asked, phrases } = analyzeQuery(query);
  const whole = asked.map((token) => token.term);
  const wanted = termsBut(HIGHLIGHT_STOP_WORDS, asked);
  const unquoted = new Set(tokenize(query.replace(QUOTED, ' ')).map((token) => token.term));
  return (text) => {
    const tokens = tokenize(text);
    const ranges: Range[] = [];
    const mark = (phrase: readonly string[]): boolean => {
      const places = phrasePlaces(tokens, phrase);
      for (const at of places) ranges.push([tokens[at]!.start, tokens[at + phrase.length - 1]!.end]);
      return places.length > 0;
    };
    if (whole.length > 1) mark(whole);
    const found = phrases.filter(mark).flat();
    const single = new Set(wanted.filter((term) => unquoted.has(term) || !found.includes(term)));
    for (const token of tokens) if (single.has(token.term)) ranges.push([token.start, token.end]);
    return mergeRanges(ranges);
  };
}

function mergeRanges(ranges: Range[]): Range[] {
  const merged: Range[] = [];
  for (const [start, end] of ranges.sort((a, b) => a[0] - b[0] || b[1] - a[1])) {
    const last = merged.at(-1);
    if (last && start < last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}
