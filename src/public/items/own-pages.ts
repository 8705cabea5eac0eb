/** URLs of the pages that the public host serves itself. */

/** The data from which the URL of an item's or a series' page is built. */
export interface Addressed {
  id: number;
  urlSlug: string | null;
  collectionId: number;
  /** Whether several collections have a public item or series with this slug. */
  isSlugShared?: boolean;
}

/** The public host without its API prefix. */
export const hostOf = (baseUrl: string): string => baseUrl.replace(/\/api$/, '');

/** The account's site: its own, or the pages of this host. */
export const siteUrl = (
  { settings }: { settings: { publicSiteUrl?: string | null } },
  baseUrl: string,
): string => settings.publicSiteUrl ?? `${hostOf(baseUrl)}/`;

const path = (folder: string, { id, urlSlug, collectionId, isSlugShared }: Addressed): string =>
  `/${folder}/${encodeURIComponent(urlSlug ?? id)}${urlSlug && isSlugShared ? `?collectionId=${collectionId}` : ''}`;

/** Uses the slug or, without one, the id. */
export const itemPath = (item: Addressed): string => path('items', item);
export const seriesPath = (series: Addressed): string => path('series', series);
export const speakerPath = (id: number): string => `/speakers/${id}`;
export const topicPath = (id: number): string => `/topics/${id}`;
/** Pages in this folder may be framed by other sites. */
export const EMBED_FOLDER = '/embed/';
export const embedPath = (itemId: number): string => `${EMBED_FOLDER}items/${itemId}`;
/** The page of a preview link. */
export const previewPath = (secret: string): string => `/preview/${secret}`;
export const LATEST_PATH = '/latest';
