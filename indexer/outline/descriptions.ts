/** Suggests descriptions of a talk: whole sentences from it that summarise it best. */
import { dot, isZero, meanVector } from '../embedding/vectors.js';
import { cueStrength, dependsOnPrevious } from './cues.js';
import type { Outline } from './outline.js';
import type { OutlineSentence } from './outline-text.js';
import { accumulate, dotOf, similarity, type TermVector } from './term-weights.js';

export interface OutlineDescription {
  text: string;
  /** Start time of its first sentence; null for a transcript without times. */
  startMs: number | null;
  /** How central its sentences are to the talk, 0 to 1. */
  score: number;
}

export interface OutlineDescriptions {
  /** Up to 600 characters. */
  description: OutlineDescription | null;
  /** Up to 160 characters; shares no sentence with the description. */
  shortDescription: OutlineDescription | null;
}

/** Shorter talks get no description. */
const MIN_TALK_WORDS = 200;
const MAX_DESCRIPTION = 600;
const MAX_SHORT = 160;
/** Length in words of sentences that say something and can be read at a glance. */
const MIN_WORDS = 8;
const MAX_WORDS = 45;
/** Number of best sentences from which a diverse selection is made. */
const MAX_CANDIDATES = 150;
const MAX_SENTENCES = 6;
/** Minimum length in characters and, if there are embeddings, minimum score of a suggestion. */
const MIN_DESCRIPTION = { length: 150, score: 0.25 };
const MIN_SHORT = { length: 40, score: 0.3 };
/** Penalty for similarity to a chosen sentence: maximal marginal relevance (Carbonell and Goldstein, 1998). */
const REDUNDANCY = 0.5;
/** Weight of the similarity between the sentence's chunk and the mean of the talk, relative to its words. */
const EMBEDDING = 0.5;
/** Bonus for a sentence that states the subject of the talk … */
const THEME_BONUS = 0.15;
/** … or occurs in its first part, where speakers often do so. */
const EARLY_BONUS = 0.08;
const EARLY_SHARE = 0.15;
/** Penalties: for the share of words that refer to something outside the sentence, and for small talk. */
const POINTING = 0.6;
const CHAT = 0.2;

/** A sentence is left out if it adds less than this share of what the best one does. */
const MIN_SHARE = 0.5;

