/** Schemas of the synonym endpoints, and the declaration of the list. */
import { z } from 'zod';
import { MAX_SYNONYM_WORDS, tokenize } from '../../../indexer/index.js';
import { listFields, type ListSpec } from '../../platform/db/list-query.js';
import { author } from '../../platform/http/callers/author.js';
import { exampleOf } from '../../platform/lib/example.js';
import { dateTimeOutput, visibleText } from '../../platform/lib/fields.js';
import { isSearchable } from './query-key.js';

const MAX_SYNONYMS = 20;
const MAX_TERM = 100;

/** A word or phrase; quotation marks and other punctuation in it are ignored. */
const term = visibleText(MAX_TERM)
  .refine(isSearchable, 'must contain a word of a letter or digit')
  .refine(
    (text) => tokenize(text).length <= MAX_SYNONYM_WORDS,
    `must have at most ${MAX_SYNONYM_WORDS} words`,
  );

const fields = {
  term: term.meta({ description: 'A word or phrase of queries, in any inflection.' }),
  synonyms: z
    .array(term)
    .min(1)
    .max(MAX_SYNONYMS)
    .meta({ description: 'Words or phrases that are searched as well.' }),
  bothWays: z
    .boolean()
    .meta({ description: 'Whether a search for one of `synonyms` also searches for `term` and the others.' }),
};

export const newSynonym = z
  .strictObject({
    ...fields,
    bothWays: fields.bothWays.default(true).meta({ description: fields.bothWays.description }),
  })
  .meta({ id: 'NewSynonym' });
export const synonymChanges = z.strictObject(fields).partial().meta({ id: 'SynonymChanges' });

export const synonymRecord = z
  .object({
    id: z.int(),
    term: z.string(),
    synonyms: z.array(z.string()),
    bothWays: z.boolean(),
    createdBy: author.nullable(),
    updatedBy: author.nullable(),
    entryDate: dateTimeOutput,
    updatedDate: dateTimeOutput,
  })
  .meta({ id: 'Synonym' });

export const synonymList: ListSpec<'searchSynonym'> = {
  table: 'searchSynonym',
  fields: listFields(synonymRecord),
  expansions: [],
  searched: ['term', 'synonyms'],
  defaultOrder: [{ field: 'term', direction: 'ASC' }],
  deletedColumn: null,
};

export const synonymExample = exampleOf(synonymRecord, {
  id: 3,
  term: 'communion',
  synonyms: ['eucharist', "Lord's supper"],
  bothWays: true,
  entryDate: '2026-03-01T12:00:00.000Z',
  updatedDate: '2026-03-01T12:00:00.000Z',
});
