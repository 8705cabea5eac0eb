/** Reads the public view of items. */
import { sql, type RawBuilder } from 'kysely';
import { bibleBook, citation, type Versification } from '../../../indexer/index.js';
import { accountReaders } from '../../identity/accounts/account.repository.js';
import type { Links } from '../../platform/lib/links.js';
import { isPostgres, type Db } from '../../platform/db/dialect.js';
import { listedIds } from '../../platform/db/list-query.js';
import { existingRows, rowsWhere } from '../../platform/db/rows.js';
import { prepared } from '../../platform/db/prepared.js';
import type { Row } from '../../platform/db/tables.js';
import { groupBy } from '../../platform/lib/group.js';
import {
  isPublicItem,
  isPublicSeries,
  isVisibleScripture,
  publicItems,
  isHiddenChapter,
} from '../../content/items/visibility.js';
import { completeResources } from '../../content/items/item-expansions.repository.js';
import { presenter } from '../../platform/lib/present.js';
import { publicItemFacts, type PublicItem, type PublicItemFacts } from './public-item.schema.js';
import type { Account } from '../../identity/accounts/account.record.js';

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

/** Visible chapters of an item, by media asset and time. The caller checks that the item is public. */
export const visibleChapters = async (db: Db, accountId: number, itemId: number): Promise<Row<'chapter'>[]> =>
  (await visibleChaptersOf(db, accountId, [itemId])).get(itemId) ?? [];

/** The same for several items, by item id. */
export const visibleChaptersOf = async (
  db: Db,
  accountId: number,
  itemIds: readonly number[],
): Promise<Map<number, Row<'chapter'>[]>> => {
  if (itemIds.length === 0) return new Map();
  const rows = await rowsWhere(db, 'chapter', { accountId, deletedDate: null })
    .innerJoin('mediaAsset', 'mediaAsset.id', 'chapter.mediaAssetId')
    .selectAll('chapter')
    .where('chapter.itemId', 'in', itemIds)
    .where('mediaAsset.deletedDate', 'is', null)
    .where(({ not }) => not(isHiddenChapter))
    .orderBy('chapter.mediaAssetId')
    .orderBy('chapter.startMs')
    .orderBy('chapter.id')
    .execute();
  return groupBy(rows, ({ itemId }) => itemId);
};

type Relations = Pick<PublicItem, 'collection' | 'series' | 'speakers' | 'topics' | 'hasRecording'> & {
  scriptures: Pick<Row<'scripture'>, 'book' | 'chapter' | 'verseStart' | 'verseEnd' | 'keyVerse'>[];
};
/** SQLite returns JSON as text. */
type ItemRow = Row<'item'> & { [Name in keyof Relations]: Relations[Name] | string };

const IMAGES = ['squareImgUrl', 'wideImgUrl', 'ultraWideImgUrl', 'verticalImgUrl'];

/** A JSON object of a table's columns. */
const jsonObject = (db: Db, table: string, columns: readonly string[]): RawBuilder<unknown> =>
  sql`${sql.raw(isPostgres(db) ? 'json_build_object' : 'json_object')}(${sql.join(
    columns.flatMap((name) => [sql.lit(name), sql.ref(`${table}.${name}`)]),
  )})`;

const jsonArray = (db: Db, value: RawBuilder<unknown>, order: RawBuilder<unknown>): RawBuilder<unknown> =>
  isPostgres(db)
    ? sql`coalesce(json_agg(${value} order by ${order}), '[]'::json)`
    : sql`json_group_array(${value} order by ${order})`;

const linked = (db: Db, table: 'speaker' | 'topic', columns: readonly string[]): RawBuilder<unknown> => {
  const links = sql.table(table === 'topic' ? 'itemTopic' : 'itemSpeaker');
  return sql`(select ${jsonArray(db, jsonObject(db, table, columns), sql`"link"."position"`)}
    from ${links} as "link" join ${sql.table(table)} on ${sql.ref(`${table}.id`)} = "link".${sql.ref(`${table}Id`)}
    where "link"."accountId" = "item"."accountId" and "link"."itemId" = "item"."id"
      and ${sql.ref(`${table}.deletedDate`)} is null)`;
};

