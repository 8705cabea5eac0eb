/** Parses the search of the search page from its URL, which has the parameters of `<lectern-search>`. */
import { z } from 'zod';
import { singleSpaced } from '../../platform/lib/white-space.js';
import type { FacetName } from '../../search/query/facets.js';
import { writtenFilters, type SearchParams } from '../search/search.schema.js';
import { queryInteger } from '../../platform/http/endpoint/record-query.js';
import { text } from '../../platform/lib/fields.js';

const MAX_PAGE = 100_000;

/** Ignores an invalid value, because anyone may link to a page. */
export const lenient = <T extends z.ZodType>(field: T) => {
  const meta = field.meta() ?? {};
  return field
    .optional()
    .catch(undefined as never)
    .meta({ ...meta } as never);
};

export const pageNumber = lenient(queryInteger(1, MAX_PAGE)).transform((page) => page ?? 1);
export const collectionId = lenient(queryInteger(1, 999_999_999_999_999));
export const pageSlug = text(255).normalize('NFC');

const MAX_QUERY = 500;
/** The limit of the component. */
const MAX_RESULT_PAGE = 20;

/** The text that the component would search for, so that the API never rejects it. */
const searchText = z
  .string()
  .transform((text) =>
    Array.from(singleSpaced(text.replace(/\p{Cc}+/gu, ' ').toWellFormed()))
      .slice(0, MAX_QUERY)
      .join(''),
  )
  .optional()
  .catch(undefined)
  .meta({ type: 'string', maxLength: MAX_QUERY } as never);

export const pageSearchQuery = z.object({
  q: searchText,
  collection: lenient(writtenFilters.collectionId),
  series: lenient(writtenFilters.seriesId),
  speaker: lenient(writtenFilters.speakerId),
  topic: lenient(writtenFilters.topicId),
  book: lenient(writtenFilters.book),
  year: lenient(writtenFilters.year),
  language: lenient(writtenFilters.language),
  spelling: lenient(z.literal('exact').meta({ description: 'Turns spelling correction off.' })),
  scripture: lenient(z.literal('off').meta({ description: 'Treats scripture references as plain words.' })),
  names: lenient(z.literal('off').meta({ description: 'Treats names as plain words.' })),
  all: lenient(z.literal('on').meta({ description: 'Includes weaker matches.' })),
  page: pageNumber.transform((page) => Math.min(page, MAX_RESULT_PAGE)),
});

export type PageSearch = Omit<z.output<typeof pageSearchQuery>, 'q'> & { q: string };

/** The filters that the page always offers; others are shown while they are set. */
const SHOWN: readonly FacetName[] = ['speaker', 'series', 'topic', 'book', 'year', 'language'];
const FILTERS = ['collection', ...SHOWN] as const;

export const filtersOf = (search: PageSearch): { name: FacetName; value: string }[] =>
  FILTERS.flatMap((name) => {
    const value = search[name];
    return value === undefined ? [] : [{ name, value: String(value) }];
  });

/** Whether there is a query or a filter; otherwise the page shows the latest items. */
export const isSearch = (search: PageSearch): boolean => search.q !== '' || filtersOf(search).length > 0;

export const facetsOf = (search: PageSearch): FacetName[] =>
  FILTERS.filter((name) => SHOWN.includes(name) || search[name] !== undefined);

/** The parameters of the search, without paging. */
export const searchParamsOf = (search: PageSearch): Partial<SearchParams> => {
  const { q, collection, series, speaker, topic, book, year, language, spelling, scripture, names } = search;
  return {
    q,
    collectionId: collection,
    seriesId: series,
    speakerId: speaker,
    topicId: topic,
    book,
    year,
    language,
    ...(spelling && { spelling }),
    ...(scripture && { scripture }),
    ...(names && { names }),
    facets: facetsOf(search),
  };
};

/** The URL of the first page of a search. */
export const searchPath = (search: PageSearch): string => {
  const { q, spelling, scripture, names, all } = search;
  const query = new URLSearchParams({
    ...(q && { q }),
    ...Object.fromEntries(filtersOf(search).map(({ name, value }) => [name, value])),
    ...(spelling && { spelling }),
    ...(scripture && { scripture }),
    ...(names && { names }),
    ...(all && { all }),
  });
  return `/?${query.toString()}`;
};
