/**
 * Parses JSON of services for speech recognition that write words: Amazon Transcribe, Google, IBM Watson, Azure,
 * Speechmatics, Rev and ElevenLabs. Their words are joined into sentences.
 */
import type { ParsedTranscript } from '../parsing/parsed-transcript.js';
import { isFields, listOf, msOf, msOfSeconds, propertyOf } from '../parsing/json-value.js';
import { languageOf } from '../parsing/languages.js';
import { segmentsOfValue } from '../parsing/segments-json.js';
import { segmentsOfWords, type SpokenWord } from '../parsing/spoken-words.js';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A word, or punctuation that belongs to the word before it. */
type Piece = SpokenWord & { isMark?: boolean };

const joined = (pieces: readonly Piece[]): SpokenWord[] => {
  const words: SpokenWord[] = [];
  for (const { isMark = false, ...word } of pieces) {
    const last = words.at(-1);
    if (isMark && last) last.text += word.text.trim();
    else if (word.text.trim() !== '') words.push(word);
  }
  return words;
};

const transcriptOf = (pieces: readonly Piece[], language: unknown, whole?: unknown): ParsedTranscript => {
  const segments = segmentsOfWords(joined(pieces));
  return { ...segmentsOfValue(segments.length > 0 ? segments : [{ text: whole }]), ...languageOf(language) };
};

const first = (value: unknown, name: string): unknown => listOf(value, name)[0];
/** The first that the value has: services name a field differently in each of their versions. */
const anyOf = (value: unknown, ...names: string[]): unknown =>
  names.map((name) => propertyOf(value, name)).find((found) => found !== undefined);

/** `spk_0`, `S1`, `speaker_0` and 1 are numbers of speakers; `UU` is an unknown one. */
const speakerOf = (value: unknown): string | null => {
  const number = /^(?:spk_|speaker[_ ]?|s)?(\d{1,3})$/i.exec(
    typeof value === 'number' ? String(value) : textOf(value),
  )?.[1];
  if (number !== undefined) return `Speaker ${number}`;
  return typeof value === 'string' && value !== 'UU' ? value || null : null;
};

/** Amazon Transcribe and Speechmatics: items with alternatives, words and punctuation. */
const itemsOf = (items: readonly unknown[], speakers?: ReadonlyMap<unknown, unknown>): Piece[] =>
  items.map((item) => {
    const best = first(item, 'alternatives');
    const start = propertyOf(item, 'start_time');
    const speaker = anyOf(item, 'speaker_label') ?? propertyOf(best, 'speaker') ?? speakers?.get(start);
    return {
      text: textOf(propertyOf(best, 'content')),
      startMs: msOfSeconds(start),
      endMs: msOfSeconds(propertyOf(item, 'end_time')),
      confidence: msOf(propertyOf(best, 'confidence')),
      speaker: speakerOf(speaker),
      isMark: propertyOf(item, 'type') === 'punctuation',
    };
  });

export const looksLikeAws = (json: unknown): boolean =>
  isFields(json) && Array.isArray(propertyOf(json['results'], 'items'));

/** @throws {TranscriptFormatError} when it has no words */
export const parseAws = (json: unknown): ParsedTranscript => {
  const results = propertyOf(json, 'results');
  const turns = listOf(propertyOf(results, 'speaker_labels'), 'segments').flatMap((turn) =>
    listOf(turn, 'items'),
  );
  const speakers = new Map(
    turns.map((item) => [propertyOf(item, 'start_time'), propertyOf(item, 'speaker_label')]),
  );
  const whole = propertyOf(first(results, 'transcripts'), 'transcript');
  return transcriptOf(
    itemsOf(listOf(results, 'items'), speakers),
    propertyOf(results, 'language_code'),
    whole,
  );
};

export const looksLikeSpeechmatics = (json: unknown): boolean =>
  'content' in Object(first(first(json, 'results'), 'alternatives'));

/** @throws {TranscriptFormatError} when it has no words */
export const parseSpeechmatics = (json: unknown): ParsedTranscript =>
  transcriptOf(
    itemsOf(listOf(json, 'results')),
    propertyOf(propertyOf(propertyOf(json, 'metadata'), 'transcription_config'), 'language'),
  );

/** Google and IBM: results with alternatives, which have the words. */
const resultsOf = (json: unknown): unknown[] => listOf(anyOf(json, 'response') ?? json, 'results');
const hasTranscript = (json: unknown): boolean =>
  resultsOf(json).some((result) => 'transcript' in Object(first(result, 'alternatives')));

export const looksLikeIbm = (json: unknown): boolean =>
  hasTranscript(json) &&
  ('result_index' in Object(json) ||
    resultsOf(json).some((result) => listOf(first(result, 'alternatives'), 'timestamps').length > 0));

/** @throws {TranscriptFormatError} when it has no words */
export const parseIbm = (json: unknown): ParsedTranscript => {
  const labels = listOf(json, 'speaker_labels');
  const speakers = new Map(labels.map((label) => [propertyOf(label, 'from'), propertyOf(label, 'speaker')]));
  const pieces = resultsOf(json).flatMap((result) => {
    const best = first(result, 'alternatives');
    const words = listOf(best, 'timestamps').filter(Array.isArray) as unknown[][];
    if (words.length === 0) return wholeOf(best);
    const confidences = listOf(best, 'word_confidence') as unknown[][];
    return words.map(([text, start, end], i): Piece => ({
      text: textOf(text).replace(/^%HESITATION$/, ''),
      startMs: msOfSeconds(start),
      endMs: msOfSeconds(end),
      confidence: msOf(confidences[i]?.[1]),
      speaker: speakerOf(speakers.get(start)),
    }));
  });
  return transcriptOf(pieces, undefined);
};

