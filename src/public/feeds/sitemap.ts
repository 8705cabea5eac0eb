/** A sitemap as text (sitemaps.org 0.9): addresses, or an index of further sitemaps. */
import { writeXml } from './xml.js';

export interface SitemapEntry {
  loc: string;
  /** ISO 8601 */
  lastmod?: string;
}

/**
 * Addresses of one sitemap. The convention allows 50,000 in 50 MiB; with addresses as long as they may become (2,000 characters of the
 * site's and a slug that is written in %-escapes) the bytes would run out before the number.
 */
export const SITEMAP_ENTRIES = 10_000;

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

const write = (root: string, name: string, entries: readonly SitemapEntry[]): string =>
  writeXml({ [root]: { '@xmlns': NAMESPACE, [name]: entries } });

export const sitemapOf = (pages: readonly SitemapEntry[]): string => write('urlset', 'url', pages);

export const sitemapIndexOf = (sitemaps: readonly SitemapEntry[]): string =>
  write('sitemapindex', 'sitemap', sitemaps);
