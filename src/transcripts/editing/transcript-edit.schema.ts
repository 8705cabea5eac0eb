/** Schemas of edits of transcripts: changes of segments, what the caller saw of them, and the response. */
import { z } from 'zod';
import { MAX_OPERATIONS, renaming, transcriptOperation } from './transcript-operations.schema.js';
import {
  editedMs,
  segment,
  segmentSpeaker,
  segmentText,
  transcriptVersion,
} from '../stored/transcript.schema.js';

const segmentChange = z.strictObject({
  index: z.int().min(0).meta({ description: 'Index of the segment, from 0.' }),
  text: segmentText.optional(),
  speaker: segmentSpeaker,
  startMs: editedMs,
  endMs: editedMs,
});

const seenSegment = z.strictObject({
  index: z.int().min(0),
  text: segmentText.nullish(),
  speaker: segmentSpeaker,
  startMs: z.number().nullish(),
  endMs: z.number().nullish(),
});
export type SeenSegment = z.output<typeof seenSegment>;

/** What callers saw of the segments that they edit. */
export const seenTranscript = z
  .strictObject({ segments: z.array(seenSegment).max(MAX_OPERATIONS) })
  .partial();

export const transcriptChanges = z
  .strictObject({
    operations: z
      .array(transcriptOperation)
      .min(1)
      .max(MAX_OPERATIONS)
      .optional()
      .meta({ description: 'Applied in order, all or none. Must not be combined with the other fields.' }),
    segments: z.array(segmentChange).max(MAX_OPERATIONS).optional(),
    renameSpeaker: z
      .strictObject(renaming)
      .optional()
      .meta({ description: 'Applied to all segments, after the other changes.' }),
  })
  .refine(
    ({ operations, segments, renameSpeaker }) =>
      operations !== undefined || (segments?.length ?? 0) > 0 || renameSpeaker !== undefined,
    'must have operations, change segments or rename a speaker',
  )
  .refine(
    ({ operations, segments, renameSpeaker }) =>
      operations === undefined || (segments === undefined && renameSpeaker === undefined),
    { path: ['operations'], message: 'must not be combined with segments or renameSpeaker' },
  )
  .meta({ id: 'TranscriptChanges' });
export type TranscriptChanges = z.output<typeof transcriptChanges>;

/** The response of an edit. */
export const transcriptEdit = z.object({
  transcript: transcriptVersion,
  segments: z.array(segment).meta({
    description:
      'The segments that the edit has changed or made, in order: the first 2,000. Those that it has removed are missing.',
  }),
  moreSegments: z.int().meta({ description: 'Number of further ones.' }),
});
