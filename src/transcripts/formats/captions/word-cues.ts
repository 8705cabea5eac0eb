/** Joins cues that programs write for each word: the same line once per word, or a cue per word. */
import { joinPieces } from '../parsing/spoken-words.js';
import type { TimedWord } from '../segments/word-times.js';
import { plainText, plainWords, VOICE } from './caption-markup.js';
import type { RawCue } from './cue-blocks.js';

/** After a longer gap than this in ms, a repetition was spoken twice. */
const GAP_MS = 500;
/** A tag, and what it is about: the highlighted word. */
const TAGGED = /(?:<(?![/v\d])[^<>]*>|\{[^{}]*\})([^<{]*)/g;
const STAMPED = /<\d/;

/** Cues that are looked at first. */
const SAMPLE = 20;
const SEVERAL = /\S\s+\S/;

/** The cues with a line for each sentence and times of words, if they have a word each. */
export const joinWordCues = (cues: readonly RawCue[]): RawCue[] => {
  const lines = joinHighlighted(cues);
  const sample = lines.slice(0, SAMPLE);
  if (sample.filter((cue) => SEVERAL.test(plainText(rawOf(cue)))).length * 2 > sample.length) return lines;
  const pieces = lines.map((cue) => ({
    text: cue.spoken?.map(({ text }) => text).join(' ') ?? plainText(cue.lines.join(' ')),
    startMs: cue.startMs,
    endMs: cue.endMs,
    confidence: null,
    speaker: cue.spoken?.[0]?.speaker ?? voiceOf(cue),
  }));
  const joined = joinPieces(pieces);
  if (!joined) return lines;
  return joined.map(({ text, startMs, endMs, speaker = null, words }, i) => ({
    line: i + 1,
    startMs,
    endMs,
    lines: [],
    spoken: [{ text, speaker, words: [...words] }],
  }));
};

const rawOf = ({ lines, marked = lines.join(' ') }: RawCue): string => marked;
const voiceOf = ({ lines }: RawCue): string | null => {
  const [voice] = lines.length > 0 && lines[0]!.includes('<v') ? lines[0]!.matchAll(VOICE) : [];
  return voice?.[1] ? plainWords(voice[1]) : null;
};

/** Joins cues with the same words, of which another one is highlighted in each. */
const joinHighlighted = (cues: readonly RawCue[]): RawCue[] => {
  const result: RawCue[] = [];
  for (let at = 0; at < cues.length;) {
    const words = plainOf(cues[at]!);
    let end = at + 1;
    while (
      words !== '' &&
      end < cues.length &&
      follows(cues[end - 1]!, cues[end]!) &&
      voiceOf(cues[end]!) === voiceOf(cues[at]!) &&
      plainOf(cues[end]!) === words
    )
      end++;
    const group = cues.slice(at, end);
    result.push(...(highlighted(group, words) ?? group));
    at = end;
  }
  return result;
};

const plainOf = (cue: RawCue): string => plainWords(rawOf(cue).replace(/\{[^{}\\]*\}/g, ''));

const follows = (before: RawCue, { startMs }: RawCue): boolean =>
  before.endMs !== null &&
  startMs !== null &&
  startMs >= (before.startMs ?? 0) &&
  startMs - before.endMs <= GAP_MS;

/** Undefined if no other words are highlighted in each cue, so that it was spoken repeatedly. */
const highlighted = (group: readonly RawCue[], text: string): RawCue[] | undefined => {
  if (group.length < 2) return undefined;
  const raw = group.map((cue) => rawOf(cue).replace(VOICE, ''));
  if (raw.some((line) => STAMPED.test(line)) || new Set(raw.filter((line) => /[<{]/.test(line))).size < 2)
    return undefined;
  let before = '';
  const words = group.flatMap(({ startMs, endMs }, i): TimedWord[] => {
    const parts = Array.from(raw[i]!.matchAll(TAGGED), ([, part]) => plainWords(part!)).filter(
      (part) => part !== '',
    );
    const part = parts.sort((a, b) => a.length - b.length)[0] ?? '';
    // Some highlight all words up to now.
    const word = part.startsWith(before) ? part.slice(before.length).trim() : part;
    if (part !== '') before = part;
    return word === '' ? [] : [{ text: word, startMs, endMs, confidence: null }];
  });
  const first = group[0]!;
  const speaker = first.spoken?.[0]?.speaker ?? voiceOf(first);
  return [{ ...first, endMs: group.at(-1)!.endMs, lines: [], spoken: [{ text, speaker, words }] }];
};
