/** Search parameters, as a query string and as JSON, and the search response. */
import { z } from 'zod';
import type { StoredOf } from '../../platform/lib/present.js';
import {
  bibleBook,
  MAX_PARTS,
  FIRST_MIN_SCORE,
  MIN_SCORE,
  parseQuery,
  type SearchFilter,
} from '../../../indexer/index.js';
import { queryInteger, queryShare } from '../../platform/http/endpoint/record-query.js';
import { EVENT_ORIGINS } from '../../../analytics/index.js';
import { facetNames } from '../../search/query/facets.js';
import { isDate, languageTag, MAX_NAMES } from '../../platform/lib/fields.js';
import { publicItem } from '../items/public-item.schema.js';

/** Schema of how a search interpreted its query. */
export const searchInterpretation = z.object({
  language: z.string().nullable().meta({
    description:
      "ISO 639-1 code of the query's language; null if unknown. Queries in German, Spanish, French and Portuguese are searched in English too. Words of other languages that no public item uses are not searched, except names.",
  }),
  scripture: z
    .object({
      book: z.string(),
      bookName: z.string(),
      chapter: z.int().nullable(),
      chapterEnd: z.int().nullable(),
      verseStart: z.int().nullable(),
      verseEnd: z.int().nullable(),
      citation: z.string().meta({ description: 'In the numbering of the account.' }),
      englishCitation: z
        .string()
        .meta({ description: 'In the English numbering, as the other fields; it may be the same.' }),
      found: z.int().meta({
        description:
          'Number of public items on the scripture, ignoring filters. If 0, results are items that quote or mention it, then items with similar content, and ' +
          'items that match the rest of the query.',
      }),
    })
    .optional()
    .meta({ description: 'Scripture reference in the query; items on it come first.' }),
  names: z
    .array(z.object({ type: z.enum(['speaker', 'series', 'topic']), id: z.int(), name: z.string() }))
    .optional()
    .meta({
      description:
        'Speakers, series and topics in the query; omitted if there are none. Their items come first, sorted newest first if the query contains nothing else.',
    }),
  phrases: z
    .array(
      z.object({
        text: z.string(),
        found: z.int().meta({
          description:
            'Number of public items that contain the exact phrase, ignoring filters. If 0, its words are searched instead.',
        }),
      }),
    )
    .optional()
    .meta({ description: 'Phrases of the query; omitted if there are none.' }),
  synonyms: z
    .array(z.object({ text: z.string(), also: z.array(z.string()) }))
    .optional()
    .meta({
      description: 'Parts of the query with the synonyms that were searched as well; omitted without any.',
    }),
  corrected: z
    .object({ from: z.string(), to: z.string() })
    .optional()
    .meta({ description: 'The query as typed and as corrected, if it was misspelled.' }),
});

const ms = z.int().nullable();
const score = z
  .number()
  .meta({ description: '0 to 1, at most the item’s score; comparable only within the item.' });

/** Schema of a passage in a search result. */
export const foundPassage = z
  .object({
    text: z.string().meta({
      description:
        'If the transcript has no times, a line break separates headings, entries of lists and rows of tables from what is beside them; ` | ` separates cells.',
    }),
    highlights: z.array(z.tuple([z.int(), z.int()])).meta({
      description: 'Positions of the query’s words in `text`: start and end, in UTF-16 units.',
    }),
    startMs: ms,
    endMs: ms,
    mediaAssetId: z.int().nullable(),
    paragraph: z
      .int()
      .optional()
      .meta({
        description:
          'If the transcript has no times: index of the paragraph in which the passage starts, as in `GET /items/{itemId}/transcript` and in the anchors of the ' +
          'item’s page (`#p12`).',
      }),
    speaker: z.string().nullable().meta({
      description:
        'Speaker of the passage, or of most of it. Only in collections whose `contentFormat` is interview.',
    }),
    score,
  })
  .meta({ id: 'FoundPassage' });

const MAX_QUERY = 500;
const MAX_LIMIT = 50;
export const DEFAULT_RESULTS = 10;
const MAX_OFFSET = 10_000;
const MAX_PASSAGES = 10;

/** Removes control characters and lone surrogates, on which engines fail. */
const tidy = (text: string): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .toWellFormed()
    .replace(/\s+/gu, ' ')
    .trim();

const queryText = z
  .string()
  .transform(tidy)
  .refine((text) => Array.from(text).length <= MAX_QUERY, `must be at most ${MAX_QUERY} characters`);

/** The text of a search field. */
export const searchText = queryText
  .refine((text) => text.length > 0, 'must not be empty')
  .meta({ type: 'string', minLength: 1, maxLength: MAX_QUERY });

