/** Reads the body of an update, which may be what GET answered: what is unchanged in it is ignored. */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { AppError, invalid, type ErrorDetail } from '../lib/errors.js';
import { namesTag, versionOf } from '../lib/etag.js';
import { isDateTime } from '../lib/fields.js';
import { isUrlField, type Links } from '../lib/links.js';
import { details } from '../lib/zod-issues.js';
import { isSchema, type Endpoint } from './endpoint.js';

type Values = Record<string, unknown>;

export interface CurrentRecord {
  /** Reads the response of GET, before it is presented. */
  read: () => Promise<unknown>;
  links: Links;
  /** Another version than the record's is refused by the handler, whatever the body. */
  ifMatch: string | undefined;
}

/**
 * Parses a body by the schema of the changes. Fields that only the record has are left out: URLs, counts and related
 * records whatever they say, others if they are as the record has them. So are fields with a value that no update
 * could set but the record has, such as null. Only bodies with such fields have the record read.
 * @throws {ValidationError} naming the invalid fields, and the read-only ones that differ
 */
export const readUpdate = async (
  endpoint: Endpoint,
  schema: z.ZodType,
  body: unknown,
  current: CurrentRecord,
): Promise<unknown> => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return parsed(schema, body);
  const { changes, readOnly } = split(endpoint, schema, body as Values);
  const first = schema.safeParse(changes);
  if (first.success && Object.keys(readOnly).length === 0) return first.data;

  const record = await presentRecord(endpoint, current);
  if (!record) return parsed(schema, changes);
  const refused = new Set(first.error?.issues.map(({ path }) => path[0]));
  const kept = Object.entries(changes).filter(
    ([name, value]) => !refused.has(name) || !isSame(value, record[name]),
  );
  const { data, error } = schema.safeParse(Object.fromEntries(kept));
  const problems: ErrorDetail[] = Object.keys(readOnly)
    .filter((name) => !isSame(readOnly[name], record[name]))
    .map((path) => ({ path, message: 'is read-only, and differs from what the record has' }));
  if (error) problems.unshift(...details(error));
  if (problems.length > 0) throw invalid(problems);
  return data;
};

const parsed = (schema: z.ZodType, value: unknown): unknown => {
  const { success, data, error } = schema.safeParse(value);
  if (!success) throw invalid(details(error));
  return data;
};

/** The fields to change, and the read-only ones that must be unchanged. */
const split = (
  { response, update }: Endpoint,
  schema: z.ZodType,
  body: Values,
): { changes: Values; readOnly: Values } => {
  const { shape } = recordOf(response);
  const writable = schema instanceof z.ZodObject ? schema.shape : {};
  const kindOf = (field: string): 'change' | 'ignored' | 'readOnly' => {
    if (Object.hasOwn(writable, field)) return 'change';
    if (update?.ignored?.includes(field)) return 'ignored';
    if (!Object.hasOwn(shape, field)) return 'change';
    return isIgnored(field, shape[field]) ? 'ignored' : 'readOnly';
  };
  const fields = Object.entries(body);
  const all = (kind: string): Values => Object.fromEntries(fields.filter(([name]) => kindOf(name) === kind));
  return { changes: all('change'), readOnly: all('readOnly') };
};

/** The record in a response that has nothing else. */
const recordOf = (response: Endpoint['response']): { name: string; shape: Values } => {
  const [[name, record] = ['', undefined]] =
    isSchema(response) && response instanceof z.ZodObject ? Object.entries(response.shape) : [];
  return { name, shape: record instanceof z.ZodObject ? record.shape : {} };
};

/** Whether the field says how something is reached or counted, or holds related records. */
const isIgnored = (name: string, schema: unknown): boolean =>
  isUrlField(name) || name === 'itemCount' || holdsRecords(schema);

const holdsRecords = (schema: unknown): boolean => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return holdsRecords(schema.unwrap());
  if (schema instanceof z.ZodArray) return holdsRecords(schema.element);
  return schema instanceof z.ZodObject && Object.hasOwn(schema.shape, 'id');
};

/** The record as GET shows it; undefined if the handler will refuse the call anyway. */
const presentRecord = async (
  { response, present }: Endpoint,
  { read, links, ifMatch }: CurrentRecord,
): Promise<Values | undefined> => {
  try {
    const { name } = recordOf(response);
    const result = (await read()) as Record<string, object>;
    if (ifMatch !== undefined && !namesTag(ifMatch, versionOf(result[name] ?? {}))) return undefined;
    return (present?.(result, links) as Record<string, Values>)[name];
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  }
};

const isSame = (sent: unknown, stored: unknown): boolean =>
  isDeepStrictEqual(sent, stored) || (timeOf(sent) !== undefined && timeOf(sent) === timeOf(stored));

/** A time may be written with another precision or offset. */
const timeOf = (value: unknown): number | undefined =>
  typeof value === 'string' && isDateTime(value) ? Date.parse(value) : undefined;
