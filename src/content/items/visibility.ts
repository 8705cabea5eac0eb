/** What the public may see, as conditions in SQL and as queries: every read for the public filters by these. */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/dialect.js';
import type { ItemStatus } from '../records/item.record.js';

/** True for rows of `item` that are public at this moment. */
export const isPublicItem = sql<boolean>`("item"."deletedDate" is null and "item"."status" = 'published')`;

/** The public items of an account. */
export const publicItems = (db: Db, accountId: number) =>
  db.selectFrom('item').where('item.accountId', '=', accountId).where(isPublicItem);

/**
 * True for rows of `series` that are not withheld by `published: false`; a deleted series is for the caller to leave
 * out.
 */
export const isPublicSeries = sql<boolean>`coalesce("series"."published", 1) = 1`;

/** The same of a row that has been read. */
export const isWithheld = ({ published }: { published: number | null }): boolean => published === 0;

/** True for rows of `scripture` that the public sees: a suggestion only once it is accepted or a key verse. */
export const isVisibleScripture = sql<boolean>`("scripture"."deletedDate" is null and (coalesce("scripture"."suggested", 0) = 0
  or coalesce("scripture"."accepted", 0) = 1 or coalesce("scripture"."keyVerse", 0) = 1))`;

/** True for rows of `chapter` that are hidden: suggestions that are not accepted. */
export const isHiddenChapter = sql<boolean>`(coalesce("chapter"."suggested", 0) = 1 and coalesce("chapter"."accepted", 0) = 0)`;

/** Statuses of items that the search index shows to the public, or is about to. */
export const inPublicIndex: ReadonlySet<string> = new Set<ItemStatus>(['publishing', 'published']);
