/** Schemas of the history of synonyms and pins, and the declaration of its list. */
import { z } from 'zod';
import { listFields, type ListSpec } from '../../platform/db/list-query.js';
import { author } from '../../platform/http/callers/author.js';
import { exampleOf } from '../../platform/lib/example.js';
import { dateTimeOutput } from '../../platform/lib/fields.js';
import { recordTypes } from './rule-revision.repository.js';

const content = z.record(z.string(), z.unknown()).nullable();

export const ruleRevision = z
  .object({
    id: z.int(),
    recordType: z.enum(recordTypes),
    recordId: z.int(),
    author: author.nullable(),
    before: content.meta({ description: 'The fields before the change; null if it created the record.' }),
    after: content.meta({ description: 'The fields after the change; null if it deleted the record.' }),
    entryDate: dateTimeOutput,
  })
  .meta({ id: 'SearchRevision' });

export const ruleRevisionList: ListSpec<'searchRevision'> = {
  table: 'searchRevision',
  fields: listFields(ruleRevision),
  expansions: [],
  searched: ['before', 'after'],
  defaultOrder: [{ field: 'id', direction: 'DESC' }],
  deletedColumn: null,
};

export const ruleRevisionExample = exampleOf(ruleRevision, {
  id: 12,
  recordType: 'searchSynonym',
  recordId: 3,
  author: { type: 'token', id: 4, name: 'Website build' },
  before: { term: 'communion', synonyms: ['eucharist'], bothWays: true },
  after: { term: 'communion', synonyms: ['eucharist', "Lord's supper"], bothWays: true },
  entryDate: '2026-03-01T12:00:00.000Z',
});