const book = z
  .string()
  .transform((code) => code.toUpperCase())
  .refine((code) => bibleBook(code) !== undefined, 'must be a USFM book code, e.g. JHN')
  .meta({ type: 'string', maxLength: 3, description: 'USFM book code, e.g. JHN.' });

const date = z
  .string()
  .refine(isDate, 'must be a date (YYYY-MM-DD)')
  .meta({ type: 'string', format: 'date' });

const language = z
  .string()
  .regex(/^[A-Za-z]{2,3}$/, 'must be a language code such as de')
  .transform((code) => code.toLowerCase())
  .meta({
    type: 'string',
    pattern: '^[A-Za-z]{2,3}$',
    maxLength: 3,
    description: 'ISO 639 code, e.g. `pt`: items in this language, in any of its variants.',
  });

/** @param written whether the value comes as text from a query string */
export const integer = (min: number, max: number, written: boolean) =>
  written ? queryInteger(min, max) : z.int().min(min).max(max);

/** Parameters that filter items. */
const itemFilters = (written: boolean) => {
  const id = integer(1, Number.MAX_SAFE_INTEGER, written).optional();
  return {
    collectionId: id,
    seriesId: id,
    speakerId: id,
    topicId: id,
    book: book.optional(),
    chapter: integer(1, 150, written).optional().meta({ description: 'Requires `book`.' }),
    year: integer(1, 9999, written).optional().meta({ description: 'Year of the items’ dates.' }),
    dateFrom: date.optional(),
    dateTo: date.optional(),
    language: language.optional(),
  };
};

const pages = (written: boolean) => ({
  limit: integer(1, MAX_LIMIT, written).optional().meta({ default: DEFAULT_RESULTS }),
  offset: integer(0, MAX_OFFSET, written).optional().meta({ default: 0 }),
});

/** Filter parameters in JSON. */
export const bodyFilters = itemFilters(false);
/** Filter parameters of a list in a query string. */
export const writtenFilters = itemFilters(true);
export const writtenPages = pages(true);

const chapterHasBook = ({ book: named, chapter }: { book?: string; chapter?: number }): boolean =>
  named !== undefined || chapter === undefined;
/** Arguments of `refine`. */
export const requiresBook: [typeof chapterHasBook, { path: string[]; message: string }] = [
  chapterHasBook,
  { path: ['chapter'], message: 'requires book' },
];

const filterNames = Object.keys(writtenFilters) as (keyof typeof writtenFilters)[];

export type ItemFilters = { [K in keyof typeof writtenFilters]?: z.output<(typeof writtenFilters)[K]> };

/** The filter for the search engine and for SQL: public items, a year as dates. */
export const filterOf = (accountId: number, params: ItemFilters): SearchFilter => {
  const { collectionId, seriesId, speakerId, topicId, book, chapter, year, language } = params;
  let { dateFrom, dateTo } = params;
  if (year !== undefined) {
    const digits = String(year).padStart(4, '0');
    const [first, last] = [`${digits}-01-01`, `${digits}-12-31`];
    if (dateFrom === undefined || dateFrom < first) dateFrom = first;
    if (dateTo === undefined || dateTo > last) dateTo = last;
  }
  const chosen = { collectionId, seriesId, speakerId, topicId, book, chapter, dateFrom, dateTo, language };
  return { ...chosen, accountId, publishedOnly: true };
};

const facetName = z.enum(facetNames);

/** An array of names, or comma-separated names in a query string. */
const facets = (written: boolean) =>
  (written
    ? z.preprocess(
        (value) => [value].flat().flatMap((part) => (typeof part === 'string' ? part.split(',') : part)),
        z.array(facetName).min(1).max(MAX_NAMES),
      )
    : z.array(facetName).min(1).max(MAX_NAMES)
  )
    .optional()
    .meta({
      ...(written
        ? { type: 'array', maxItems: MAX_NAMES, items: { type: 'string', enum: [...facetNames] } }
        : {}),
      description:
        'Facets to return: the number of results per collection, series and so on.' +
        (written ? ' Repeat the parameter or separate names by commas.' : ''),
    } as never);