const WHOLE = /(?<!\.\.)[.!?。！？؟۔।]["'”’»)\]]*$/u;
const ANOTHER = /^(?:another|second|third|one more|not only|next)\b/iu;
/** How sentences begin that continue something; a description never starts with one. */
const GOES_ON =
  /^\W*(?:(?:a |the |our \w+ )?(?:second|third|fourth|further)|secondly|thirdly|one other|sometimes|maybe|perhaps|even|now|furthermore|nevertheless|meanwhile|although|though|in particular|at any rate|in other|exactly|at that|after that|by then|in fact)\b/iu;
/** Signs of an anecdote, which illustrates the talk but does not describe it. */
const ANECDOTE = new RegExp(
  [
    '\\b(?:last|one|that|every|the next) (?:night|morning|evening|afternoon|winter|summer|spring|autumn|advent|year|week|term|(?:sun|mon|tues|wednes|thurs|fri|satur)day)\\b',
    '\\bon (?:a )?(?:(?:sun|mon|tues|wednes|thurs|fri|satur)days?\\b|the \\w+ of [A-Z])',
    '\\b(?:days|weeks|months|years|minutes) ago\\b|\\bone (?:day|time)\\b|\\bat (?:\\w+ past|a quarter|half past|\\w+ o.?clock)\\b|\\bwhen i (?:was|came|went|got|left)\\b',
    '\\bi (?:once|was|had|went|came|sat|stood|asked|told|said|counted|took|saw|met|gave|felt|heard|knew|thought|found|left|got|put|made|remember|(?!need|indeed|proceed|succeed|feed|plead)\\w+ed)\\b|\\bi.d\\b',
    '\\b(?:said|says|told|asked|answered|shouted|whispered|replied),? (?:to )?(?:me|us|him|her|them|i|she|he|["“‘])',
    '\\bmy (?:own )?(?:mother|father|mum|dad|wife|husband|son|daughter|neighbou?r|boss|kids?)\\b',
    '\\ba (?:\\w+ )?(?:man|woman|boy|girl|lad|neighbou?r|friend|colleague|driver|doctor) (?:called|named|of|in|who|from)\\b',
  ].join('|'),
  'iu',
);
const THEME =
  /\b(?:(?:our|the|this|today’?'?s) (?:text|subject|theme|topic|sermon|message|passage|lesson|purpose|point)|talk(?:ing)? about|we(?:'|’)?(?:ll| will) (?:see|look|learn|consider)|(?:shall|will|want to|going to) (?:speak|show|consider|explore|endeavou?r|discuss|dig|look))\b/iu;
const POINTERS =
  /\b(?:he|she|it|they|him|her|them|this|that|these|those|there|here|i'?’?m|i|you know|gonna|him|yesterday|tonight)\b/giu;
const CHATTER =
  /\b(?:yeah|okay|um|uh|laugh(?:s|ter)|thank you|thanks|welcome|good morning|good evening|hello|sponsor|episode|subscribe|website|let me|kind of|sort of|i mean|you know|i think|[a-z]+\.(?:com|org|net|fm))\b/iu;

interface Candidate {
  at: number;
  sentence: OutlineSentence;
  terms: TermVector;
  score: number;
}

/** @param from,to the sentences to describe; `to` is exclusive */
export function findDescriptions(
  outline: Outline,
  from = 0,
  to = outline.sentences.length,
): OutlineDescriptions {
  const words = outline.sentences.slice(from, to).reduce((sum, sentence) => sum + sentence.words, 0);
  const candidates = words < MIN_TALK_WORDS ? [] : centralSentences(outline, from, to);
  const openings = candidates.filter(({ sentence }) => !GOES_ON.test(sentence.text));
  const short = choose(openings, MAX_SHORT, []);
  const description = choose(candidates, MAX_DESCRIPTION, short);
  const isRated = outline.embeddings.length > 0;
  return {
    description: joined(description, isRated, MIN_DESCRIPTION),
    shortDescription: joined(short, isRated, MIN_SHORT),
  };
}

/** Minimum share of the words of a description written by somebody else that must occur in the talk. */
const MIN_SHARED = 1 / 3;

/**
 * Rates how well a text written by somebody else describes a talk, on the same scale of 0 to 1 as its own
 * sentences, and finds the time of the most similar sentence. Returns null if the text is about something else.
 */
export function rateDescription(
  { sentences, terms }: Outline,
  text: string,
  from = 0,
  to = sentences.length,
): { score: number; startMs: number | null } | null {
  const { vector, share } = terms.vectorOf(text);
  if (share < MIN_SHARED) return null;
  let best = from;
  let most = 0;
  for (let at = from; at < to; at++) {
    let likeness = 0;
    for (const [number, weight] of terms.vectors[at]!)
      if (vector.has(number)) likeness += weight * vector.get(number)! + Number.EPSILON;
    if (likeness > most) [best, most] = [at, likeness];
  }
  const score = similarity(vector, accumulate(terms.vectors, from, to));
  return { score: Math.min(1, Math.max(0, score)), startMs: sentences[best]?.startMs ?? null };
}

/** Whole sentences that can stand alone, most central first. */
function centralSentences({ sentences, terms, embeddings }: Outline, from: number, to: number): Candidate[] {
  const whole = accumulate(terms.vectors, from, to);
  const nearness = chunkNearness(embeddings, sentences[from]?.chunk ?? 0, sentences[to - 1]?.chunk ?? -1);
  const candidates: Candidate[] = [];
  const seen = new Set<string>();
  for (let at = from; at < to; at++) {
    const sentence = sentences[at]!;
    const { text, words, heading } = sentence;
    if (heading || words < MIN_WORDS || words > MAX_WORDS || text.length > MAX_DESCRIPTION) continue;
    if (!WHOLE.test(text) || !standsAlone(text) || seen.has(text)) continue;
    seen.add(text);
    const pointers = text.match(POINTERS)?.length ?? 0;
    const score =
      similarity(terms.vectors[at]!, whole) +
      EMBEDDING * (nearness.get(sentence.chunk) ?? 0) +
      (THEME.test(text) ? THEME_BONUS : 0) +
      (at - from < (to - from) * EARLY_SHARE ? EARLY_BONUS : 0) -
      (POINTING * pointers) / words -
      (CHATTER.test(text) ? CHAT : 0) -
      (text.includes('?') ? CHAT : 0);
    candidates.push({ at, sentence, terms: terms.vectors[at]!, score });
  }
  return candidates.sort((a, b) => b.score - a.score).slice(0, MAX_CANDIDATES);
}

/** Excludes enumerations ("Secondly, …") and phrases that end a talk. */
const standsAlone = (text: string): boolean =>
  !dependsOnPrevious(text) &&
  !ANOTHER.test(text) &&
  !ANECDOTE.test(text) &&
  cueStrength(text) < 1 &&
  !isOpenQuote(text);

/** Whether the text contains only the start or the end of a quotation. */
function isOpenQuote(text: string): boolean {
  const plain = text.match(/"/g)?.length ?? 0;
  const opening = text.match(/[“«(]/g)?.length ?? 0;
  const closing = text.match(/[”»)]/g)?.length ?? 0;
  return plain % 2 === 1 || opening !== closing || text.startsWith('[');
}

/** Cosine of each chunk with the mean of all chunks, minus the lowest of them. */
function chunkNearness(
  embeddings: readonly Float32Array[],
  first: number,
  last: number,
): Map<number, number> {
  const own = embeddings.slice(first, last + 1);
  const mean = meanVector(own);
  if (isZero(mean)) return new Map();
  const cosines = own.map((vector) => dot(vector, mean));
  const lowest = cosines.reduce((low, cosine) => Math.min(low, cosine), 1);
  return new Map(cosines.map((cosine, at) => [first + at, cosine - lowest]));
}

/** The best sentences that differ from each other and fit, in spoken order. */
function choose(candidates: readonly Candidate[], limit: number, others: readonly Candidate[]): Candidate[] {
  const chosen: Candidate[] = [];
  const least = Math.max(0, (candidates[0]?.score ?? 0) * MIN_SHARE);
  let left = limit;
  const open = new Set(candidates.filter((one) => !others.includes(one)));
  while (chosen.length < MAX_SENTENCES) {
    let best: Candidate | undefined;
    let bestValue = -Infinity;
    for (const one of open) {
      if (one.sentence.text.length > left) continue;
      const value = one.score - REDUNDANCY * likeness(one, chosen, others);
      if (value > bestValue) [best, bestValue] = [one, value];
    }
    if (!best || (chosen.length > 0 && bestValue < least)) break;
    chosen.push(best);
    open.delete(best);
    left -= best.sentence.text.length + 1;
  }
  chosen.sort((a, b) => a.at - b.at);
  const opening = chosen.findIndex(({ sentence }) => !GOES_ON.test(sentence.text));
  return chosen.slice(Math.max(0, opening));
}

function likeness(one: Candidate, ...chosen: (readonly Candidate[])[]): number {
  let most = 0;
  for (const other of chosen.flat()) most = Math.max(most, dotOf(one.terms, other.terms));
  return most;
}

/** Returns null rather than a description that says little or nothing. */
function joined(
  chosen: readonly Candidate[],
  isRated: boolean,
  { length, score: least }: { length: number; score: number },
): OutlineDescription | null {
  const text = chosen.map(({ sentence }) => sentence.text).join(' ');
  if (text.length < length) return null;
  const mean = chosen.reduce((sum, { score }) => sum + score, 0) / chosen.length;
  if (isRated && mean < least) return null;
  return {
    text,
    startMs: chosen[0]!.sentence.startMs,
    score: Math.min(1, Math.max(0, mean)),
  };
}
