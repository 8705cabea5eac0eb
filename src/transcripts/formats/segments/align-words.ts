/** Finds words with times in a text that may differ from them, so that the words that both contain keep their times. */
import { cleanWords, hasLetterOrDigit, UNSPACED } from './clean-words.js';
import { matchSequences } from './match-sequences.js';
import { untimed, type TimedWord } from './word-times.js';

const MARKS = '[^\\s\\p{L}\\p{N}]*';
/** A run of letters and digits with the punctuation around it: `well-known` is two. */
const ATOM = new RegExp(
  `${MARKS}(?:${UNSPACED}|(?:(?!${UNSPACED})[\\p{L}\\p{N}\\p{M}'’])+)${MARKS}|\\S+`,
  'gu',
);
const NOT_COMPARED = /[^\p{L}\p{N}]+/gu;
/** Bounds the time for texts that have little in common. */
const MAX_EDITS = 400;

interface Atom {
  start: number;
  end: number;
  /** Letters and digits in lower case, so that corrections of case and punctuation keep the times. */
  key: string;
}

const atomsOf = (text: string): Atom[] =>
  Array.from(text.matchAll(ATOM), ({ 0: atom, index }) => ({
    start: index,
    end: index + atom.length,
    key: atom.toLowerCase().replace(NOT_COMPARED, '') || atom,
  }));

/**
 * The words of the text; those that are among the given ones have their times.
 * @param text as `cleanWords` returns it
 */
export const alignWords = (text: string, given: readonly TimedWord[]): TimedWord[] =>
  inSequence(text, given) ?? matched(text, given);

/** The given words, if the text consists of them. */
const inSequence = (text: string, given: readonly TimedWord[]): TimedWord[] | undefined => {
  let at = 0;
  const words: TimedWord[] = [];
  for (const word of given) {
    const written = cleanWords(word.text);
    if (!written) continue;
    const last = words.at(-1);
    const isPart = last && text[at] !== ' ' && isOneWord(last.text, written);
    if (text[at] === ' ') at++;
    if (!text.startsWith(written, at)) return undefined;
    at += written.length;
    if (isPart) words[words.length - 1] = asOne(last, { ...word, text: written });
    else words.push({ ...word, text: written });
  }
  return at === text.length ? words : undefined;
};

const SPACED_END = new RegExp(`(?!${UNSPACED})[\\p{L}\\p{N}]$`, 'u');
const SPACED_START = new RegExp(`^(?!${UNSPACED})[\\p{L}\\p{N}]`, 'u');

/** Whether two pieces without a space between them are parts of a word, such as one that was cut. */
const isOneWord = (first: string, second: string): boolean =>
  SPACED_END.test(first) && SPACED_START.test(second);

const asOne = (first: TimedWord, second: TimedWord): TimedWord => ({
  text: first.text + second.text,
  startMs: first.startMs,
  endMs: second.endMs,
  confidence:
    first.confidence === null || second.confidence === null
      ? null
      : Math.min(first.confidence, second.confidence),
});

const matched = (text: string, given: readonly TimedWord[]): TimedWord[] => {
  const atoms = atomsOf(text);
  const owners = ownersOf(atoms, given);
  const words: TimedWord[] = [];
  let lastEnd = -1;
  for (let i = 0; i < atoms.length;) {
    const { start, end } = atoms[i]!;
    const owner = owners[i];
    const last = words.at(-1);
    let next = i + 1;
    if (owner) {
      while (next < atoms.length && owners[next] === owner) next++;
      lastEnd = atoms[next - 1]!.end;
      words.push({ ...owner, text: text.slice(start, lastEnd) });
    } else {
      const written = text.slice(start, end);
      const isPart = last && lastEnd === start && (!owners[i - 1] || !hasLetterOrDigit(written));
      if (isPart) last.text += written;
      else words.push(untimed(written));
      lastEnd = end;
    }
    i = next;
  }
  return words;
};

/** The given word that each part of the text belongs to; undefined where words are new. */
const ownersOf = (atoms: readonly Atom[], given: readonly TimedWord[]): (TimedWord | undefined)[] => {
  const parts = given.map((word) => atomsOf(cleanWords(word.text)));
  const matches = matchSequences(
    parts.flatMap((part) => part.map(({ key }) => key)),
    atoms.map(({ key }) => key),
    MAX_EDITS,
  );
  const owners = new Array<TimedWord | undefined>(atoms.length);
  let at = 0;
  given.forEach((word, i) => {
    const { length } = parts[i]!;
    const first = matches[at] ?? -1;
    const isWhole = length > 0 && first >= 0 && parts[i]!.every((_, n) => matches[at + n] === first + n);
    if (isWhole) owners.fill({ ...word }, first, first + length);
    at += length;
  });
  return owners;
};
