/** The addresses of the pages that the public host serves itself. */

/** What the address of an item's or a series' page is made of. */
export interface Addressed {
  id: number;
  urlSlug: string | null;
  collectionId: number;
  /** Whether several collections have a public one with this slug. */
  isSlugShared?: boolean;
}

/** The public host without the prefix of its API. */
export const hostOf = (baseUrl: string): string => baseUrl.replace(/\/api$/, '');

const path = (folder: string, { id, urlSlug, collectionId, isSlugShared }: Addressed): string =>
  `/${folder}/${encodeURIComponent(urlSlug ?? id)}${urlSlug && isSlugShared ? `?collectionId=${collectionId}` : ''}`;

/** By slug, or by id without one. */
export const itemPath = (item: Addressed): string => path('items', item);
export const seriesPath = (series: Addressed): string => path('series', series);
export const speakerPath = (id: number): string => `/speakers/${id}`;
export const topicPath = (id: number): string => `/topics/${id}`;
/** What other sites may frame. */
export const EMBED_FOLDER = '/embed/';
export const embedPath = (itemId: number): string => `${EMBED_FOLDER}items/${itemId}`;
export const LATEST_PATH = '/latest';
