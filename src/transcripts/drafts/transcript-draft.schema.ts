/** Schemas of drafts of transcripts. */
import { z } from 'zod';
import { listFields, type ListSpec } from '../../platform/db/list-query.js';
import { author } from '../../platform/http/callers/author.js';
import { dateTimeOutput, longList } from '../../platform/lib/fields.js';
import { MAX_OPERATIONS, transcriptOperation } from '../editing/transcript-operations.schema.js';
import { segment, segmentId } from '../stored/transcript.schema.js';

/** Enough to correct every segment of ten hours. */
const MAX_DRAFT_OPERATIONS = 20_000;
export const DRAFT_LIMIT_BYTES = 2 * 1024 * 1024;

export const newTranscriptDraft = z
  .strictObject({
    base: z
      .string()
      .regex(/^(?:W\/)?"[\w-]{1,64}"$/, 'must be an ETag, such as "Zm9v"')
      .transform((tag) => tag.replace(/^W\//, ''))
      .meta({
        type: 'string',
        maxLength: 68,
        description:
          'The ETag of the segments that the operations apply to: the transcript, or a revision of it.',
      }),
    operations: longList(transcriptOperation, MAX_DRAFT_OPERATIONS, 0),
  })
  .meta({ id: 'NewTranscriptDraft' });

/** A draft in lists. */
export const transcriptDraftRecord = z
  .object({
    id: z.int(),
    itemId: z.int(),
    mediaAssetId: z.int().meta({ description: 'The media asset of the transcript.' }),
    base: z.string().meta({ description: 'The ETag of the segments that the operations apply to.' }),
    operationCount: z.int(),
    createdBy: author.meta({ description: 'Whose draft it is.' }),
    entryDate: dateTimeOutput,
    updatedDate: dateTimeOutput,
  })
  .meta({ id: 'TranscriptDraftRecord' });

export const transcriptDraftList: ListSpec<'transcriptDraft'> = {
  table: 'transcriptDraft',
  fields: listFields(transcriptDraftRecord.omit({ base: true })),
  expansions: [],
  searched: ['createdBy'],
  defaultOrder: [{ field: 'id', direction: 'DESC' }],
  deletedColumn: null,
};

export const transcriptDraft = z
  .object({
    ...transcriptDraftRecord.shape,
    isOutdated: z
      .boolean()
      .meta({ description: 'Whether the transcript has changed since: applying the draft merges both.' }),
  })
  .meta({ id: 'TranscriptDraft' });

export const savedTranscriptDraft = z
  .object({
    ...transcriptDraft.shape,
    operations: z.array(transcriptOperation),
    segments: z
      .array(segment)
      .optional()
      .meta({ description: 'Only with `segments=true`: the base with the operations applied.' }),
  })
  .meta({ id: 'SavedTranscriptDraft' });

export const draftDecisions = z
  .strictObject({
    decisions: z
      .array(
        z.strictObject({
          segmentId,
          use: z
            .enum(['theirs', 'yours'])
            .meta({ description: '`yours` is what the draft has, `theirs` what the transcript has now.' }),
        }),
      )
      .max(MAX_OPERATIONS)
      .optional()
      .meta({
        description:
          'For conflicts: which side counts. A decision also counts for the segments that were split from it or merged with it.',
      }),
  })
  .meta({ id: 'DraftDecisions' });

export type DraftDecision = NonNullable<z.output<typeof draftDecisions>['decisions']>[number];

export const transcriptDraftExample: z.input<typeof transcriptDraft> = {
  id: 12,
  itemId: 42,
  mediaAssetId: 7,
  base: '"Zm9vYmFy"',
  operationCount: 1,
  createdBy: { type: 'person', id: 3, name: 'Ruth Adeyemi' },
  entryDate: '2026-03-01T12:00:00.000Z',
  updatedDate: '2026-03-01T12:05:00.000Z',
  isOutdated: false,
};
