/** Schemas of the embed token endpoints, and the declaration of the list. */
import { z } from 'zod';
import { listFields } from '../../platform/db/list-fields.js';
import type { ListSpec } from '../../platform/db/list-query.js';
import { title } from '../../platform/lib/fields.js';
import { MAX_ORIGIN_LENGTH, siteOrigin } from '../../platform/lib/site-origin.js';
import { embedTokenRecord } from './embed-token.record.js';

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
