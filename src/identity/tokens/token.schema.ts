/** Schemas of the token endpoints, and the declaration of the list. */
import { z } from 'zod';
import { author } from '../../platform/http/callers/author.js';
import { dateTimeOutput, timeInput, title, MAX_NAMES } from '../../platform/lib/fields.js';
import type { StoredOf } from '../../platform/lib/present.js';
import { scopes } from '../../platform/lib/permissions.js';
import { listFields, type ListSpec } from '../../platform/db/list-query.js';
import { network } from '../../platform/lib/networks.js';

export const token = z
  .object({
    id: z.int(),
    name: z.string(),
    scopes: z.array(z.enum(scopes)),
    expiresAt: dateTimeOutput.nullable(),
    revokedAt: dateTimeOutput.nullable(),
    allowedNetworks: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Allowed client networks; null for any.' }),
    lastUsedAt: dateTimeOutput.nullable().meta({ description: 'To the minute.' }),
    previousSecretUntil: dateTimeOutput.nullable().meta({ description: 'When the previous secret expires.' }),
    createdBy: author.nullable(),
    entryDate: dateTimeOutput,
  })
  .meta({ id: 'Token' });

export type TokenRecord = StoredOf<typeof token>;

const MAX_NETWORKS = 50;

export const newToken = z
  .strictObject({
    name: title,
    scopes: z.array(z.enum(scopes)).min(1).max(MAX_NAMES),
    expiresAt: timeInput.default(null),
    allowedNetworks: z.array(network).min(1).max(MAX_NETWORKS).nullable().optional().meta({
      description: 'Allowed client addresses and networks (CIDR), e.g. 203.0.113.0/24; null for any.',
    }),
  })
  .meta({ id: 'NewToken' });

export type NewToken = z.output<typeof newToken>;

const MAX_OVERLAP_HOURS = 168;

export const tokenRotation = z
  .strictObject({
    overlapHours: z
      .int()
      .min(0)
      .max(MAX_OVERLAP_HOURS)
      .default(24)
      .meta({ description: 'Hours until the old secret expires.' }),
  })
  .meta({ id: 'TokenRotation' });

export type TokenRotation = z.output<typeof tokenRotation>;

/** Revoked tokens are treated as deleted. */
export const tokenList: ListSpec<'token'> = {
  table: 'token',
  fields: listFields(token),
  expansions: [],
  searched: ['name'],
  defaultOrder: [{ field: 'id', direction: 'ASC' }],
  deletedColumn: 'revokedAt',
};
