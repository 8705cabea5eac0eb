/** Schemas of stored transcripts: their segments, revisions and versions, and what uploads contain. */
import { z } from 'zod';
import { listFields, type ListSpec } from '../../platform/db/list-query.js';
import { pathId, queryFlag, queryInteger } from '../../platform/http/endpoint/record-query.js';
import { dateTimeOutput, id, languageTag, longList } from '../../platform/lib/fields.js';
import { MAX_SEGMENTS } from '../formats/parsing/limits.js';
import { MAX_TIME_MS } from '../formats/segments/times.js';
import { MAX_LEVEL, SEGMENT_KINDS } from '../formats/segments/transcript-segment.js';
import { SEGMENT_ID } from './stored-segments.js';

export const revisionParams = z.object({ itemId: pathId, transcriptRevisionId: pathId });

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

/** Some programs write the whole text as one segment. */
const MAX_SEGMENT_LENGTH = 1_000_000;
const MAX_SEGMENT_WORDS = 200_000;
const MAX_WORD_LENGTH = 1_000;

export const segmentId = z
  .string()
  .max(40)
  .regex(SEGMENT_ID, 'must be 1 to 40 of the characters A–Z, a–z, 0–9, _ and -');

export const segmentText = z.string().max(MAX_SEGMENT_LENGTH);
export const segmentSpeaker = z.string().max(255).nullish().meta({ description: 'Null for no speaker.' });

export const segmentKind = z.enum(SEGMENT_KINDS).meta({
  description:
    'Kind of a paragraph in a text without times; omitted for plain text. ` | ` separates the cells of a row.',
});
export const segmentLevel = z
  .int()
  .min(1)
  .max(MAX_LEVEL)
  .meta({ description: 'Of a heading, or of an item in a list within lists: from 1.' });

export const editedMs = z
  .int()
  .min(0)
  .max(MAX_TIME_MS)
  .optional()
  .meta({ description: 'Milliseconds from the start.' });

const wordTime = z.number().max(MAX_TIME_MS).nullish().meta({ description: 'Milliseconds from the start.' });

export const newWord = z.strictObject({
  text: z.string().max(MAX_WORD_LENGTH),
  startMs: wordTime,
  endMs: wordTime,
  confidence: z.number().min(0).max(1).nullish(),
});

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

export const segmentsExample = [
  {
    id: '3fa9c1d2-1',
    text: 'The Lord is my shepherd.',
    startMs: 0,
    endMs: 2_400,
    speaker: 'Ruth Adeyemi',
    heading: false,
    kind: null,
    level: null,
  },
];

const time = z.number().max(MAX_TIME_MS).nullish().meta({
  description: 'Milliseconds from the start. Missing times are interpolated; negative ones become 0.',
});

export const newSegmentsExample = [
  { text: 'The Lord is my shepherd.', startMs: 0, endMs: 2_400 },
  { text: 'I shall not want.', startMs: 2_400, endMs: 4_100 },
];

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
