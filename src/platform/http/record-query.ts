/** Pieces of path and query parameters: expansions and `_withDeleted` of a single record, integers. */
import { z } from 'zod';
import { MAX_NAMES } from '../lib/fields.js';

const flag = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .meta({ type: 'boolean' });

export const withDeleted = flag.optional().meta({ description: 'Include soft-deleted records.' });

/** @param expansions names allowed in `_expand[]` */
export const recordQuery = <const E extends readonly [string, ...string[]]>(expansions: E) =>
  z.strictObject({
    _expand: z
      .union([z.enum(expansions).transform((name) => [name]), z.array(z.enum(expansions)).max(MAX_NAMES)], {
        error: `cannot expand this; allowed: ${expansions.join(', ')}`,
      })
      .optional()
      .meta({
        description: 'Related records to include.',
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
