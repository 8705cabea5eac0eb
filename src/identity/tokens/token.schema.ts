/** Schemas of the token endpoints, and how tokens are listed. */
import { z } from 'zod';
import { isDateTime, dateTimeOutput, title } from '../../platform/lib/fields.js';
import type { StoredOf } from '../../platform/lib/present.js';
import { scopes } from '../../platform/http/endpoint.js';
import { listFields } from '../../platform/db/list-fields.js';
import type { ListSpec } from '../../platform/db/list-query.js';

export const token = z
  .object({
    id: z.int(),
    name: z.string(),
    scopes: z.array(z.enum(scopes)),
    expiresAt: dateTimeOutput.nullable(),
    revokedAt: dateTimeOutput.nullable(),
    entryDate: dateTimeOutput,
  })
  .meta({ id: 'Token' });

export type TokenRecord = StoredOf<typeof token>;

export const newToken = z
  .strictObject({
    name: title,
    scopes: z.array(z.enum(scopes)).min(1),
    expiresAt: z
      .string()
      .refine(isDateTime, 'must be an ISO 8601 date-time with a time zone')
      .transform((time) => new Date(time).toISOString())
      .nullable()
      .default(null)
      .meta({ type: ['string', 'null'], format: 'date-time' } as never),
  })
  .meta({ id: 'NewToken' });

export type NewToken = z.output<typeof newToken>;

/** Revoked tokens are treated as deleted. */
export const tokenList: ListSpec<'token'> = {
  table: 'token',
  fields: listFields(token),
  expansions: [],
  searched: ['name'],
  defaultOrder: [{ field: 'id', direction: 'ASC' }],
  deletedColumn: 'revokedAt',
};
