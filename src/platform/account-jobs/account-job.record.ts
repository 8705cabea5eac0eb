/** The schema of account jobs, and the declaration of the list. */
import { z } from 'zod';
import { author } from '../http/callers/author.js';
import { listFields, type ListSpec } from '../db/list-query.js';
import type { Row } from '../db/tables.js';
import { exampleOf } from '../lib/example.js';
import { dateTimeOutput } from '../lib/fields.js';
import type { StoredOf } from '../lib/present.js';

/** Maximum number of errors listed in a job; `failed` counts all. */
export const MAX_JOB_ERRORS = 100;

export const jobStatuses = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type JobStatus = (typeof jobStatuses)[number];

const jobError = z.object({
  id: z.int().nullable().meta({ description: 'Id of the record; null if the whole job failed.' }),
  type: z.string().meta({ description: 'Type as in other error responses, e.g. NotFoundError.' }),
  message: z.string(),
});
export type JobError = z.output<typeof jobError>;

/** What became of a record. */
export const outcomes = ['changed', 'unchanged', 'kept', 'failed'] as const;
export type JobOutcomeName = (typeof outcomes)[number];

/** Maximum number of reasons; the others are counted together. */
export const MAX_REASONS = 20;
/** Maximum number of records named for a reason. */
export const MAX_EXAMPLES = 5;
/** How long a job can be undone after it has finished. */
export const UNDO_HOURS = 24;

const reason = z.object({
  outcome: z.enum(outcomes),
  type: z
    .string()
    .nullable()
    .meta({ description: 'Type of the error, e.g. InvalidStateError; null if there was no error.' }),
  message: z.string(),
  count: z.int(),
  examples: z.array(z.int()).max(MAX_EXAMPLES).meta({ description: 'Ids of the first records.' }),
});
export type Reason = z.output<typeof reason>;

export const jobRecord = z
  .object({
    id: z.int(),
    kind: z.string().meta({
      description:
        '`bulk`, `trash`, `transcode` for the stream of a video, or `import` for downloads of episodes.',
    }),
    action: z.string().nullable().meta({
      description: 'Action of a bulk job, e.g. `publish`, or of the trash: `purge`; null for other kinds.',
    }),
    status: z.enum(jobStatuses).meta({
      description:
        '`done` when all records were processed, even if some failed; `failed` if no record could be changed or the server gave up.',
    }),
    mediaAssetId: z.int().nullable().meta({ description: 'Media asset of a `transcode` job.' }),
    total: z.int().meta({ description: 'Number of records to change; 100 for a `transcode` job.' }),
    done: z
      .int()
      .meta({ description: 'Number of records that are as requested; percentage of a `transcode` job.' }),
    failed: z.int().meta({ description: 'Number of records that could not be changed.' }),
    changed: z.int().meta({
      description: 'Number of records that the job has changed, or would change if it is a dry run.',
    }),
    reasons: z
      .array(reason)
      .max(MAX_REASONS + 1)
      .meta({ description: 'Why the other records were not changed, or what came with a download.' }),
    dryRun: z.boolean().meta({ description: 'Whether the job only finds out what it would change.' }),
    hits: z
      .int()
      .nullable()
      .meta({ description: 'Number of places at which `replaceText` found the text; null otherwise.' }),
    errors: z
      .array(jobError)
      .max(MAX_JOB_ERRORS)
      .meta({ description: `Errors of the first ${MAX_JOB_ERRORS} records that could not be changed.` }),
    createdBy: author.nullable(),
    entryDate: dateTimeOutput,
    finishedDate: dateTimeOutput.nullable(),
    undoOf: z.int().nullable().meta({ description: 'The job that this one undoes.' }),
    undoUntil: dateTimeOutput.nullable().meta({
      description: `Until when the job can be undone: ${UNDO_HOURS} hours after it finishes. Null if it cannot.`,
    }),
    undoneAt: dateTimeOutput
      .nullable()
      .meta({ description: 'When another job had undone it, as far as its values still stood.' }),
  })
  .meta({ id: 'Job' });

export type BackgroundTask = StoredOf<typeof jobRecord>;

/** The record of a row. */
export const toJob = (row: Row<'accountJob'>): BackgroundTask => ({
  ...row,
  errors: JSON.parse(row.errors) as JobError[],
  reasons: JSON.parse(row.reasons) as Reason[],
});

export const jobList: ListSpec<'accountJob'> = {
  table: 'accountJob',
  fields: listFields(jobRecord),
  expansions: [],
  searched: ['kind', 'action'],
  defaultOrder: [{ field: 'id', direction: 'DESC' }],
  deletedColumn: null,
};

export const jobExample = exampleOf(jobRecord, {
  id: 12,
  kind: 'bulk',
  action: 'publish',
  status: 'running',
  total: 40,
  done: 25,
  failed: 1,
  changed: 24,
  reasons: [
    {
      outcome: 'failed',
      type: 'InvalidStateError',
      message: 'An item in status draft cannot be published. It must be in status ready or unpublished.',
      count: 1,
      examples: [42],
    },
    { outcome: 'unchanged', type: null, message: 'It is already as requested.', count: 1, examples: [40] },
  ],
  dryRun: false,
  createdBy: { type: 'token', id: 4, name: 'Website build' },
  errors: [
    {
      id: 42,
      type: 'InvalidStateError',
      message: 'An item in status draft cannot be published. It must be in status ready or unpublished.',
    },
  ],
  entryDate: '2026-03-01T12:00:00.000Z',
});
