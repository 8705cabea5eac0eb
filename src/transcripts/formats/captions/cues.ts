/** Converts raw cues to segments: fixes order and times, strips markup, splits voices and undoes rolling captions. */
import { alignWords } from '../segments/align-words.js';
import { nameSpeakers, takeMarkedName, type CaptionLine } from '../parsing/caption-speakers.js';
import { cleanWords, hasLetterOrDigit } from '../segments/clean-words.js';
import { plainWords, VOICE } from './caption-markup.js';
import type { RawCue } from './cue-blocks.js';
import { joinWordCues } from './word-cues.js';
import { TranscriptFormatError } from '../parsing/format-error.js';
import { CONTINUED, isWithoutLabel } from '../parsing/guarded-text.js';
import { summary, type ParsedTranscript } from '../parsing/parsed-transcript.js';
import { interpolateTimes, parseTime } from '../segments/times.js';
import type { TranscriptSegment } from '../segments/transcript-segment.js';
import { storeWords, untimedWords, type TimedWord, wordsWithin } from '../segments/word-times.js';

interface Cue {
  startMs: number | null;
  endMs: number | null;
  /** Lines of plain text with their speakers. */
  lines: CaptionLine[];
}

interface TidyCue extends Cue {
  /** `marked` is the speaker named in one of our exports. */
  lines: (CaptionLine & { marked?: string | null })[];
}

/**
 * Captions are rolling if at least this many cues, and this share of all, begin with the words of the previous
 * cue.
 */
const ROLLING_CUES = 2;
const ROLLING_SHARE = 0.2;
/** After a longer gap than this in ms, a repetition was spoken twice. */
const ROLLING_GAP_MS = 500;
/** Maximum number of lines at the end of a cue that the next one may repeat. */
const MAX_ROLLING_LINES = 16;

/** @throws {TranscriptFormatError} when no cue has any words */
export function segmentsOfCues(raw: readonly RawCue[], found: readonly string[]): ParsedTranscript {
  const warnings = [...found];
  const tidied = joinWordCues(joinContinued(raw)).map((cue) => tidyCue(cue, warnings));
  const empty = tidied.filter(({ lines }) => lines.length === 0).length;
  const cues = nameSpeakers(unroll(inOrder(withMarkedNames(tidied), warnings), warnings));
  const segments = interpolateTimes(cues.flatMap(cueSegments));
  if (empty > 0) warnings.push(`${empty} of ${raw.length} cues have no words and were left out`);
  if (segments.length === 0) {
    throw new TranscriptFormatError(`None of the ${raw.length} cues contains text`, raw[0]?.line);
  }
  return { segments, warnings: summary(warnings) };
}

/** Joins the cues of our exports that are of one segment. */
function joinContinued(raw: readonly RawCue[]): RawCue[] {
  const result: RawCue[] = [];
  let isContinued = false;
  for (const cue of raw) {
    const last = result.at(-1);
    if (isContinued && last) {
      last.endMs = cue.endMs;
      for (const line of cue.lines) last.lines.push(line);
    } else result.push(cue);
    isContinued = cue.lines.at(-1)?.includes(CONTINUED) ?? false;
  }
  return result;
}

function tidyCue(cue: RawCue, warnings: string[]): TidyCue {
  let { startMs, endMs } = cue;
  if (startMs !== null && endMs !== null && endMs < startMs) {
    warnings.push(
      `line ${cue.line}: the cue ends before it starts; its end was set to the start of the next cue`,
    );
    endMs = null;
  }
  if ((startMs ?? 0) < 0 || (endMs ?? 0) < 0) {
    warnings.push(`line ${cue.line}: a negative time was set to 0`);
    startMs = startMs === null ? null : Math.max(0, startMs);
    endMs = endMs === null ? null : Math.max(0, endMs);
  }
  const lines = cue.spoken?.flatMap(spokenLine) ?? voices({ startMs, endMs, lines: cue.lines });
  fillEnds(
    lines.flatMap(({ words }) => words ?? []),
    endMs,
  );
  return { startMs, endMs, lines };
}

