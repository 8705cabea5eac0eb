/** Reads and writes times and search ids in page URLs. */
import { secondsOf } from '../article/places.js';

/**
 * Reads `?t=754` or `#t=754`, `#p12` for a paragraph, and the search id from the page's URL. Removes the search
 * id, so that a link copied from the address bar does not count as a click on that search.
 */
export const readPageTime = (): { seconds?: number; paragraph?: number; searchId?: string } => {
  const url = new URL(location.href);
  const searchId = url.searchParams.get('searchId') ?? undefined;
  if (searchId) {
    url.searchParams.delete('searchId');
    history.replaceState(history.state, '', url);
  }
  const hash = new URLSearchParams(url.hash.slice(1));
  const paragraph = /^#p(\d{1,6})$/.exec(url.hash)?.[1];
  return {
    seconds: secondsOf(url.searchParams.get('t') ?? hash.get('t')),
    paragraph: paragraph ? Number(paragraph) : undefined,
    searchId,
  };
};

/** Returns the page's URL with a time. */
export const timeUrl = (page: string, seconds: number): string => {
  const url = new URL(page, document.baseURI);
  url.searchParams.set('t', String(Math.floor(seconds)));
  if (url.hash.startsWith('#t=')) url.hash = '';
  return url.href;
};
