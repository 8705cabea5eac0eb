/** What a search takes, as a query string and as JSON, and what it answers. */
import { z } from 'zod';
import { bibleBook } from '../../../indexer/index.js';
import { queryInteger } from '../../platform/http/record-query.js';
import { facetNames } from '../../search/query/facets.js';
import { isDate } from '../../platform/lib/fields.js';
import { publicItem } from '../items/public-item.schema.js';

const MAX_QUERY = 500;
const MAX_LIMIT = 50;
/** Deeper pages than this are no answer to anybody. */
const MAX_OFFSET = 10_000;
const MAX_PASSAGES = 10;

/** Control characters are no words, and engines choke on them; broken surrogates likewise. */
const tidy = (text: string): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .toWellFormed()
    .replace(/\s+/gu, ' ')
    .trim();

/** What a person types into a search field. */
export const searchText = z
  .string()
  .transform(tidy)
  .refine((text) => text.length > 0, 'must have something to search for')
  .refine((text) => Array.from(text).length <= MAX_QUERY, `must be ${MAX_QUERY} characters at most`)
  .meta({
    type: 'string',
    minLength: 1,
    maxLength: MAX_QUERY,
    description: 'Words, a question, a quotation in quotes, a scripture reference.',
  });

const book = z
  .string()
  .transform((code) => code.toUpperCase())
  .refine((code) => bibleBook(code) !== undefined, 'must be a USFM book code, e.g. JHN')
  .meta({ type: 'string', description: 'USFM book code, e.g. JHN.' });

const date = z
  .string()
  .refine(isDate, 'must be a date (YYYY-MM-DD)')
  .meta({ type: 'string', format: 'date' });

/** An integer; `written` where it comes as text. */
export const integer = (min: number, max: number, written: boolean) =>
  written ? queryInteger(min, max) : z.int().min(min).max(max);

const facetName = z.enum(facetNames);

/** Names in an array, or with commas between them where they come as text. */
const facets = (written: boolean) =>
  (written
    ? z.preprocess(
        (value) => [value].flat().flatMap((part) => (typeof part === 'string' ? part.split(',') : part)),
        z.array(facetName).min(1),
      )
    : z.array(facetName).min(1)
  )
    .optional()
    .meta({
      ...(written ? { type: 'array', items: { type: 'string', enum: [...facetNames] } } : {}),
      description:
        'Counts to answer with: how many of all items found are of each collection, series and so on.' +
        (written ? ' Repeated, or with commas between.' : ''),
    } as never);

const request = (written: boolean) => {
  const id = integer(1, Number.MAX_SAFE_INTEGER, written).optional();
  return z
    .strictObject({
      q: searchText,
      limit: integer(1, MAX_LIMIT, written).optional().meta({ default: 10 }),
      offset: integer(0, MAX_OFFSET, written).optional().meta({ default: 0 }),
      mode: z
        .enum(['hybrid', 'semantic', 'keyword'])
        .default('hybrid')
        .meta({ description: 'By meaning and words, by meaning alone, by words alone.' }),
      collectionId: id,
      seriesId: id,
      speakerId: id,
      topicId: id,
      book: book.optional(),
      chapter: integer(1, 150, written).optional().meta({ description: 'With `book`.' }),
      dateFrom: date.optional(),
      dateTo: date.optional(),
      passages: integer(0, MAX_PASSAGES, written)
        .optional()
        .meta({ default: 3, description: 'Passages shown of each item at most.' }),
      facets: facets(written),
    })
    .refine(({ book: named, chapter }) => named !== undefined || chapter === undefined, {
      path: ['chapter'],
      message: 'needs book',
    });
};

export const searchQuery = request(true);
export const searchBody = request(false).meta({ id: 'SearchRequest' });
export type SearchParams = z.output<typeof searchBody>;

const facetOf = (value: z.ZodInt | z.ZodString, description: string) =>
  z
    .array(z.object({ value, name: z.string(), count: z.int() }))
    .optional()
    .meta({ description });

const searchFacets = z
  .object({
    collection: facetOf(z.int(), '`value` is a collectionId.'),
    series: facetOf(z.int(), '`value` is a seriesId; items without a series are not counted.'),
    speaker: facetOf(z.int(), '`value` is a speakerId.'),
    topic: facetOf(z.int(), '`value` is a topicId.'),
    book: facetOf(z.string(), '`value` is a USFM book code.'),
    year: facetOf(z.int(), 'Of the items’ dates.'),
  })
  .meta({
    id: 'SearchFacets',
    description:
      'The facets that were asked for, over the items that totalRecords counts: the hundred most frequent values of each, most first.',
  });

const ms = z.int().nullable();
const score = z.number().meta({ description: '0 to 1, comparable within one answer.' });

export const foundPassage = z
  .object({
    text: z.string(),
    highlights: z.array(z.tuple([z.int(), z.int()])).meta({
      description: 'Where the words of the query stand in `text`: start and end, in UTF-16 units.',
    }),
    startMs: ms,
    endMs: ms,
    mediaAssetId: z.int().nullable(),
    score,
  })
  .meta({ id: 'FoundPassage' });

export const searchResponse = z
  .object({
    searchId: z.string().meta({ description: 'Names this search in playback events.' }),
    query: z.string(),
    mode: z
      .enum(['hybrid', 'semantic', 'keyword'])
      .meta({ description: 'What the answer was made by: `keyword` where meaning could not be asked.' }),
    interpretation: z.object({
      scripture: z
        .object({
          book: z.string(),
          bookName: z.string(),
          chapter: z.int().nullable(),
          chapterEnd: z.int().nullable(),
          verseStart: z.int().nullable(),
          verseEnd: z.int().nullable(),
          citation: z.string(),
        })
        .optional()
        .meta({ description: 'The scripture that the query names; items with it come first.' }),
    }),
    results: z.array(z.object({ score, item: publicItem, passages: z.array(foundPassage) })),
    facets: searchFacets.optional().meta({ description: 'Where `facets` was asked for.' }),
    limit: z.int(),
    offset: z.int(),
    page: z.int(),
    totalRecords: z.int().meta({ description: 'Items among the candidates that were considered.' }),
    totalIsExact: z.boolean().meta({ description: 'Whether the candidates were all there are.' }),
    totalPages: z.int(),
    hasMore: z.boolean(),
    tookMs: z.number(),
  })
  .meta({ id: 'SearchResponse' });

export type SearchResponseRecord = z.input<typeof searchResponse>;
