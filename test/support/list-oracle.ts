/** Expected list responses, computed in plain TypeScript from the records. */
import type { ListField, Operator } from '../../src/platform/db/list-query.js';

export type Scalar = string | number | boolean | null;

/** Whether a record's value matches the filter; `asked` is the value in the query string. */
export const passes = (field: ListField, operator: Operator, asked: string, value: Scalar): boolean => {
  if (operator === 'nl') return (value === null) === (asked === 'true');
  if (value === null) return false;
  if (operator === 'like') return isLike(fold(String(value)), fold(asked));
  const against = (text: string): number => compare(value, typed(field, text));
  const values = asked.split(',');
  switch (operator) {
    case 'eq':
      return against(asked) === 0;
    case 'ne':
      return against(asked) !== 0;
    case 'in':
      return values.some((text) => against(text) === 0);
    case 'lt':
      return against(asked) < 0;
    case 'le':
      return against(asked) <= 0;
    case 'gt':
      return against(asked) > 0;
    case 'ge':
      return against(asked) >= 0;
    case 'bt':
      return against(values[0] ?? '') >= 0 && against(values[1] ?? '') <= 0;
  }
};

const typed = ({ type }: ListField, text: string): Scalar =>
  type === 'integer' || type === 'number' ? Number(text) : type === 'boolean' ? text === 'true' : text;

/** Compares text by its UTF-8 bytes. */
export const compare = (a: NonNullable<Scalar>, b: Scalar): number =>
  typeof a === 'string' ? Buffer.compare(Buffer.from(a), Buffer.from(String(b))) : Number(a) - Number(b);

/** Nulls last in both directions. */
export const compareFor =
  (direction: 'ASC' | 'DESC') =>
  (a: Scalar, b: Scalar): number => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return compare(a, b) * (direction === 'ASC' ? 1 : -1);
  };

export const contains = (value: Scalar, word: string): boolean =>
  value !== null && fold(String(value)).includes(fold(word));

const fold = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

/** `%` matches any text, `_` one character; `\` escapes the next character. */
const isLike = (value: string, pattern: string): boolean => {
  const letters = Array.from(value);
  const signs = Array.from(pattern.matchAll(/\\?[^]/gu), ([sign]) => sign);
  let reached = new Set([0]);
  for (const sign of signs) {
    const next = new Set<number>();
    for (const i of reached)
      if (sign === '%') for (let j = i; j <= letters.length; j++) next.add(j);
      else if (i < letters.length && (sign === '_' || letters[i] === sign.replace(/^\\(?=[^])/, '')))
        next.add(i + 1);
    reached = next;
  }
  return reached.has(letters.length);
};

/** Values to filter by, existing ones and others, as the operator expects them in a query string. */
export const askedBy = (
  operator: Operator,
  { type, values = [] }: ListField,
  present: NonNullable<Scalar>[],
): string[] => {
  if (operator === 'nl') return ['true', 'false'];
  if (operator === 'like') return type === 'string' ? ['ALPHA%', '%ΣΑΣ', '5_\\_%', '50\\% _ff', ''] : [];
  const absent = {
    integer: '-9007199254740991',
    number: '-0.125',
    string: 'Beta',
    date: '2025-06-01',
    dateTime: '2025-06-01T00:00:00.000Z',
  };
  const one = [
    present[Math.floor(present.length / 2)],
    type === 'boolean' ? undefined : type === 'enum' ? values[0] : absent[type],
  ].flatMap((value) => (value === undefined ? [] : [String(value)]));
  const several = [...one, String(present[0])].filter((text) => !text.includes(','));
  if (operator === 'in') return [several.join()];
  if (operator === 'bt')
    return several.length > 1 ? [several.slice(0, 2).reverse().join(), several.slice(0, 2).join()] : [];
  return operator === 'eq' ? one : one.slice(0, 1);
};

/** A URL as lists compare it: URLs of stored files without the base URL that responses add. */
export const asCompared = <T>(field: string, value: T): T =>
  field.endsWith('rl') && typeof value === 'string'
    ? (value
        .split(',')
        .map((url) => url.replace(/^http:\/\/localhost:\d+\/v2(?=\/)/, ''))
        .join() as T)
    : value;

/** Values of the wrong type for a field. */
export const WRONG: Record<ListField['type'], string> = {
  integer: '1.5',
  number: '1e3',
  string: '\0',
  boolean: 'yes',
  date: '2025-02-30',
  dateTime: '2025-02-30T00:00:00Z',
  enum: 'gone',
};

/** Number of filters by operator, over all lists. */
export const FILTERS: Record<Operator, number> = {
  eq: 306,
  ne: 160,
  in: 160,
  lt: 160,
  le: 160,
  gt: 160,
  ge: 160,
  bt: 320,
  nl: 320,
  like: 285,
};

const SIGNATURE = /\/[0-9a-z]{1,12}\.[\w-]{43}(?=\/|$)/;

/** Filters and sort orders use the URL without the signature that it has in a record that is not public. */
export const unsigned = (record: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(SIGNATURE, '') : value,
    ]),
  );
