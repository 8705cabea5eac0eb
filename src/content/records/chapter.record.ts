/**
 * The schema of a chapter's stored and computed fields. Below `items/`, because `chapters/` imports items and
 * their media show chapters.
 */
import { z } from 'zod';
import type { Row } from '../../platform/db/tables.js';
import { exampleOf } from '../../platform/lib/example.js';
import { dateTimeOutput } from '../../platform/lib/fields.js';
import type { StoredOf } from '../../platform/lib/present.js';

export const chapterRecord = z
  .object({
    id: z.int(),
    itemId: z.int(),
    mediaAssetId: z.int(),
    title: z.string(),
    startMs: z.int().meta({ description: 'Milliseconds from the start.' }),
    suggested: z.boolean().nullable(),
    accepted: z.boolean().nullable(),
    hidden: z.boolean().meta({ description: 'Whether it is a suggestion that is not accepted.' }),
    deletedDate: dateTimeOutput.nullable(),
  })
  .meta({ id: 'Chapter' });

export type ChapterRecord = StoredOf<typeof chapterRecord>;

/** Adds the computed fields. */
export const completeChapter = (row: Row<'chapter'>): ChapterRecord =>
  Object.assign(row, { hidden: row.suggested === 1 && row.accepted !== 1 });

export const chapterExample = exampleOf(chapterRecord, {
  id: 11,
  itemId: 42,
  mediaAssetId: 7,
  title: 'The valley',
  startMs: 615_000,
  suggested: false,
  accepted: false,
  hidden: false,
});
