/** A scripture's fields, and how a row becomes it: as an item carries it, and as its own endpoints answer it. */
import { z } from 'zod';
import { bibleBook, citation } from '../../../indexer/index.js';
import type { Row } from '../../platform/db/tables.js';
import { SOURCE, type Sourced } from '../../platform/lib/etag.js';
import { dateTimeOutput, toBoolean } from '../../platform/lib/fields.js';

const fields = {
  id: z.int(),
  itemId: z.int(),
  book: z.string().meta({ description: 'USFM book code, e.g. JHN.' }),
  bookName: z.string(),
  chapter: z.int(),
  verseStart: z.int(),
  verseEnd: z.int(),
  keyVerse: z.boolean().nullable().meta({ description: 'A key scripture of the item; it may have several.' }),
  suggested: z.boolean().nullable(),
  accepted: z.boolean().nullable(),
  displayOrder: z.int().nullable(),
  citation: z.string().meta({
    description: '`John 3:16-18`, `John 3:16` for one verse, `Psalms 23` for all verses of a chapter.',
  }),
};

export const itemScripture = z
  .object({
    ...fields,
    hidden: z.boolean().meta({ description: 'Suggested, not accepted and not a key verse.' }),
  })
  .meta({ id: 'ItemScripture' });

export const scriptureRecord = z
  .object({
    ...fields,
    text: z.string().nullable().meta({
      description:
        'The verses, joined by a space, in the `translation` that the call names; null without one.',
    }),
    deletedDate: dateTimeOutput.nullable(),
  })
  .meta({ id: 'Scripture' });

export type ItemScripture = z.input<typeof itemScripture>;
export type ScriptureRecord = z.input<typeof scriptureRecord> & Sourced;

const shared = (row: Row<'scripture'>) => ({
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
});

export const toItemScripture = (row: Row<'scripture'>): ItemScripture => ({
  ...shared(row),
  hidden: row.suggested === 1 && row.accepted !== 1 && row.keyVerse !== 1,
});

/** @param text the verses, where the call names a translation */
export const toScripture = (row: Row<'scripture'>, text: string | null = null): ScriptureRecord => ({
  ...shared(row),
  text,
  deletedDate: row.deletedDate,
  [SOURCE]: row,
});

export const scriptureExample: ScriptureRecord = {
  id: 31,
  itemId: 12,
  book: 'JHN',
  bookName: 'John',
  chapter: 11,
  verseStart: 35,
  verseEnd: 35,
  keyVerse: true,
  suggested: false,
  accepted: false,
  displayOrder: 1,
  citation: 'John 11:35',
  text: null,
  deletedDate: null,
};
