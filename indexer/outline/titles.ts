/** Makes titles of chapters from their own words: the phrases that distinguish each chapter from the others. */
import { tokenize } from '../text/analyze.js';
import type { Outline } from './outline.js';
import { isEnglish, nounPhrases, readsAlone, tagWords, type TaggedWord } from './phrases.js';
import { termDensity } from './term-weights.js';

/** Length of a title in words. */
const MIN_WORDS = 3;
const MAX_WORDS = 8;
/** Maximum length of a title in characters, for languages without spaces or with very long words. */
const MAX_CHARACTERS = 80;
/** Maximum number of sentences per chapter that are tagged, because part-of-speech tagging is slow … */
const READ_SENTENCES = 8;
/** … of which this number opens the chapter, where speakers announce the subject. */
const OPENING_SENTENCES = 2;
/** Longer sentences are cut off here, in characters. */
const MAX_SENTENCE = 400;
/** Number of sentences from which the language is detected. */
const LANGUAGE_SAMPLE = 60;
/** Penalty for each word that means little by itself. */
const VAGUE = 0.5;
const VAGUE_WORDS =
  /^(?:thing|things|something|anything|everything|nothing|way|ways|lot|lots|kind|kinds|sort|bit|stuff|people|person|guy|guys|one|ones|time|times|day|today|yesterday|year|years|week|fact|point|case|part|end|my|his|her|their|its|your|this|that|these|those|some|any|such|same|other|others|example|question|course|moment|sense|folks|minute|minutes|hour|hours)$/i;
/** Bonus for words from the opening of the chapter. */
const OPENING_BONUS = 1.25;

interface Candidate {
  words: string[];
  /** Term numbers. */
  terms: Set<number>;
  score: number;
}

/** Sentences of a chapter; `to` is exclusive. */
export interface SentenceRange {
  from: number;
  to: number;
}

/** A title for each chapter, or null if its words yield none. Titles are unique. */
export function titlesOf(outline: Outline, chapters: readonly SentenceRange[]): (string | null)[] {
  const { sentences } = outline;
  const step = Math.max(1, Math.floor(sentences.length / LANGUAGE_SAMPLE));
  const english = isEnglish(sentences.filter((_, at) => at % step === 0).map(({ text }) => text));
  const used = new Set<string>();
  return chapters.map((chapter) => {
    const title = titleOf(outline, chapter, english, used);
    if (title) used.add(title.toLowerCase());
    return title;
  });
}

function titleOf(
  outline: Outline,
  chapter: SentenceRange,
  english: boolean,
  used: ReadonlySet<string>,
): string | null {
  const { sentences } = outline;
  const heading = sentences[chapter.from]!;
  if (heading.heading && heading.words <= MAX_WORDS && heading.text.length <= MAX_CHARACTERS)
    return withoutEnd(heading.text);
  const weights = chapterWeights(outline, chapter);
  const read = typicalSentences(outline, chapter, weights);
  const candidates = read.flatMap((at) => {
    const text = sentences[at]!.text.slice(0, MAX_SENTENCE);
    const found = english ? phrasesOf(tagWords(text)) : clausesOf(text);
    const isOpening = at < chapter.from + OPENING_SENTENCES;
    return found.map((words) => candidateOf(outline, words, weights, isOpening));
  });
  candidates.sort((a, b) => b.score - a.score);
  const titles = [...longEnough(candidates), ...(english ? pairs(candidates) : [])];
  for (const words of titles) {
    const title = english ? titleCase(words) : capitalised(words.join(' '));
    if (title.length <= MAX_CHARACTERS && !used.has(title.toLowerCase())) return title;
  }
  for (const at of read) {
    const title = sentenceAsTitle(sentences[at]!.text);
    if (title !== null && !used.has(title.toLowerCase())) return title;
  }
  return null;
}

/**
 * How well each term distinguishes the chapter: its frequency there, its rarity, and the share of its occurrences
 * that are in the chapter.
 */
function chapterWeights({ terms }: Outline, { from, to }: SentenceRange): Map<number, number> {
  const counts = new Map<number, number>();
  for (let at = from; at < to; at++)
    for (const number of terms.vectors[at]!.keys()) counts.set(number, (counts.get(number) ?? 0) + 1);
  return new Map(
    [...counts].map(([number, count]) => [
      number,
      Math.log(count + 0.3) * terms.idf[number]! * Math.sqrt(count / terms.sentencesWith[number]!),
    ]),
  );
}

