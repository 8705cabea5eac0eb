/** Schemas of the transcript endpoints. */
import { z } from 'zod';
import { listFields, type ListSpec } from '../../platform/db/list-query.js';
import { queryFlag, queryInteger } from '../../platform/http/record-query.js';
import { dateTimeOutput, id, languageTag, longList } from '../../platform/lib/fields.js';
import { MAX_SEGMENTS } from './formats/limits.js';
import { MAX_TIME_MS } from './formats/times.js';
import {
  editedMs,
  MAX_OPERATIONS,
  newWord,
  renaming,
  segmentId,
  segmentKind,
  segmentLevel,
  segmentSpeaker,
  segmentText,
  transcriptOperation,
} from './transcript-operations.schema.js';

export const transcriptQuery = z.strictObject({
  mediaAssetId: queryInteger(1, Number.MAX_SAFE_INTEGER)
    .optional()
    .meta({ description: 'Media asset; defaults to the one that search uses.' }),
});
export const wordsQuery = z.strictObject({
  words: queryFlag()
    .default(false)
    .meta({ description: 'Include the words with their times.', type: 'boolean' }),
});
export const segmentsQuery = z.strictObject({ ...transcriptQuery.shape, ...wordsQuery.shape });
export type TranscriptQuery = z.output<typeof segmentsQuery>;

export const TRANSCRIPT_LIMIT_BYTES = 32 * 1024 * 1024;

const ms = z.int().nullable();

const word = z
  .object({
    text: z.string().meta({ description: 'With the punctuation around it.' }),
    startMs: ms.meta({ description: 'Milliseconds from the start; null if unknown.' }),
    endMs: ms,
    confidence: z
      .number()
      .nullable()
      .meta({ description: 'How sure the speech recognition was, from 0 to 1; null if unknown.' }),
  })
  .meta({ id: 'Word' });

export const segment = z
  .object({
    id: z.string().meta({
      description:
        'Unique in the transcript. It stays when segments are edited, a revision is restored, or the item is processed again; a transcript that is uploaded has new ones, except for segments that are unchanged.',
    }),
    text: z.string(),
    startMs: ms,
    endMs: ms,
    speaker: z.string().nullable(),
    heading: z.boolean().meta({ description: 'Passages do not cross headings.' }),
    kind: segmentKind.nullable(),
    level: segmentLevel.nullable(),
    words: z
      .array(word)
      .nullable()
      .optional()
      .meta({ description: 'Only with `words=true`. Null if no word has a time.' }),
  })
  .meta({ id: 'Segment' });

const time = z.number().max(MAX_TIME_MS).nullish().meta({
  description: 'Milliseconds from the start. Missing times are interpolated; negative ones become 0.',
});

/** Some programs write the whole text as one segment. */
const MAX_SEGMENT_WORDS = 200_000;

/** Accepts common mistakes of recorders and editors: wrong order, overlaps, missing times, empty segments. */
export const newTranscript = z
  .strictObject({
    mediaAssetId: id.nullish(),
    language: languageTag.nullish(),
    segments: longList(
      z.strictObject({
        id: segmentId.optional().meta({
          description: 'As `GET …/transcript/segments` returns it. A segment without one gets one.',
        }),
        text: segmentText,
        startMs: time,
        endMs: time,
        speaker: z.string().max(255).nullish(),
        heading: z.boolean().optional(),
        kind: segmentKind.nullish(),
        level: segmentLevel.nullish(),
        words: z.array(newWord).max(MAX_SEGMENT_WORDS).nullish().meta({
          description: 'The words of the text with their times. Words that are missing here have none.',
        }),
      }),
      MAX_SEGMENTS,
    ),
  })
  .meta({ id: 'NewTranscript' });

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

/** Identifies the version of a transcript. */
export const transcriptVersion = z
  .object({
    itemId: z.int(),
    mediaAssetId: z.int().nullable(),
    language: z.string().nullable(),
    endMs: ms.meta({ description: 'End of the last segment; null without times.' }),
    updatedDate: dateTimeOutput,
  })
  .meta({ id: 'TranscriptVersion' });

/** The response of an edit. */
export const transcriptEdit = z.object({
  transcript: transcriptVersion,
  segments: z.array(segment).meta({
    description:
      'The segments that the edit has changed or made, in order: the first 2,000. Those that it has removed are missing.',
  }),
  moreSegments: z.int().meta({ description: 'Number of further ones.' }),
});

export const transcriptRevision = z
  .object({
    id: z.int(),
    itemId: z.int(),
    mediaAssetId: z.int().nullable(),
    language: z.string().nullable(),
    endMs: ms,
    sizeBytes: z.int().meta({ description: 'Number of stored segments.' }),
    entryDate: dateTimeOutput.meta({ description: 'When it became the transcript.' }),
    replacedDate: dateTimeOutput.meta({ description: 'When it was replaced.' }),
  })
  .meta({ id: 'TranscriptRevision' });

export const revisionList: ListSpec<'transcriptRevision'> = {
  table: 'transcriptRevision',
  fields: listFields(transcriptRevision),
  expansions: [],
  searched: ['language'],
  defaultOrder: [{ field: 'id', direction: 'DESC' }],
  deletedColumn: null,
};

export const transcript = z
  .object({
    itemId: z.int(),
    title: z.string(),
    transcript: z.string().meta({ description: 'The full text.' }),
    chunks: z.array(z.object({ text: z.string(), startMs: ms, endMs: ms })).meta({
      description: 'Passages of whole sentences, as used by search; neighbouring passages share a sentence.',
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

export const rawRevision = z
  .object({ ...transcriptRevision.shape, segments: z.array(segment) })
  .meta({ id: 'RawTranscriptRevision' });
