/** Titles of chapters, of their own words: the phrases that tell a chapter from the others. */
import { tokenize } from '../text/analyze.js';
import type { Outline } from './outline.js';
import { isEnglish, nounPhrases, readsAlone, tagWords, type TaggedWord } from './phrases.js';
import { termDensity } from './term-weights.js';

/** Words of a title. */
const MIN_WORDS = 3;
const MAX_WORDS = 8;
/** Characters of a title, in languages that write no spaces or very long words. */
const MAX_CHARACTERS = 80;
/** Sentences of a chapter that are read word by word: telling parts of speech is slow. */
const READ_SENTENCES = 8;
/** … of which these many open it, where speakers say what it is about. */
const OPENING_SENTENCES = 2;
/** Longer sentences are read up to here, in characters. */
const MAX_SENTENCE = 400;
/** Sentences that the language is told by. */
const LANGUAGE_SAMPLE = 60;
/** What a phrase loses by each word that means little alone. */
const VAGUE = 0.5;
const VAGUE_WORDS =
  /^(?:thing|things|something|anything|everything|nothing|way|ways|lot|lots|kind|kinds|sort|bit|stuff|people|person|guy|guys|one|ones|time|times|day|today|yesterday|year|years|week|fact|point|case|part|end|my|his|her|their|its|your|this|that|these|those|some|any|such|same|other|others|example|question|course|moment|sense|folks|minute|minutes|hour|hours)$/i;
/** What a title gains by words of the chapter's opening. */
const OPENING_BONUS = 1.25;

interface Candidate {
  words: string[];
  /** Numbers of its terms. */
  terms: Set<number>;
  score: number;
}

/** A chapter's sentences, `to` exclusive. */
export interface Range {
  from: number;
  to: number;
}

/** A title for each chapter, or null where it has no words to make one of. No two are the same. */
export function titlesOf(outline: Outline, chapters: readonly Range[]): (string | null)[] {
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
  chapter: Range,
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

/** How well a term tells the chapter: how often it has it, how rare it is, and how much of it is in the chapter. */
function chapterWeights({ terms }: Outline, { from, to }: Range): Map<number, number> {
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

/** The sentences to read: those that open the chapter, and those with most of what tells it. */
function typicalSentences(
  { sentences, terms }: Outline,
  { from, to }: Range,
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

/** Runs of words between marks: for languages whose parts of speech are not known. */
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

/** Two short phrases side by side, the better one first. */
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
      // All in capitals, as transcripts stress words and sermons begin.
      const written = /^\p{Lu}{4,}$/u.test(word) ? word.toLowerCase() : word;
      return capitalised(written);
    })
    .join(' ');
}

const capitalised = (text: string): string => text.replace(/^\P{L}*\p{Ll}/u, (start) => start.toUpperCase());

const withoutEnd = (text: string): string => text.replace(/[\s.:;,–—-]+$/u, '');

/** The first words of a text, by which songs are known, with room for a word before them. */
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

/** A short sentence as a whole, where no phrase will do: the beginning of a long one says nothing. */
function sentenceAsTitle(text: string): string | null {
  if (text.split(' ').length > MAX_WORDS || text.length > MAX_CHARACTERS) return null;
  return /[\p{L}\p{N}]/u.test(text) ? withoutEnd(capitalised(text)) : null;
}
