/** The schema of an embed token. */
import { z } from 'zod';
import { author } from '../../platform/http/author.js';
import { exampleOf } from '../../platform/lib/example.js';
import { dateTimeOutput } from '../../platform/lib/fields.js';
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
