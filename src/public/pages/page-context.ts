/** What the endpoints of pages share. */
import type { Account } from '../../identity/accounts/account.record.js';
import type { RawResponse } from '../../platform/http/endpoint/endpoint.js';
import type { Links } from '../../platform/lib/links.js';
import { feedPath } from '../items/page-address.js';
import type { FeedLink, PageContent } from './page.js';
import type { PageService } from './page.service.js';
import type { Site } from './site.js';

export interface PageContext {
  pages: PageService;
  siteOf(account: Account, links: Links): Site;
  show(site: Site, page: PageContent): RawResponse;
  /** Path of the script for items without a recording; null if it has not been built. */
  articleScript: string | null;
}

export const commonOfPages = {
  method: 'GET',
  tag: 'Pages',
  scope: 'public',
  atRoot: true,
  isPage: true,
  cached: true,
  rateLimit: 'render',
  response: 'text/html',
} as const;

/** The podcast feeds of the account. */
export const feedsOf = async (pages: PageService, account: Account, links: Links): Promise<FeedLink[]> =>
  (await pages.collections(account)).map((row) => ({
    title: row.name,
    url: links.baseUrl + feedPath({ kind: 'collection', row }),
  }));
