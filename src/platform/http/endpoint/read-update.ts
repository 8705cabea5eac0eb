/**
 * Reads the body of an update. It may be a response of GET: unchanged fields in it are ignored. `_base` has the values
 * that the caller saw.
 */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { AppError, invalid, type ErrorDetail } from '../../lib/errors.js';
import { namesTag, versionOf } from '../../lib/etag.js';
import { isDateTime } from '../../lib/fields.js';
import { isSameUrl, isUrlField, type Links } from '../../lib/links.js';
import { isObject, type Values } from '../../lib/values.js';
import { details } from '../../lib/zod-issues.js';
import { isSchema, type Endpoint } from './endpoint.js';
import { BASE, parseBase, type ParsedBase } from './seen-values.js';

export interface CurrentRecord {
  /** Reads the record as GET with these expansions, before it is presented. */
  read: (expand: readonly string[]) => Promise<unknown>;
  links: Links;
  /** If it does not match the record's ETag, the handler rejects the call, whatever the body. */
  ifMatch: string | undefined;
}

export interface ParsedUpdate {
  changes: unknown;
  /** The values of `_base`; undefined without it. */
  base?: Values | undefined;
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
): Promise<ParsedUpdate> => {
  if (!isObject(body)) return { changes: parsed(schema, body) };
  const { [BASE]: base, ...sent } = body;
  const { changes, readOnly } = split(endpoint, schema, sent);
  const parseSeen = (isShown?: (name: string, value: unknown) => boolean): ParsedBase =>
    schema instanceof z.ZodObject
      ? parseBase({ own: endpoint.base, changes: schema }, without(base, readOnly), changes, isShown)
      : { values: undefined, problems: [] };
  const seen = parseSeen();
  const first = schema.safeParse(changes);
  if (first.success && seen.problems.length === 0 && Object.keys(readOnly).length === 0)
    return { changes: first.data, base: seen.values };

  const record = endpoint.update && (await presentRecord(endpoint, current, readOnly));
  if (!record) return { changes: parsed(schema, changes, seen.problems), base: seen.values };
  const { values, problems: unseen } = parseSeen((name, value) =>
    isSame(value, record[name], current.links, name),
  );
  const refused = new Set(first.error?.issues.map(({ path }) => path[0]));
  const kept = Object.entries(changes).filter(
    ([name, value]) => !refused.has(name) || !isSame(value, record[name], current.links, name),
  );
  const shown = (values: Values, name: string): readonly unknown[] =>
    endpoint.update?.alsoShown?.[name]?.(values) ?? [values[name]];
  const problems: ErrorDetail[] = Object.keys(readOnly)
    .filter(
      (name) => !shown(record, name).some((value) => isSame(readOnly[name], value, current.links, name)),
    )
    .map((path) => ({ path, message: 'is read-only, and differs from what the record has' }));
  return {
    changes: parsed(schema, Object.fromEntries(kept), [...problems, ...unseen]),
    base: values,
  };
};

/** @param problems others of the body, which are reported too */
const parsed = (schema: z.ZodType, value: unknown, problems: readonly ErrorDetail[] = []): unknown => {
  const { success, data, error } = schema.safeParse(value);
  if (!success || problems.length > 0) throw invalid([...(error ? details(error) : []), ...problems]);
  return data;
};

/** `_base` without read-only fields, which must be unchanged anyway. */
const without = (base: unknown, readOnly: Values): unknown =>
  isObject(base)
    ? Object.fromEntries(Object.entries(base).filter(([name]) => !Object.hasOwn(readOnly, name)))
    : base;

/** Splits the body into the fields to change, and the read-only ones that must be unchanged. */
const split = (
  { response, update }: Endpoint,
  schema: z.ZodType,
  body: Values,
): { changes: Values; readOnly: Values } => {
  const { shape = {} } = recordOf(response).schema ?? {};
  const writable = schema instanceof z.ZodObject ? schema.shape : {};
  const kindOf = (field: string): 'change' | 'ignored' | 'readOnly' => {
    if (Object.hasOwn(writable, field)) return 'change';
    if (update?.ignored?.includes(field)) return 'ignored';
    return update && Object.hasOwn({ ...shape, ...update.alsoShown }, field) ? 'readOnly' : 'change';
  };
  const fields = Object.entries(body);
  const all = (kind: string): Values => Object.fromEntries(fields.filter(([name]) => kindOf(name) === kind));
  return { changes: all('change'), readOnly: all('readOnly') };
};

/** The record in a response, which is its first property. */
export const recordOf = (
  response: Endpoint['response'],
): { name: string; schema: z.ZodObject | undefined } => {
  const [[name, record] = ['', undefined]] =
    isSchema(response) && response instanceof z.ZodObject ? Object.entries(response.shape) : [];
  return { name, schema: record instanceof z.ZodObject ? record : undefined };
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
    const { name, schema } = recordOf(response);
    const { shape = {} } = schema ?? {};
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
  if (!isObject(sent) || !isObject(shown)) return false;
  return Object.entries(sent).every(
    ([field, value]) => Object.hasOwn(shown, field) && isSame(value, shown[field], links, field),
  );
};

/** A time may be sent with another precision or offset. */
const timeOf = (value: string): number | undefined => (isDateTime(value) ? Date.parse(value) : undefined);
