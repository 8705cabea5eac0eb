/** `_base` of a PATCH: its schema, and the values in it. Whether they are still the stored ones is checked by the save. */
import { z } from 'zod';
import type { ErrorDetail } from '../../lib/errors.js';
import { unwrapped } from '../../lib/fields.js';
import { isObject, type Values } from '../../lib/values.js';
import { details } from '../../lib/zod-issues.js';

export const BASE = '_base';

/** Schema of `_base`. Each field may be null, because callers may have seen a value that they may not set. */
const seenSchema = (shape: z.core.$ZodShape): z.ZodObject =>
  z
    .strictObject(
      Object.fromEntries(
        Object.entries(shape).map(([name, schema]) => {
          const type = unwrapped(schema);
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
  !isObject(base) || !isObject(sent)
    ? []
    : Object.keys(base).flatMap((name) => {
        if (!Object.hasOwn(shape, name)) return [];
        const path = `${at}.${name}`;
        if (!Object.hasOwn(sent, name)) return [{ path, message: 'is not among the fields that you send' }];
        const type = unwrapped(shape[name]);
        return type instanceof z.ZodObject ? unsent(type.shape, base[name], sent[name], path) : [];
      });
