/** Checks completions of Bible references against SQL. */
import { sql } from 'kysely';
import type { ScriptureCompletion } from '../../../indexer/index.js';
import type { Db } from '../../platform/db/dialect.js';
import { prepared } from '../../platform/db/prepared.js';
import { isPublicItem, isVisibleScripture } from '../../content/items/visibility.js';

const onPassage = prepared(
  (db: Db, book: string, chapter: number, accountId: number, start: number, end: number) => ({
    compile: () =>
      sql<{
        found: number;
      }>`select 1 as "found" from "scripture" join "item" on "item"."id" = "scripture"."itemId"
        where "scripture"."book" = ${book} and "scripture"."chapter" = ${chapter}
          and "scripture"."accountId" = ${accountId} and "scripture"."verseStart" = ${start}
          and "scripture"."verseEnd" = ${end} and ${isVisibleScripture} and ${isPublicItem} limit 1`.compile(
        db,
      ),
  }),
);

/** Whether a public item has exactly these verses. */
export const isOnPassage = async (
  db: Db,
  accountId: number,
  { book, chapter, verseStart, verseEnd }: ScriptureCompletion,
): Promise<boolean> =>
  (await onPassage(db, book, chapter ?? 0, accountId, verseStart ?? 0, verseEnd ?? 0)).length > 0;