const wholeOf = (alternative: unknown): Piece[] => [
  { text: textOf(propertyOf(alternative, 'transcript')), startMs: null, endMs: null, confidence: null },
];

export const looksLikeGoogle = hasTranscript;

/** `1.200s`, or seconds and nanoseconds. */
const durationOf = (value: unknown): number | null => {
  if (typeof value === 'string') return msOfSeconds(value.replace(/s$/, ''));
  if (!isFields(value)) return null;
  return (msOfSeconds(value['seconds']) ?? 0) + (msOf(value['nanos']) ?? 0) / 1_000_000;
};

/** @throws {TranscriptFormatError} when it has no words */
export const parseGoogle = (json: unknown): ParsedTranscript => {
  const results = resultsOf(json);
  const parts = results.map((result): Piece[] => {
    const best = first(result, 'alternatives');
    const words = listOf(best, 'words').map((word): Piece => ({
      text: textOf(propertyOf(word, 'word')),
      startMs: durationOf(anyOf(word, 'startTime', 'startOffset', 'start_time', 'start_offset')) ?? 0,
      endMs: durationOf(anyOf(word, 'endTime', 'endOffset', 'end_time', 'end_offset')),
      confidence: msOf(propertyOf(word, 'confidence')),
      speaker: speakerOf(anyOf(word, 'speakerLabel', 'speakerTag', 'speaker_label', 'speaker_tag') || null),
    }));
    return words.length > 0 ? words : wholeOf(best);
  });
  // With speakers, the last result repeats the words of all.
  const last = parts.at(-1) ?? [];
  const before = parts.slice(0, -1).flat();
  const isRepeated = last.length >= before.length && last.some(({ speaker }) => (speaker ?? null) !== null);
  return transcriptOf(
    isRepeated && before.every(({ speaker }) => (speaker ?? null) === null) ? last : parts.flat(),
    anyOf(results[0], 'languageCode', 'language_code'),
  );
};

export const looksLikeAzure = (json: unknown): boolean =>
  isFields(json) &&
  (Array.isArray(json['recognizedPhrases']) || 'offsetMilliseconds' in Object(first(json, 'phrases')));

const TICKS_PER_MS = 10_000;

/** @throws {TranscriptFormatError} when it has no words */
export const parseAzure = (json: unknown): ParsedTranscript => {
  const timesOf = (part: unknown): { startMs: number | null; endMs: number | null } => {
    const ticks = msOf(propertyOf(part, 'offsetInTicks'));
    const lasts = msOf(propertyOf(part, 'durationInTicks'));
    const startMs = ticks === null ? msOf(propertyOf(part, 'offsetMilliseconds')) : ticks / TICKS_PER_MS;
    const ms = lasts === null ? msOf(propertyOf(part, 'durationMilliseconds')) : lasts / TICKS_PER_MS;
    return { startMs, endMs: startMs === null || ms === null ? null : startMs + ms };
  };
  const phrases = [...listOf(json, 'recognizedPhrases'), ...listOf(json, 'phrases')];
  const segments = phrases.map((phrase) => {
    const best = first(phrase, 'nBest') ?? phrase;
    const words = [listOf(best, 'displayWords'), listOf(best, 'words')].find((list) => list.length > 0) ?? [];
    return {
      text: textOf(anyOf(best, 'display', 'text', 'lexical')),
      ...timesOf(phrase),
      speaker: speakerOf(propertyOf(phrase, 'speaker')),
      words: words.map((word) => ({
        text: textOf(anyOf(word, 'displayText', 'text', 'word')),
        ...timesOf(word),
        confidence: propertyOf(word, 'confidence'),
      })),
    };
  });
  return {
    ...segmentsOfValue(segments.toSorted((a, b) => (a.startMs ?? 0) - (b.startMs ?? 0))),
    ...languageOf(propertyOf(phrases[0], 'locale')),
  };
};

export const looksLikeRev = (json: unknown): boolean => isFields(json) && Array.isArray(json['monologues']);

/** @throws {TranscriptFormatError} when it has no words */
export const parseRev = (json: unknown): ParsedTranscript =>
  transcriptOf(
    listOf(json, 'monologues').flatMap((turn) =>
      listOf(turn, 'elements').map((element) => ({
        text: textOf(propertyOf(element, 'value')),
        startMs: msOfSeconds(propertyOf(element, 'ts')),
        endMs: msOfSeconds(propertyOf(element, 'end_ts')),
        confidence: msOf(propertyOf(element, 'confidence')),
        speaker: speakerOf(anyOf(turn, 'speaker')),
        isMark: propertyOf(element, 'type') === 'punct',
      })),
    ),
    propertyOf(json, 'language'),
  );

export const looksLikeElevenLabs = (json: unknown): boolean =>
  isFields(json) &&
  'language_code' in json &&
  listOf(json, 'words').some(
    (word) => propertyOf(word, 'type') === 'spacing' || 'speaker_id' in Object(word),
  );

/** @throws {TranscriptFormatError} when it has no words */
export const parseElevenLabs = (json: unknown): ParsedTranscript =>
  transcriptOf(
    listOf(json, 'words').flatMap((word): Piece[] =>
      propertyOf(word, 'type') === 'word'
        ? [
            {
              text: textOf(propertyOf(word, 'text')),
              startMs: msOfSeconds(propertyOf(word, 'start')),
              endMs: msOfSeconds(propertyOf(word, 'end')),
              confidence: null,
              speaker: speakerOf(propertyOf(word, 'speaker_id')),
            },
          ]
        : [],
    ),
    propertyOf(json, 'language_code'),
    propertyOf(json, 'text'),
  );
