/** Looks up slugs and embed tokens for pages. */
import type { Db } from '../../platform/db/dialect.js';
import { existingRows } from '../../platform/db/rows.js';
import { isPublicSeries, publicItems } from '../../content/items/visibility.js';

/** Id of the newest public series with the slug, optionally in one collection. */
export const findSeriesSlug = async (
  db: Db,
  accountId: number,
  slug: string,
  collectionId?: number,
): Promise<number | undefined> => {
  const row = await existingRows(db, 'series', accountId)
    .select('id')
    .where('urlSlug', '=', slug)
    .where(isPublicSeries)
    .$if(collectionId !== undefined, (query) => query.where('collectionId', '=', collectionId ?? 0))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
};

/** Whether several public items share a slug. */
export const anySlugIsShared = async (db: Db, now: string, accountId: number): Promise<boolean> =>
  (await publicItems(db, accountId, now)
    .select('item.urlSlug')
    .where('item.urlSlug', 'is not', null)
    .groupBy('item.urlSlug')
    .having(({ fn }) => fn.countAll(), '>', 1)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** The sites that may frame players with this embed token; undefined if it does not exist. */
export const originsOfToken = async (
  db: Db,
  accountId: number,
  token: string,
): Promise<string[] | undefined> => {
  const row = await existingRows(db, 'embedToken', accountId)
    .select('allowedOrigins')
    .where('token', '=', token)
    .executeTakeFirst();
  return row && (JSON.parse(row.allowedOrigins) as string[]);
};
