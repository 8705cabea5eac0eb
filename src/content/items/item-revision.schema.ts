/** Schemas of the history of items, and the declaration of its list. */
import { z } from 'zod';
import { listFields, type ListSpec } from '../../platform/db/list-query.js';
import { author } from '../../platform/http/callers/author.js';
import { exampleOf } from '../../platform/lib/example.js';
import { dateTimeOutput } from '../../platform/lib/fields.js';
import type { StoredOf } from '../../platform/lib/present.js';

const fieldChange = z.object({
  field: z.string().meta({
    description:
      'Name of a field of the item. `transcript`, `scriptures` and `chapters` say only that they changed: `from` and `to` are null.',
  }),
  from: z
    .unknown()
    .meta({ description: 'The value before; ids for speakers and topics. Long texts are cut.' }),
  to: z.unknown().meta({ description: 'The value after.' }),
});

export const itemRevision = z
  .object({
    id: z.int(),
    itemId: z.int(),
    author: author
      .nullable()
      .meta({ description: 'Who made the change; null if the item was published automatically.' }),
    draftAuthor: author
      .nullable()
      .meta({ description: 'If pending changes were applied: who saved them last.' }),
    jobId: z.int().nullable().meta({ description: 'The bulk job that made the change; null without one.' }),
    changes: z.array(fieldChange),
    entryDate: dateTimeOutput,
  })
  .meta({ id: 'ItemRevision' });

export type ItemRevision = StoredOf<typeof itemRevision>;

export const itemRevisionList: ListSpec<'itemRevision'> = {
  table: 'itemRevision',
  fields: listFields(itemRevision),
  expansions: [],
  searched: ['changes'],
  defaultOrder: [{ field: 'id', direction: 'DESC' }],
  deletedColumn: null,
};

export const itemRevisionExample = exampleOf(itemRevision, {
  id: 815,
  itemId: 42,
  author: { type: 'token', id: 4, name: 'Website build' },
  draftAuthor: null,
  jobId: null,
  changes: [{ field: 'title', from: 'The Good Sheperd', to: 'The Good Shepherd' }],
  entryDate: '2026-03-01T12:00:00.000Z',
});
