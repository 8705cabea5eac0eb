/** Finds what the feeds of an account's collections lack for podcast directories. */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/dialect.js';
import { existingRows } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import type { Account } from '../../identity/accounts/account.record.js';
import { publicItems } from '../items/visibility.js';
import { feedOf } from '../records/feed-settings.js';

export interface FeedCheck {
  collection: Pick<Row<'collection'>, 'id' | 'name'>;
  /** Number of published items. */
  items: number;
  /** Items with a file, which are in the feed. */
  enclosed: number;
  /** Items with a file that Apple Podcasts plays. */
  playable: number;
  missing: FeedSetting[];
}

/** What podcast directories need, in the order of importance. */
export const feedSettingNames = ['picture', 'owner', 'category', 'description', 'language', 'link'] as const;
export type FeedSetting = (typeof feedSettingNames)[number];

/** Checks the collections that are not deleted, by id. */
export const checkFeeds = async (db: Db, now: string, account: Account): Promise<FeedCheck[]> => {
  const [collections, counts, spoken] = await Promise.all([
    existingRows(db, 'collection', account.id).selectAll().orderBy('id').execute(),
    countItems(db, now, account.id),
    spokenCollections(db, now, account.id),
  ]);
  const withLanguage = new Set(spoken.map(({ id }) => id));
  const byId = new Map(counts.map((count) => [count.collectionId, count]));
  return collections.map(({ id, name, ...row }) => {
    const { items = 0, enclosed = 0, playable = 0 } = byId.get(id) ?? {};
    const settings = feedOf(row);
    const isSet = {
      picture: row.squareImgUrl,
      owner: settings.ownerEmail,
      category: settings.category,
      description: settings.description,
      language: settings.language ?? (withLanguage.has(id) || null),
      link: settings.link ?? account.settings.publicSiteUrl ?? null,
    };
    const missing = feedSettingNames.filter((name) => isSet[name] === null);
    return { collection: { id, name }, items, enclosed, playable, missing };
  });
};

const countItems = (db: Db, now: string, accountId: number) => {
  const ranked = publicItems(db, accountId, now).select(['item.collectionId', enclosureRank.as('rank')]);
  const countFrom = (rank: number) =>
    sql<number>`cast(sum(case when "ranked"."rank" >= ${sql.lit(rank)} then 1 else 0 end) as integer)`;
  return db
    .selectFrom(ranked.as('ranked'))
    .select(({ fn }) => [
      'ranked.collectionId',
      fn.countAll<number>().as('items'),
      countFrom(1).as('enclosed'),
      countFrom(2).as('playable'),
    ])
    .groupBy('ranked.collectionId')
    .execute();
};

/** Collections with a known language: of the transcript of an item in their feed. */
const spokenCollections = (db: Db, now: string, accountId: number): Promise<{ id: number }[]> =>
  existingRows(db, 'collection', accountId)
    .select('id')
    .where(({ exists }) =>
      exists(
        publicItems(db, accountId, now)
          .innerJoin('transcript', 'transcript.itemId', 'item.id')
          .select('item.id')
          .where(sql<boolean>`"item"."collectionId" = "collection"."id"`)
          .where('transcript.language', 'is not', null)
          .where(hasEnclosure),
      ),
    )
    .execute();

/** MIME types that podcast apps play, and Apple's names for them. */
export const PODCAST_TYPES: ReadonlyMap<string, string> = new Map([
  ['audio/mpeg', 'audio/mpeg'],
  ['audio/mp3', 'audio/mpeg'],
  ['audio/mp4', 'audio/x-m4a'],
  ['audio/m4a', 'audio/x-m4a'],
  ['audio/x-m4a', 'audio/x-m4a'],
  ['video/mp4', 'video/mp4'],
  ['video/x-m4v', 'video/x-m4v'],
  ['video/quicktime', 'video/quicktime'],
]);

/** The files of an item, of which its feeds enclose one. */
const files = sql`from "mediaAsset" where "mediaAsset"."itemId" = "item"."id" and "mediaAsset"."deletedDate" is null
  and "mediaAsset"."status" = 'ready' and "mediaAsset"."url" is not null
  and "mediaAsset"."contentType" in ('audio', 'video')`;

/** True for rows of `item` with a file to enclose. */
export const hasEnclosure = sql<boolean>`exists (select 1 ${files})`;

/** For rows of `item`: 2 with a file that Apple Podcasts plays, 1 with others only, 0 without a file. */
const enclosureRank = sql<number>`coalesce((select max(case when "mediaAsset"."mimeType" is null or "mediaAsset"."audioUrl" is not null
  or "mediaAsset"."mimeType" in (${sql.join([...PODCAST_TYPES.keys()].map((type) => sql.lit(type)))}) then 2 else 1 end)
  ${files}), 0)`;
