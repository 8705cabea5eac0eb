/**
 * Defines what the public may see, as SQL conditions and queries. Every public read must use them. An item ceases to
 * be public at its `unpublishAt`, whether or not its status has changed yet, so the conditions depend on the time.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/db/dialect.js';
import { prepared } from '../../platform/db/prepared.js';
import { hasPassed, isoTime, type Clock } from '../../platform/lib/clock.js';
import type { Row } from '../../platform/db/tables.js';
import { blobPath } from '../../platform/storage/blob-key.js';
import type { FileAccess } from '../../platform/storage/file.routes.js';
import type { ItemStatus } from './item.record.js';
import { rowsWhere } from '../../platform/db/rows.js';

/**
 * Condition for rows of `item` that are public.
 * @param now the time, as stored; in a prepared query, one of its values
 */
export const isPublicItem = (now: string): RawBuilder<boolean> =>
  sql<boolean>`("item"."deletedDate" is null and "item"."status" = 'published'
    and ("item"."unpublishAt" is null or "item"."unpublishAt" > ${now}))`;

/** Condition for rows of `item` that have ceased to be public by themselves, because their time has come. */
export const hasLapsed = (now: string): RawBuilder<boolean> =>
  sql<boolean>`("item"."deletedDate" is null and "item"."status" = 'published' and "item"."unpublishAt" <= ${now})`;

/** `isPublicItem` for a row in memory. */
export const isPublicNow = (
  clock: Clock,
  { status, deletedDate, unpublishAt }: Pick<Row<'item'>, 'status' | 'deletedDate' | 'unpublishAt'>,
): boolean => status === 'published' && deletedDate === null && !hasPassed(clock, unpublishAt);

/** The public items of an account. */
export const publicItems = (db: Db, accountId: number, now: string) =>
  rowsWhere(db, 'item', { accountId }).where(isPublicItem(now));

/** Condition for items that are public and stay so until somebody changes them, as `isPublicRow` for a row in memory. */
const isLastinglyPublic = sql<boolean>`("item"."deletedDate" is null and "item"."status" = 'published'
  and "item"."unpublishAt" is null)`;

/** Which of these items are lastingly public. */
const publicItemIds = async (db: Db, accountId: number, ids: readonly number[]): Promise<Set<number>> => {
  if (ids.length === 0) return new Set();
  const rows = await rowsWhere(db, 'item', { accountId })
    .select('item.id')
    .where(isLastinglyPublic)
    .where('item.id', 'in', [...new Set(ids)])
    .execute();
  return new Set(rows.map(({ id }) => id));
};

/** Marks media assets and resources whose files anyone may open until somebody changes the item. */
export const markPublic = <T extends { itemId: number; deletedDate: string | null }>(
  records: readonly T[],
  itemIds: ReadonlySet<number>,
): (T & { isPublic: boolean })[] =>
  records.map((record) =>
    Object.assign(record, { isPublic: record.deletedDate === null && itemIds.has(record.itemId) }),
  );

/** The same, after finding out which items are public. */
export const findPublic = async <T extends { itemId: number; deletedDate: string | null }>(
  db: Db,
  accountId: number,
  records: readonly T[],
): Promise<(T & { isPublic: boolean })[]> => {
  const itemIds = records.map(({ itemId }) => itemId);
  return markPublic(records, await publicItemIds(db, accountId, itemIds));
};

/**
 * Who may open a file: it is as public as the item of its media asset or resource; artwork and images of speakers
 * are always open. Smaller copies of an image are beside it, in the folder that its key names.
 */
export const fileAccess = async (db: Db, clock: Clock, blobKey: string): Promise<FileAccess> => {
  const folder = blobPath(blobKey.slice(0, blobKey.lastIndexOf('/')));
  // `0` follows `/` in ASCII, so the range contains everything in the folder.
  const range = [Number(blobKey.split('/')[0]), `${folder}/`, `${folder}0`] as const;
  const rows = await itemsOfFile(db, isoTime(clock), ...range, ...range);
  if (rows.length === 0) return { visibility: 'open' };
  const publicRows = rows.filter(({ isPublic }) => Boolean(isPublic));
  if (publicRows.length === 0) return { visibility: 'private' };
  const ends = publicRows.map(({ unpublishAt }) => unpublishAt);
  const last = ends.includes(null) ? null : ends.toSorted().at(-1)!;
  return { visibility: 'public', until: last };
};

/** Whether the file belongs to the item: to its media or resources, with what is stored beside them. */
export const isFileOfItem = async (
  db: Db,
  accountId: number,
  itemId: number,
  blobKey: string,
): Promise<boolean> => {
  const folder = blobPath(blobKey.slice(0, blobKey.lastIndexOf('/')));
  for (const table of ['mediaAsset', 'resource'] as const) {
    const row = await rowsWhere(db, table as 'resource', { accountId, itemId, deletedDate: null })
      .select('id')
      .where('url', '>=', `${folder}/`)
      .where('url', '<', `${folder}0`)
      .executeTakeFirst();
    if (row) return true;
  }
  return false;
};

type KeyRange = [accountId: number, from: string, to: string];

const itemsOfFile = prepared(
  (db: Db, now: string, ...[mediaAccountId, mediaFrom, mediaTo, ...resource]: [...KeyRange, ...KeyRange]) => {
    const owners = (table: 'mediaAsset' | 'resource', [accountId, from, to]: KeyRange) =>
      db
        .selectFrom(table as 'resource')
        .select(['itemId', 'deletedDate'])
        .where('accountId', '=', accountId)
        .where('url', '>=', from)
        .where('url', '<', to);
    return db
      .selectFrom(
        owners('mediaAsset', [mediaAccountId, mediaFrom, mediaTo])
          .unionAll(owners('resource', resource))
          .as('owner'),
      )
      .innerJoin('item', 'item.id', 'owner.itemId')
      .select([
        sql<number | boolean>`("owner"."deletedDate" is null and ${isPublicItem(now)})`.as('isPublic'),
        'item.unpublishAt',
      ]);
  },
);

/** Condition for rows of `series` that are not withheld by `published: false`; the caller excludes deleted ones. */
export const isPublicSeries = sql<boolean>`coalesce("series"."published", 1) = 1`;

/** The same for a row in memory. */
export const isWithheld = ({ published }: { published: number | null }): boolean => published === 0;

/** Condition for rows of `scripture` that the public sees: suggestions only if accepted or a key verse. */
export const isVisibleScripture = sql<boolean>`("scripture"."deletedDate" is null and (coalesce("scripture"."suggested", 0) = 0
  or coalesce("scripture"."accepted", 0) = 1 or coalesce("scripture"."keyVerse", 0) = 1))`;

/** Condition for rows of `chapter` that are hidden: suggestions that are not accepted. */
export const isHiddenChapter = sql<boolean>`(coalesce("chapter"."suggested", 0) = 1 and coalesce("chapter"."accepted", 0) = 0)`;

/** Statuses of items in the public search index, or about to be. */
export const inPublicIndex: ReadonlySet<string> = new Set<ItemStatus>(['publishing', 'published']);

/** Statuses of items that have been processed, public or not. */
export const processedStatuses: readonly ItemStatus[] = [
  'ready',
  'publishing',
  'published',
  'unpublishing',
  'unpublished',
];
