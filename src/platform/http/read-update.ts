/** Reads the body of an update. It may be a response of GET: unchanged fields in it are ignored. */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { AppError, invalid, type ErrorDetail } from '../lib/errors.js';
import { namesTag, versionOf } from '../lib/etag.js';
import { isDateTime } from '../lib/fields.js';
import { isSameUrl, isUrlField, type Links } from '../lib/links.js';
import { details } from '../lib/zod-issues.js';
import { isSchema, type Endpoint } from './endpoint.js';

type Values = Record<string, unknown>;

export interface CurrentRecord {
  /** Reads the record as GET with these expansions, before it is presented. */
  read: (expand: readonly string[]) => Promise<unknown>;
  links: Links;
  /** If it does not match the record's ETag, the handler rejects the call, whatever the body. */
  ifMatch: string | undefined;
}

/**
 * Parses a body with the schema of the changes. Drops read-only fields, including expansions, that equal those of
 * the record, and fields with a value that the record has but no update may set, such as null. The record is read
 * only if the body has such fields.
 * @throws {ValidationError} listing the invalid fields, and the read-only ones that differ
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

  const record = await presentRecord(endpoint, current, readOnly);
  if (!record) return parsed(schema, changes);
  const refused = new Set(first.error?.issues.map(({ path }) => path[0]));
  const kept = Object.entries(changes).filter(
    ([name, value]) => !refused.has(name) || !isSame(value, record[name], current.links, name),
  );
  const shown = (values: Values, name: string): readonly unknown[] =>
    endpoint.update?.alsoShown?.[name]?.(values) ?? [values[name]];
  const { data, error } = schema.safeParse(Object.fromEntries(kept));
  const problems: ErrorDetail[] = Object.keys(readOnly)
    .filter(
      (name) => !shown(record, name).some((value) => isSame(readOnly[name], value, current.links, name)),
    )
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

/** Splits the body into the fields to change, and the read-only ones that must be unchanged. */
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
    return Object.hasOwn({ ...shape, ...update?.alsoShown }, field) ? 'readOnly' : 'change';
  };
  const fields = Object.entries(body);
  const all = (kind: string): Values => Object.fromEntries(fields.filter(([name]) => kindOf(name) === kind));
  return { changes: all('change'), readOnly: all('readOnly') };
};

/** The record in a response that contains nothing else. */
const recordOf = (response: Endpoint['response']): { name: string; shape: Values } => {
  const [[name, record] = ['', undefined]] =
    isSchema(response) && response instanceof z.ZodObject ? Object.entries(response.shape) : [];
  return { name, shape: record instanceof z.ZodObject ? record.shape : {} };
};

/**
 * The record as GET shows it, with the expansions that were sent; undefined if the handler will reject the call
 * anyway.
 */
const presentRecord = async (
  { response, present }: Endpoint,
  { read, links, ifMatch }: CurrentRecord,
  sent: Values,
): Promise<Values | undefined> => {
  try {
    const { name, shape } = recordOf(response);
    // An optional field is shown as null only if it is expanded.
    const isExpanded = (field: string): boolean =>
      sent[field] === null ? shape[field] instanceof z.ZodOptional : typeof sent[field] === 'object';
    const expand = Object.keys(sent).filter(isExpanded);
    const result = (await read(expand)) as Record<string, object>;
    if (ifMatch !== undefined && !namesTag(ifMatch, versionOf(result[name] ?? {}))) return undefined;
    return (present?.(result, links) as Record<string, Values>)[name];
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  }
};

/** Whether everything sent equals the record. A sent object may have fewer fields. */
const isSame = (sent: unknown, shown: unknown, links: Links, name: string): boolean => {
  if (isDeepStrictEqual(sent, shown)) return true;
  if (typeof sent === 'string' && typeof shown === 'string')
    return isUrlField(name)
      ? isSameUrl(sent, shown, links)
      : timeOf(sent) !== undefined && timeOf(sent) === timeOf(shown);
  if (Array.isArray(sent) && Array.isArray(shown))
    return sent.length === shown.length && sent.every((entry, at) => isSame(entry, shown[at], links, name));
  if (!isRecord(sent) || !isRecord(shown)) return false;
  return Object.entries(sent).every(
    ([field, value]) => Object.hasOwn(shown, field) && isSame(value, shown[field], links, field),
  );
};

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A time may be sent with another precision or offset. */
const timeOf = (value: string): number | undefined => (isDateTime(value) ? Date.parse(value) : undefined);
