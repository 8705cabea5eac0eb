/** Compiles response schemas into presenters: functions that convert SQL rows to the JSON of a response. */
import { z } from 'zod';
import type { Author } from './caller.js';
import { fileUrls } from './fields.js';
import { absoluteUrl, signedUrl, type Links } from './links.js';

/**
 * What a presenter accepts for a value of its schema: the value itself or its stored form, which is 0 or 1 for a
 * boolean, text for an enum, and JSON text for a list of scalars, an author or an object that is not a record. Rows may have
 * more columns than the schema has fields.
 */
export type Stored<T> = unknown extends T
  ? unknown
  : T extends boolean
    ? T | 0 | 1
    : T extends string
      ? string
      : T extends readonly (infer E)[]
        ? readonly Stored<E>[] | (E extends object ? never : string)
        : T extends object
          ? | { [K in keyof T]: Stored<T[K]> }
            | (string extends keyof T
                ? string
                : 'id' extends keyof T
                  ? T extends Author
                    ? string
                    : never
                  : string)
          : T;

/** A record of a schema as its service returns it. */
export type StoredOf<S extends z.ZodType> = Exclude<Stored<z.input<S>>, string>;

/** @param links converts the stored paths of files to URLs */
export type Presenter<S extends z.ZodType = z.ZodType> = (
  value: Stored<z.input<S>>,
  links: Links,
) => z.output<S>;

/**
 * Copies declared keys, converting stored forms; drops other keys. Does not validate values.
 *
 * The code is generated, as in zod, because an object literal is several times as fast as assigning its keys in a
 * loop. It contains only names from schemas, never request data.
 */
export const presenter = <S extends z.ZodType>(schema: S): Presenter<S> => {
  const known = presenters.get(schema);
  if (known) return known;
  const helpers: unknown[] = [];
  const body =
    schema instanceof z.ZodObject
      ? `({ ${Object.entries(schema.shape)
          .map(
            ([name, field]) =>
              `${JSON.stringify(name)}: ${expression(field, `value[${JSON.stringify(name)}]`, helpers, 'value')}`,
          )
          .join(', ')} })`
      : expression(schema, 'value', helpers);
  const names = helpers.map((_, i) => `helper${i}`);
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call
  const present = new Function(...names, `return (value, links) => ${body};`)(...helpers) as Presenter<S>;
  presenters.set(schema, present);
  return present;
};

/** Cached by schema, because most schemas are part of many responses. */
const presenters = new WeakMap<z.ZodType, Presenter>();

/**
 * The code that presents a value of the schema.
 * @param value code of the value
 * @param helpers functions that the code calls as `helper0`, `helper1` …; more are appended
 * @param record code of the record that contains the value
 */
const expression = (schema: unknown, value: string, helpers: unknown[], record = 'undefined'): string => {
  const call = (helper: unknown, ...values: string[]): string =>
    `helper${helpers.push(helper) - 1}(${values.join(', ')})`;
  const ofEach = (each: unknown): string | undefined => {
    const code = expression(each, 'each', helpers);
    return code === 'each' ? undefined : `(each) => ${code}`;
  };
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    const code = expression(schema.unwrap(), value, helpers, record);
    return code === value ? value : `(${value} == null ? ${value} : ${code})`;
  }
  if (schema instanceof z.ZodBoolean) return `(${value} === 1 || ${value} === true)`;
  const file = schema instanceof z.ZodString && fileUrls.get(schema);
  if (file) {
    const { isPublic } = file;
    if (!isPublic) return call(absoluteUrl, value, 'links');
    return `(${call(isPublic, record)} ? ${call(absoluteUrl, value, 'links')} : ${call(signedUrl, value, 'links')})`;
  }
  if (schema instanceof z.ZodObject) return call(presenter(schema), call(parsed, value), 'links');
  if (schema instanceof z.ZodArray) {
    const each = ofEach(schema.element);
    return call(parsed, value) + (each ? `.map(${each})` : '');
  }
  if (schema instanceof z.ZodRecord) {
    const each = ofEach(schema.valueType);
    return each ? call(mapValues, call(parsed, value), each) : call(parsed, value);
  }
  if (plain.some((kind) => schema instanceof kind)) return value;
  // Unions and other types that are rare in responses are parsed without conversion.
  return call((other: unknown) => (schema as z.ZodType).parse(other), value);
};

const plain = [z.ZodString, z.ZodNumber, z.ZodEnum, z.ZodLiteral, z.ZodTuple, z.ZodNull, z.ZodUnknown];

const parsed = (value: unknown): unknown =>
  typeof value === 'string' ? (JSON.parse(value) as unknown) : value;

const mapValues = (values: object, present: (value: unknown) => unknown): object =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, present(value)]));