const spokenLine = ({ text, speaker, words }: CaptionLine): CaptionLine[] => {
  const written = cleanWords(text);
  if (!hasLetterOrDigit(written)) return [];
  const isUnlabelled = isWithoutLabel(text);
  const by = speaker && (cleanWords(speaker) || null);
  return [{ text: written, speaker: by, words, ...(isUnlabelled && { isUnlabelled }) }];
};

/** A name in one of our exports applies until the next. */
function withMarkedNames(cues: readonly TidyCue[]): Cue[] {
  let current: string | null = null;
  return cues.map((cue) => ({
    ...cue,
    lines: cue.lines.map(({ marked, ...line }) => {
      if (marked !== undefined) current = marked;
      return { ...line, speaker: line.speaker ?? current };
    }),
  }));
}

/** Sorts by start; cues without one stay behind the cue they followed. */
function inOrder(cues: readonly Cue[], warnings: string[]): Cue[] {
  let clock = 0;
  let late = 0;
  const keyed = cues.map((cue) => {
    if (cue.startMs !== null) {
      if (cue.startMs < clock) late++;
      clock = cue.startMs;
    }
    return { cue, key: clock };
  });
  if (late === 0) return [...cues];
  warnings.push(`${late} cues start before the cue above them; all were sorted by start time`);
  return keyed.sort((a, b) => a.key - b.key).map(({ cue }) => cue);
}

/** Text by line and voice; `<v Name>` applies until the next voice or `</v>`. */
function voices({ lines, ...times }: Pick<RawCue, 'startMs' | 'endMs' | 'lines'>): TidyCue['lines'] {
  const result: TidyCue['lines'] = [];
  const wordsOfPiece = createStampReader(times, plainWords);
  let speaker: string | null = null;
  for (const written of lines) {
    const marked = takeMarkedName(written);
    const line = marked?.rest ?? written;
    let from = 0;
    for (const tag of line.matchAll(VOICE)) {
      add(line.slice(from, tag.index), marked?.speaker);
      speaker = tag[0].startsWith('</') ? null : plainWords(tag[1] ?? '') || null;
      from = tag.index + tag[0].length;
    }
    add(line.slice(from), marked?.speaker);
  }
  return result;

  function add(piece: string, marked?: string | null): void {
    const text = plainWords(piece);
    const words = wordsOfPiece(piece);
    if (!hasLetterOrDigit(text)) return;
    const isUnlabelled = isWithoutLabel(piece);
    result.push({
      text,
      speaker,
      words,
      ...(isUnlabelled && { isUnlabelled }),
      ...(marked !== undefined && { marked }),
    });
  }
}

/** Removes what a cue repeats from the previous one, in captions that scroll line by line or grow word by word. */
function unroll(cues: readonly Cue[], warnings: string[]): Cue[] {
  const repeats = cues.map((cue, i) => (i === 0 ? 0 : repeated(cues[i - 1]!, cue)));
  const rolling = repeats.filter(
    (count, i) => count > 0 && count < countWords(`${textOf(cues[i]!)} `),
  ).length;
  if (rolling < ROLLING_CUES || rolling < cues.length * ROLLING_SHARE) return [...cues];
  warnings.push('rolling captions: words repeated from the previous cue were removed');
  return cues.map((cue, i) => (repeats[i] === 0 ? cue : withoutFirst(cue, repeats[i]!)));
}

function textOf(cue: Cue): string {
  return cue.lines.map(({ text }) => text).join(' ');
}

/** Number of words at the start of a cue that repeat the last whole lines of the previous cue. */
function repeated(before: Cue, cue: Cue): number {
  if (before.endMs !== null && cue.startMs !== null && cue.startMs - before.endMs > ROLLING_GAP_MS) return 0;
  const text = `${textOf(cue)} `;
  let tail = '';
  let longest = '';
  for (const line of before.lines.slice(-MAX_ROLLING_LINES).toReversed()) {
    tail = `${line.text} ${tail}`;
    if (text.startsWith(tail)) longest = tail;
  }
  return countWords(longest);
}

