/** Finds slugs that several collections use. The URLs of these pages contain the collection. */
import { existingRows } from '../../platform/db/rows.js';
import type { Account } from '../../identity/accounts/account.record.js';
import type { Db } from '../../platform/db/dialect.js';
import { isPublicSeries, publicItems } from '../../content/items/visibility.js';

const readShared = {
  items: (db: Db, now: string, accountId: number, slugs: readonly string[]) =>
    publicItems(db, accountId, now)
      .select('item.urlSlug')
      .where('item.urlSlug', 'in', slugs)
      .groupBy('item.urlSlug')
      .having(({ fn }) => fn.countAll(), '>', 1)
      .execute(),
  series: (db: Db, _now: string, accountId: number, slugs: readonly string[]) =>
    existingRows(db, 'series', accountId)
      .select('urlSlug')
      .where(isPublicSeries)
      .where('urlSlug', 'in', slugs)
      .groupBy('urlSlug')
      .having(({ fn }) => fn.countAll(), '>', 1)
      .execute(),
};

/** Marks public items or series that share their slug with another one. */
export const withSharedSlugs = async <R extends { urlSlug: string | null }>(
  db: Db,
  now: string,
  accountId: number,
  kind: keyof typeof readShared,
  rows: readonly R[],
): Promise<(R & { isSlugShared: boolean })[]> => {
  const slugs = rows.flatMap(({ urlSlug }) => urlSlug ?? []);
  const found = slugs.length > 0 ? await readShared[kind](db, now, accountId, slugs) : [];
  const shared = new Set(found.map(({ urlSlug }) => urlSlug));
  return rows.map((row) => Object.assign(row, { isSlugShared: shared.has(row.urlSlug) }));
};

/** Does the same for items if their pages are on this host rather than on a site of the account. */
export const withOwnAddresses = async <R extends { urlSlug: string | null }>(
  db: Db,
  now: string,
  { id, settings }: Pick<Account, 'id' | 'settings'>,
  rows: readonly R[],
): Promise<readonly (R & { isSlugShared?: boolean })[]> =>
  settings.publicSiteUrl ? rows : withSharedSlugs(db, now, id, 'items', rows);
