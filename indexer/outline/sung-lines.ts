/** Distinguishes sung lines from speech: by musical notes, and by repeated stanzas without punctuation. */
import { foldedWords } from '../text/fold.js';
import { lastAtMost } from '../text/last-at-most.js';

const NOTE = /[♪♫♬]|\u{1f3b5}|\u{1f3b6}/u;
const NOTES = /\s*(?:[♪♫♬]|\u{1f3b5}|\u{1f3b6})+\s*/gu;
/** A single note, at the beginning or at the end of a line. */
const OPENS = /^[\s["'“]*(?:[♪♫♬]|\u{1f3b5}|\u{1f3b6})(?!.*(?:[♪♫♬]|\u{1f3b5}|\u{1f3b6}))/u;
const CLOSES = /^[^♪♫♬\u{1f3b5}\u{1f3b6}]*(?:[♪♫♬]|\u{1f3b5}|\u{1f3b6})\s*$/u;
/** Maximum number of lines between an opening and a closing note. */
const MARKED_STANZA = 8;

const WHOLE = /[.!?…]["'”’)\]]*$/u;
const LINE_WORDS = { min: 2, max: 48 };
/** Length in words of the sequences that are checked for repetition. */
const GRAM = 4;
/** Share of a line's grams that must recur for the line to count as repeated. */
const REPEATED_SHARE = 0.6;
/** Maximum number of lines between repetitions of a refrain. */
const NEAR = 120;
/** Maximum number of lines between repeated ones: a verse. */
const VERSE = 8;
/**
 * Maximum words per line of a verse before the first refrain. Such lines can be told from speech only if the
 * speech has punctuation.
 */
const VERSE_WORDS = 10;
const PUNCTUATED_SHARE = 0.2;
const MIN_SONG = { lines: 6, words: 30, repeatedShare: 1 / 3 };
/** Number of words in which songs are sought: a service of six hours. */
const MAX_WORDS = 60_000;

/** Removes musical notes from the text. */
export const withoutNotes = (text: string): string =>
  NOTE.test(text) ? text.replace(NOTES, ' ').trim() : text;

/** Whether each line is sung. Lines are caption cues or sentences. Linear time. */
export function sungLines(lines: readonly string[]): boolean[] {
  const sung = lines.map((line) => NOTE.test(line));
  lines.forEach((line, at) => {
    if (!OPENS.test(line)) return;
    const next = sung.indexOf(true, at + 1);
    if (next > at && next <= at + MARKED_STANZA && CLOSES.test(lines[next]!)) sung.fill(true, at, next);
  });
  for (const { from, to } of repeatedStanzas(lines)) sung.fill(true, from, to);
  return sung;
}

/** Runs of repeated lines without punctuation, with the verses between them. */
function repeatedStanzas(lines: readonly string[]): { from: number; to: number }[] {
  let words = 0;
  const keys = lines.map((line) => {
    if (words > MAX_WORDS || WHOLE.test(line)) return null;
    const own = foldedWords(line).map(({ folded }) => folded);
    words += own.length;
    return own.length >= LINE_WORDS.min && own.length <= LINE_WORDS.max ? own : null;
  });
  const places = new Map<string, number[]>();
  keys.forEach((own, at) => {
    for (const gram of own ? gramsOf(own) : []) {
      const known = places.get(gram);
      if (!known) places.set(gram, [at]);
      else if (known.at(-1) !== at) known.push(at);
    }
  });
  const isRepeated = keys.map((own, at) => {
    if (!own) return false;
    const grams = gramsOf(own);
    const again = grams.filter((gram) => isNear(places.get(gram)!, at)).length;
    return again >= grams.length * REPEATED_SHARE;
  });
  const isPunctuated = lines.filter((line) => WHOLE.test(line)).length >= lines.length * PUNCTUATED_SHARE;
  const isVerse = (at: number): boolean => isPunctuated && (keys[at]?.length ?? Infinity) <= VERSE_WORDS;
  const found: { from: number; to: number }[] = [];
  for (let at = 0; at < lines.length; at++) {
    if (!isRepeated[at]) continue;
    let last = at;
    for (let next = at + 1; next <= last + VERSE && keys[next]; next++) if (isRepeated[next]) last = next;
    const to = last + 1;
    const repeated = isRepeated.slice(at, to).filter(Boolean).length;
    const count = keys.slice(at, to).reduce((sum, own) => sum + (own?.length ?? 0), 0);
    const isLong = to - at >= MIN_SONG.lines || (repeated > 1 && count >= MIN_SONG.words);
    if (isLong && repeated >= (to - at) * MIN_SONG.repeatedShare) {
      let before = 0;
      while (before < VERSE && isVerse(at - before - 1)) before++;
      found.push({ from: at - before, to });
    }
    at = last;
  }
  return found;
}

/** A line shorter than a gram is one gram. */
const gramsOf = (words: readonly string[]): string[] =>
  words.length <= GRAM
    ? [words.join(' ')]
    : Array.from({ length: words.length - GRAM + 1 }, (_, at) => words.slice(at, at + GRAM).join(' '));

/** Whether one of the neighbours of `at` in the ascending list is near. */
const isNear = (places: readonly number[], at: number): boolean => {
  const index = lastAtMost(places.length, (i) => places[i]!, at);
  return [places[index - 1], places[index + 1]].some(
    (other) => other !== undefined && Math.abs(other - at) <= NEAR,
  );
};
