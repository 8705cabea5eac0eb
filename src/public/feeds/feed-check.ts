/** Finds what the feeds of an account's collections lack for podcast directories. */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/dialect.js';
import { existingRows } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import type { Account } from '../../identity/accounts/account.record.js';
import { feedOf } from '../../content/records/feed-settings.js';
import { publicItems } from '../../content/items/visibility.js';
import { hasEnclosure, hasPodcastFile } from './enclosure.js';

export interface FeedCheck {
  collection: Pick<Row<'collection'>, 'id' | 'name'>;
  /** Number of published items. */
  items: number;
  /** Items with a file, which are in the feed. */
  enclosed: number;
  /** Items with a file that Apple Podcasts plays. */
  playable: number;
  /** Missing settings, as text. */
  missing: string[];
}

/** Checks the collections that are not deleted, by id. */
export const checkFeeds = async (db: Db, now: string, account: Account): Promise<FeedCheck[]> => {
  const [collections, counts] = await Promise.all([
    existingRows(db, 'collection', account.id).selectAll().orderBy('id').execute(),
    countItems(db, now, account.id),
  ]);
  const byId = new Map(counts.map((count) => [count.collectionId, count]));
  return collections.map(({ id, name, ...row }) => {
    const { items = 0, enclosed = 0, playable = 0, hasLanguage = 0 } = byId.get(id) ?? {};
    const settings = feedOf(row);
    const isSet = {
      picture: row.squareImgUrl,
      owner: settings.ownerEmail,
      category: settings.category,
      description: settings.description,
      language: settings.language ?? (hasLanguage > 0 || null),
      link: settings.link ?? account.settings.publicSiteUrl ?? null,
    };
    const missing = Object.entries(isSet).flatMap(([what, value]) => (value === null ? [what] : []));
    return { collection: { id, name }, items, enclosed, playable, missing };
  });
};

const countItems = (db: Db, now: string, accountId: number) => {
  const countOf = (condition: ReturnType<typeof sql<boolean>>) =>
    sql<number>`cast(sum(case when ${condition} then 1 else 0 end) as integer)`;
  const hasLanguage = sql<boolean>`exists (select 1 from "transcript" where "transcript"."accountId" = "item"."accountId"
    and "transcript"."itemId" = "item"."id" and "transcript"."language" is not null)`;
  return publicItems(db, accountId, now)
    .select(({ fn }) => [
      'item.collectionId',
      fn.countAll<number>().as('items'),
      countOf(hasEnclosure).as('enclosed'),
      countOf(hasPodcastFile).as('playable'),
      countOf(sql<boolean>`${hasEnclosure} and ${hasLanguage}`).as('hasLanguage'),
    ])
    .groupBy('item.collectionId')
    .execute();
};