const request = (written: boolean) =>
  z
    .strictObject({
      q: queryText.default('').meta({
        type: 'string',
        maxLength: MAX_QUERY,
        description:
          'Words, a question or a scripture reference. `"phrase"`: results contain the phrase in a passage, the title or the description, unless no public item ' +
          `does. \`-word\`, \`-"phrase"\`: results do not contain it there. \`word*\`: all words with this prefix. Up to ${MAX_PARTS} of each are used; a query must ` +
          'not consist of exclusions only. Without `q`, all items that match the filters are listed, newest first.',
      }),
      ...pages(written),
      mode: z
        .enum(['hybrid', 'semantic', 'keyword'])
        .default('hybrid')
        .meta({ description: 'Search by meaning and words, by meaning only, or by words only.' }),
      ...itemFilters(written),
      passages: integer(0, MAX_PASSAGES, written)
        .optional()
        .meta({ default: 3, description: 'Maximum number of passages per item.' }),
      minScore: (written ? queryShare() : z.number().min(0).max(1)).optional().meta({
        description:
          `Minimum score of results. Defaults to ${MIN_SCORE}, and ${FIRST_MIN_SCORE.toFixed(5)} for the first ten; to 0 for items on a ` +
          'scripture in the query, and for queries with `"phrase"` or `word*`.',
      }),
      spelling: z
        .enum(['auto', 'exact'])
        .default('auto')
        .meta({
          description:
            '`auto` corrects words that neither a public item nor the embedding model contains. Names in titles, numbers, words in quotation marks and words of two ' +
            'letters are not corrected. `exact` turns correction off.',
        }),
      scripture: z.enum(['auto', 'off']).default('auto').meta({
        description: '`off` treats scripture references in `q` as plain words.',
      }),
      names: z.enum(['auto', 'off']).default('auto').meta({
        description: '`off` treats names of speakers, series and topics in `q` as plain words.',
      }),
      lang: languageTag.optional().meta({
        description:
          'Language of the page, e.g. `de`: decides in which language `q` is read if its words do not tell.',
      }),
      facets: facets(written),
      origin: z.enum(EVENT_ORIGINS).optional().meta({
        description: 'Origin of the search. Searches with `console` are not included in reports.',
      }),
    })
    .refine(...requiresBook)
    .refine((params) => params.q !== '' || filterNames.some((name) => params[name] !== undefined), {
      path: ['q'],
      message: `must not be empty without a filter; filters are ${filterNames.join(', ')}`,
    })
    .refine(({ q }) => q === '' || parseQuery(q).text !== '', {
      path: ['q'],
      message: 'must have something to search for besides what it excludes',
    });

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
    year: facetOf(z.int(), 'Year of the items’ dates.'),
    language: facetOf(z.string(), '`value` is an ISO 639 code, `name` the language’s own name.'),
  })
  .meta({
    id: 'SearchFacets',
    description:
      'The requested facets over all results: up to a hundred values of each, most frequent first.',
  });

const foundItem = { item: publicItem, passages: z.array(foundPassage) };

export const searchResponse = z
  .object({
    searchId: z.string().meta({ description: 'Identifies this search in playback events.' }),
    query: z.string(),
    mode: z.enum(['hybrid', 'semantic', 'keyword', 'browse']).meta({
      description: 'The mode used: `keyword` if semantic search was unavailable, `browse` without a query.',
    }),
    interpretation: searchInterpretation,
    results: z.array(
      z.object({
        score: z
          .number()
          .nullable()
          .meta({
            description:
              'Probability that the item is relevant, 0 to 1, comparable between queries; null without a query. If the query contains a scripture reference, items on ' +
              'the verses score at least 2/3, items on the chapter at least 1/3, and others less. If it contains a name, items of that speaker, series or topic score ' +
              'at least 1/2 (1 if the query contains nothing else), and others less.',
          }),
        ...foundItem,
      }),
    ),
    related: z.array(z.object({ score: z.null(), ...foundItem })).meta({
      maxItems: 3,
      description:
        'If there are no results: up to three similar items, which probably do not answer the query. They are not included in `totalRecords`, pages and facets. ' +
        'Empty for queries without words.',
    }),
    facets: searchFacets.optional().meta({ description: 'Only if `facets` was requested.' }),
    facetsAreEstimates: z.boolean().optional().meta({
      description:
        'Only with `facets`. If false, the count of a value equals `totalRecords` after filtering by it. True if `totalIsExact` is false.',
    }),
    limit: z.int(),
    offset: z.int(),
    page: z.int(),
    totalRecords: z.int().meta({ description: 'Number of results among the candidates.' }),
    totalIsExact: z.boolean().meta({
      description: 'Whether `totalRecords` is exact: no further results are possible beyond the candidates.',
    }),
    totalPages: z.int(),
    hasMore: z.boolean(),
    tookMs: z.number(),
  })
  .meta({ id: 'SearchResponse' });

export type SearchResponseRecord = StoredOf<typeof searchResponse>;
