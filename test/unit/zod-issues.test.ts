/** Messages for each kind of zod issue. */
import { expect, it } from 'vitest';
import { z } from 'zod';
import { text, title } from '../../src/platform/lib/fields.js';
import { details } from '../../src/platform/lib/zod-issues.js';

const kinds = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('page') }),
  z.strictObject({ type: z.literal('click') }),
]);

const cases: [z.ZodType, unknown, string][] = [
  [z.string(), undefined, 'is required'],
  [z.enum(['a', 'b']), undefined, 'is required'],
  [z.union([z.string(), z.number()]), undefined, 'is required'],
  [z.string(), null, 'must be text'],
  [z.string().nullable(), 1, 'must be text'],
  [z.number(), '1', 'must be a number'],
  [z.int(), '1', 'must be a whole number'],
  [z.int(), 1.5, 'must be a whole number'],
  [z.coerce.number().int(), 'one', 'must be a whole number'],
  [z.int().min(1), 0, 'must be at least 1'],
  [z.int().max(9), 10, 'must be at most 9'],
  [z.number().positive(), 0, 'must be more than 0'],
  [z.number().lt(2), 2, 'must be less than 2'],
  [z.number().multipleOf(5), 7, 'must be a multiple of 5'],
  [z.boolean(), 'yes', 'must be true or false'],
  [z.null(), 'x', 'must be null'],
  [z.array(z.string()), {}, 'must be a list'],
  [z.array(z.string()).min(1), [], 'must not be empty'],
  [z.array(z.string()).min(2), ['a'], 'must have at least 2 entries'],
  [z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 entry'],
  [z.object({}), [], 'must be an object'],
  [z.record(z.string(), z.unknown()), 1, 'must be an object'],
  [title, ' ', 'must not be empty'],
  [title, 'x'.repeat(256), 'must be at most 255 characters'],
  [text(1), 'xy', 'must be at most 1 character'],
  [z.string().length(4), 'xy', 'must be exactly 4 characters'],
  [z.enum(['a', 'b', 'c']), 'd', 'must be one of a, b, c'],
  [z.enum(['true', 'false']), 'yes', 'must be true or false'],
  [z.literal('success'), 'failure', 'must be success'],
  [z.uuid(), 'x', 'must be a UUID'],
  [z.union([z.ipv4(), z.ipv6()]), 'x', 'must be an IPv4 address or an IPv6 address'],
  [z.string().regex(/^a/), 'b', 'has an invalid format'],
  [z.string().regex(/^a/, 'must start with a'), 'b', 'must start with a'],
];

it.each(cases)('case %# names the valid values', (schema, value, message) => {
  const { error } = z.object({ field: schema }).safeParse(value === undefined ? {} : { field: value });
  expect(details(error!)).toEqual([{ path: 'field', message }]);
});

it('reports the field that tells the members of a union apart', () => {
  expect(details(kinds.safeParse({}).error!)).toEqual([{ path: 'type', message: 'is required' }]);
  expect(details(kinds.safeParse({ type: 'x' }).error!)).toEqual([
    { path: 'type', message: 'must be page or click' },
  ]);
});

it('reports unknown fields one by one, and each field only once', () => {
  const schema = z.strictObject({ list: z.array(z.strictObject({ a: z.string().min(2).max(0) })) });
  expect(details(schema.safeParse({ list: [{ a: 'x', b: 1, c: 1 }], d: 1 }).error!)).toEqual([
    { path: 'list.0.a', message: 'must be at least 2 characters' },
    { path: 'list.0.b', message: 'is not a known field' },
    { path: 'list.0.c', message: 'is not a known field' },
    { path: 'd', message: 'is not a known field' },
  ]);
});
