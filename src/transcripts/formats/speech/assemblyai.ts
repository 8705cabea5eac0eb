/** Parses transcripts of AssemblyAI: `utterances` of speakers, otherwise `words`, in milliseconds. */
import type { ParsedTranscript } from '../parsing/parsed-transcript.js';
import { TranscriptFormatError } from '../parsing/format-error.js';
import { propertyOf, isFields, listOf } from '../parsing/json-value.js';
import { languageOf } from '../parsing/languages.js';
import { segmentsOfValue } from '../parsing/segments-json.js';
import { readWord, segmentsOfWords, type SpokenWord } from '../parsing/spoken-words.js';

export const looksLikeAssemblyAi = (json: unknown): boolean =>
  isFields(json) &&
  ('audio_url' in json ||
    'language_code' in json ||
    'acoustic_model' in json ||
    Array.isArray(json['utterances'])) &&
  ('words' in json || 'utterances' in json);

/** @throws {TranscriptFormatError} when it has no words, or is not ready yet */
export const parseAssemblyAi = (json: unknown): ParsedTranscript => {
  const status = propertyOf(json, 'status');
  if (typeof status === 'string' && status !== 'completed')
    throw new TranscriptFormatError(`The transcript of AssemblyAI has status ${status.slice(0, 40)}`);
  const utterances = listOf(json, 'utterances');
  // A turn may last for minutes, so its words are joined into sentences.
  const words = utterances.flatMap((turn) =>
    listOf(turn, 'words').length > 0 ? listOf(turn, 'words') : [turn],
  );
  const value = segmentsOfWords((utterances.length > 0 ? words : listOf(json, 'words')).flatMap(wordOf));
  const whole = value.length > 0 ? value : [{ text: propertyOf(json, 'text') }];
  return { ...segmentsOfValue(whole), ...languageOf(propertyOf(json, 'language_code')) };
};

const wordOf = (word: unknown): SpokenWord[] => {
  const speaker = propertyOf(word, 'speaker');
  const name = typeof speaker === 'string' && speaker ? speakerName(speaker) : null;
  return readWord(word, 1).map((read) => ({ ...read, speaker: name }));
};

/** Speaker `A` becomes Speaker A. */
const speakerName = (speaker: string): string =>
  /^(?:[A-Z]|\d{1,3})$/.test(speaker) ? `Speaker ${speaker}` : speaker;
