/** Schemas of previews: the results of a query before and after a change of synonyms or pins. */
import { z } from 'zod';
import { id, longList } from '../platform/lib/fields.js';
import { deskQuery, newPin } from '../search/rules/pin.schema.js';
import { newSynonym } from '../search/rules/synonym.schema.js';
import { deskResult, limit, searchResultExample } from './result.schema.js';

const MAX_CHANGES = 20;

const replaced = id.optional().meta({ description: 'The existing record that it replaces.' });

export const previewRequest = z
  .strictObject({
    query: deskQuery,
    synonyms: z
      .array(newSynonym.extend({ id: replaced }))
      .max(MAX_CHANGES)
      .default([]),
    pins: z
      .array(newPin.extend({ id: replaced }))
      .max(MAX_CHANGES)
      .default([]),
    without: z
      .strictObject({
        synonymIds: longList(id, MAX_CHANGES, 0).default([]),
        pinIds: longList(id, MAX_CHANGES, 0).default([]),
      })
      .default({ synonymIds: [], pinIds: [] })
      .meta({ description: 'Existing records that are left out, as if they were deleted.' }),
    limit,
  })
  .meta({ id: 'SearchPreviewRequest' });

export type PreviewRequest = z.output<typeof previewRequest>;

const results = z.object({ results: z.array(deskResult), totalRecords: z.int() });

export const searchPreview = z.object({ before: results, after: results }).meta({ id: 'SearchPreview' });

export const previewExample: {
  body: z.input<typeof previewRequest>;
  response: z.input<typeof searchPreview>;
} = {
  body: {
    query: 'eucharist',
    synonyms: [{ term: 'communion', synonyms: ['eucharist'], bothWays: true }],
  },
  response: {
    before: { results: [], totalRecords: 0 },
    after: { results: [searchResultExample], totalRecords: 1 },
  },
};
