/**
 * Parses and writes the JSON transcripts of the Podcast Namespace (podcastnamespace.org, tag
 * `podcast:transcript`).
 */
import type { Segment } from '../../../../indexer/index.js';
import type { ParsedTranscript } from '../parsing/parsed-transcript.js';
import { exportCues } from './export-cues.js';
import { propertyOf, isFields, listOf, msOfSeconds } from '../parsing/json-value.js';
import { segmentsOfValue } from '../parsing/segments-json.js';
import { inSentences } from '../parsing/spoken-words.js';

export const looksLikePodcastJson = (json: unknown): boolean => {
  const [first] = listOf(json, 'segments');
  return isFields(first) && 'startTime' in first && typeof first['body'] === 'string';
};

/** @throws {TranscriptFormatError} when no segment has words */
export const parsePodcastJson = (json: unknown): ParsedTranscript => {
  let last: unknown = null;
  return segmentsOfValue(
    inSentences(
      listOf(json, 'segments').map((segment) => {
        // Some files name the speaker only when it changes.
        const speaker = (last = propertyOf(segment, 'speaker') ?? last);
        const startMs = msOfSeconds(propertyOf(segment, 'startTime'));
        const endMs = msOfSeconds(propertyOf(segment, 'endTime'));
        return { text: propertyOf(segment, 'body'), startMs, endMs, speaker };
      }),
    ),
  );
};

/**
 * Version 1.0.0, in seconds. A segment without a speaker gets an empty name, because readers would otherwise
 * assume the previous one.
 */
export const writePodcastJson = (segments: readonly Segment[]): string => {
  const cues = exportCues(segments);
  const isSpoken = cues.some(({ speaker }) => speaker !== null);
  return JSON.stringify({
    version: '1.0.0',
    segments: cues.map(({ text, startMs, endMs, speaker }) => ({
      ...(isSpoken && { speaker: speaker ?? '' }),
      startTime: startMs / 1_000,
      endTime: endMs / 1_000,
      body: text,
    })),
  });
};
