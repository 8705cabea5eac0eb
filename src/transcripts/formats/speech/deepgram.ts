/**
 * Parses transcripts of Deepgram, in seconds: sentences of `paragraphs`, otherwise `utterances`, otherwise
 * `words`.
 */
import type { ParsedTranscript } from '../parsing/parsed-transcript.js';
import { propertyOf, isFields, listOf, msOfSeconds } from '../parsing/json-value.js';
import { languageOf } from '../parsing/languages.js';
import { segmentsOfValue } from '../parsing/segments-json.js';
import { readWord, segmentsOfWords, type SpokenSegment, type SpokenWord } from '../parsing/spoken-words.js';

export const looksLikeDeepgram = (json: unknown): boolean =>
  isFields(json) && Array.isArray(propertyOf(json['results'], 'channels'));

/** @throws {TranscriptFormatError} when it has no words */
export const parseDeepgram = (json: unknown): ParsedTranscript => {
  const results = propertyOf(json, 'results');
  const channels = listOf(results, 'channels');
  const language = languageOf(propertyOf(channels[0], 'detected_language'));
  return { ...segmentsOfValue(utterancesOrAlternatives(results, channels)), ...language };
};

const utterancesOrAlternatives = (results: unknown, channels: readonly unknown[]): unknown[] => {
  const best = channels.map((channel) => listOf(channel, 'alternatives')[0]);
  const sentences = best.flatMap(sentencesOf);
  if (sentences.length > 0) return sentences;
  const utterances = listOf(results, 'utterances');
  if (utterances.length > 0)
    return utterances.map((utterance) => ({
      ...partOf(utterance, 'transcript', propertyOf(utterance, 'speaker')),
      words: wordsOf(utterance),
    }));
  const words = best.flatMap((alternative): SpokenSegment[] => segmentsOfWords(wordsOf(alternative)));
  if (words.length > 0) return words;
  return best.map((alternative) => ({ text: propertyOf(alternative, 'transcript') }));
};

/** Sentences have no words of their own: those of the channel that begin before a sentence ends are its. */
const sentencesOf = (alternative: unknown): unknown[] => {
  const words = wordsOf(alternative);
  let next = 0;
  return listOf(propertyOf(alternative, 'paragraphs'), 'paragraphs').flatMap((paragraph) =>
    listOf(paragraph, 'sentences').map((sentence) => {
      const part = partOf(sentence, 'text', propertyOf(paragraph, 'speaker'));
      const first = next;
      while (next < words.length && (words[next]!.startMs ?? 0) < (part.endMs ?? Infinity)) next++;
      return { ...part, words: words.slice(first, next) };
    }),
  );
};

const partOf = (part: unknown, text: 'text' | 'transcript', speaker: unknown) => ({
  text: propertyOf(part, text),
  startMs: msOfSeconds(propertyOf(part, 'start')),
  endMs: msOfSeconds(propertyOf(part, 'end')),
  speaker: speakerName(speaker),
});

const wordsOf = (part: unknown): SpokenWord[] =>
  listOf(part, 'words').flatMap((word) =>
    readWord(word, 1_000).map((read) => ({ ...read, speaker: speakerName(propertyOf(word, 'speaker')) })),
  );

const speakerName = (speaker: unknown): string | null =>
  typeof speaker === 'number' ? `Speaker ${speaker}` : null;
