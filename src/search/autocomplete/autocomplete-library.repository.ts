/** Reads the names that autocomplete knows from SQL, in slices short enough not to delay other queries. */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/dialect.js';
import { prepared } from '../../platform/db/prepared.js';
import { isPublicItem, isVisibleScripture } from '../../content/items/visibility.js';
import type { VerseRange } from '../../../indexer/index.js';

interface NamedRow {
  id: number;
  text: string;
}

export interface ItemRow extends NamedRow {
  /** YYYY-MM-DD */
  date: string;
  seriesId: number | null;
}

/** A series, speaker or topic; `isDeleted` 1 or 0. */
interface ChangedNamedRow extends NamedRow {
  isDeleted: number;
}

/** A row that changed; `isPublic` 1 or 0. */
interface ChangedItemRow extends ItemRow {
  isPublic: number;
  updatedDate: string;
}

interface CountRow {
  id: number;
  items: number;
}

export interface PassageRow extends VerseRange {
  items: number;
}

export const namedTables = ['series', 'speaker', 'topic'] as const;
export type NamedTable = (typeof namedTables)[number];

/** Rows per read. */
export const SLICE = 500;

const query = <R>(build: (...values: (string | number)[]) => ReturnType<typeof sql<R>>) =>
  prepared((db: Db, ...values: (string | number)[]) => ({ compile: () => build(...values).compile(db) }));

/** Public items after an id, by id. */
export const publicItemsAfter = query<ItemRow>(
  (accountId, afterId, now) => sql`select "id", "title" as "text", "date", "seriesId" from "item"
    where "accountId" = ${accountId} and "id" > ${afterId} and ${isPublicItem(String(now))} order by "id" limit ${sql.lit(SLICE)}`,
) as (db: Db, accountId: number, afterId: number, now: string) => Promise<ItemRow[]>;

/** Items changed since a time, without deleted ones, in order of change, after the last one seen. */
export const itemsChanged = query<ChangedItemRow>(
  (
    now,
    accountId,
    since,
    same,
    afterId,
  ) => sql`select "id", "title" as "text", "date", "seriesId", "updatedDate",
      case when ${isPublicItem(String(now))} then 1 else 0 end as "isPublic"
    from "item" where "accountId" = ${accountId} and "deletedDate" is null and "updatedDate" >= ${since}
      and ("updatedDate" > ${same} or "id" > ${afterId})
    order by "updatedDate", "id" limit ${sql.lit(SLICE)}`,
) as (
  db: Db,
  now: string,
  accountId: number,
  since: string,
  same: string,
  afterId: number,
) => Promise<ChangedItemRow[]>;

const named = (table: NamedTable) =>
  query<ChangedNamedRow>(
    (
      accountId,
      since,
      afterId,
    ) => sql`select "id", ${sql.ref(table === 'series' ? 'title' : 'name')} as "text",
        case when "deletedDate" is null then 0 else 1 end as "isDeleted"
      from ${sql.table(table)} where "accountId" = ${accountId}
        and case when "deletedDate" > "updatedDate" then "deletedDate" else "updatedDate" end >= ${since}
        and "id" > ${afterId} order by "id" limit ${sql.lit(SLICE)}`,
  ) as (db: Db, accountId: number, since: string, afterId: number) => Promise<ChangedNamedRow[]>;

/** Records changed or deleted since a time (all if ''), after an id, by id. */
export const namedAfter = { series: named('series'), speaker: named('speaker'), topic: named('topic') };

const counts = (table: 'speaker' | 'topic') =>
  query<CountRow>(
    (accountId, from, to, now) => sql`select "link".${sql.ref(`${table}Id`)} as "id", count(*) as "items"
      from "item" join ${sql.table(table === 'topic' ? 'itemTopic' : 'itemSpeaker')} as "link" on "link"."itemId" = "item"."id"
      where "item"."accountId" = ${accountId} and "item"."id" > ${from} and "item"."id" <= ${to} and ${isPublicItem(String(now))}
      group by 1`,
  ) as (db: Db, accountId: number, from: number, to: number, now: string) => Promise<CountRow[]>;

/** Number of public items per speaker or topic, among those with ids above `from`, up to `to`. */
export const publicItemCounts = { speaker: counts('speaker'), topic: counts('topic') };

/** The same per passage of public items. */
export const passagesWithin = query<PassageRow>(
  (accountId, from, to, now) => sql`select "book", "chapter", "verseStart", "verseEnd", count(*) as "items"
    from "item" join "scripture" on "scripture"."itemId" = "item"."id"
    where "item"."accountId" = ${accountId} and "item"."id" > ${from} and "item"."id" <= ${to} and ${isPublicItem(String(now))}
      and ${isVisibleScripture}
    group by "book", "chapter", "verseStart", "verseEnd"`,
) as (db: Db, accountId: number, from: number, to: number, now: string) => Promise<PassageRow[]>;
