/** A scripture as an item carries it, and how a row becomes it. */
import { z } from 'zod';
import { bibleBook, citation } from '../../indexer/index.js';
import type { Row } from '../db/tables.js';
import { toBoolean } from '../lib/fields.js';

export const itemScripture = z
  .object({
    id: z.int(),
    itemId: z.int(),
    book: z.string().meta({ description: 'USFM book code, e.g. JHN.' }),
    bookName: z.string(),
    chapter: z.int(),
    verseStart: z.int(),
    verseEnd: z.int(),
    keyVerse: z.boolean().nullable(),
    suggested: z.boolean().nullable(),
    accepted: z.boolean().nullable(),
    displayOrder: z.int().nullable(),
    citation: z.string(),
    hidden: z.boolean().meta({ description: 'Suggested, not accepted and not a key verse.' }),
  })
  .meta({ id: 'ItemScripture' });

export type ItemScripture = z.input<typeof itemScripture>;

export const toItemScripture = (row: Row<'scripture'>): ItemScripture => ({
  id: row.id,
  itemId: row.itemId,
  book: row.book,
  bookName: bibleBook(row.book)?.name ?? row.book,
  chapter: row.chapter,
  verseStart: row.verseStart,
  verseEnd: row.verseEnd,
  keyVerse: toBoolean(row.keyVerse),
  suggested: toBoolean(row.suggested),
  accepted: toBoolean(row.accepted),
  displayOrder: row.displayOrder,
  citation: citation(row.book, row.chapter, row.verseStart, row.verseEnd),
  hidden: row.suggested === 1 && row.accepted !== 1 && row.keyVerse !== 1,
});
