/**
 * The schemas of a scripture's stored and computed fields, inside an item and on its own. Below `items/`, because
 * `scriptures/` imports items and items can be expanded with scriptures.
 */
import { z } from 'zod';
import { bibleBook, citation, type Versification } from '../../../indexer/index.js';
import type { Row } from '../../platform/db/tables.js';
import { exampleOf } from '../../platform/lib/example.js';
import { dateTimeOutput } from '../../platform/lib/fields.js';
import type { StoredOf } from '../../platform/lib/present.js';

const fields = {
  id: z.int(),
  itemId: z.int(),
  book: z.string().meta({ description: 'USFM book code, e.g. JHN.' }),
  bookName: z.string(),
  chapter: z.int(),
  verseStart: z.int(),
  verseEnd: z.int(),
  keyVerse: z
    .boolean()
    .nullable()
    .meta({ description: 'Whether it is a key scripture. An item may have several.' }),
  suggested: z.boolean().nullable(),
  accepted: z.boolean().nullable(),
  displayOrder: z.int().nullable(),
  citation: z.string().meta({
    description:
      '`John 3:16-18`, `John 3:16` for one verse, `Psalms 23` for all verses of a chapter. In the numbering of the account (`settings.versification`); `chapter` and verses are in the English numbering.',
  }),
};

export const itemScripture = z
  .object({
    ...fields,
    hidden: z
      .boolean()
      .meta({ description: 'Whether it is a suggestion that is not accepted and not a key verse.' }),
  })
  .meta({ id: 'ItemScripture' });

export const scriptureRecord = z
  .object({
    ...fields,
    text: z.string().nullable().meta({
      description: 'Text of the verses in the requested `translation`; null if none was requested.',
    }),
    deletedDate: dateTimeOutput.nullable(),
  })
  .meta({ id: 'Scripture' });

export type ScriptureRecord = StoredOf<typeof scriptureRecord>;

interface Marks {
  suggested: unknown;
  accepted: unknown;
  keyVerse: unknown;
}

export const isHidden = ({ suggested, accepted, keyVerse }: Marks): boolean =>
  Boolean(suggested) && !accepted && !keyVerse;

/** What a passage is called. */
export const scriptureNames = (
  {
    book,
    chapter,
    verseStart,
    verseEnd,
  }: Pick<Row<'scripture'>, 'book' | 'chapter' | 'verseStart' | 'verseEnd'>,
  versification: Versification,
) => ({
  bookName: bibleBook(book)?.name ?? book,
  citation: citation(book, chapter, verseStart, verseEnd, versification),
});

/**
 * Adds the computed fields, for both schemas.
 * @param text the verses, if the call requests a translation
 */
export const completeScripture = (
  row: Row<'scripture'>,
  versification: Versification,
  text: string | null = null,
) =>
  Object.assign(row, {
    ...scriptureNames(row, versification),
    hidden: isHidden(row),
    text,
  });

export const scriptureExample = exampleOf(scriptureRecord, {
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
});
