/** Filters in request bodies, which select records in the syntax of the list's query. */
import { z } from 'zod';
import type { ListParams, ListSpec } from '../../db/list-query.js';
import { AppError, invalid, type ErrorDetail } from '../../lib/errors.js';
import type { Links } from '../../lib/links.js';
import {
  MAX_FILTER_LENGTH,
  MAX_FILTERS,
  MAX_IN_VALUES,
  parseListParams,
  joinListed,
  queryValues,
  withStoredUrls,
  type QueryValues,
} from './list-params.js';

const MAX_QUERY_LENGTH = 16_000;
/** Maximum number of parameters: filters, `_q`, `_orderBy` and the like. */
const MAX_NAMES = MAX_FILTERS + 10;

type Scalar = string | number | boolean;
const isScalar = (value: unknown): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value);

type Refuse = (message: string, name?: string) => void;

const readQuery = (text: string, refuse: Refuse): QueryValues => {
  try {
    if (text.length <= MAX_QUERY_LENGTH) return queryValues(text.replace(/^\?/, ''));
    refuse(`must be at most ${MAX_QUERY_LENGTH} characters`);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    refuse(error.message);
  }
  return new Map();
};

const readObject = (value: object, refuse: Refuse): QueryValues => {
  const values: QueryValues = new Map();
  for (const [written, one] of Object.entries(value)) {
    const name = written.replace(/\[\]$/, '');
    const all: unknown[] = Array.isArray(one) ? one : [one];
    if (!all.every(isScalar)) refuse('must be text, a number, true, false, or a list of these', written);
    else if (!Array.isArray(one) || !/\.(in|bt)$/.test(name)) values.set(name, all.map(String));
    else values.set(name, [joinListed(all)]);
  }
  return values;
};

const textSchema = { type: 'string', maxLength: MAX_FILTER_LENGTH };
const scalarSchemas = [textSchema, { type: 'number' }, { type: 'boolean' }];

/**
 * The query of a list: a query string, or an object of its parameters, in which `.in` and `.bt` also accept
 * arrays.
 */
export const listFilter = z
  .unknown()
  .transform((value, { issues }): QueryValues => {
    const refuse: Refuse = (message, name) =>
      issues.push({ code: 'custom', message, input: value, path: name === undefined ? [] : [name] });
    if (typeof value === 'string') return readQuery(value, refuse);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return readObject(value, refuse);
    refuse('must be the query of a list: its query string, or an object of its parameters');
    return new Map();
  })
  .meta({
    override: {
      anyOf: [
        { type: 'string', maxLength: MAX_QUERY_LENGTH },
        {
          type: 'object',
          maxProperties: MAX_NAMES,
          additionalProperties: {
            anyOf: [
              ...scalarSchemas,
              { type: 'array', maxItems: MAX_IN_VALUES, items: { anyOf: scalarSchemas } },
            ],
          },
        },
      ],
    },
  } as never);

/**
 * Converts the filter to list parameters. It applies to the whole list, so paging is rejected.
 * @param path of the filter in the body
 * @throws {ValidationError} listing every invalid parameter, or when there is no condition
 */
export const filterParams = (values: QueryValues, spec: ListSpec, links: Links, path: string): ListParams => {
  const problems: ErrorDetail[] = [];
  for (const name of ['_limit', '_offset'])
    if (values.has(name))
      problems.push({ path: `${path}.${name}`, message: 'is not for a filter: all matches count' });
  try {
    const params = parseListParams(
      new Map([...values].filter(([name]) => !/^_(limit|offset)$/.test(name))),
      spec,
    );
    if (problems.length === 0 && params.filters.length === 0 && params.words.length === 0)
      problems.push({ path, message: 'must have a condition; `id.ge=1` matches all records' });
    if (problems.length > 0) throw invalid(problems);
    return withStoredUrls(params, links);
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 400) throw error;
    const named = (error.details ?? []).map((detail) => ({ ...detail, path: `${path}.${detail.path}` }));
    throw invalid([...problems, ...named]);
  }
};
