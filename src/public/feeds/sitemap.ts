/** Writes sitemaps (sitemaps.org 0.9) and indexes of sitemaps. */
import { elements, XML_DECLARATION } from './xml.js';

export interface SitemapEntry {
  loc: string;
  /** ISO 8601 */
  lastmod?: string;
}

/**
 * URLs per sitemap. The standard allows 50,000 in 50 MiB; with the longest possible URLs (2,000 characters of the
 * site's URL and a percent-encoded slug) the size limit would be reached first.
 */
export const SITEMAP_ENTRIES = 10_000;

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** @returns one chunk per list of entries */
export async function* sitemapOf(
  pages: AsyncIterable<readonly SitemapEntry[]>,
): AsyncGenerator<string, void, undefined> {
  yield `${XML_DECLARATION}<urlset xmlns="${NAMESPACE}">`;
  for await (const entries of pages) yield elements({ url: entries.map((entry) => ({ ...entry })) });
  yield '</urlset>';
}

export const sitemapIndexOf = (sitemaps: readonly SitemapEntry[]): string =>
  `${XML_DECLARATION}<sitemapindex xmlns="${NAMESPACE}">` +
  `${elements({ sitemap: sitemaps.map((entry) => ({ ...entry })) })}</sitemapindex>`;
