/** Builds the URLs of item pages. */
import type { Config, Item } from '../api.js';

/** A position in an item: a time or, in a text without times, a paragraph. Both null: the whole item. */
export interface Place {
  seconds: number | null;
  /** From 0. */
  paragraph: number | null;
}

export const WHOLE: Place = { seconds: null, paragraph: null };

type Addressed = Pick<Item, 'id' | 'urlSlug'> & { collection?: { id: number } | null };

/**
 * The URL of an item's page at a position.
 * @param template a URL, absolute or relative to the page, with `{slug}`, `{id}` or `{collectionId}`
 * @param searchId the search that led there, for the page's player to report
 */
export const itemPageUrl = (
  template: string,
  item: Addressed,
  { seconds, paragraph }: Place,
  searchId: string | null,
): string => {
  const values: Record<string, string | number> = {
    id: item.id,
    slug: item.urlSlug ?? item.id,
    collectionId: item.collection?.id ?? 0,
  };
  const path = template.replace(/\{(slug|id|collectionId)\}/g, (_whole, name: string) =>
    encodeURIComponent(values[name]!),
  );
  const url = new URL(path, document.baseURI);
  if (seconds !== null) url.searchParams.set('t', String(Math.floor(seconds)));
  if (searchId !== null) url.searchParams.set('searchId', searchId);
  if (paragraph !== null) url.hash = `p${paragraph}`;
  return url.href;
};

/** URL template of the item pages on the account's site; undefined if it has none. */
export const sitePages = ({ account }: Config): string | undefined =>
  account.publicSiteUrl ? account.publicSiteUrl.replace(/\/+$/, '') + account.itemPagePath : undefined;
