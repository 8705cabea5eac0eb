/** Builds public URLs of feeds and item pages, and parses page URLs into items. */
import { DEFAULT_ITEM_PAGE_PATH, type Account } from '../../identity/accounts/account.record.js';
import { hostOf, itemPath, type Addressed } from './own-pages.js';

/** How a page URL identifies its item. */
export interface PageSubject {
  id: number | undefined;
  slug: string | undefined;
  collectionId: number | undefined;
}

/** Path of a podcast feed on the public host. */
export const feedPath = ({ kind, row }: { kind: 'collection' | 'series'; row: { id: number } }): string =>
  `/${kind === 'collection' ? 'collections' : 'series'}/${row.id}/feed.xml`;

/** The URL of an item's page; see `itemPageUrls`. */
export const itemPageUrl = (account: Pick<Account, 'settings'>, item: Addressed, baseUrl: string): string =>
  itemPageUrls(account, baseUrl)(item);

/** The URL of the page in an item's structured data. */
export const pageUrlOf = (jsonLd: Record<string, unknown>): string => String(jsonLd.url);

/**
 * Returns a function that builds the URLs of item pages: on the account's site (`publicSiteUrl` and
 * `itemPagePath` in its settings) or, without a site, on the public host. The URL of an item without a slug
 * contains its id.
 */
export const itemPageUrls = (
  { settings }: Pick<Account, 'settings'>,
  baseUrl: string,
): ((item: Addressed) => string) => {
  const site = siteOf(settings.publicSiteUrl);
  if (!site) return (item) => hostOf(baseUrl) + itemPath(item);
  const parts = (settings.itemPagePath ?? DEFAULT_ITEM_PAGE_PATH).split(PLACEHOLDER);
  return ({ id, urlSlug, collectionId }) => {
    const values: Record<string, string | number> = { id, slug: urlSlug ?? id, collectionId };
    return (
      site + parts.map((part, at) => (at % 2 === 1 ? encodeURIComponent(values[part] ?? '') : part)).join('')
    );
  };
};

/**
 * Finds the item of a page URL built by `itemPageUrl`, of a page of the public host, or of an item URL at one of
 * `apiUrls`; undefined for any other URL. Ignores scheme, fragment and query, except `collectionId` of a page on
 * the host.
 */
export const readPageUrl = (
  { settings }: Pick<Account, 'settings'>,
  address: string,
  apiUrls: readonly string[],
): PageSubject | undefined => {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const site = siteOf(settings.publicSiteUrl);
  const places: [string, string][] = [
    ...(site ? [[site, settings.itemPagePath ?? DEFAULT_ITEM_PAGE_PATH] as [string, string]] : []),
    // A URL built from the Host header may be invalid.
    ...apiUrls
      .filter((api) => URL.canParse(api))
      .flatMap((api): [string, string][] => [
        [api, '/items/by-slug/{slug}'],
        [api, '/items/{id}'],
        [hostOf(api), '/items/{slug}'],
        [hostOf(api), '/embed/items/{id}'],
      ]),
  ];
  for (const [base, path] of places) {
    const subject = match(url, new URL(base), path);
    if (subject) return { ...subject, collectionId: subject.collectionId ?? collectionOf(url) };
  }
  return undefined;
};

const collectionOf = (url: URL): number | undefined => {
  const id = url.searchParams.get('collectionId') ?? '';
  return new RegExp(`^${PLACEHOLDER_VALUES.collectionId}$`).test(id) ? Number(id) : undefined;
};

const PLACEHOLDER = /\{(\w+)\}/;

const siteOf = (publicSiteUrl: string | null | undefined): string | undefined => {
  if (!publicSiteUrl) return undefined;
  const { origin, pathname } = new URL(publicSiteUrl);
  return origin + pathname.replace(/\/+$/, '');
};

const match = (url: URL, base: URL, path: string): PageSubject | undefined => {
  if (url.host !== base.host || !/^https?:$/.test(url.protocol)) return undefined;
  const expected = (withoutSlash(base.pathname) + withoutSlash(path)).split('/');
  const segments = withoutSlash(url.pathname).split('/');
  if (segments.length !== expected.length) return undefined;
  const found: Record<string, string> = {};
  for (const [at, pattern] of expected.entries()) {
    const values = matchSegment(segments[at] ?? '', pattern);
    if (!values) return undefined;
    Object.assign(found, values);
  }
  const slug = decoded(found.slug);
  return slug === null
    ? undefined
    : { id: asNumber(found.id), slug, collectionId: asNumber(found.collectionId) };
};

const withoutSlash = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : path);

/** Ids have a bounded length and there is at most one slug, so matching takes linear time. */
const PLACEHOLDER_VALUES: Record<string, string> = {
  id: '[1-9]\\d{0,14}',
  slug: '.+',
  collectionId: '[1-9]\\d{0,14}',
};

/** The values of the placeholders in one segment of a path; undefined if it does not match. */
const matchSegment = (segment: string, pattern: string): Record<string, string> | undefined => {
  if (!pattern.includes('{')) return segment === pattern ? {} : undefined;
  const source = pattern
    .split(PLACEHOLDER)
    .map((part, at) => (at % 2 === 1 ? `(?<${part}>${PLACEHOLDER_VALUES[part]})` : escaped(part)));
  return new RegExp(`^${source.join('')}$`).exec(segment)?.groups;
};

const asNumber = (digits: string | undefined): number | undefined =>
  digits === undefined ? undefined : Number(digits);

/** Null if the percent-encoding is invalid or contains NUL, which PostgreSQL rejects. */
const decoded = (text: string | undefined): string | null | undefined => {
  try {
    const plain = text === undefined ? undefined : decodeURIComponent(text);
    return plain?.includes('\0') ? null : plain;
  } catch {
    return null;
  }
};

const escaped = (literal: string): string => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
