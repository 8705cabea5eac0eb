/** Schemas of the scripture endpoints, and the declaration of the list. */
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { BIBLE_BOOKS, type BibleBook } from '../../../indexer/index.js';
import { newPosition } from '../../platform/lib/fields.js';
import { listFields, type ListSpec } from '../../platform/db/list-query.js';
import { withDeleted } from '../../platform/http/endpoint/record-query.js';
import { scriptureRecord } from '../records/scripture.record.js';
import { TRANSLATIONS } from './bible.js';

const bookCodes = BIBLE_BOOKS.map(({ code }) => code);

const book = z
  .preprocess(
    (code) => (typeof code === 'string' ? code.trim().toUpperCase() : code),
    z.enum(bookCodes, 'must be the USFM code of a book, e.g. GEN, PSA, MAT, 1CO, REV, SIR or 1MA'),
  )
  .meta({ description: 'USFM book code, ignoring case.' });
const chapter = z.int().min(1);
const verse = z.int().min(1);

const marks = {
  keyVerse: z.boolean(),
  suggested: z.boolean(),
  accepted: z.boolean(),
};

export const newScripture = z
  .strictObject({
    book,
    chapter,
    verseStart: verse.optional().meta({ description: 'Defaults to the first verse.' }),
    verseEnd: verse.optional().meta({
      description: 'Defaults to `verseStart`, or without it to the last verse. Must be in the same chapter.',
    }),
    keyVerse: marks.keyVerse.default(false),
    suggested: marks.suggested.default(false),
    accepted: marks.accepted.optional().meta({
      description:
        'Defaults to false; for a suggestion, to `autoAcceptScriptures` of the item or the account.',
    }),
  })
  .meta({ id: 'NewScripture' });

export const scriptureChanges = z
  .strictObject({
    book,
    chapter,
    verseStart: verse,
    verseEnd: verse,
    ...marks,
    displayOrder: newPosition('item’s scriptures'),
  })
  .partial()
  .meta({ id: 'ScriptureChanges' });

export type NewScripture = z.output<typeof newScripture>;
export type ScriptureChanges = z.output<typeof scriptureChanges>;

const translation = z
  .enum(TRANSLATIONS)
  .optional()
  .meta({ description: 'Adds `text` in this translation: American Standard Version or King James Version.' });

export const translationQuery = z.object({ translation });
export const scriptureQuery = z.strictObject({ translation, _withDeleted: withDeleted });

/** SQL for a property of the book in the current row of a table. */
const ofBook = (
  table: 'scripture' | 'waitingSuggestion',
  value: (book: BibleBook, i: number) => string | number,
) =>
  sql`(case ${sql.ref(`${table}.book`)} ${sql.join(
    BIBLE_BOOKS.map((one, i) => sql`when ${sql.lit(one.code)} then ${sql.lit(value(one, i))}`),
    sql` `,
  )} end)`;

/** SQL for the citation of the current row of a table, as `citation` formats it. */
export const citedIn = (table: 'scripture' | 'waitingSuggestion'): RawBuilder<unknown> => {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const [book, chapter, first, last] = ['book', 'chapter', 'verseStart', 'verseEnd'].map(column);
  return sql`${ofBook(table, ({ name }) => name)} || ' ' || ${chapter} || case
    when ${first} = 1 and ${book} || ${chapter} || ':' || ${last} in (${sql.join(
      BIBLE_BOOKS.flatMap(({ code, verseCounts }) =>
        verseCounts.map((count, i) => sql.lit(`${code}${i + 1}:${count}`)),
      ),
    )}) then ''
    when ${first} = ${last} then ':' || ${first}
    else ':' || ${first} || '-' || ${last} end`;
};

export const scriptureList: ListSpec<'scripture'> = {
  table: 'scripture',
  fields: listFields(scriptureRecord.omit({ text: true }), {
    book: {
      type: 'enum',
      values: bookCodes,
      isUpperCase: true,
      sortedBy: ofBook('scripture', (_book, i) => i),
    },
    bookName: { type: 'string', expression: ofBook('scripture', ({ name }) => name) },
    citation: { type: 'string', expression: sql`(${citedIn('scripture')})` },
  }),
  expansions: [],
  searched: ['bookName'],
  defaultOrder: [
    { field: 'itemId', direction: 'ASC' },
    { field: 'displayOrder', direction: 'ASC' },
  ],
  parent: { table: 'item', column: 'itemId' },
};
