/** Public items, their chapters and related items, and the account's configuration for sites. */
import { DEFAULT_ITEM_PAGE_PATH, lookOf, type Account } from '../../identity/accounts/account.record.js';
import { publicItems } from '../../content/items/visibility.js';
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import type { Caller } from '../../platform/lib/caller.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import type { Links } from '../../platform/lib/links.js';
import { jsonLdOf } from './json-ld.js';
import { itemPageUrl } from './page-address.js';
import { chaptersOfOne } from './playable.js';
import { notFound } from '../../platform/lib/errors.js';
import type { SearchService } from '../../search/query/search.service.js';
import {
  findPublicItem,
  itemIsPublic,
  findPublicSlug,
  readPublicItems,
  visibleChapters,
  withOwnAddresses,
} from './public-item.repository.js';
import { readPublicLists } from './public-lists.repository.js';
import type { PublicConfig, PublicItem, PublicItemDetail, PublicItemFacts } from './public-item.schema.js';

export type PublicItemService = ReturnType<typeof createPublicItemService>;

export const createPublicItemService = ({
  db,
  clock,
  searchService,
}: {
  db: Db;
  clock: Clock;
  searchService: SearchService;
}) => {
  /** @throws {NotFoundError} when the item is not public */
  const find = async (accountId: number, links: Links, id: number): Promise<PublicItemFacts> => {
    const item = await findPublicItem(db, isoTime(clock), accountId, links, id);
    if (!item) throw notFound('No such item');
    return item;
  };

  /**
   * @param links of this host as the caller reached it
   * @throws {NotFoundError} when the item is not public
   */
  const get = async (account: Account, id: number, links: Links): Promise<PublicItemDetail> => {
    const [item, chapters] = await Promise.all([
      find(account.id, links, id),
      visibleChapters(db, account.id, id),
    ]);
    const { baseUrl } = links;
    const [addressed] = await withOwnAddresses(db, isoTime(clock), account, [
      { id, urlSlug: item.urlSlug, collectionId: item.collection?.id ?? 0 },
    ]);
    const pageUrl = itemPageUrl(account, addressed!, baseUrl);
    return { ...item, jsonLd: jsonLdOf({ account, item, chapters, pageUrl, baseUrl }) };
  };

  /** @throws {NotFoundError} when the item is not public */
  const assertPublic = async (accountId: number, id: number): Promise<void> => {
    if (!(await itemIsPublic(db, isoTime(clock), accountId, id))) throw notFound('No such item');
  };

  return {
    assertPublic,
    get,

    /**
     * Chapters by time: of the indexed media asset if it has any, otherwise of the first that has some.
     * @throws {NotFoundError} when the item is not public
     */
    chapters: async (accountId: number, id: number): Promise<Row<'chapter'>[]> => {
      const item = await publicItems(db, accountId, isoTime(clock))
        .select('item.indexedMediaAssetId')
        .where('item.id', '=', id)
        .executeTakeFirst();
      if (!item) throw notFound('No such item');
      return chaptersOfOne(await visibleChapters(db, accountId, id), item.indexedMediaAssetId ?? undefined);
    },

    /**
     * The newest item with the slug, because several collections may use it.
     * @throws {NotFoundError} when there is none
     */
    getBySlug: async (
      account: Account,
      { slug, collectionId }: { slug: string; collectionId?: number },
      links: Links,
    ): Promise<PublicItemDetail> => {
      const id = await findPublicSlug(db, isoTime(clock), account.id, slug, collectionId);
      if (id === undefined) throw notFound('No such item');
      return get(account, id, links);
    },

    /**
     * Public items with the most similar content, best first; null while the search engine is down.
     * @throws {NotFoundError} when the item is not public
     */
    related: async ({ accountId }: Caller, id: number, limit: number): Promise<PublicItem[] | null> => {
      await assertPublic(accountId, id);
      const ids = await searchService.related(id, { accountId, publishedOnly: true }, limit);
      return ids && readPublicItems(db, accountId, ids);
    },

    config: async ({ id, shortName, name, timeZone, settings }: Account): Promise<PublicConfig> => ({
      account: {
        shortName,
        name,
        timeZone,
        publicSiteUrl: settings.publicSiteUrl ?? null,
        itemPagePath: settings.itemPagePath ?? DEFAULT_ITEM_PAGE_PATH,
        ...lookOf(settings),
      },
      ...(await readPublicLists(db, isoTime(clock), id)),
      player: {
        respectDoNotTrack: settings.respectDoNotTrack ?? true,
        defaultTranslation: settings.defaultTranslation ?? 'kjv',
      },
    }),
  };
};
