/** The schema of jobs as accounts see them, and how they are listed. */
import { z } from 'zod';
import { listFields } from '../db/list-fields.js';
import type { ListSpec } from '../db/list-query.js';
import type { Row } from '../db/tables.js';
import { exampleOf } from '../lib/example.js';
import { dateTimeOutput } from '../lib/fields.js';
import type { StoredOf } from '../lib/present.js';

/** Errors that a job names; `failed` counts all. */
export const MAX_JOB_ERRORS = 100;

export const jobStatuses = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type JobStatus = (typeof jobStatuses)[number];

const jobError = z.object({
  id: z.int().nullable().meta({ description: 'Id of the record; null where the job as a whole failed.' }),
  type: z.string().meta({ description: 'As in the error of a single call, e.g. NotFoundError.' }),
  message: z.string(),
});
export type JobError = z.output<typeof jobError>;

export const jobRecord = z
  .object({
    id: z.int(),
    kind: z
      .string()
      .meta({ description: 'What kind of job it is: `bulk`, or `transcode` for the stream of a video.' }),
    action: z
      .string()
      .nullable()
      .meta({ description: 'What a bulk job does to each item, e.g. `publish`; null for other kinds.' }),
    status: z.enum(jobStatuses).meta({
      description:
        '`done` once all records have been tried, even if some failed; `failed` if none could be changed, or the server had to give up.',
    }),
    mediaAssetId: z.int().nullable().meta({ description: 'Of a `transcode`: whose stream is made.' }),
    total: z.int().meta({ description: 'Records to change; 100 of a `transcode`.' }),
    done: z.int().meta({ description: 'Records that are as requested; the percentage of a `transcode`.' }),
    failed: z.int().meta({ description: 'Records that could not be changed.' }),
    errors: z
      .array(jobError)
      .max(MAX_JOB_ERRORS)
      .meta({ description: `Why records could not be changed: the first ${MAX_JOB_ERRORS} of them.` }),
    entryDate: dateTimeOutput,
    finishedDate: dateTimeOutput.nullable(),
  })
  .meta({ id: 'Job' });

export type Job = StoredOf<typeof jobRecord>;

/** The record of a row. */
export const toJob = (row: Row<'accountJob'>): Job => ({
  ...row,
  errors: JSON.parse(row.errors) as JobError[],
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
  errors: [
    {
      id: 42,
      type: 'InvalidStateError',
      message: 'An item in status draft cannot be published. It must be in status ready or unpublished.',
    },
  ],
  entryDate: '2026-03-01T12:00:00.000Z',
});
