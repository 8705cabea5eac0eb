/** What all pages of an account share. */
import type { Account } from '../../identity/accounts/account.record.js';
import type { Links } from '../../platform/lib/links.js';
import { hostOf } from '../items/own-pages.js';
import { originsOf } from './page-policy.js';
import { pageStringsOf, type PageWords } from './page-words.js';

export interface Site {
  account: Account;
  words: PageWords;
  links: Links;
  /** The public host as the visitor reached it, e.g. `https://demo.search.example.org`. */
  host: string;
  /** Origins of stored files. */
  fileOrigins: readonly string[];
}

/** @param bucketOrigin where requests for stored files are redirected; null if this host serves them */
export const siteOf = (account: Account, links: Links, bucketOrigin: string | null): Site => ({
  account,
  words: pageStringsOf(account),
  links,
  host: hostOf(links.baseUrl),
  fileOrigins: originsOf([links.filesBaseUrl, bucketOrigin]),
});
