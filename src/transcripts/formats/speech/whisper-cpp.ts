/**
 * Parses JSON of whisper.cpp (`--output-json`): `transcription` with offsets in milliseconds. With
 * `--output-json-full`, segments have tokens, which are words or parts of words.
 */
import type { ParsedTranscript } from '../parsing/parsed-transcript.js';
import { propertyOf, isFields, listOf, msOf } from '../parsing/json-value.js';
import { languageOf } from '../parsing/languages.js';
import { segmentsOfValue } from '../parsing/segments-json.js';
import { UNSPACED } from '../segments/clean-words.js';
import { inSentences } from '../parsing/spoken-words.js';
import { parseTime } from '../segments/times.js';
import type { TimedWord } from '../segments/word-times.js';

export const looksLikeWhisperCpp = (json: unknown): boolean =>
  isFields(json) && Array.isArray(json['transcription']);

/** @throws {TranscriptFormatError} when no segment has words */
export const parseWhisperCpp = (json: unknown): ParsedTranscript => {
  const segments = listOf(json, 'transcription').map((segment) => ({
    text: propertyOf(segment, 'text'),
    startMs: timeOf(segment, 'from'),
    endMs: timeOf(segment, 'to'),
    speaker: speakerOf(propertyOf(segment, 'speaker')),
    words: wordsOf(listOf(segment, 'tokens')),
  }));
  return {
    ...segmentsOfValue(inSentences(segments)),
    ...languageOf(propertyOf(propertyOf(json, 'result'), 'language')),
  };
};

const timeOf = (segment: unknown, end: 'from' | 'to'): number | null => {
  const time = propertyOf(propertyOf(segment, 'timestamps'), end);
  return (
    msOf(propertyOf(propertyOf(segment, 'offsets'), end)) ??
    (typeof time === 'string' ? parseTime(time) : null)
  );
};

/** `[_BEG_]`, `[_TT_550]` */
const SPECIAL = /^\[_.*\]$/;
/** The first token of a word begins with a space; scripts without spaces have none. */
const NEW_WORD = new RegExp(`^(?:\\s|${UNSPACED})`, 'u');

const wordsOf = (tokens: readonly unknown[]): TimedWord[] => {
  const words: (TimedWord & { chances: number[] })[] = [];
  for (const token of tokens) {
    const text = propertyOf(token, 'text');
    if (typeof text !== 'string' || SPECIAL.test(text)) continue;
    const chance = propertyOf(token, 'p');
    const chances = typeof chance === 'number' ? [chance] : [];
    const [startMs, endMs] = [timeOf(token, 'from'), timeOf(token, 'to')];
    const last = words.at(-1);
    if (!last || NEW_WORD.test(text)) words.push({ text, startMs, endMs, confidence: null, chances });
    else {
      last.text += text;
      last.endMs = endMs ?? last.endMs;
      last.chances.push(...chances);
    }
  }
  return words.map(({ chances, ...word }) => ({ ...word, confidence: mean(chances) }));
};

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** `--diarize` numbers the channels of a stereo recording; `?` means both. */
const speakerOf = (speaker: unknown): string | null =>
  typeof speaker === 'string' && /^\d{1,3}$/.test(speaker) ? `Speaker ${speaker}` : null;
