/** `_base` of a PATCH: the values that the caller saw. They are compared with the stored ones before the change. */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { SeenValues } from '../db/expected.js';
import { recentValues, rememberValues, type OwnValues, type Saver } from '../db/recent-saves.repository.js';
import type { Clock } from '../lib/clock.js';
import { conflictingChanges, type Conflict, type ErrorDetail } from '../lib/errors.js';
import { sha256 } from '../lib/ids.js';
import { isSameUrl, isUrlField, type Links } from '../lib/links.js';
import { presenter } from '../lib/present.js';
import { details } from '../lib/zod-issues.js';

export const BASE = '_base';

type Values = Record<string, unknown>;

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schema without what makes its value optional or nullable. */
const inner = (schema: unknown): unknown =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? inner(schema.unwrap()) : schema;

/** Of fields, each of which may be null: callers may have seen a value that they may not set. */
const seenSchema = (shape: z.core.$ZodShape): z.ZodObject =>
  z
    .strictObject(
      Object.fromEntries(
        Object.entries(shape).map(([name, schema]) => {
          const type = inner(schema);
          if (type instanceof z.ZodObject) return [name, seenSchema(type.shape).nullable()];
          const required = (schema instanceof z.ZodOptional ? schema.unwrap() : schema) as z.ZodType;
          return [name, required instanceof z.ZodNullable ? required : required.nullable()];
        }),
      ),
    )
    .partial();

const DESCRIPTION =
  'The values that you saw of the fields that you send. If somebody else has changed one of them since, to another value than yours, nothing is saved, and the response is 409 with `error.conflicts`.';

const described = new WeakMap<z.ZodObject, z.ZodObject>();

/**
 * The schema of a body with `_base`, for the OpenAPI document.
 * @param own of `_base`, if it is not that of the changes
 */
export const withBase = (changes: z.ZodObject, own?: z.ZodObject): z.ZodObject => {
  const known = described.get(changes);
  if (known) return known;
  const field = (own ?? seenSchema(changes.shape)).optional().meta({ description: DESCRIPTION });
  const whole = z.strictObject({ ...changes.shape, [BASE]: field }).meta({ ...changes.meta() });
  described.set(changes, whole);
  return whole;
};

export interface ParsedBase {
  /** Undefined without `_base`, and if it is invalid. */
  values: Values | undefined;
  problems: ErrorDetail[];
}

/**
 * @param schemas of `_base`, if it has its own, and of the changes
 * @param sent the other fields, as they were sent
 * @param isShown whether the record has this value, which then needs no check
 */
export const parseBase = (
  { own, changes }: { own: z.ZodObject | undefined; changes: z.ZodObject },
  base: unknown,
  sent: Values,
  isShown: (name: string, value: unknown) => boolean = () => false,
): ParsedBase => {
  if (base === undefined) return { values: undefined, problems: [] };
  const { data = {}, error } = z.record(z.string(), z.unknown()).safeParse(base);
  const schema = own ?? seenSchema(changes.shape);
  const shownFields = Object.entries(data).filter(([name, value]) => isShown(name, value));
  const others = Object.entries(data).filter(([name, value]) => !isShown(name, value));
  const parsed = schema.safeParse(Object.fromEntries(others));
  const invalidFields = [error, parsed.error].flatMap((one) => (one ? details(one) : []));
  const problems = [
    ...invalidFields.map(({ path, message }) => ({ path: path ? `${BASE}.${path}` : BASE, message })),
    ...unsent(schema.shape, data, sent, BASE),
  ];
  const values = problems.length === 0 ? { ...parsed.data, ...Object.fromEntries(shownFields) } : undefined;
  return { values, problems };
};

