/** A chapter's fields, and how a row becomes them. */
import { z } from 'zod';
import type { Row } from '../../platform/db/tables.js';
import { SOURCE, type Sourced } from '../../platform/lib/etag.js';
import { dateTimeOutput, toBoolean } from '../../platform/lib/fields.js';

export const chapterRecord = z
  .object({
    id: z.int(),
    itemId: z.int(),
    mediaAssetId: z.int(),
    title: z.string(),
    startMs: z.int().meta({ description: 'Milliseconds from the start.' }),
    suggested: z.boolean().nullable(),
    accepted: z.boolean().nullable(),
    hidden: z.boolean().meta({ description: 'Suggested and not accepted.' }),
    deletedDate: dateTimeOutput.nullable(),
  })
  .meta({ id: 'Chapter' });

export type ChapterRecord = z.input<typeof chapterRecord> & Sourced;

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
  deletedDate: row.deletedDate,
  [SOURCE]: row,
});

export const chapterExample: ChapterRecord = {
  id: 11,
  itemId: 42,
  mediaAssetId: 7,
  title: 'The valley',
  startMs: 615_000,
  suggested: false,
  accepted: false,
  hidden: false,
  deletedDate: null,
};
