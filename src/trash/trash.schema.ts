/** Schemas of the trash endpoints, and the declaration of the list. */
import { z } from 'zod';
import { listFields, type ListSpec } from '../platform/db/list-query.js';
import { trashKinds } from './trash-tables.js';
import { author } from '../platform/http/callers/author.js';
import { exampleOf } from '../platform/lib/example.js';
import { dateTimeOutput, id, longList, MAX_TIME_LENGTH, isDateTime } from '../platform/lib/fields.js';

const kind = z.enum(trashKinds);

const listed = {
  kind,
  id: z.int().meta({ description: 'Unique per kind.' }),
  title: z.string().meta({ description: 'Title or name, citation of a scripture, URL of a webhook.' }),
  itemId: z.int().nullable().meta({ description: 'The item that it belongs to.' }),
  deletedDate: dateTimeOutput,
};

export const trashRecord = z
  .object({
    ...listed,
    deletedBy: author.nullable().meta({ description: 'Null if nobody knows.' }),
    sizeBytes: z.int().meta({
      description:
        'Stored files that purging it removes, which count towards the quota until then. Of an item, also those of its media and resources.',
    }),
    restorable: z.boolean(),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Why it cannot be restored now; null if it can, as far as is known.' }),
  })
  .meta({ id: 'TrashRecord' });

export const trashList: ListSpec<'trash'> = {
  table: 'trash',
  fields: listFields(z.object(listed)),
  expansions: [],
  searched: ['title'],
  defaultOrder: [{ field: 'deletedDate', direction: 'DESC' }],
  deletedColumn: null,
  identity: ['id', 'kind'],
};

export const trashExample = exampleOf(trashRecord, {
  kind: 'item',
  id: 42,
  title: 'The Good Shepherd',
  deletedDate: '2026-03-01T12:00:00.000Z',
  deletedBy: { type: 'person', id: 7, name: 'Miriam Keller' },
  sizeBytes: 29_280_000,
  restorable: true,
});

/** Maximum number of records that a request restores. */
export const MAX_RESTORED = 100;
/** Maximum number of records that a job purges by their ids. */
export const MAX_PURGED = 1_000;

const records = (max: number) => longList(z.strictObject({ kind, id }), max);

export const restoreRequest = z.strictObject({ records: records(MAX_RESTORED) }).meta({ id: 'TrashRestore' });

const time = z
  .string()
  .refine(isDateTime, 'must be an ISO 8601 date-time with a time zone')
  .transform((value) => new Date(value).toISOString())
  .meta({
    type: 'string',
    format: 'date-time',
    maxLength: MAX_TIME_LENGTH,
    description: 'Purges everything that was deleted before this time; the current time empties the trash.',
  } as never);

export const purgeRequest = z
  .strictObject({ records: records(MAX_PURGED).optional(), deletedBefore: time.optional() })
  .superRefine(
    (body, { addIssue }) => {
      if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
      const refuse = (field: string, message: string): void =>
        addIssue({ code: 'custom', path: [field], message });
      const { records: named, deletedBefore } = body;
      if (named === undefined && deletedBefore === undefined)
        refuse('records', 'is required, unless there is deletedBefore');
      if (named !== undefined && deletedBefore !== undefined)
        refuse('deletedBefore', 'must not be combined with records');
    },
    { when: () => true },
  )
  .meta({ id: 'TrashPurge' });
