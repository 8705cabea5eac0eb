/** Schemas of preview links, and the declaration of their list. */
import { z } from 'zod';
import { listFields, type ListSpec } from '../../platform/db/list-query.js';
import { author } from '../../platform/http/callers/author.js';
import { exampleOf } from '../../platform/lib/example.js';
import { dateTimeOutput, timeInput, title } from '../../platform/lib/fields.js';
import type { StoredOf } from '../../platform/lib/present.js';

/** Days for which a link is valid by default, and at most. */
export const DEFAULT_DAYS = 7;
export const MAX_DAYS = 90;
/** Maximum number of links per item. */
export const MAX_LINKS = 100;

export const previewLink = z
  .object({
    id: z.int(),
    itemId: z.int(),
    name: z.string().nullable().meta({ description: 'For whom or what it is.' }),
    expiresAt: dateTimeOutput,
    createdBy: author.nullable(),
    lastUsedAt: dateTimeOutput
      .nullable()
      .meta({ description: 'When the page was last opened, to the minute.' }),
    entryDate: dateTimeOutput,
  })
  .meta({ id: 'PreviewLink' });

export type PreviewLink = StoredOf<typeof previewLink>;

export const newPreviewLink = z
  .strictObject({
    name: title.nullable().default(null),
    expiresAt: timeInput.default(null).meta({
      description: `Default: in ${DEFAULT_DAYS} days; at most in ${MAX_DAYS} days.`,
    }),
  })
  .meta({ id: 'NewPreviewLink' });

export type NewPreviewLink = z.output<typeof newPreviewLink>;

export const previewLinkList: ListSpec<'previewLink'> = {
  table: 'previewLink',
  fields: listFields(previewLink),
  expansions: [],
  searched: ['name'],
  defaultOrder: [{ field: 'id', direction: 'DESC' }],
  deletedColumn: null,
};

export const previewLinkExample = exampleOf(previewLink, {
  id: 3,
  itemId: 42,
  name: 'For the speaker',
  expiresAt: '2026-03-08T12:00:00.000Z',
  createdBy: { type: 'token', id: 4, name: 'Website build' },
  entryDate: '2026-03-01T12:00:00.000Z',
});
