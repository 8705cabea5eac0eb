/**
 * The version of an account's content. Database triggers change it whenever anything changes that the public may
 * see; it also changes at the moment at which an item ceases to be public by itself.
 */
import { hasLapsed } from '../../content/items/visibility.js';
import type { Db } from '../../platform/db/dialect.js';
import { prepared } from '../../platform/db/prepared.js';
import type { ContentVersion } from '../../platform/http/rendered-responses.js';

/** `lapsedAt` is when the last item ceased to be public whose status has not changed yet. */
const reader = prepared((db: Db, ofItems: number, now: string, accountId: number) =>
  db
    .selectFrom('contentVersion')
    .select(['version', 'changedDate'])
    .select(({ selectFrom }) =>
      selectFrom('item')
        .select(({ fn }) => fn.max('item.unpublishAt').as('lapsedAt'))
        .where('item.accountId', '=', ofItems)
        .where(hasLapsed(now))
        .as('lapsedAt'),
    )
    .where('accountId', '=', accountId),
);

export const contentVersionOf = async (db: Db, accountId: number, now: string): Promise<ContentVersion> => {
  const { version, changedDate, lapsedAt } = (await reader(db, accountId, now, accountId))[0]!;
  if (lapsedAt === null) return { version, changedDate };
  return {
    version: `${version} ${lapsedAt}`,
    changedDate: lapsedAt > changedDate ? lapsedAt : changedDate,
  };
};
