/** Public URLs of files, feeds and item pages, and the reverse: which item a page URL is of. */
import { DEFAULT_ITEM_PAGE_PATH, type Account } from '../../identity/accounts/account.record.js';

/** How a page URL identifies its item. */
export interface PageSubject {
  id: number | undefined;
  slug: string | undefined;
  collectionId: number | undefined;
}

interface Addressed {
  id: number;
  urlSlug: string | null;
  collectionId: number;
}

/** Path of a podcast feed on the public host. */
export const feedPath = ({ kind, row }: { kind: 'collection' | 'series'; row: { id: number } }): string =>
  `/${kind === 'collection' ? 'collections' : 'series'}/${row.id}/feed.xml`;

/**
 * The URL of an item's page on the account's site (`publicSiteUrl` and `itemPagePath` in its settings), or without a
 * site its URL in
 * this API. An item without a slug is addressed by its id.
 */
export const itemPageUrl = (
  { settings }: Pick<Account, 'settings'>,
  item: Addressed,
  baseUrl: string,
): string => {
  const site = siteOf(settings.publicSiteUrl);
  if (!site) return `${baseUrl}/items/${item.id}`;
  const values: Record<string, string | number> = {
    id: item.id,
    slug: item.urlSlug ?? item.id,
    collectionId: item.collectionId,
  };
  return (
    site +
    (settings.itemPagePath ?? DEFAULT_ITEM_PAGE_PATH).replace(PLACEHOLDER, (_, name: string) =>
      encodeURIComponent(values[name] ?? ''),
    )
  );
};

/**
 * The item of a page URL as made by `itemPageUrl`, or of an item URL at one of `apiUrls`; undefined for any other URL.
 * Scheme, query
 * and fragment are ignored.
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
    // The Host header may be anything, so the URL made of it may be invalid.
    ...apiUrls
      .filter((api) => URL.canParse(api))
      .flatMap((api): [string, string][] => [
        [api, '/items/by-slug/{slug}'],
        [api, '/items/{id}'],
      ]),
  ];
  for (const [base, path] of places) {
    const subject = match(url, new URL(base), path);
    if (subject) return subject;
  }
  return undefined;
};

const PLACEHOLDER = /\{(\w+)\}/g;

const siteOf = (publicSiteUrl: string | null | undefined): string | undefined => {
  if (!publicSiteUrl) return undefined;
  const { origin, pathname } = new URL(publicSiteUrl);
  return origin + pathname.replace(/\/+$/, '');
};

const match = (url: URL, base: URL, path: string): PageSubject | undefined => {
  if (url.host !== base.host || !/^https?:$/.test(url.protocol)) return undefined;
  const pattern = (base.pathname.replace(/\/+$/, '') + path)
    .split(/(\{\w+\})/)
    .map((part) => (part.startsWith('{') ? `(?<${part.slice(1, -1)}>[^/]+)` : escaped(part)))
    .join('');
  const found = new RegExp(`^${pattern}/?$`).exec(url.pathname)?.groups;
  if (!found) return undefined;
  const id = asId(found.id);
  const slug = decoded(found.slug);
  const collectionId = asId(found.collectionId);
  return id === null || slug === null || collectionId === null ? undefined : { id, slug, collectionId };
};

/** Null for an invalid id. */
const asId = (text: string | undefined): number | null | undefined =>
  text === undefined ? undefined : /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;

const decoded = (text: string | undefined): string | null | undefined => {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return null;
  }
};

const escaped = (literal: string): string => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
