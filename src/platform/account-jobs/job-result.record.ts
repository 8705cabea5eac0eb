/** The schema of the results of account jobs, and the declaration of their list. */
import { z } from 'zod';
import { listFields, type ListSpec } from '../db/list-query.js';
import type { Row } from '../db/tables.js';
import { exampleOf } from '../lib/example.js';
import { dateTimeOutput } from '../lib/fields.js';
import type { StoredOf } from '../lib/present.js';
import { outcomes } from './account-job.record.js';

const change = z.object({
  field: z.string(),
  from: z.unknown().meta({ description: 'The value before. Long texts are cut.' }),
  to: z.unknown().meta({ description: 'The value after.' }),
});

export const jobResult = z
  .object({
    id: z.int(),
    itemId: z.int(),
    outcome: z.enum(outcomes).meta({
      description:
        '`changed`, or would change; `unchanged`: already as requested; `kept`: an undo has left values that have changed since; `failed`: with an `error`.',
    }),
    error: z
      .object({
        type: z
          .string()
          .nullable()
          .meta({ description: 'Type as in other error responses; null without an error.' }),
        message: z.string(),
      })
      .nullable()
      .meta({ description: 'Why the item was not changed, or not as a whole.' }),
    changes: z.array(change).meta({ description: 'What changed, as in a revision of the item.' }),
    kept: z.array(z.string()).meta({ description: 'The fields that an undo has left.' }),
    hits: z.int().nullable().meta({ description: 'Number of places at which `replaceText` found the text.' }),
    undoneAt: dateTimeOutput.nullable(),
  })
  .meta({ id: 'JobResult' });

type JobResult = StoredOf<typeof jobResult>;

export const resultList: ListSpec<'jobResult'> = {
  table: 'jobResult',
  fields: listFields(jobResult),
  expansions: [],
  searched: ['error'],
  defaultOrder: [{ field: 'id', direction: 'ASC' }],
  deletedColumn: null,
};

/** The record of a row. */
export const toResult = (row: Row<'jobResult'>, shown: (value: unknown) => unknown): JobResult => ({
  ...row,
  error: row.error === null ? null : (JSON.parse(row.error) as { type: string | null; message: string }),
  changes: (JSON.parse(row.changes) as { field: string; from: unknown; to: unknown }[]).map(
    ({ field, from, to }) => ({ field, from: shown(from), to: shown(to) }),
  ),
});

export const resultExample = exampleOf(jobResult, {
  id: 1_043,
  itemId: 43,
  outcome: 'changed',
  error: null,
  changes: [{ field: 'topics', from: [4], to: [4, 9] }],
  kept: [],
});