/** Known fields of the base that the body does not have. */
const unsent = (shape: z.core.$ZodShape, base: unknown, sent: unknown, at: string): ErrorDetail[] =>
  !isRecord(base) || !isRecord(sent)
    ? []
    : Object.keys(base).flatMap((name) => {
        if (!Object.hasOwn(shape, name)) return [];
        const path = `${at}.${name}`;
        if (!Object.hasOwn(sent, name)) return [{ path, message: 'is not among the fields that you send' }];
        const type = inner(shape[name]);
        return type instanceof z.ZodObject ? unsent(type.shape, base[name], sent[name], path) : [];
      });

/** A field to compare. */
interface Field {
  path: string[];
  schema: z.ZodType;
  base: unknown;
  yours: unknown;
}

const fieldsOf = (shape: z.core.$ZodShape, base: Values, sent: Values, at: string[] = []): Field[] =>
  Object.entries(base).flatMap(([name, value]): Field[] => {
    // Not sent any more: it was read-only or unchanged.
    if (!Object.hasOwn(sent, name)) return [];
    const [path, schema, yours] = [[...at, name], inner(shape[name]), sent[name]];
    if (!(schema instanceof z.ZodObject) || !isRecord(value))
      return [{ path, schema: schema as z.ZodType, base: value, yours }];
    const reset = Object.fromEntries(Object.keys(value).map((one) => [one, null]));
    return fieldsOf(schema.shape, value, isRecord(yours) ? yours : reset, path);
  });

interface Seen {
  /** Of the changes. */
  schema: z.ZodObject;
  /** Of the record as it is shown; its fields are those of the changes, and more. */
  record: z.ZodObject | undefined;
  base: Values;
  /** The parsed changes. */
  changes: Values;
  links: Links;
  /** The person who saves; null for a token, which several people may use. */
  saver: Saver | null;
  clock: Clock;
}

export const seenValues = ({ schema, record, base, changes, links, saver, clock }: Seen): SeenValues => {
  const fields = fieldsOf(schema.shape, base, changes);
  const conflictOf = ({ path, schema: type, base: seen, yours }: Field, stored: object): Conflict => {
    const [name = '', ...rest] = path;
    const whole = shown(record, name, stored, links);
    const theirs = rest.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : null), whole);
    return {
      path: path.join('.'),
      base: asInput(type, seen),
      theirs: asInput(type, theirs),
      yours: yours ?? null,
    };
  };
  return {
    names: Object.keys(base),
    values: base,
    assertUnchanged: async (trx, stored) => {
      const all = fields.map((field) => conflictOf(field, stored));
      const changed = all.filter(
        (one) => !isTheirs(one, one.base, links) && !isTheirs(one, one.yours, links),
      );
      if (!saver) return assertNone(changed);
      const own = await recentValues(
        trx,
        clock,
        saver,
        all.map(({ path }) => path),
      );
      assertNone(changed.filter((one) => !isOwn(own, one)));
      await rememberValues(trx, clock, saver, new Map(all.map((one) => [one.path, lastValues(own, one)])));
    },
  };
};

/** Whether the value is the stored one. */
const isTheirs = ({ path, theirs }: Conflict, value: unknown, links: Links): boolean =>
  isDeepStrictEqual(value, theirs) ||
  (isUrlField(path) &&
    typeof value === 'string' &&
    typeof theirs === 'string' &&
    isSameUrl(value, theirs, links));

const assertNone = (conflicts: readonly Conflict[]): void => {
  if (conflicts.length > 0) throw conflictingChanges(conflicts);
};

/** The field as GET shows it. */
const shown = (record: z.ZodObject | undefined, name: string, stored: object, links: Links): unknown => {
  const schema = record?.shape[name] as z.ZodType | undefined;
  if (!schema) return (stored as Values)[name];
  return presenter(z.object({ [name]: schema }))(stored as never, links)[name];
};

/** The value as the schema of the changes parses it, or as it is if callers may not set it. */
const asInput = (schema: z.ZodType, value: unknown): unknown => {
  if (value === undefined || value === null) return null;
  const { success, data } = schema.safeParse(value);
  return success ? data : value;
};

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
