/** Schemas of the embed token endpoints, and the declaration of the list. */
import { z } from 'zod';
import { listFields, type ListSpec } from '../../platform/db/list-query.js';
import { title, dateTimeOutput } from '../../platform/lib/fields.js';
import { MAX_ORIGIN_LENGTH, siteOrigin } from '../../platform/lib/site-origin.js';
import { author } from '../../platform/http/callers/author.js';
import { exampleOf } from '../../platform/lib/example.js';
import type { StoredOf } from '../../platform/lib/present.js';

export const embedTokenRecord = z
  .object({
    id: z.int(),
    name: z.string(),
    token: z.string().meta({ description: 'Public: it identifies the embedding site and grants no access.' }),
    allowedOrigins: z
      .array(z.string())
      .meta({ description: 'Sites that may embed players with this token; `*` allows any site.' }),
    createdBy: author.nullable(),
    entryDate: dateTimeOutput,
    deletedDate: dateTimeOutput.nullable(),
  })
  .meta({ id: 'EmbedToken' });

export type EmbedTokenRecord = StoredOf<typeof embedTokenRecord>;

export const embedTokenExample = exampleOf(embedTokenRecord, {
  id: 2,
  name: 'Church website',
  token: 'lce_5vYb0cNQmJmFzR2kq3uTFA',
  allowedOrigins: ['https://www.example.org'],
  entryDate: '2026-03-01T12:00:00.000Z',
});

const MAX_ORIGINS = 100;

export const newEmbedToken = z
  .strictObject({
    name: title,
    allowedOrigins: z
      .array(siteOrigin({ orAny: true }))
      .min(1)
      .max(MAX_ORIGINS)
      .transform((origins) => [...new Set(origins)])
      .refine(
        (origins) => !origins.includes('*') || origins.length === 1,
        '* allows any site and must be the only entry',
      )
      .meta({
        type: 'array',
        items: { type: 'string', maxLength: MAX_ORIGIN_LENGTH },
        minItems: 1,
        maxItems: MAX_ORIGINS,
        description: 'Scheme, host and port of each site that may embed players; `*` alone allows any site.',
      } as never),
  })
  .meta({ id: 'NewEmbedToken' });

export type NewEmbedToken = z.output<typeof newEmbedToken>;

export const embedTokenList: ListSpec<'embedToken'> = {
  table: 'embedToken',
  fields: listFields(embedTokenRecord),
  expansions: [],
  searched: ['name'],
  defaultOrder: [{ field: 'id', direction: 'ASC' }],
};
