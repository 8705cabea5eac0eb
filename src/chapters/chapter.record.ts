/** A chapter's fields, and how a row becomes them. */
import { z } from 'zod';
import type { Row } from '../db/tables.js';
import { toBoolean } from '../lib/fields.js';

export const chapterRecord = z
  .object({
    id: z.int(),
    itemId: z.int(),
    mediaAssetId: z.int(),
    title: z.string(),
    startMs: z.int(),
    suggested: z.boolean().nullable(),
    accepted: z.boolean().nullable(),
    hidden: z.boolean(),
  })
  .meta({ id: 'Chapter' });

export type ChapterRecord = z.input<typeof chapterRecord>;

/** Hidden: suggested and not accepted. */
export const toChapter = (row: Row<'chapter'>): ChapterRecord => ({
  id: row.id,
  itemId: row.itemId,
  mediaAssetId: row.mediaAssetId,
  title: row.title,
  startMs: row.startMs,
  suggested: toBoolean(row.suggested),
  accepted: toBoolean(row.accepted),
  hidden: row.suggested === 1 && row.accepted !== 1,
});
