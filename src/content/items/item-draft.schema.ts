/** The schema of an item's pending changes. */
import { z } from 'zod';
import { author } from '../../platform/http/callers/author.js';
import { exampleOf } from '../../platform/lib/example.js';
import { dateTimeOutput } from '../../platform/lib/fields.js';
import type { StoredOf } from '../../platform/lib/present.js';

export const itemDraft = z
  .object({
    itemId: z.int(),
    changes: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The pending changes: a body of `PATCH /items/{itemId}`.' }),
    changedSince: z.array(z.string()).meta({
      description:
        'Fields that somebody has changed in the item since they were saved here. Save them again, or discard the draft, before it can be applied.',
    }),
    createdBy: author.nullable(),
    updatedBy: author.nullable().meta({ description: 'Who saved changes last.' }),
    entryDate: dateTimeOutput,
    updatedDate: dateTimeOutput,
  })
  .meta({ id: 'ItemDraft' });

export type ItemDraft = StoredOf<typeof itemDraft>;

export const itemDraftExample = exampleOf(itemDraft, {
  itemId: 42,
  changes: { title: 'The Good Shepherd', speakers: [{ id: 5 }] },
  changedSince: [],
  createdBy: { type: 'token', id: 4, name: 'Website build' },
  updatedBy: { type: 'token', id: 4, name: 'Website build' },
  entryDate: '2026-03-01T12:00:00.000Z',
  updatedDate: '2026-03-01T12:00:00.000Z',
});
