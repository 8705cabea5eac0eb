/**
 * Parses transcripts of Deepgram, in seconds: sentences of `paragraphs`, otherwise `utterances`, otherwise
 * `words`.
 */
import type { ParsedTranscript } from './cues.js';
import { fieldOf, isFields, listOf, msOfSeconds } from './json-value.js';
import { languageOf } from './languages.js';
import { segmentsOfValue } from './segments-json.js';
import { segmentsOfWords, type SpokenWord } from './spoken-words.js';

export const looksLikeDeepgram = (json: unknown): boolean =>
  isFields(json) && Array.isArray(fieldOf(json['results'], 'channels'));

/** @throws {TranscriptFormatError} when it has no words */
export const parseDeepgram = (json: unknown): ParsedTranscript => {
  const results = fieldOf(json, 'results');
  const channels = listOf(results, 'channels');
  const language = languageOf(fieldOf(channels[0], 'detected_language'));
  return { ...segmentsOfValue(partsOf(results, channels)), ...language };
};

const partsOf = (results: unknown, channels: readonly unknown[]): unknown[] => {
  const best = channels.map((channel) => listOf(channel, 'alternatives')[0]);
  const paragraphs = best.flatMap((alternative) => listOf(fieldOf(alternative, 'paragraphs'), 'paragraphs'));
  const sentences = paragraphs.flatMap((paragraph) =>
    listOf(paragraph, 'sentences').map((sentence) => partOf(sentence, 'text', fieldOf(paragraph, 'speaker'))),
  );
  if (sentences.length > 0) return sentences;
  const utterances = listOf(results, 'utterances');
  if (utterances.length > 0)
    return utterances.map((utterance) => partOf(utterance, 'transcript', fieldOf(utterance, 'speaker')));
  const words = best.flatMap((alternative) => segmentsOfWords(listOf(alternative, 'words').flatMap(wordOf)));
  if (words.length > 0) return words;
  return best.map((alternative) => ({ text: fieldOf(alternative, 'transcript') }));
};

const partOf = (part: unknown, text: 'text' | 'transcript', speaker: unknown) => ({
  text: fieldOf(part, text),
  startMs: msOfSeconds(fieldOf(part, 'start')),
  endMs: msOfSeconds(fieldOf(part, 'end')),
  speaker: typeof speaker === 'number' ? `Speaker ${speaker}` : null,
});

const wordOf = (word: unknown): SpokenWord[] => {
  const { startMs, endMs, speaker } = partOf(word, 'text', fieldOf(word, 'speaker'));
  const text = fieldOf(word, 'punctuated_word') ?? fieldOf(word, 'word');
  return typeof text === 'string' ? [{ text, startMs, endMs, speaker }] : [];
};