/** Number of words in a text in which each is followed by a space. */
function countWords(text: string): number {
  let words = 0;
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) words++;
  return words;
}

function withoutFirst(cue: Cue, count: number): Cue {
  let left = count;
  const lines = cue.lines.flatMap(({ text, ...line }) => {
    const words = text.split(' ');
    const kept = words.slice(left).join(' ');
    left = Math.max(0, left - words.length);
    return kept ? [{ ...line, text: kept }] : [];
  });
  return { ...cue, lines };
}

/** One segment per voice; voices share the cue's time in proportion to their length. */
function cueSegments(cue: Cue): TranscriptSegment[] {
  const parts: { text: string; speaker: string | null; words: TimedWord[]; isTimed: boolean }[] = [];
  for (const { text, speaker, words } of cue.lines) {
    const last = parts.at(-1);
    const isTimed = words !== undefined;
    const spoken = words ?? untimedWords(text);
    if (last && last.speaker === speaker) {
      last.text += ` ${text}`;
      last.words.push(...spoken);
      last.isTimed ||= isTimed;
    } else parts.push({ text, speaker, words: [...spoken], isTimed });
  }
  return parts.map(({ text, speaker, words, isTimed }, i) => {
    const aligned = isTimed ? alignWords(text, words) : [];
    if (i === 0 && aligned[0]) aligned[0].startMs ??= cue.startMs;
    const stored = storeWords(aligned);
    return {
      text,
      startMs: i === 0 ? cue.startMs : null,
      endMs: i === parts.length - 1 ? cue.endMs : null,
      ...(speaker === null ? {} : { speaker }),
      ...(stored && { words: stored }),
    };
  });
}

/** Stops at the next `<`. */
const STAMP = /<((?:\d{1,3}:)?\d{1,3}:\d{2}[.,]\d{1,9})>/;

interface CueTimes {
  startMs: number | null;
  endMs: number | null;
}

/**
 * Reads the pieces of a cue in order. A stamp is the start of the words after it and the end of those before it. What
 * begins with the cue has no stamp.
 * @param plain removes other markup
 * @returns a function that returns the words of a piece; undefined before the first stamp
 */
const createStampReader = (
  { startMs, endMs: lastMs }: CueTimes,
  plain: (piece: string) => string,
): ((piece: string) => TimedWord[] | undefined) => {
  let last: TimedWord | undefined;
  let isStamped = false;
  return (piece) => {
    if (!STAMP.test(piece)) {
      const words = isStamped ? untimedWords(plain(piece)) : undefined;
      last = words?.at(-1) ?? last;
      return words;
    }
    const words: TimedWord[] = [];
    let clock: number | null = null;
    piece.split(STAMP).forEach((part, i) => {
      if (i % 2 === 1) {
        clock = within(parseTime(part));
        if (last) last.endMs ??= clock;
        return;
      }
      words.push(...wordsWithin(plain(part), { startMs: clock, endMs: null, confidence: null }));
      last = words.at(-1) ?? last;
    });
    isStamped = true;
    return words;
  };

  /** A line that is shown repeatedly has the stamps of only one time. */
  function within(ms: number | null): number | null {
    return ms !== null && ms >= (startMs ?? 0) && ms <= (lastMs ?? Infinity) ? ms : null;
  }
};

/**
 * Words last until the next one begins, and the last one until the end of the caption, in formats that have only starts.
 * Changes the words.
 */
const fillEnds = (words: readonly TimedWord[], endMs: number | null): void => {
  words.forEach((word, i) => {
    if (word.startMs === null) return;
    const next = words[i + 1];
    word.endMs ??= next ? next.startMs : endMs;
  });
};
