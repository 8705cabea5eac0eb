/** Parses the query string of a list: paging, sorting, expansions, `_q` and typed filters. */
import type { z } from 'zod';
import { badQuery, badRequest, type ErrorDetail } from '../../lib/errors.js';
import {
  operators,
  type FieldValue,
  type ListField,
  type ListFilter,
  type ListOrder,
  type ListParams,
  type ListSpec,
  type Operator,
} from '../../db/list-query.js';
import { isDate, isDateTime } from '../../lib/fields.js';
import { details } from '../../lib/zod-issues.js';
import { isUrlField, storedUrl, type Links } from '../../lib/links.js';

/** Query parameters by name, `[]` dropped, in the order sent. */
export type QueryValues = Map<string, string[]>;

export const MAX_LIMIT = 100;
export const DEFAULT_LIMIT = 50;
export const MAX_IN_VALUES = 1_000;
export const MAX_FILTERS = 50;
/** Lower, because `like` reads whole texts while the others compare values. */
export const MAX_LIKE_FILTERS = 10;
export const MAX_PATTERN_LENGTH = 256;
/** Maximum length of a filter's value: that of the longest URL. */
export const MAX_FILTER_LENGTH = 2_000;
export const MAX_FILTER_WORDS = 20;
export const MAX_FILTER_WORDS_LENGTH = 500;
export const MAX_ORDERS = 10;
export const MAX_EXPANSIONS = 20;
const ORDER_PATTERN = /^([a-zA-Z]+),(ASC|DESC)$/;
/** The only field that can be sorted by without a direction, as the contract specifies: ascending. */
export const UNDIRECTED_ORDER = 'itemCount';

/**
 * @param own additional parameters of this list; their values are added to the result
 * @throws {BadRequestError} listing every invalid parameter
 */
export const parseListParams = (query: QueryValues, spec: ListSpec, own?: z.ZodObject): ListParams => {
  const problems: ErrorDetail[] = [];
  const refuse = (path: string, message: string): void => void problems.push({ path, message });
  const single = (name: string): string | undefined => {
    const values = query.get(name);
    if (values && values.length > 1) refuse(name, 'must not be repeated');
    return values?.[0];
  };
  const several = (name: string, max: number, values = query.get(name) ?? []): string[] => {
    if (values.length <= max) return values;
    refuse(name, `must have at most ${max} values`);
    return [];
  };
  const integer = (name: string, fallback: number, min: number, max: number): number => {
    const text = single(name);
    if (text === undefined) return fallback;
    const value = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    refuse(name, `must be a whole number from ${min} to ${max}`);
    return fallback;
  };

  const params: ListParams = {
    limit: integer('_limit', DEFAULT_LIMIT, 1, MAX_LIMIT),
    offset: integer('_offset', 0, 0, Number.MAX_SAFE_INTEGER),
    orderBy: several('_orderBy', MAX_ORDERS).flatMap((text) => parseOrder(text, spec, refuse)),
    expand: parseExpand(
      several('_expand', MAX_EXPANSIONS, splitNames(query.get('_expand'))),
      spec.expansions,
      refuse,
    ),
    withDeleted: parseBoolean('_withDeleted', single('_withDeleted'), refuse),
    words: parseWords(single('_q') ?? '', refuse),
    filters: [],
  };

  const ownValues: Record<string, unknown> = {};
  for (const name of Object.keys(own?.shape ?? {})) ownValues[name] = single(name);
  const parsedOwn = own?.safeParse(ownValues);
  if (parsedOwn?.error) problems.push(...details(parsedOwn.error));

  let filters = 0;
  for (const [name, values] of query) {
    if (Object.hasOwn(ownValues, name)) continue;
    if (name.startsWith('_')) {
      if (!['_limit', '_offset', '_orderBy', '_expand', '_withDeleted', '_q'].includes(name))
        refuse(name, 'is not a known parameter');
      continue;
    }
    filters += values.length;
    if (filters > MAX_FILTERS) {
      refuse(name, `is one filter too many; allowed: ${MAX_FILTERS}`);
      break;
    }
    for (const value of values) params.filters.push(...parseFilter(name, value, spec, refuse));
  }
  const patterns = params.filters.filter(({ operator }) => operator === 'like');
  if (patterns.length > MAX_LIKE_FILTERS)
    refuse(
      `${patterns.at(-1)!.field}.like`,
      `is one filter with like too many; allowed: ${MAX_LIKE_FILTERS}`,
    );
  if (problems.length > 0) throw badQuery(problems);
  return { ...params, ...parsedOwn?.data };
};