/** True for rows of `mediaAsset` that the public can play. */
const isPlayable = sql<boolean>`("mediaAsset"."deletedDate" is null and "mediaAsset"."status" = 'ready'
  and "mediaAsset"."contentType" <> 'text' and ("mediaAsset"."url" is not null
    or "mediaAsset"."streamUrl" is not null or "mediaAsset"."externalPlatformId" is not null))`;

/**
 * Reads items with everything that a search result shows, in one query.
 * @param ids JSON array
 */
const itemReader = <V extends string[]>(condition: (...values: V) => RawBuilder<boolean>) =>
  prepared((db: Db, accountId: number, ids: string, ...values: V) => {
    const collection = jsonObject(db, 'collection', ['id', 'name', 'itemDescriptor', 'contentFormat']);
    const series = jsonObject(db, 'series', [
      'id',
      'title',
      'subTitle',
      'shortDescription',
      'collectionId',
      'urlSlug',
      'colorHex',
      'showItemOrderInSeries',
      ...IMAGES,
    ]);
    const scripture = jsonObject(db, 'scripture', ['book', 'chapter', 'verseStart', 'verseEnd', 'keyVerse']);
    const query = sql<ItemRow>`select "item".*,
        (select ${collection} from "collection" where "collection"."accountId" = "item"."accountId"
          and "collection"."id" = "item"."collectionId" and "collection"."deletedDate" is null) as "collection",
        (select ${series} from "series" where "series"."accountId" = "item"."accountId"
          and "series"."id" = "item"."seriesId" and "series"."deletedDate" is null and ${isPublicSeries}) as "series",
        ${linked(db, 'speaker', ['id', 'name', 'imageUrl'])} as "speakers",
        ${linked(db, 'topic', ['id', 'name'])} as "topics",
        (select ${jsonArray(db, scripture, sql`"scripture"."displayOrder" asc nulls last, "scripture"."id"`)}
          from "scripture" where "scripture"."accountId" = "item"."accountId"
            and "scripture"."itemId" = "item"."id" and ${isVisibleScripture}) as "scriptures",
        case when exists (select 1 from "mediaAsset" where "mediaAsset"."accountId" = "item"."accountId"
          and "mediaAsset"."itemId" = "item"."id" and ${isPlayable}) then 1 else 0 end as "hasRecording"
      from "item" where "item"."accountId" = ${accountId} and "item"."id" in ${listedIds(db, ids)} and ${condition(...values)}`;
    return { compile: () => query.compile(db) };
  });

const readPublic = itemReader(isPublicItem);
const readUndeleted = itemReader(() => sql`"item"."deletedDate" is null`);

const parsed = <T>(json: T | string): T => (typeof json === 'string' ? (JSON.parse(json) as T) : json);

/** Adds the computed fields of scriptures. Other JSON columns are left to the presenters to parse. */
const completeItem = (row: ItemRow, versification: Versification): ItemRow & PublicItem => {
  const scriptures = parsed(row.scriptures).flatMap((scripture) => {
    const name = bibleBook(scripture.book)?.name;
    const { book, chapter, verseStart, verseEnd, keyVerse } = scripture;
    if (name === undefined) return [];
    const cited = citation(book, chapter, verseStart, verseEnd, versification);
    return [{ ...scripture, keyVerse: keyVerse === 1, bookName: name, citation: cited }];
  });
  return Object.assign(row, { scriptures, language: row.effectiveLanguage }) as ItemRow & PublicItem;
};

const presentFacts = presenter(publicItemFacts);

/**
 * Returns items in the order of `ids`. The caller has just checked that they are public; items deleted since are
 * omitted.
 */
