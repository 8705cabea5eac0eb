/** Input and output of the transcript endpoints. */
import { z } from 'zod';
import { MAX_TIME_MS } from './formats/times.js';
import { id, languageTag, longList } from '../../platform/lib/fields.js';
import { MAX_SEGMENTS } from './formats/limits.js';

export const TRANSCRIPT_LIMIT_BYTES = 32 * 1024 * 1024;

/** Some programs write the whole text as one segment. */
const MAX_SEGMENT_LENGTH = 1_000_000;

const ms = z.int().nullable();

const segment = z
  .object({
    text: z.string(),
    startMs: ms,
    endMs: ms,
    speaker: z.string().nullable(),
    heading: z.boolean().meta({ description: 'No passage runs across a heading.' }),
  })
  .meta({ id: 'Segment' });

const time = z.number().max(MAX_TIME_MS).nullish().meta({
  description: 'Milliseconds from the start. What is missing is interpolated; what is negative counts as 0.',
});

/** Lenient in what recorders and editors get wrong: order, overlaps, missing times, empty segments. */
export const newTranscript = z
  .strictObject({
    mediaAssetId: id.nullish(),
    language: languageTag.nullish(),
    segments: longList(
      z.strictObject({
        text: z.string().max(MAX_SEGMENT_LENGTH),
        startMs: time,
        endMs: time,
        speaker: z.string().max(255).nullish(),
        heading: z.boolean().optional(),
      }),
      MAX_SEGMENTS,
    ),
  })
  .meta({ id: 'NewTranscript' });

export const transcript = z
  .object({
    itemId: z.int(),
    title: z.string(),
    transcript: z.string().meta({ description: 'The full text.' }),
    chunks: z.array(z.object({ text: z.string(), startMs: ms, endMs: ms })).meta({
      description: 'Passages of whole sentences, as search finds them; neighbours share a sentence.',
    }),
  })
  .meta({ id: 'Transcript' });

export const rawTranscript = z
  .object({
    itemId: z.int(),
    mediaAssetId: z.int().nullable(),
    language: z.string().nullable(),
    segments: z.array(segment),
  })
  .meta({ id: 'RawTranscript' });
