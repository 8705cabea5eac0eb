/** Parses JSON of the Whisper family, in seconds: OpenAI's verbose_json, faster-whisper and WhisperX. */
import type { ParsedTranscript } from '../parsing/parsed-transcript.js';
import { propertyOf, isFields, listOf, msOfSeconds } from '../parsing/json-value.js';
import { languageOf } from '../parsing/languages.js';
import { segmentsOfValue } from '../parsing/segments-json.js';
import {
  inSentences,
  readWord,
  segmentsOfWords,
  type SpokenWord,
  type UnreadSegment,
} from '../parsing/spoken-words.js';

/** Segments as speech recognisers write them, `{start, end, text}`, as opposed to our own in milliseconds. */
const hasSeconds = (segment: unknown): boolean =>
  isFields(segment) &&
  msOfSeconds(segment['start']) !== null &&
  'end' in segment &&
  typeof segment['text'] === 'string';

const segmentsOf = (json: unknown): unknown[] =>
  Array.isArray(json) ? (json as unknown[]) : listOf(json, 'segments');

export const looksLikeWhisperX = (json: unknown): boolean =>
  isFields(json) && Array.isArray(json['word_segments']) && Array.isArray(json['segments']);

/**
 * The response of OpenAI and compatible servers. It may contain words instead of segments, if those were
 * requested.
 */
export const looksLikeOpenAi = (json: unknown): boolean =>
  isFields(json) &&
  (typeof json['task'] === 'string' || typeof json['duration'] === 'number') &&
  typeof json['text'] === 'string' &&
  (segmentsOf(json).some(hasSeconds) || listOf(json, 'words').length > 0);

/** Segments in seconds, with or without an enclosing object. */
export const looksLikeFasterWhisper = (json: unknown): boolean => hasSeconds(segmentsOf(json)[0]);

const wordOf = (word: unknown): SpokenWord[] => {
  const speaker = propertyOf(word, 'speaker');
  const name = typeof speaker === 'string' ? speaker : null;
  return readWord(word, 1_000).map((read) => ({ ...read, speaker: name }));
};

/** @throws {TranscriptFormatError} when no segment has words */
export const parseWhisperJson = (json: unknown): ParsedTranscript => {
  const segments = segmentsOf(json);
  const words = segments.length > 0 ? [] : [...listOf(json, 'words'), ...listOf(json, 'word_segments')];
  const value =
    words.length > 0
      ? segmentsOfWords(words.flatMap(wordOf))
      : inSentences(sentencesOf(segments, listOf(json, 'words').flatMap(wordOf)));
  return { ...segmentsOfValue(value), ...languageOf(propertyOf(json, 'language')) };
};

/** With a single time for a longer segment, passages in it would begin at a guessed time. */
const LONG_MS = 10_000;

/** The segments; long ones are split into sentences if their words have times. */
const sentencesOf = (segments: readonly unknown[], words: readonly SpokenWord[]): UnreadSegment[] => {
  let next = 0;
  return segments.flatMap((segment): UnreadSegment[] => {
    const text = propertyOf(segment, 'text');
    const startMs = msOfSeconds(propertyOf(segment, 'start'));
    const endMs = msOfSeconds(propertyOf(segment, 'end'));
    const speaker = propertyOf(segment, 'speaker') ?? mainSpeaker(segment);
    const first = next;
    while (next < words.length && (words[next]?.startMs ?? 0) < (endMs ?? Infinity)) next++;
    const wordsInside = listOf(segment, 'words').flatMap(wordOf);
    const spoken = wordsInside.length > 0 ? wordsInside : words.slice(first, next);
    const whole = { text, startMs, endMs, speaker, words: spoken };
    if (typeof text !== 'string' || startMs === null || endMs === null || endMs - startMs <= LONG_MS)
      return [whole];
    const timed = withText(text, spoken);
    return timed ? segmentsOfWords(timed).map((sentence) => ({ ...sentence, speaker })) : [whole];
  });
};

/** The words as spelled in the text, with punctuation that some servers omit; undefined if they differ. */
const withText = (text: string, words: readonly SpokenWord[]): SpokenWord[] | undefined => {
  const written = text.trim().split(/\s+/);
  const isSame = written.length === words.length && words.every((word) => word.startMs !== null);
  return isSame ? words.map((word, i) => ({ ...word, text: written[i]!, speaker: null })) : undefined;
};

/** WhisperX may name the speaker only at the words: the first one counts. */
const mainSpeaker = (segment: unknown): unknown =>
  listOf(segment, 'words')
    .map((word) => propertyOf(word, 'speaker'))
    .find((speaker) => typeof speaker === 'string');
