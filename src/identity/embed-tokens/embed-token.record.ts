/** The fields of an embed token, and the mapping from a row. */
import { z } from 'zod';
import type { Row } from '../../platform/db/tables.js';
import { dateTimeOutput } from '../../platform/lib/fields.js';

export const embedTokenRecord = z
  .object({
    id: z.int(),
    name: z.string(),
    token: z.string().meta({ description: 'Public: it identifies the embedding site and grants no access.' }),
    allowedOrigins: z
      .array(z.string())
      .meta({ description: 'Sites that may embed players with it; `*` allows any site.' }),
    entryDate: dateTimeOutput,
    deletedDate: dateTimeOutput.nullable(),
  })
  .meta({ id: 'EmbedToken' });

export type EmbedTokenRecord = z.input<typeof embedTokenRecord>;

export const toEmbedToken = (row: Row<'embedToken'>): EmbedTokenRecord => ({
  id: row.id,
  name: row.name,
  token: row.token,
  allowedOrigins: JSON.parse(row.allowedOrigins) as string[],
  entryDate: row.entryDate,
  deletedDate: row.deletedDate,
});

export const embedTokenExample: EmbedTokenRecord = {
  id: 2,
  name: 'Church website',
  token: 'lce_5vYb0cNQmJmFzR2kq3uTFA',
  allowedOrigins: ['https://www.example.org'],
  entryDate: '2026-03-01T12:00:00.000Z',
  deletedDate: null,
};
