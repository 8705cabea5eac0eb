/** Renders list pages: a series, a speaker, a topic, the latest items. */
import { html, paragraphs, type Html, type HtmlContent } from '../../platform/lib/html.js';
import { seriesBorder, itemCards, type CardItem, type Common } from './cards.js';
import type { PageWords } from './page-words.js';

export interface ListedPage {
  items: readonly CardItem[];
  /** From 1. */
  page: number;
  totalPages: number;
  totalRecords: number;
}

/** The URL of another page of a list. */
export const pageUrl = (path: string, page: number): string => {
  if (page === 1) return path;
  return `${path}${path.includes('?') ? '&' : '?'}page=${page}`;
};

/** The URLs of the previous and the next page. */
export const neighbours = (
  path: string,
  { page, totalPages }: Pick<ListedPage, 'page' | 'totalPages'>,
): { previous: string | null; next: string | null } => ({
  previous: page > 1 ? pageUrl(path, page - 1) : null,
  next: page < totalPages ? pageUrl(path, page + 1) : null,
});

export const renderPager = (
  path: string,
  list: Pick<ListedPage, 'page' | 'totalPages'>,
  words: PageWords,
): HtmlContent => {
  const { previous, next } = neighbours(path, list);
  if (previous === null && next === null) return null;
  return html`<nav class="pager" aria-label="${words.say('pages')}">
    ${previous === null ? html`<span></span>` : html`<a rel="prev" href="${previous}">${words.say('previous')}</a>`}
    <span class="muted">${words.say('pageOf', { n: list.page, total: list.totalPages })}</span>
    ${next === null ? html`<span></span>` : html`<a rel="next" href="${next}">${words.say('next')}</a>`}
  </nav>`;
};

interface ListHead {
  title: string;
  subTitle?: string | null;
  description?: string | null;
  image?: string | null;
  /** Pictures of people are round. */
  isPerson?: boolean;
  /** Colour of a series. */
  colorHex?: string | null;
  common?: Common;
}

export const renderList = (head: ListHead, path: string, list: ListedPage, words: PageWords): Html => {
  const { title, subTitle, description, image, isPerson = false, colorHex = null, common } = head;
  return html`
    <div class="${image ? 'head with-art' : 'head'}" ${seriesBorder({ colorHex })}>
      ${image && html`<img class="${isPerson ? 'picture person' : 'picture'}" src="${image}" alt="" width="144" height="144" />`}
      <div class="words">
        <h1 class="text">${title}</h1>
        ${subTitle && html`<p class="text">${subTitle}</p>`}
        <p class="facts">${words.say('talkCount', { n: list.totalRecords })}</p>
        ${list.page === 1 ? paragraphs(description) : null}
      </div>
    </div>
    ${itemCards(list.items, words, 2, common)} ${renderPager(path, list, words)}
  `;
};
