/** A search's filter as SQL over the item table: what the full-text search filters by and what decides last on every answer. */
import { sql, type RawBuilder } from 'kysely';
import type { SearchFilter } from '../../../indexer/index.js';
import { isPostgres, type Db } from '../../platform/db/dialect.js';
import { isPublicItem, isVisibleScripture } from '../../content/items/visibility.js';

/** True for rows of `item` that the filter lets through; with `publishedOnly` none that is not public this moment. */
export const filterCondition = (filter: SearchFilter): RawBuilder<boolean> => {
  const conditions = [
    sql<boolean>`"item"."accountId" = ${filter.accountId}`,
    filter.publishedOnly ? isPublicItem : sql<boolean>`"item"."deletedDate" is null`,
  ];
  const add = (condition: RawBuilder<boolean>): void => void conditions.push(condition);
  if (filter.collectionId !== undefined) add(sql`"item"."collectionId" = ${filter.collectionId}`);
  if (filter.seriesId !== undefined) add(sql`"item"."seriesId" = ${filter.seriesId}`);
  if (filter.speakerId !== undefined)
    add(sql`exists (select 1 from "itemSpeaker" as "link" where "link"."itemId" = "item"."id"
      and "link"."speakerId" = ${filter.speakerId})`);
  if (filter.topicId !== undefined)
    add(sql`exists (select 1 from "itemTopic" as "link" where "link"."itemId" = "item"."id"
      and "link"."topicId" = ${filter.topicId})`);
  if (filter.book !== undefined)
    add(sql`exists (select 1 from "scripture" where "scripture"."itemId" = "item"."id"
      and ${isVisibleScripture} and "scripture"."book" = ${filter.book}
      ${filter.chapter === undefined ? sql`` : sql`and "scripture"."chapter" = ${filter.chapter}`})`);
  if (filter.dateFrom !== undefined) add(sql`"item"."date" >= ${filter.dateFrom}`);
  if (filter.dateTo !== undefined) add(sql`"item"."date" <= ${filter.dateTo}`);
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
};

/** Which of the items the caller may see this moment: what the engine finds is asked of SQL before it is shown. */
export const visibleItems = async (
  db: Db,
  { accountId, publishedOnly }: SearchFilter,
  itemIds: readonly number[],
): Promise<Set<number>> => {
  const listed = isPostgres(db)
    ? sql`= any(${itemIds}::bigint[])`
    : sql`in (select "value" from json_each(${JSON.stringify(itemIds)}))`;
  const { rows } = await sql<{ id: number }>`select "item"."id" from "item"
    where "item"."id" ${listed} and ${filterCondition({ accountId, publishedOnly })}`.execute(db);
  return new Set(rows.map(({ id }) => id));
};

export interface VerseRange {
  book: string;
  chapter: number;
  chapterEnd?: number;
  verseStart?: number;
  verseEnd?: number;
}

/** Items that the filter lets through with a scripture on these verses, key verses first. */
export const itemsOnVerses = async (
  db: Db,
  filter: SearchFilter,
  { book, chapter, chapterEnd = chapter, verseStart = 1, verseEnd }: VerseRange,
  limit: number,
): Promise<number[]> => {
  // Chapter and verse as one number: a range may run over chapters.
  const at = (verse: 'verseStart' | 'verseEnd') =>
    sql`"scripture"."chapter" * 1000 + ${sql.ref(`scripture.${verse}`)}`;
  const { rows } = await sql<{ id: number }>`select "item"."id" from "item"
    join "scripture" on "scripture"."itemId" = "item"."id" and "scripture"."accountId" = ${filter.accountId}
    where ${isVisibleScripture} and "scripture"."book" = ${book}
      and ${at('verseStart')} <= ${chapterEnd * 1000 + (verseEnd ?? 999)}
      and ${at('verseEnd')} >= ${chapter * 1000 + verseStart}
      and ${filterCondition(filter)}
    group by "item"."id" order by max(coalesce("scripture"."keyVerse", 0)) desc, "item"."id" limit ${limit}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
};
