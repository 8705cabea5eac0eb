/** Zod schemas shared by the resources: ids, text, dates, flags. */
import { z } from 'zod';

/** True for an existing date in the form YYYY-MM-DD. */
export const isDate = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
};

const TIME = /^.{10}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;
/** Length of a time with nine decimals and an offset. */
export const MAX_TIME_LENGTH = 35;
const LAST_TIME = Date.parse('9999-12-31T23:59:59.999Z');
const FIRST_TIME = Date.parse('0000-01-01T00:00:00Z');

/** True for an ISO 8601 time with a time zone on an existing date, in years 0 to 9999 UTC. */
export const isDateTime = (text: string): boolean => {
  if (!TIME.test(text) || !isDate(text.slice(0, 10))) return false;
  const time = Date.parse(text);
  return time >= FIRST_TIME && time <= LAST_TIME;
};

const clean = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Maximum number of entries in a list of names from a fixed set; repeated ones count. */
export const MAX_NAMES = 20;

export const id = z.int().min(1);

/** A new position in a list. @param others the records in the list, for the description */
export const newPosition = (others: string) =>
  z
    .int()
    .min(1)
    .meta({
      description: `New position, from 1; the ${others} after it move. A position beyond the end means last.`,
    });
export const nullableInt = z.int().min(0).nullable();

/** At most `max` characters, counted in code points as in OpenAPI, not in UTF-16 units. */
const atMost = (max: number) => {
  const check = z.check<string>((payload) => {
    const { value: input, issues } = payload;
    if (input.length <= max || (input.length <= 2 * max && Array.from(input).length <= max)) return;
    issues.push({ code: 'too_big', origin: 'string', maximum: max, inclusive: true, input });
  });
  check._zod.onattach.push(({ _zod: { bag } }) => (bag.maximum = max));
  return check;
};

/** One line or paragraph of text: no NUL, no lone surrogates, at most `max` characters. */
export const text = (max: number) =>
  z.string().check(atMost(max)).refine(clean, 'must be valid text without NUL');

/** After this many invalid entries, the rest of a long list is not parsed. */
const MAX_INVALID_ENTRIES = 100;

/** JSON Schema of an entry. If it has an id, a reference to the component that another operation declares. */
const entrySchema = (entry: z.ZodType): Record<string, unknown> => {
  const id = entry.meta()?.id;
  if (id !== undefined) return { $ref: `#/components/schemas/${id}` };
  const schema: Record<string, unknown> = z.toJSONSchema(entry, { io: 'input' });
  delete schema.$schema;
  return schema;
};

/**
 * A list of `min` to `max` entries. Its length is checked before its entries; the OpenAPI document contains the
 * entries' schema. A schema with an id must be used elsewhere in the document as well.
 */
export const longList = <T extends z.ZodType>(entry: T, max: number, min = 1) => {
  const items = entrySchema(entry);
  return z
    .array(z.unknown())
    .min(min)
    .max(max)
    .transform((values, { issues }): z.output<T>[] => {
      const parsed: z.output<T>[] = [];
      let invalid = 0;
      for (const [index, value] of values.entries()) {
        const { success, data, error } = entry.safeParse(value);
        if (success) parsed.push(data);
        else
          issues.push(...error.issues.map((issue) => ({ ...issue, path: [index, ...issue.path] }) as never));
        if (!success && ++invalid === MAX_INVALID_ENTRIES) break;
      }
      return parsed;
    })
    .meta({ override: { type: 'array', ...(min > 0 && { minItems: min }), maxItems: max, items } } as never);
};

/** False if there are only spaces, control characters and direction marks. */
const isVisible = (value: string): boolean =>
  /[^\p{White_Space}\p{C}\p{Default_Ignorable_Code_Point}]/u.test(value);

/** Visible text: trimmed, 1 to `max` characters, normalized to NFC. */
export const visibleText = (max: number) =>
  z
    .string()
    .trim()
    .normalize('NFC')
    .min(1)
    .check(atMost(max))
    .refine(clean, 'must be valid text without NUL')
    .refine((value) => value === '' || isVisible(value), 'must contain visible text');

