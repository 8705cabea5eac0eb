/** What a caller expects of the record that it changes: its version, and the values that the caller saw of it. */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { conflictingChanges, type Conflict } from '../lib/errors.js';
import { assertVersion } from '../lib/etag.js';
import { unwrapped } from '../lib/fields.js';
import { sha256 } from '../lib/ids.js';
import { isSameUrl, isUrlField, type Links } from '../lib/links.js';
import { presenter } from '../lib/present.js';
import { isObject, type Values } from '../lib/values.js';
import type { Db } from './dialect.js';
import { recentValues, rememberValues, type OwnValues, type Saver } from './recent-saves.repository.js';

export interface SaveConditions {
  /** The `If-Match` header: the record must have one of these ETags. */
  ifMatch?: string | undefined;
  base?: BaseValues | undefined;
}

/** `_base` in the body of a PATCH: what the caller saw of the fields that it sends. */
export interface BaseValues {
  /** The values that it saw, as the schema of the changes parses them. */
  values: Values;
  /** The fields that it sends, parsed. */
  changes: Values;
  /** Schema of the changes. */
  schema: z.ZodObject;
  /** Schema of the record as it is shown: the fields of the changes, and more. */
  record: z.ZodObject | undefined;
  /** With which the caller saw URLs. */
  links: Links;
  /** The person who saves; null for a token, which several people may use. */
  saver: Saver | null;
}

/**
 * Call it with the record locked, in the transaction of the change.
 * @param row from which the ETag is computed; undefined for a record that does not exist yet, so has no ETag
 * @param record the row with the other fields that callers may compare, if there are any
 * @throws {PreconditionFailedError} when `ifMatch` does not match the ETag
 * @throws {ConflictError} naming the fields that somebody else has changed since the caller saw them
 */
export const assertConditions = async (
  trx: Db,
  row: object | undefined,
  { ifMatch, base }: SaveConditions = {},
  record: object = row ?? {},
): Promise<void> => {
  assertVersion(row, ifMatch);
  if (base) await assertUnchanged(trx, record, base);
};

const assertUnchanged = async (trx: Db, record: object, base: BaseValues): Promise<void> => {
  const { links, saver } = base;
  const fields = comparedFields(base, record);
  const changed = fields.filter(
    (field) => !isTheirs(field, field.base, links) && !isTheirs(field, field.yours, links),
  );
  if (!saver) return assertNone(changed);
  const paths = fields.map(({ path }) => path);
  const own = await recentValues(trx, saver, paths);
  assertNone(changed.filter((field) => !isOwn(own, field)));
  await rememberValues(trx, saver, new Map(fields.map((field) => [field.path, lastValues(own, field)])));
};

const assertNone = (conflicts: readonly Conflict[]): void => {
  if (conflicts.length > 0) throw conflictingChanges(conflicts);
};

/** The fields of `_base`, those of objects one by one: what the caller saw, what is stored, and what it sends. */
const comparedFields = (base: BaseValues, record: object): Conflict[] => {
  // A field that is not sent any more was read-only or unchanged.
  const seen = Object.entries(base.values).filter(([name]) => Object.hasOwn(base.changes, name));
  const theirs = shown(
    base,
    record,
    seen.map(([name]) => name),
  );
  return seen.flatMap(([name, value]) =>
    compared(name, base.schema.shape[name], value, theirs[name], base.changes[name]),
  );
};

const compared = (
  path: string,
  schema: unknown,
  seen: unknown,
  theirs: unknown,
  yours: unknown,
): Conflict[] => {
  const type = unwrapped(schema);
  if (!(type instanceof z.ZodObject) || !isObject(seen)) {
    const parsed = (value: unknown): unknown => parsedValue(type as z.ZodType, value);
    return [{ path, base: parsed(seen), theirs: parsed(theirs), yours: yours ?? null }];
  }
  return Object.entries(seen).flatMap(([name, value]) => {
    // Null resets all fields of the object.
    if (isObject(yours) && !Object.hasOwn(yours, name)) return [];
    const [its, own] = [theirs, yours].map((one) => (isObject(one) ? one[name] : null));
    return compared(`${path}.${name}`, type.shape[name], value, its, own);
  });
};

/** The fields as GET shows them. */
const shown = ({ record, links }: BaseValues, stored: object, names: readonly string[]): Values => {
  const fields = names.flatMap((name) => (record?.shape[name] ? [[name, record.shape[name]] as const] : []));
  const present = presenter(z.object(Object.fromEntries(fields)));
  return { ...stored, ...present(stored as never, links) };
};

/** The value as the schema of the changes parses it, or as it is if callers may not set it. */
const parsedValue = (schema: z.ZodType, value: unknown): unknown => {
  if (value === undefined || value === null) return null;
  const { success, data } = schema.safeParse(value);
  return success ? data : value;
};

/** Whether the value is the stored one. */
const isTheirs = ({ path, theirs }: Conflict, value: unknown, links: Links): boolean =>
  isDeepStrictEqual(value, theirs) ||
  (isUrlField(path) &&
    typeof value === 'string' &&
    typeof theirs === 'string' &&
    isSameUrl(value, theirs, links));

/** Whether the person has seen all that was changed, because nobody else has changed it since. */
const isOwn = (own: OwnValues, { path, base, theirs }: Conflict): boolean => {
  const values = own.get(path);
  return values?.at(-1) === hashOf(theirs) && values.includes(hashOf(base));
};

const lastValues = (own: OwnValues, { path, theirs, yours }: Conflict): string[] => {
  const values = own.get(path) ?? [];
  const before = values.at(-1) === hashOf(theirs) ? values : [hashOf(theirs)];
  return [...before, hashOf(yours)];
};

const hashOf = (value: unknown): string => sha256(JSON.stringify(value));
