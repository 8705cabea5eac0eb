/** Parameters and response of autocomplete. */
import { z } from 'zod';
import { integer, searchText } from '../search/search.schema.js';

const MAX_LIMIT = 20;
export const DEFAULT_COMPLETIONS = 10;

export const autocompleteQuery = z.strictObject({
  q: searchText.meta({ description: 'Text typed so far; words may be incomplete or misspelled.' }),
  limit: integer(1, MAX_LIMIT, true).optional().meta({ default: DEFAULT_COMPLETIONS }),
});
export type AutocompleteParams = z.output<typeof autocompleteQuery>;

const nullable = z.int().nullable();

const completion = z
  .object({
    type: z.enum(['item', 'speaker', 'series', 'topic', 'scripture']),
    id: nullable.meta({ description: 'Id of the record; null for a scripture.' }),
    text: z.string().meta({ description: 'Title, name or citation.' }),
    highlights: z.array(z.tuple([z.int(), z.int()])).meta({
      description: 'Positions in `text` that match the input: start and end, in UTF-16 units.',
    }),
    date: z.string().nullable().meta({ format: 'date', description: 'Date of an item.' }),
    urlSlug: z.string().nullable().meta({ description: 'Of an item or a series.' }),
    collectionId: nullable.meta({ description: 'Of an item or a series.' }),
    book: z.string().nullable().meta({ description: 'USFM book code of a scripture, e.g. JHN.' }),
    chapter: nullable,
    verseStart: nullable,
    verseEnd: nullable,
  })
  .meta({ id: 'Suggestion' });

export const autocompleteResponse = z.object({
  suggestions: z.array(completion).meta({ description: 'Best first.' }),
  tookMs: z.number(),
});

export type CompletionRecord = z.input<typeof completion>;
export type AutocompleteResponse = z.input<typeof autocompleteResponse>;