type Refuse = (path: string, message: string) => void;

const hasNul = (text: string): boolean => text.includes('\0');

const parseWords = (text: string, refuse: Refuse): string[] => {
  const words = text.split(/\s+/).filter(Boolean);
  if (hasNul(text)) refuse('_q', 'must not contain NUL');
  else if (text.length > MAX_FILTER_WORDS_LENGTH)
    refuse('_q', `must be at most ${MAX_FILTER_WORDS_LENGTH} characters`);
  else if (words.length > MAX_FILTER_WORDS) refuse('_q', `must have at most ${MAX_FILTER_WORDS} words`);
  else return words;
  return [];
};

/** The fields by which the list can be sorted. */
export const sortable = (spec: ListSpec): string[] =>
  Object.entries(spec.fields).flatMap(([name, { membership, isFilterOnly }]) =>
    membership || isFilterOnly ? [] : [name],
  );

const parseOrder = (text: string, spec: ListSpec, refuse: Refuse): ListOrder[] => {
  const [, field, direction] = ORDER_PATTERN.exec(text === UNDIRECTED_ORDER ? `${text},ASC` : text) ?? [];
  if (!field || !direction) {
    refuse('_orderBy', `must look like fieldName,ASC or fieldName,DESC, not ${quoted(text)}`);
    return [];
  }
  if (!sortable(spec).includes(field)) {
    refuse('_orderBy', `cannot sort by ${quoted(field)}; allowed: ${sortable(spec).join(', ')}`);
    return [];
  }
  return [{ field, direction: direction as ListOrder['direction'] }];
};

/** The names in one or more parameters, each of which may contain several separated by commas. */
export const splitNames = (values: readonly string[] = []): string[] =>
  values.flatMap((value) => value.split(','));

/** The distinct names in `_expand[]`. */
const parseExpand = (names: string[], allowed: readonly string[], refuse: Refuse): string[] => {
  for (const name of names)
    if (!allowed.includes(name))
      refuse('_expand', `cannot expand ${quoted(name)}; allowed: ${allowed.join(', ') || 'nothing'}`);
  return [...new Set(names)].filter((name) => allowed.includes(name));
};

/** Accepted spellings of a flag. */
export const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
]);

const parseBoolean = (name: string, text: string | undefined, refuse: Refuse): boolean => {
  if (text !== undefined && !FLAGS.has(text)) refuse(name, 'must be true or false');
  return FLAGS.get(text ?? '') ?? false;
};

const parseFilter = (name: string, text: string, spec: ListSpec, refuse: Refuse): ListFilter[] => {
  const dot = name.indexOf('.');
  const fieldName = dot < 0 ? name : name.slice(0, dot);
  const operator = dot < 0 ? 'eq' : name.slice(dot + 1);
  const field = Object.hasOwn(spec.fields, fieldName) ? spec.fields[fieldName] : undefined;
  if (!field) {
    refuse(name, `is not a filterable field; allowed: ${Object.keys(spec.fields).join(', ')}`);
    return [];
  }
  if (!isOperator(operator)) {
    refuse(name, `has an unknown operator ${quoted(operator)}; allowed: ${operators.join(', ')}`);
    return [];
  }
  if (field.membership && operator !== 'eq' && operator !== 'in') {
    refuse(name, 'only supports exact matches and .in');
    return [];
  }
  const values = parseValues(name, operator, text, field, refuse);
  return values ? [{ field: fieldName, operator, values }] : [];
};

