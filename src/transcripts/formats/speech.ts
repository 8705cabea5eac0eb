/** Parses the output of speech recognition for a part of a recording, and joins the parts. */
import { invalid } from '../../platform/lib/errors.js';
import { hasLetterOrDigit } from './segments/clean-words.js';
import { EmptyFileError, TranscriptFormatError } from './parsing/format-error.js';
import { propertyOf, isFields, listOf } from './parsing/json-value.js';
import { languageOf } from './parsing/languages.js';
import { readerOf, type FormatHint } from './readers.js';
import { segmentsOfValue } from './parsing/segments-json.js';
import { readSource, type TranscriptSource } from './source.js';
import { estimateTimes } from './segments/times.js';
import type { TranscriptSegment } from './segments/transcript-segment.js';
import { withAllTimes } from './segments/word-times.js';

export interface Speech {
  segments: readonly TranscriptSegment[];
  language: string | null;
}

const SILENCE: Speech = { segments: [], language: null };

/** Segments that recognisers write when nobody speaks: `[BLANK_AUDIO]`, `(upbeat music)`, `♪`. */
const ANNOTATION = /^(?:\[[^\]]*\]|\([^)]*\)|\*[^*]*\*|（[^）]*）|【[^】]*】)[.\s]*$/u;

const isSpoken = ({ text }: TranscriptSegment): boolean =>
  hasLetterOrDigit(text) && !ANNOTATION.test(text.trim());

/**
 * Returns no segments if nobody speaks. Text without times is spread over the part, sentence by sentence.
 * @param durationMs of the part, which limits all times; null if unknown
 * @throws {ValidationError} when it is not a readable transcript
 */
export const readSpeech = (bytes: Uint8Array, hint: FormatHint, durationMs: number | null): Speech => {
  try {
    const source = readSource(bytes);
    if (isEmpty(source)) return SILENCE;
    const { segments, language } = read(source, hint);
    const timed = durationMs === null ? segments : estimateTimes(segments, durationMs);
    const latest = durationMs ?? Infinity;
    return {
      segments: timed.filter(isSpoken).map((segment) => withAllTimes(segment, (ms) => Math.min(ms, latest))),
      language: language ?? null,
    };
  } catch (error) {
    if (error instanceof EmptyFileError) return SILENCE;
    if (!(error instanceof TranscriptFormatError)) throw error;
    throw invalid([{ path: '', message: error.message }]);
  }
};

const read = (
  source: TranscriptSource,
  hint: FormatHint,
): { segments: readonly TranscriptSegment[]; language?: string } => {
  const text = propertyOf(source.json, 'text');
  const hasSegments = ['segments', 'words', 'transcription'].some(
    (name) => listOf(source.json, name).length > 0,
  );
  if (typeof text !== 'string' || hasSegments) {
    const hasOnlyWords =
      listOf(source.json, 'words').length > 0 && listOf(source.json, 'segments').length === 0;
    return readerOf(source, hasOnlyWords ? { format: 'openai' } : hint).read(source);
  }
  // A server without times returns nothing else.
  const sentences = [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)];
  return {
    ...segmentsOfValue(sentences.map(({ segment }) => ({ text: segment }))),
    ...languageOf(propertyOf(source.json, 'language')),
  };
};

/** Names of the lists in a recogniser's output. */
const LISTS = ['segments', 'words', 'transcription', 'chunks'];

/** Whether it is a transcript without speech, which the readers would reject. */
const isEmpty = ({ text, json }: TranscriptSource): boolean => {
  if (json === undefined) return !hasLetterOrDigit(text.replace(/^WEBVTT[^\n]*/, ''));
  const isKnown = isFields(json) && ['text', ...LISTS].some((name) => name in json);
  const candidates = [json, ...LISTS.flatMap((name) => listOf(json, name))].flatMap((part) => [
    propertyOf(part, 'text'),
    propertyOf(part, 'word'),
  ]);
  return isKnown && !candidates.some((words) => typeof words === 'string' && hasLetterOrDigit(words));
};

/** A parsed part of a recording. */
export interface SpeechPart {
  /** Its start in the recording. */
  startMs: number;
  /** JSON of its segments. */
  segments: string;
  language: string | null;
}

/** All segments of the recording, and the language of most of the text. */
export const joinSpeech = (parts: readonly SpeechPart[]): Speech => {
  const read = parts.map(({ startMs, segments, language }) => ({
    language,
    segments: (JSON.parse(segments) as TranscriptSegment[]).map((segment) =>
      withAllTimes(segment, (ms) => ms + startMs),
    ),
  }));
  const spoken = new Map<string, number>();
  for (const { language, segments } of read)
    if (language !== null) spoken.set(language, (spoken.get(language) ?? 0) + segments.length);
  const [main] = [...spoken].sort(([, a], [, b]) => b - a);
  return { segments: read.flatMap(({ segments }) => segments), language: main?.[0] ?? null };
};
