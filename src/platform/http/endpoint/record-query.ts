/** Path and query parameters: ids, integers, and the expansions and `_withDeleted` of a single record. */
import { z } from 'zod';
import { MAX_NAMES } from '../../lib/fields.js';
import { FLAGS, splitNames } from './list-params.js';

/** Longer than all expansions of a record together. */
const MAX_EXPAND_LENGTH = 500;

/** A boolean in the query. */
export const queryFlag = () =>
  z
    .enum(['true', 'false', '1', '0'], 'must be true or false')
    .transform((value) => FLAGS.get(value) === true)
    .meta({ type: 'boolean' });

export const withDeleted = queryFlag().optional().meta({ description: 'Include soft-deleted records.' });

/** @param expansions names allowed in `_expand[]` */
export const recordQuery = <const E extends readonly [string, ...string[]]>(expansions: E) =>
  z.strictObject({
    _expand: z
      .union([z.string().max(MAX_EXPAND_LENGTH), z.array(z.string().max(MAX_EXPAND_LENGTH)).max(MAX_NAMES)])
      .transform((values) => splitNames([values].flat()))
      .refine(
        (names): names is E[number][] =>
          names.length <= MAX_NAMES && names.every((name) => expansions.includes(name)),
        `cannot expand this; allowed: ${expansions.join(', ')}`,
      )
      .optional()
      .meta({
        description: 'Related records to include. `_expand=a,b` means the same.',
        type: 'array',
        maxItems: MAX_NAMES,
        items: { type: 'string', enum: [...expansions] },
      } as never),
    _withDeleted: withDeleted,
  });

export const deletedQuery = z.strictObject({ _withDeleted: withDeleted });

/** A record id in the path. */
export const pathId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).meta({ type: 'integer' });

/** An integer in the query. */
export const queryInteger = (min: number, max: number) =>
  z
    .string()
    .regex(/^-?\d{1,16}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min).max(max))
    .meta({ type: 'integer', minimum: min, maximum: max } as never);

/** A number from 0 to 1 in the query. */
export const queryShare = () =>
  z
    .string()
    .regex(/^\d{1,3}(?:\.\d{1,20})?(?:e-\d{1,3})?$/i, 'must be a number from 0 to 1')
    .transform(Number)
    .pipe(z.number().max(1, 'must be a number from 0 to 1'))
    .meta({ type: 'number', minimum: 0, maximum: 1 } as never);