export const readPublicItems = async (
  db: Db,
  accountId: number,
  ids: readonly number[],
): Promise<(PublicItem & Pick<Row<'item'>, 'orderInSeries'>)[]> => {
  if (ids.length === 0) return [];
  const rows = await readUndeleted(db, accountId, JSON.stringify(ids));
  const { versification } = await accountReaders(db, accountId);
  const byId = new Map(rows.map((row) => [row.id, completeItem(row, versification)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

/** The item with its media and resources, if it is public. */
export const findPublicItem = async (
  db: Db,
  now: string,
  accountId: number,
  links: Links,
  id: number,
): Promise<PublicItemFacts | undefined> => {
  const [row] = await readPublic(db, accountId, JSON.stringify([id]), now);
  if (!row) return undefined;
  const { versification } = await accountReaders(db, accountId);
  return withMediaAndResources(db, accountId, links, completeItem(row, versification));
};

/** Adds the media and resources of the item, and presents it. */
export const withMediaAndResources = async (
  db: Db,
  accountId: number,
  links: Links,
  item: PublicItem & { id: number },
): Promise<PublicItemFacts> => {
  const { id } = item;
  const [media, resources] = await Promise.all([
    readyMedia(db, accountId, [id]),
    existingRows(db, 'resource', accountId, { itemId: id })
      .selectAll()
      .where('url', 'is not', null)
      .orderBy('displayOrder')
      .execute(),
  ]);
  const related = {
    mediaAssets: media.get(id) ?? [],
    resources: await completeResources(db, accountId, resources),
  };
  return presentFacts(Object.assign(item, related) as never, links);
};

/** Media that the public can play, by item id. */
export const readyMedia = async (
  db: Db,
  accountId: number,
  itemIds: readonly number[],
): Promise<Map<number, Row<'mediaAsset'>[]>> => {
  if (itemIds.length === 0) return new Map();
  const rows = await existingRows(db, 'mediaAsset', accountId)
    .selectAll()
    .where('itemId', 'in', itemIds)
    .where('status', '=', 'ready')
    .where('contentType', '<>', 'text')
    // Sorting by item first makes SQLite use its index; by id alone it would read all media of the account.
    .orderBy('itemId')
    .orderBy('id')
    .execute();
  return groupBy(rows, ({ itemId }) => itemId);
};

/** Whether the item is public now. */
export const itemIsPublic = async (db: Db, now: string, accountId: number, id: number): Promise<boolean> =>
  (await publicItems(db, accountId, now).select('item.id').where('item.id', '=', id).executeTakeFirst()) !==
  undefined;

/** Id of the newest public item with the slug, optionally in one collection. */
export const findPublicSlug = async (
  db: Db,
  now: string,
  accountId: number,
  slug: string,
  collectionId?: number,
): Promise<number | undefined> => {
  const row = await publicItems(db, accountId, now)
    .select('item.id')
    .where('item.urlSlug', '=', slug)
    .$if(collectionId !== undefined, (query) => query.where('item.collectionId', '=', collectionId ?? 0))
    .orderBy('item.dateIsKnown', 'desc')
    .orderBy('item.date', 'desc')
    .orderBy('item.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
};

/** Facts about a transcript for pages and feeds; `language` is null if unknown. */
export interface TranscriptFacts {
  language: string | null;
  hasTimes: boolean;
}

/** The transcripts of items, by item id; items without one are omitted. */
export const transcriptsOf = async (
  db: Db,
  accountId: number,
  itemIds: readonly number[],
): Promise<Map<number, TranscriptFacts>> => {
  if (itemIds.length === 0) return new Map();
  const rows = await rowsWhere(db, 'transcript', { accountId, isCurrent: 1 })
    .innerJoin('item', 'item.id', 'transcript.itemId')
    .select(['transcript.itemId', 'transcript.endMs'])
    .select(({ fn }) => fn.coalesce('transcript.language', 'item.effectiveLanguage').as('language'))
    .where('transcript.itemId', 'in', itemIds)
    .execute();
  return new Map(rows.map(({ itemId, language, endMs }) => [itemId, { language, hasTimes: endMs !== null }]));
};