const isOperator = (text: string): text is Operator => (operators as readonly string[]).includes(text);

const parseValues = (
  name: string,
  operator: Operator,
  text: string,
  field: ListField,
  refuse: Refuse,
): FieldValue[] | undefined => {
  if (operator === 'nl') {
    if (text === 'true' || text === 'false') return [text === 'true' ? 1 : 0];
    refuse(name, 'must be true or false');
    return undefined;
  }
  if (operator === 'like') {
    if (field.type !== 'string') refuse(name, 'like is only for text fields');
    else if (text.length > MAX_PATTERN_LENGTH)
      refuse(name, `must be at most ${MAX_PATTERN_LENGTH} characters`);
    else if (hasNul(text)) refuse(name, 'must not contain NUL');
    else return [text];
    return undefined;
  }
  const parts = operator === 'in' || operator === 'bt' ? splitListed(text) : [text];
  if (!parts) {
    refuse(name, 'must be values separated by commas; a quoted value ends with a quotation mark');
    return undefined;
  }
  if (operator === 'bt' && parts.length !== 2) {
    refuse(name, 'must be two values separated by a comma');
    return undefined;
  }
  if (parts.length > MAX_IN_VALUES) {
    refuse(name, `must be at most ${MAX_IN_VALUES} values`);
    return undefined;
  }
  const values = parts.map((part) => parseValue(part, field));
  if (values.every((value) => value !== undefined)) return values;
  refuse(name, `${quoted(text)} is not ${expectation(field)}`);
  return undefined;
};

const parseValue = (text: string, field: ListField): FieldValue | undefined => {
  switch (field.type) {
    case 'integer': {
      const value = /^-?\d{1,16}$/.test(text) ? Number(text) : NaN;
      return Number.isSafeInteger(value) ? value : undefined;
    }
    case 'number':
      return /^-?\d{1,16}(\.\d{1,20})?$/.test(text) ? Number(text) : undefined;
    case 'boolean':
      return text === 'true' ? 1 : text === 'false' ? 0 : undefined;
    case 'date':
      return isDate(text) ? text : undefined;
    case 'dateTime':
      return isDateTime(text)
        ? new Date(text).toISOString()
        : isDate(text)
          ? `${text}T00:00:00.000Z`
          : undefined;
    case 'enum': {
      const value = field.isUpperCase ? text.toUpperCase() : text;
      return field.values?.includes(value) ? value : undefined;
    }
    case 'string':
      return hasNul(text) || text.length > MAX_FILTER_LENGTH ? undefined : text;
  }
};

const expectation = (field: ListField): string =>
  ({
    integer: 'a whole number',
    number: 'a number',
    boolean: 'true or false',
    date: 'a date (YYYY-MM-DD)',
    dateTime: 'a time (ISO 8601) or a date',
    enum: `one of ${field.values?.join(', ') ?? ''}`,
    string: `text of at most ${MAX_FILTER_LENGTH} characters without NUL`,
  })[field.type];

const quoted = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** A quoted value, in which a doubled quote stands for one, or an unquoted value; then a comma or the end. */
const VALUE = /(?:"((?:[^"]|"")*)"|([^",][^,]*|))(,|$)/y;

/** Splits the values; undefined if a quotation mark is not closed, or is followed by other text. */
const splitListed = (text: string): string[] | undefined => {
  const values: string[] = [];
  for (let at = 0, more = true; more;) {
    VALUE.lastIndex = at;
    const found = VALUE.exec(text);
    if (!found) return undefined;
    const [whole, quoted, plain = '', end] = found;
    values.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    at += whole.length;
    more = end === ',';
  }
  return values;
};

/** Joins values; the inverse of `splitListed`. */
export const joinListed = (values: readonly unknown[]): string =>
  values
    .map((value) => {
      const text = String(value);
      return /^"|,/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    })
    .join();

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
