/** Schemas of the pin endpoints, and the declaration of the list. */
import { z } from 'zod';
import { listFields, type ListSpec } from '../../platform/db/list-query.js';
import { author } from '../../platform/http/callers/author.js';
import { exampleOf } from '../../platform/lib/example.js';
import { dateTimeOutput, id, visibleText } from '../../platform/lib/fields.js';
import { isSearchable } from './query-key.js';

const MAX_PINNED = 20;
const MAX_HIDDEN = 50;
const MAX_OTHER_QUERIES = 50;
const MAX_QUERY = 500;

/** A query that pins, checks and previews name. */
export const deskQuery = visibleText(MAX_QUERY).refine(
  isSearchable,
  'must contain a word of a letter or digit',
);

const itemIds = (max: number) => z.array(id).max(max);

const fields = {
  query: deskQuery.meta({
    description: 'Applies to this query, whatever its case, accents, punctuation and spacing.',
  }),
  otherQueries: z.array(deskQuery).max(MAX_OTHER_QUERIES).meta({
    description: 'Further queries to which it applies, such as others that ask for the same.',
  }),
  pinnedItemIds: itemIds(MAX_PINNED).meta({
    description: 'Items that come first, in this order, if they are public and pass the filters.',
  }),
  hiddenItemIds: itemIds(MAX_HIDDEN).meta({ description: 'Items that the query does not find.' }),
};

export const newPin = z
  .strictObject({
    query: fields.query,
    otherQueries: fields.otherQueries.default([]),
    pinnedItemIds: fields.pinnedItemIds.default([]),
    hiddenItemIds: fields.hiddenItemIds.default([]),
  })
  .meta({ id: 'NewPin' });
export const pinChanges = z.strictObject(fields).partial().meta({ id: 'PinChanges' });

export const pinRecord = z
  .object({
    id: z.int(),
    query: z.string(),
    otherQueries: z.array(z.string()),
    pinnedItemIds: z.array(z.int()),
    hiddenItemIds: z.array(z.int()),
    createdBy: author.nullable(),
    updatedBy: author.nullable(),
    entryDate: dateTimeOutput,
    updatedDate: dateTimeOutput,
  })
  .meta({ id: 'Pin' });

export type NewPin = z.output<typeof newPin>;

export const pinList: ListSpec<'searchPin'> = {
  table: 'searchPin',
  fields: listFields(pinRecord),
  expansions: [],
  searched: ['query', 'otherQueries'],
  defaultOrder: [{ field: 'query', direction: 'ASC' }],
  deletedColumn: null,
};

export const pinExample = exampleOf(pinRecord, {
  id: 4,
  query: 'easter',
  otherQueries: ['resurrection sunday'],
  pinnedItemIds: [42],
  hiddenItemIds: [],
  entryDate: '2026-03-01T12:00:00.000Z',
  updatedDate: '2026-03-01T12:00:00.000Z',
});
