/** Finds which words an edit of a transcript replaced, to correct them in other transcripts as well. */
import { diffArrays } from 'diff';
import type { Segment } from '../../../indexer/index.js';

export interface ReplacedWords {
  from: string;
  to: string;
  /** Whether both are written with a capital in the middle of a sentence, as names are. */
  isName: boolean;
}

/** A correction has at most this many words on either side … */
const MAX_WORDS = 3;
/** … and this many characters. */
export const MAX_REPLACED_LENGTH = 60;
/** Maximum number of distinct corrections of an edit. */
const MAX_FOUND = 20;
/** Edits that change more are not compared: they replace the transcript rather than correct it. */
const MAX_CHANGES = 2_000;

const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
/** Letters, also with hyphens and apostrophes. */
const WORDS = /^[\p{L}\p{M}]+(?:[ '’-][\p{L}\p{M}]+)*$/u;
const SENTENCE_END = /[.!?…:]["'”’»)\]]*$/u;
const CAPITAL = /^\p{Lu}/u;
const POSSESSIVE = /['’]s$/;

interface Token {
  /** Without punctuation around it. */
  word: string;
  startsSentence: boolean;
}

/** Distinct, in the order of the text. */
export const replacedWords = (before: readonly Segment[], after: readonly Segment[]): ReplacedWords[] => {
  const found = new Map<string, ReplacedWords>();
  for (const [old, fresh] of changedRuns(before, after)) {
    const changes = diffArrays(old, fresh, {
      comparator: (a, b) => a.word === b.word,
      maxEditLength: MAX_CHANGES,
    });
    for (const [i, removed] of (changes ?? []).entries()) {
      const added = changes?.[i + 1];
      const one = removed.removed && added?.added ? correctionOf(removed.value, added.value) : undefined;
      if (one) found.set(`${one.from}\n${one.to}`, one);
      if (found.size === MAX_FOUND) return [...found.values()];
    }
  }
  return [...found.values()];
};

/** The words of the segments that differ, as runs of removed and added ones. */
const changedRuns = (
  before: readonly Segment[],
  after: readonly Segment[],
): (readonly [Token[], Token[]])[] => {
  const textOf = ({ text }: Segment): string => text;
  const changes = diffArrays(before.map(textOf), after.map(textOf), { maxEditLength: MAX_CHANGES });
  const runs: (readonly [Token[], Token[]])[] = [];
  let [left, right] = [0, 0];
  for (const [i, { count, removed, added }] of (changes ?? []).entries()) {
    const next = changes?.[i + 1];
    if (removed && next?.added)
      runs.push([tokensOf(before, left, left + count), tokensOf(after, right, right + next.count)]);
    if (!added) left += count;
    if (!removed) right += count;
  }
  return runs;
};

const tokensOf = (segments: readonly Segment[], from: number, to: number): Token[] => {
  let startsSentence = SENTENCE_END.test(segments[from - 1]?.text ?? '.');
  return segments.slice(from, to).flatMap(({ text }) =>
    text.split(/\s+/).flatMap((written) => {
      const token = { word: written.replace(EDGES, ''), startsSentence };
      startsSentence = SENTENCE_END.test(written);
      return token.word ? [token] : [];
    }),
  );
};

const correctionOf = (removed: readonly Token[], added: readonly Token[]): ReplacedWords | undefined => {
  if (Math.max(removed.length, added.length) > MAX_WORDS) return undefined;
  const written = [removed, added].map((tokens) => tokens.map(({ word }) => word).join(' '));
  const isPossessive = written.every((words) => POSSESSIVE.test(words));
  const [from = '', to = ''] = written.map((words) => (isPossessive ? words.replace(POSSESSIVE, '') : words));
  const isShort = Math.max(from.length, to.length) <= MAX_REPLACED_LENGTH;
  if (!isShort || !WORDS.test(from) || !WORDS.test(to) || lettersOf(from) === lettersOf(to)) return undefined;
  return { from, to, isName: [removed, added].every(isNameLike) };
};

/** To disregard case, hyphens, apostrophes and spaces, which are matters of style. */
const lettersOf = (words: string): string => words.replace(/[^\p{L}]/gu, '').toLowerCase();

const isNameLike = (tokens: readonly Token[]): boolean =>
  tokens.some(({ word, startsSentence }) => CAPITAL.test(word) && !startsSentence);
