/** Schema of an item's processing in the API. */
import { z } from 'zod';
import { exampleOf } from '../platform/lib/example.js';
import { dateTimeOutput } from '../platform/lib/fields.js';
import type { StoredOf } from '../platform/lib/present.js';
import { stepNames } from './pipeline.js';

/** Statuses in which the worker has something to do, now or later. */
export const unfinishedStatuses = ['queued', 'processing'] as const;

const percent = z.int().meta({ description: '0 to 100; for an item, the progress until `ready`.' });

const processingStep = z
  .object({
    name: z.enum(stepNames),
    status: z.enum(['pending', 'running', 'done', 'skipped', 'actionRequired', 'error']),
    percent,
    message: z
      .string()
      .nullable()
      .meta({ description: 'What the step waits for, why it was skipped, or what you have to do.' }),
    startedDate: dateTimeOutput.nullable(),
    finishedDate: dateTimeOutput.nullable(),
  })
  .meta({ id: 'ProcessingStep' });

export const processingRecord = z
  .object({
    status: z.enum(['draft', ...unfinishedStatuses, 'ready', 'actionRequired', 'error']).meta({
      description:
        'Status of the last run; `draft` if there was none. A published item stays published while it is processed again, even if that fails.',
    }),
    percent,
    errorMessage: z
      .string()
      .nullable()
      .meta({ description: 'With `actionRequired` and `error`: what you have to do, or what went wrong.' }),
    startedDate: dateTimeOutput.nullable(),
    finishedDate: dateTimeOutput.nullable(),
    steps: z.array(processingStep).meta({
      description:
        'In order. The last step, `suggest`, runs when the item is ready and nothing waits to be indexed; it does not change `status` and `percent`.',
    }),
  })
  .meta({ id: 'Processing' });

export type Processing = StoredOf<typeof processingRecord>;
export type ProcessingStep = StoredOf<typeof processingStep>;

const at = (secs: number): string => `2026-03-01T12:00:0${secs}.000Z`;
const step = { status: 'done', percent: 100, message: null } as const;

export const processingExample = exampleOf(processingRecord, {
  status: 'processing',
  percent: 76,
  startedDate: at(0),
  steps: stepNames.map((name, i) => ({
    name,
    ...step,
    startedDate: at(i),
    finishedDate: at(i + 1),
    ...(name === 'index' && { status: 'running', percent: 40, finishedDate: null }),
    ...(name === 'suggest' && { status: 'pending', percent: 0, startedDate: null, finishedDate: null }),
  })),
});
