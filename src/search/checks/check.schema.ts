/** Schemas of checks of search results, and the declaration of the list. */
import { z } from 'zod';
import { listFields, type ListSpec } from '../../platform/db/list-query.js';
import { author } from '../../platform/http/callers/author.js';
import { exampleOf } from '../../platform/lib/example.js';
import { dateTimeOutput, id } from '../../platform/lib/fields.js';
import { deskQuery } from '../rules/pin.schema.js';

const MAX_RANK = 50;
export const DEFAULT_RANK = 3;

const fields = {
  query: deskQuery,
  itemId: id.meta({ description: 'The item that the query must find.' }),
  maxRank: z.int().min(1).max(MAX_RANK).meta({ description: 'It must be among this many first results.' }),
};

export const newCheck = z
  .strictObject({
    ...fields,
    maxRank: fields.maxRank.default(DEFAULT_RANK).meta({ description: fields.maxRank.description }),
  })
  .meta({ id: 'NewCheck' });
export const checkChanges = z.strictObject(fields).partial().meta({ id: 'CheckChanges' });
export type NewCheck = z.output<typeof newCheck>;

export const checkRecord = z
  .object({
    id: z.int(),
    query: z.string(),
    itemId: z.int(),
    maxRank: z.int(),
    status: z.enum(['waiting', 'passed', 'failed']).meta({ description: '`waiting`: it has not run yet.' }),
    rank: z
      .int()
      .nullable()
      .meta({ description: 'Position of the item at the last run, from 1; null if it was not found.' }),
    checkedDate: dateTimeOutput.nullable().meta({ description: 'When it last ran.' }),
    createdBy: author.nullable(),
    updatedBy: author.nullable(),
    entryDate: dateTimeOutput,
    updatedDate: dateTimeOutput,
  })
  .meta({ id: 'SearchCheck' });

export const checkList: ListSpec<'searchCheck'> = {
  table: 'searchCheck',
  fields: listFields(checkRecord),
  expansions: [],
  searched: ['query'],
  defaultOrder: [{ field: 'id', direction: 'ASC' }],
  deletedColumn: null,
};

export const checkExample = exampleOf(checkRecord, {
  id: 7,
  query: 'afraid of the dark valley',
  itemId: 42,
  maxRank: 3,
  status: 'passed',
  rank: 1,
  checkedDate: '2026-03-02T09:00:00.000Z',
  entryDate: '2026-03-01T12:00:00.000Z',
  updatedDate: '2026-03-01T12:00:00.000Z',
});

export const importedChecks = z
  .object({ created: z.int(), updated: z.int(), unchanged: z.int() })
  .meta({ id: 'ImportedChecks' });
