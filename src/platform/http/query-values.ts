/** Parses query strings: parameters by name, with any notation for lists and URLs. */
import type { ListFilter, ListParams } from '../db/list-query.js';
import { badRequest } from '../lib/errors.js';
import { isUrlField, storedUrl, type Links } from '../lib/links.js';
import type { QueryValues } from './list-params.js';

/** Maximum number of parameters; repeated ones count each time. */
const MAX_PARAMETERS = 100;

/** The list notation of qs and PHP. */
const INDEXED = /^(_orderBy|_expand)\[(\d{1,4})\]$/;
const indexIn = (name: string): number => Number(INDEXED.exec(name)?.[2] ?? 0);

/**
 * @param ignored parameters that are dropped
 * @throws {BadRequestError} when there are too many
 */
export const queryValues = (querystring: string, ignored?: RegExp): QueryValues => {
  const values: QueryValues = new Map();
  if (!querystring) return values;
  const parameters = [...new URLSearchParams(querystring)];
  if (parameters.length > MAX_PARAMETERS)
    throw badRequest(`The query string has more than ${MAX_PARAMETERS} parameters`);
  if (parameters.some(([name]) => INDEXED.test(name))) parameters.sort(([a], [b]) => indexIn(a) - indexIn(b));
  for (const [name, value] of parameters) {
    if (ignored?.test(name)) continue;
    const key = name.endsWith('[]') ? name.slice(0, -2) : name.replace(INDEXED, '$1');
    const earlier = values.get(key);
    if (earlier) earlier.push(value);
    else values.set(key, [value]);
  }
  return values;
};

/**
 * Converts URLs of our own files in filters to their stored form. Records show them with the base URL, and store
 * them without it.
 */
export const withStoredUrls = <P extends ListParams>(params: P, links: Links): P => ({
  ...params,
  filters: params.filters.map((filter): ListFilter =>
    isUrlField(filter.field)
      ? {
          ...filter,
          values: filter.values.map((value) => (typeof value === 'string' ? storedUrl(value, links) : value)),
        }
      : filter,
  ),
});