/** The sentences to tag: those that open the chapter, and those with the most distinguishing terms. */
function typicalSentences(
  { sentences, terms }: Outline,
  { from, to }: SentenceRange,
  weights: ReadonlyMap<number, number>,
): number[] {
  const scored: { at: number; score: number }[] = [];
  for (let at = from; at < to; at++) {
    const { words, heading } = sentences[at]!;
    if (words < MIN_WORDS || heading) continue;
    const score = termDensity(terms.vectors[at]!, words, (number) => weights.get(number)!);
    scored.push({ at, score });
  }
  const opening = scored.slice(0, OPENING_SENTENCES);
  const others = scored.slice(OPENING_SENTENCES).sort((a, b) => b.score - a.score);
  return [...others.slice(0, READ_SENTENCES - OPENING_SENTENCES), ...opening].map(({ at }) => at);
}

const phrasesOf = (words: readonly TaggedWord[]): string[][] =>
  nounPhrases(words, MAX_WORDS)
    .filter((phrase) => readsAlone(words, phrase))
    .map(({ from, to }) => words.slice(from, to).map(({ text }) => text));

/** Splits text at punctuation: for languages without part-of-speech tagging. */
const clausesOf = (text: string): string[][] =>
  text.split(/[\p{P}]+(?:\s|$)|[。、，！？；：]/u).map((clause) => clause.split(' ').filter(Boolean));

function candidateOf(
  { terms }: Outline,
  words: string[],
  weights: ReadonlyMap<number, number>,
  isOpening: boolean,
): Candidate {
  const own = new Set<number>();
  let sum = 0;
  for (const { term } of tokenize(words.join(' '))) {
    const number = terms.numberOf(term);
    if (number === undefined || own.has(number)) continue;
    own.add(number);
    sum += weights.get(number) ?? 0;
  }
  const vague = words.filter((word) => VAGUE_WORDS.test(word)).length;
  const score = (sum / Math.sqrt(own.size + 1)) * VAGUE ** vague * (isOpening ? OPENING_BONUS : 1);
  return { words, terms: own, score };
}

const longEnough = (candidates: readonly Candidate[]): string[][] =>
  candidates
    .filter(({ words, score }) => words.length >= MIN_WORDS && words.length <= MAX_WORDS && score > 0)
    .map(({ words }) => words);

/** Combines two short phrases, the better one first. */
function pairs(candidates: readonly Candidate[]): string[][] {
  const short = candidates.filter(({ words, score }) => words.length < MIN_WORDS && score > 0);
  const [first] = short;
  const second = short.find(({ terms }) => ![...terms].some((term) => first!.terms.has(term)));
  return first && second ? [[...first.words, 'and', ...second.words]] : [];
}

const SMALL = new Set('a an the and but or nor of in on at to for from by with as into over than'.split(' '));

function titleCase(words: readonly string[]): string {
  return words
    .map((word, at) => {
      const inner = at > 0 && at < words.length - 1;
      if (inner && SMALL.has(word.toLowerCase())) return word.toLowerCase();
      // Lower-cases words in capitals, which transcripts use for emphasis and at the beginning of sermons.
      const written = /^\p{Lu}{4,}$/u.test(word) ? word.toLowerCase() : word;
      return capitalised(written);
    })
    .join(' ');
}

const capitalised = (text: string): string => text.replace(/^\P{L}*\p{Ll}/u, (start) => start.toUpperCase());

const withoutEnd = (text: string): string => text.replace(/[\s.:;,–—-]+$/u, '');

/** The first words of a text, e.g. the first line of a song, with room for a label before them. */
export const openingWords = (text: string): string =>
  withoutEnd(
    capitalised(
      text
        .split(' ')
        .slice(0, MAX_WORDS - 1)
        .join(' ')
        .slice(0, MAX_CHARACTERS),
    ),
  );

/** Uses a whole short sentence if there is no suitable phrase; the beginning of a long one says nothing. */
function sentenceAsTitle(text: string): string | null {
  if (text.split(' ').length > MAX_WORDS || text.length > MAX_CHARACTERS) return null;
  return /[\p{L}\p{N}]/u.test(text) ? withoutEnd(capitalised(text)) : null;
}
