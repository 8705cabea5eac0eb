/** Search filters as SQL: for full-text search, and for the final visibility check. */
import { sql, type RawBuilder } from 'kysely';
import type { SearchFilter } from '../../../indexer/index.js';
import type { Db } from '../../platform/db/dialect.js';
import { listedIds } from '../../platform/db/list-query.js';
import { prepared } from '../../platform/db/prepared.js';
import { isPublicItem, isVisibleScripture } from '../../content/items/visibility.js';

/** `pt` of `pt-BR`; null if the language of the item is unknown. */
export const languageCode = sql<string | null>`rtrim(lower(substr("item"."effectiveLanguage", 1, 3)), '-')`;

/** Condition for items that match the filter; with `publishedOnly`, only those that are public at that time. */
export const filterCondition = (filter: SearchFilter, now: string): RawBuilder<boolean> => {
  const conditions = [
    sql<boolean>`"item"."accountId" = ${filter.accountId}`,
    filter.publishedOnly ? isPublicItem(now) : sql<boolean>`"item"."deletedDate" is null`,
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
  if (filter.language !== undefined) add(sql`${languageCode} = ${filter.language}`);
  if (filter.excludeItemIds?.length) add(sql`"item"."id" not in (${sql.join([...filter.excludeItemIds])})`);
  if (filter.dateFrom !== undefined || filter.dateTo !== undefined) add(sql`"item"."dateIsKnown" = 1`);
  if (filter.dateFrom !== undefined) add(sql`"item"."date" >= ${filter.dateFrom}`);
  if (filter.dateTo !== undefined) add(sql`"item"."date" <= ${filter.dateTo}`);
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
};

/** Fields that narrow a search, in the order of their conditions. */
const NARROWING = [
  'collectionId',
  'seriesId',
  'speakerId',
  'topicId',
  'book',
  'chapter',
  'dateFrom',
  'dateTo',
  'language',
] as const;
type Narrowing = (typeof NARROWING)[number];

const visibleReader = (publishedOnly: boolean, names: readonly Narrowing[]) =>
  prepared((db: Db, ids: string, accountId: number, ...values: unknown[]) => {
    const [now, ...others] = publishedOnly ? values : ['', ...values];
    const narrowing = Object.fromEntries(names.map((name, at) => [name, others[at]]));
    const query = sql<{ id: number }>`select "item"."id" from "item"
      where "item"."id" in ${listedIds(db, ids)}
        and ${filterCondition({ accountId, publishedOnly, ...narrowing }, String(now))}`;
    return { compile: () => query.compile(db) };
  });
/** Prepared queries, by the fields that narrow. */
const visibleReaders = new Map<string, ReturnType<typeof visibleReader>>();

/** Returns which of the items found by the engine match the filter and may be seen now, according to SQL. */
export const visibleItems = async (
  db: Db,
  now: string,
  filter: SearchFilter,
  itemIds: readonly number[],
): Promise<Set<number>> => {
  const names = NARROWING.filter(
    (name) => filter[name] !== undefined && (name !== 'chapter' || filter.book !== undefined),
  );
  const key = [filter.publishedOnly, ...names].join();
  let read = visibleReaders.get(key);
  if (!read) visibleReaders.set(key, (read = visibleReader(filter.publishedOnly, names)));
  const values = names.map((name) => filter[name]);
  const times = filter.publishedOnly ? [now] : [];
  const rows = await read(db, JSON.stringify(itemIds), filter.accountId, ...times, ...values);
  return new Set(rows.map(({ id }) => id));
};

interface VerseRange {
  book: string;
  /** Absent for the whole book. */
  chapter?: number;
  chapterEnd?: number;
  verseStart?: number;
  verseEnd?: number;
}

const NO_CHAPTER = 0;
const NO_VERSE = 999;

/** Items that match the filter and have a scripture on these verses, key verses first, and their number. */
export const itemsOnVerses = async (
  db: Db,
  now: string,
  filter: SearchFilter,
  { book, chapter, chapterEnd = chapter, verseStart = 1, verseEnd = NO_VERSE }: VerseRange,
  limit: number,
): Promise<{ itemIds: number[]; total: number }> => {
  // Chapter and verse as one number, because a range may span chapters.
  const at = (verse: 'verseStart' | 'verseEnd') =>
    sql`"scripture"."chapter" * 1000 + ${sql.ref(`scripture.${verse}`)}`;
  const first = (chapter ?? NO_CHAPTER) * 1000 + verseStart;
  const last = (chapterEnd ?? NO_VERSE) * 1000 + verseEnd;
  const { rows } = await sql<{ id: number; total: number }>`select "item"."id", count(*) over () as "total"
    from "item"
    join "scripture" on "scripture"."itemId" = "item"."id" and "scripture"."accountId" = ${filter.accountId}
    where ${isVisibleScripture} and "scripture"."book" = ${book}
      and ${at('verseStart')} <= ${last}
      and ${at('verseEnd')} >= ${first}
      and ${filterCondition(filter, now)}
    group by "item"."id" order by max(coalesce("scripture"."keyVerse", 0)) desc, "item"."id" limit ${limit}`.execute(
    db,
  );
  return { itemIds: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 };
};