/** A name or title. */
export const title = visibleText(255);

/**
 * Rejects URLs that parsers read differently: they take the first path segment of `https:///path` for the host,
 * and accept `;`, `,` or quotes in a host.
 */
const isHttpUrl = (value: string): boolean => {
  if (!/^https?:\/\/[^/?#\\]/i.test(value) || !URL.canParse(value)) return false;
  const { host, port } = new URL(value);
  return /^[\w.:[\]-]+$/.test(host) && port !== '0';
};

export const httpUrl = text(2_000).refine(isHttpUrl, 'must be an http or https URL with a valid host');

export const longText = text(50_000);
/** `maxJsonBytes` of a record with a long text or long lists. */
export const LONG_TEXT_BYTES = 256 * 1024;

/** BCP 47. */
export const languageTag = z
  .string()
  .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, 'must be a language tag such as en or pt-BR')
  .max(35);

/** A date or a date-time; only the day as written is used. */
export const dateInput = z
  .string()
  .refine((value) => isDate(value) || isDateTime(value), 'must be an existing date (YYYY-MM-DD) or date-time')
  .transform((value) => value.slice(0, 10))
  .meta({
    type: 'string',
    maxLength: MAX_TIME_LENGTH,
    description: 'A date, or a date-time whose time is ignored.',
  });

/** A time, stored as UTC. */
export const timeInput = z
  .string()
  .refine(isDateTime, 'must be an ISO 8601 date-time with a time zone')
  .transform((time) => new Date(time).toISOString())
  .nullable()
  .meta({ type: ['string', 'null'], format: 'date-time', maxLength: MAX_TIME_LENGTH } as never);

/** The fields without the limits for input, as they appear in records. */
export const withoutInputLimits = <S extends z.ZodRawShape>(fields: S): S =>
  Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name, withoutLimits(schema)]),
  ) as z.ZodRawShape as S;

const withoutLimits = (schema: z.core.$ZodType): z.ZodType => {
  if (schema instanceof z.ZodNullable) return described(withoutLimits(schema.unwrap()).nullable(), schema);
  if (schema instanceof z.ZodString && schema.def.checks?.length) return described(z.string(), schema);
  if (schema instanceof z.ZodNumber) return described(z.int(), schema);
  return schema as z.ZodType;
};

const described = (schema: z.ZodType, { description }: z.ZodType): z.ZodType =>
  description === undefined ? schema : schema.describe(description);

/** The schema without what makes its value optional or nullable. */
export const unwrapped = (schema: unknown): unknown =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? unwrapped(schema.unwrap()) : schema;

/** Schemas of URLs that are stored as paths if the file is our own; presenters make them absolute. */
export const fileUrls = z.registry<{ isFile: true; isPublic?: (record: never) => boolean }>();
export const fileUrl = z.string().register(fileUrls, { isFile: true });
/** Included in the descriptions of these URLs. */
export const signedText =
  'Needs no token. Unless the item is public, it is signed, valid for 12 hours, and made anew for each response.';
const isMarkedPublic = ({ isPublic }: { isPublic?: boolean }): boolean => isPublic === true;
/** The URL of a file with restricted access: it is signed, unless the record says that the file is public. */
export const signedFileUrl = (isPublic: (record: never) => boolean = isMarkedPublic) =>
  z.string().register(fileUrls, { isFile: true, isPublic });

export const dateOutput = z.string().meta({ format: 'date' });
export const dateTimeOutput = z.string().meta({ format: 'date-time' });

export const slug = z
  .string()
  .trim()
  .normalize('NFC')
  .min(1)
  .check(atMost(255))
  .refine(
    (value) => /^[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[-_.~][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*$/u.test(value),
    'must be letters and digits of any script, joined by single - _ . or ~',
  );

/** The response schema of every delete. */
export const success = z.object({ result: z.literal('success') }).meta({ id: 'Success' });

/** The response of every delete. */
export const succeeded: z.input<typeof success> = { result: 'success' };

/** The stored form of a boolean. */
export const toFlag = (value: boolean): 0 | 1 => (value ? 1 : 0);
