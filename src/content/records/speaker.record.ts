/** A speaker's fields, and how a row becomes them. */
import { z } from 'zod';
import type { Row } from '../../platform/db/tables.js';
import { absoluteUrl } from '../../platform/lib/caller.js';
import { SOURCE, type Sourced } from '../../platform/lib/etag.js';
import { dateTimeOutput } from '../../platform/lib/fields.js';

export const speakerRecord = z
  .object({
    id: z.int(),
    name: z.string(),
    bio: z.string().nullable(),
    imageUrl: z.string().nullable().meta({ description: 'Full URL of the image; clients use this.' }),
    imageFilename: z.string().nullable(),
    itemCount: z
      .int()
      .nullable()
      .meta({ description: 'Filled when sorted by itemCount or expanded with items.' }),
    deletedDate: dateTimeOutput.nullable(),
  })
  .meta({ id: 'SpeakerRecord' });

export type SpeakerRecord = z.input<typeof speakerRecord> & Sourced;

export const toSpeaker = (
  row: Row<'speaker'>,
  baseUrl: string,
  itemCount: number | null = null,
): SpeakerRecord => ({
  id: row.id,
  name: row.name,
  bio: row.bio,
  imageUrl: absoluteUrl(row.imageUrl, baseUrl),
  imageFilename: row.imageFilename,
  itemCount,
  deletedDate: row.deletedDate,
  [SOURCE]: row,
});

export const speakerExample: SpeakerRecord = {
  id: 5,
  name: 'Miriam Adler',
  bio: 'Pastor, beekeeper.',
  imageUrl: null,
  imageFilename: null,
  itemCount: null,
  deletedDate: null,
};
