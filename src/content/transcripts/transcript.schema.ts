/** Schemas of the transcript endpoints. */
import { z } from 'zod';
import { MAX_TIME_MS } from './formats/times.js';
import { listFields } from '../../platform/db/list-fields.js';
import type { ListSpec } from '../../platform/db/list-query.js';
import { dateTimeOutput, id, languageTag, longList } from '../../platform/lib/fields.js';
import { MAX_SEGMENTS } from './formats/limits.js';
import { MAX_LEVEL, SEGMENT_KINDS } from './formats/segment-kinds.js';

export const TRANSCRIPT_LIMIT_BYTES = 32 * 1024 * 1024;

/** Segments in one edit. */
const MAX_EDITS = 1_000;

/** Some programs write the whole text as one segment. */
const MAX_SEGMENT_LENGTH = 1_000_000;

const ms = z.int().nullable();

const segmentKind = z.enum(SEGMENT_KINDS).meta({
  description:
    'Kind of a paragraph in a text without times; omitted for plain text. ` | ` separates the cells of a row.',
});
const segmentLevel = z
  .int()
  .min(1)
  .max(MAX_LEVEL)
  .meta({ description: 'Of a heading, or of an item in a list within lists: from 1.' });

const segment = z
  .object({
    text: z.string(),
    startMs: ms,
    endMs: ms,
    speaker: z.string().nullable(),
    heading: z.boolean().meta({ description: 'Passages do not cross headings.' }),
    kind: segmentKind.nullable(),
    level: segmentLevel.nullable(),
  })
  .meta({ id: 'Segment' });

const time = z.number().max(MAX_TIME_MS).nullish().meta({
  description: 'Milliseconds from the start. Missing times are interpolated; negative ones become 0.',
});

/** Accepts common mistakes of recorders and editors: wrong order, overlaps, missing times, empty segments. */
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
        kind: segmentKind.nullish(),
        level: segmentLevel.nullish(),
      }),
      MAX_SEGMENTS,
    ),
  })
  .meta({ id: 'NewTranscript' });

const editedMs = z
  .int()
  .min(0)
  .max(MAX_TIME_MS)
  .optional()
  .meta({ description: 'Milliseconds from the start.' });

const segmentChange = z.strictObject({
  index: z.int().min(0).meta({ description: 'Index of the segment, from 0.' }),
  text: z.string().max(MAX_SEGMENT_LENGTH).optional(),
  speaker: z.string().max(255).nullish().meta({ description: 'Null for no speaker.' }),
  startMs: editedMs,
  endMs: editedMs,
});

const seenSegment = z.strictObject({
  index: z.int().min(0),
  text: z.string().nullish(),
  speaker: z.string().nullish(),
  startMs: z.number().nullish(),
  endMs: z.number().nullish(),
});
export type SeenSegment = z.output<typeof seenSegment>;

/** What callers saw of the segments that they edit. */
export const seenTranscript = z.strictObject({ segments: z.array(seenSegment).max(MAX_EDITS) }).partial();

export const transcriptChanges = z
  .strictObject({
    segments: z.array(segmentChange).max(MAX_EDITS).optional(),
    renameSpeaker: z
      .strictObject({
        from: z.string().min(1).max(255),
        to: z.string().max(255).nullable().meta({ description: 'Null removes the name.' }),
      })
      .optional()
      .meta({ description: 'Applied to all segments, after the other changes.' }),
  })
  .refine(
    ({ segments, renameSpeaker }) => (segments?.length ?? 0) > 0 || renameSpeaker !== undefined,
    'must change segments or rename a speaker',
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
