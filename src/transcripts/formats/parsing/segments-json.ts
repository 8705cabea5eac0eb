/** Parses Lectern's own JSON, segments in milliseconds or seconds, to which the readers of other JSON convert. */
import type { Segment } from '../../../../indexer/index.js';
import { alignWords } from '../segments/align-words.js';
import { cleanWords, hasLetterOrDigit } from '../segments/clean-words.js';
import { summary, type ParsedTranscript } from './parsed-transcript.js';
import { TranscriptFormatError } from './format-error.js';
import { isFields, listOf, type Fields } from './json-value.js';
import { checkSegments } from './limits.js';
import { readWord } from './spoken-words.js';
import { interpolateTimes } from '../segments/times.js';
import { type TranscriptSegment, MAX_LEVEL, SEGMENT_KINDS } from '../segments/transcript-segment.js';
import { storeWords } from '../segments/word-times.js';

export const looksLikeSegments = (json: unknown): boolean =>
  Array.isArray(json) || (isFields(json) && Array.isArray(json['segments'] ?? json['chunks']));

/**
 * Parses segments from a list, or an object with `segments` or `chunks`. Each has `text`, `startMs` and `endMs`
 * in ms or `start` and `end` in seconds, and optionally `speaker`, `heading`, `kind`, `level` and `words`.
 * @param hasIds whether `id` is the id of a segment in a transcript, as opposed to a number of the program that wrote it
 * @throws {TranscriptFormatError} when it is neither, or no segment has words
 */
export function segmentsOfValue(value: unknown, { hasIds = false } = {}): ParsedTranscript {
  const list = Array.isArray(value)
    ? (value as unknown[])
    : isFields(value)
      ? (value['segments'] ?? value['chunks'])
      : null;
  if (!Array.isArray(list)) {
    throw new TranscriptFormatError(
      'The JSON has no segments. Expected {"segments": [{"text", "startMs", "endMs"}]}',
    );
  }
  checkSegments(list.length);
  const warnings: string[] = [];
  const segments: TranscriptSegment[] = [];
  let clock = 0;
  let late = 0;
  let empty = 0;
  list.forEach((entry: unknown, i) => {
    if (!isFields(entry) || typeof entry['text'] !== 'string') {
      warnings.push(`segment ${i} has no text and was left out`);
      return;
    }
    const text = cleanWords(entry['text']);
    if (!hasLetterOrDigit(text) && entry['heading'] !== true) {
      empty++;
      return;
    }
    const startMs = timeOf(entry, 'start', i, warnings);
    let endMs = timeOf(entry, 'end', i, warnings);
    if (startMs !== null && endMs !== null && endMs < startMs) {
      warnings.push(`segment ${i} ends before it starts; its end was set to the start of the next segment`);
      endMs = null;
    }
    if (startMs !== null && startMs < clock) late++;
    clock = startMs ?? clock;
    const speaker = typeof entry['speaker'] === 'string' ? cleanWords(entry['speaker']) : '';
    segments.push({
      text,
      startMs,
      endMs,
      ...(speaker ? { speaker } : {}),
      ...(entry['heading'] === true ? { heading: true } : {}),
      ...(speaker ? {} : structureOf(entry)),
      ...wordsIn(entry, text),
      ...(hasIds && typeof entry['id'] === 'string' ? { id: entry['id'] } : {}),
    });
  });
  if (segments.length === 0) throw new TranscriptFormatError('None of the segments contains text');
  if (empty > 0) warnings.push(`${empty} of ${list.length} segments have no words and were left out`);
  if (late > 0)
    warnings.push(`${late} segments start before the one above them; all were sorted by start time`);
  return { segments: interpolateTimes(late > 0 ? inOrder(segments) : segments), warnings: summary(warnings) };
}

function wordsIn(entry: Fields, text: string): Pick<TranscriptSegment, 'words'> {
  const given = listOf(entry, 'words').flatMap((word) => readWord(word, 1_000));
  const words = given.length > 0 ? storeWords(alignWords(text, given)) : undefined;
  return words ? { words } : {};
}

/** In other JSON, these fields have other meanings. */
function structureOf({ heading, kind, level }: Fields): Pick<Segment, 'kind' | 'level'> {
  const known = SEGMENT_KINDS.find((one) => one === kind);
  if (!known && heading !== true) return {};
  const isLevel = Number.isInteger(level) && (level as number) >= 1 && (level as number) <= MAX_LEVEL;
  return { ...(known && { kind: known }), ...(isLevel && { level: level as number }) };
}

function timeOf(entry: Fields, which: 'start' | 'end', index: number, warnings: string[]): number | null {
  const milliseconds = entry[`${which}Ms`] ?? null;
  // Transformers writes `timestamp: [0, 1.2]`.
  const seconds = entry[which] ?? listOf(entry, 'timestamp')[which === 'start' ? 0 : 1];
  const value = milliseconds ?? (typeof seconds === 'number' ? seconds * 1000 : null);
  if (value === null) return null;
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    warnings.push(`segment ${index}: its ${which} is not a number and was interpolated`);
    return null;
  }
  if (value < 0) warnings.push(`segment ${index}: a negative time was set to 0`);
  return Math.max(0, Math.round(value));
}

/** Sorts by start; untimed segments stay behind the one they followed. */
function inOrder(segments: readonly TranscriptSegment[]): TranscriptSegment[] {
  let clock = 0;
  return segments
    .map((segment) => ({ segment, key: (clock = segment.startMs ?? clock) }))
    .sort((a, b) => a.key - b.key)
    .map(({ segment }) => segment);
}
