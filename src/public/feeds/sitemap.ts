/** Writes sitemaps (sitemaps.org 0.9) and indexes of sitemaps. */
import { writeXml } from './xml.js';

interface SitemapEntry {
  loc: string;
  /** ISO 8601 */
  lastmod?: string;
}

/**
 * URLs per sitemap. The standard allows 50,000 in 50 MiB; with the longest possible URLs (2,000 characters of the
 * site's and a slug in
 * percent-encoding) the size limit would be reached first.
 */
export const SITEMAP_ENTRIES = 10_000;

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

const write = (root: string, name: string, entries: readonly SitemapEntry[]): string =>
  writeXml({ [root]: { '@xmlns': NAMESPACE, [name]: entries } });

export const sitemapOf = (pages: readonly SitemapEntry[]): string => write('urlset', 'url', pages);

export const sitemapIndexOf = (sitemaps: readonly SitemapEntry[]): string =>
  write('sitemapindex', 'sitemap', sitemaps);
