/** The public host apart from search: items, what is near them, and what a site needs to know of the account. */
import type { Account } from '../accounts/account.record.js';
import type { Db } from '../db/dialect.js';
import { notFound } from '../lib/errors.js';
import type { Finder } from '../search/finder.js';
import {
  findPublicItem,
  findPublicItems,
  findPublicSlug,
  readPublicLists,
} from './public-item.repository.js';
import type { PublicConfig, PublicItem, PublicItemDetail } from './public-item.schema.js';

export type PublicItemService = ReturnType<typeof createPublicItemService>;

export const createPublicItemService = ({ db, finder }: { db: Db; finder: Finder }) => {
  /** @throws NotFoundError where it is not public */
  const get = async (accountId: number, id: number): Promise<PublicItemDetail> => {
    const item = await findPublicItem(db, accountId, id);
    if (!item) throw notFound('No such item');
    return item;
  };

  return {
    get,

    /** The newest where several match. @throws NotFoundError */
    getBySlug: async (accountId: number, slug: string, collectionId?: number): Promise<PublicItemDetail> => {
      const id = await findPublicSlug(db, accountId, slug, collectionId);
      if (id === undefined) throw notFound('No such item');
      return get(accountId, id);
    },

    /** Public items nearest by content, best first. @throws NotFoundError */
    related: async (accountId: number, id: number, limit: number): Promise<PublicItem[]> => {
      await get(accountId, id);
      const ids = await finder.related(id, { accountId, publishedOnly: true }, limit);
      return findPublicItems(db, accountId, ids);
    },

    config: async ({ id, shortName, name, timeZone, settings }: Account): Promise<PublicConfig> => ({
      account: { shortName, name, timeZone, publicSiteUrl: settings.publicSiteUrl ?? null },
      ...(await readPublicLists(db, id)),
      player: {
        respectDoNotTrack: settings.respectDoNotTrack ?? true,
        defaultTranslation: settings.defaultTranslation ?? 'kjv',
      },
    }),
  };
};
