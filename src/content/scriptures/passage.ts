/** Checks that a passage exists in the Bible. */
import { bibleBook, chapterCount, verseCount, type VerseRange } from '../../../indexer/index.js';
import type { ErrorDetail } from '../../platform/lib/errors.js';
import type { Db } from '../../platform/db/dialect.js';
import { existingRows } from '../../platform/db/rows.js';

/** Fills in the verses: the whole chapter without verses, a single verse if only the first is given. */
export const completePassage = ({
  book,
  chapter,
  verseStart,
  verseEnd,
}: Pick<VerseRange, 'book' | 'chapter'> & Partial<VerseRange>): VerseRange => ({
  book,
  chapter,
  verseStart: verseStart ?? 1,
  verseEnd: verseEnd ?? verseStart ?? Math.max(1, verseCount(book, chapter)),
});

/** Problems of the passage by field; empty if all its verses exist and are in order. */
export const passageProblems = ({ book, chapter, verseStart, verseEnd }: VerseRange): ErrorDetail[] => {
  const name = bibleBook(book)?.name ?? book;
  const chapters = chapterCount(book);
  const problems: ErrorDetail[] = [];
  if (chapter > chapters)
    problems.push({ path: 'chapter', message: `${name} has ${counted(chapters, 'chapter')}` });
  const verses = verseCount(book, chapter);
  if (chapter <= chapters)
    for (const [path, verse] of Object.entries({ verseStart, verseEnd }))
      if (verse > verses)
        problems.push({
          path,
          message: `${name} ${chapter} has ${counted(verses, 'verse')}; a passage lies within one chapter`,
        });
  if (verseEnd < verseStart)
    problems.push({
      path: 'verseEnd',
      message:
        'must not be before verseStart; a passage that crosses chapters is one scripture for each chapter',
    });
  return problems;
};

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/**
 * The one of `ids` that was suggested as the key verse; undefined if there is none, or the item already has a key
 * verse. The item must be locked.
 */
export const proposedKeyVerse = async (
  trx: Db,
  accountId: number,
  itemId: number,
  ids: readonly number[],
): Promise<number | undefined> => {
  const rows = await existingRows(trx, 'scripture', accountId, { itemId })
    .select(['id', 'keyVerse', 'suggestedKey'])
    .execute();
  if (rows.some(({ keyVerse }) => keyVerse === 1)) return undefined;
  return rows.find(({ id, suggestedKey }) => suggestedKey === 1 && ids.includes(id))?.id;
};
