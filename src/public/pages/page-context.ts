/** What the endpoints of pages share. */
import { z } from 'zod';
import type { Account } from '../../identity/accounts/account.record.js';
import type { RawResponse } from '../../platform/http/endpoint.js';
import { queryInteger } from '../../platform/http/record-query.js';
import { text } from '../../platform/lib/fields.js';
import type { Links } from '../../platform/lib/links.js';
import { feedPath } from '../items/page-address.js';
import type { FeedLink, Page } from './page.js';
import type { PageService } from './page.service.js';
import type { Site } from './site.js';

export interface PageContext {
  pages: PageService;
  siteOf(account: Account, links: Links): Site;
  show(site: Site, page: Page): RawResponse;
}

export const commonOfPages = {
  method: 'GET',
  tag: 'Pages',
  scope: 'public',
  atRoot: true,
  isPage: true,
  kept: true,
  rateLimit: 'render',
  response: 'text/html',
} as const;

const MAX_PAGE = 100_000;

/** Pages are linked to by whoever likes: a parameter that is no valid one is ignored. */
export const lenient = <T extends z.ZodType>(field: T) => {
  const meta = field.meta() ?? {};
  return field
    .optional()
    .catch(undefined as never)
    .meta({ ...meta } as never);
};

export const pageNumber = lenient(queryInteger(1, MAX_PAGE)).transform((page) => page ?? 1);
export const collectionId = lenient(queryInteger(1, 999_999_999_999_999));
export const slug = text(255).normalize('NFC');

/** The podcasts of the account. */
export const feedsOf = async (pages: PageService, account: Account, links: Links): Promise<FeedLink[]> =>
  (await pages.collections(account)).map((row) => ({
    title: row.name,
    url: links.baseUrl + feedPath({ kind: 'collection', row }),
  }));
