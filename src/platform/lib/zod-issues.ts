/** Rewords zod's messages in the API's plain English. Messages that a schema sets itself are unchanged. */
import { z } from 'zod';
import type { ErrorDetail } from './errors.js';

type Issue = z.core.$ZodRawIssue;

/** Descriptions of the expected value, by zod's name of its type or format. */
const nouns: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  null: 'null',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  email: 'an email address',
  url: 'a URL',
  uuid: 'a UUID',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  date: 'a date (YYYY-MM-DD)',
  datetime: 'a time (ISO 8601)',
};
const mustBe = (name: string): string =>
  Object.hasOwn(nouns, name) ? `must be ${nouns[name]}` : 'has an invalid format';

const oneOf = (values: readonly unknown[]): string => {
  const names = values.map(String);
  return names.length > 2 ? `must be one of ${names.join(', ')}` : `must be ${names.join(' or ')}`;
};

/** Text and lists have a limit on their length, numbers on their value. */
const limit = (origin: string, bound: string, count: number | bigint): string => {
  if (origin !== 'string' && origin !== 'array') return `must be ${bound} ${count}`;
  if (count === 1 && bound === 'at least') return 'must not be empty';
  const unit = origin === 'string' ? 'character' : 'entry';
  const units = count === 1 ? unit : unit.replace(/y$/, 'ie') + 's';
  return origin === 'string' ? `must be ${bound} ${count} ${units}` : `must have ${bound} ${count} ${units}`;
};

/** Combines the messages of a union's members about the value itself. */
const anyOf = (errors: readonly (readonly z.core.$ZodIssue[])[]): string => {
  const messages = errors.flatMap((issues) => issues.filter(({ path }) => path.length === 0));
  const [first = 'is invalid', ...others] = new Set(messages.map(({ message }) => message));
  return [first, ...others.map((message) => message.replace(/^must be /, ''))].join(' or ');
};

/** The value that the issue is about; for a discriminated union, the value of the discriminator. */
const inputOf = (issue: Issue): unknown =>
  issue.code === 'invalid_union' && issue.discriminator
    ? (issue.input as Record<string, unknown>)[issue.discriminator]
    : issue.input;

/** Codes of issues with a value of the wrong type. If the value is missing, the message is "is required" instead. */
const WRONG_TYPE: ReadonlySet<string> = new Set(['invalid_type', 'invalid_value', 'invalid_union']);

const messageOf = (issue: Issue): string => {
  if (WRONG_TYPE.has(issue.code) && inputOf(issue) === undefined) return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return mustBe(
        issue.inst instanceof z.ZodNumber && issue.inst.format === 'safeint' ? 'int' : issue.expected,
      );
    case 'invalid_value':
      return oneOf(issue.values);
    case 'invalid_union':
      return Array.isArray(issue.options) ? oneOf(issue.options) : anyOf(issue.errors);
    case 'invalid_format':
      return mustBe(issue.format);
    case 'too_small':
      return limit(
        issue.origin,
        issue.exact ? 'exactly' : issue.inclusive === false ? 'more than' : 'at least',
        issue.minimum,
      );
    case 'too_big':
      return limit(
        issue.origin,
        issue.exact ? 'exactly' : issue.inclusive === false ? 'less than' : 'at most',
        issue.maximum,
      );
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return 'is not a known field';
    default:
      return 'is invalid';
  }
};

z.config({ customError: messageOf });

/** The first problem of each field; an unknown field is listed under its own path. */
export const details = ({ issues }: z.ZodError): ErrorDetail[] => {
  const found = new Map<string, string>();
  for (const issue of issues) {
    const paths =
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    for (const path of paths.map((parts) => parts.join('.')))
      if (!found.has(path)) found.set(path, issue.message);
  }
  return [...found].map(([path, message]) => ({ path, message }));
};
