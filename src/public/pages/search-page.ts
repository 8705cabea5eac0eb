/** The search page: the component, and within it what is read before it comes, or without it. */
import { LATEST_PATH } from '../items/own-pages.js';
import {
  itemCards,
  resultCards,
  seriesCards,
  type CardItem,
  type CardSeries,
  type FoundPassage,
} from './cards.js';
import { attribute, html, type Html, type Part } from './html.js';
import { renderPager } from './list-page.js';
import type { PageWords } from './page-words.js';

export interface Found {
  query: string;
  results: readonly { item: CardItem; passages: readonly FoundPassage[] }[];
  /** From 1. */
  page: number;
  totalPages: number;
  totalRecords: number;
}

export interface SearchPageContent {
  /** Name of the account. */
  name: string;
  /** Template of the addresses of items' pages, for the component. */
  pageUrl: string;
  /** Null where nothing is searched. */
  found: Found | null;
  latest: readonly CardItem[];
  series: readonly CardSeries[];
}

const renderForm = (query: string, words: PageWords): Html =>
  html`<form class="find" action="/" role="search" slot="box">
    <input
      type="search"
      name="q"
      maxlength="500"
      aria-label="${words.say('searchLabel')}"
      placeholder="${words.say('placeholder')}"
      ${query && attribute('value', query)}
    />
    <button>${words.say('searchButton')}</button>
  </form>`;

const renderFound = (found: Found, words: PageWords): Html => {
  const { query, results, totalRecords } = found;
  if (results.length === 0)
    return html`<h2 class="list-head text">${words.say('nothingFound', { q: query })}</h2>
      <p>${words.say('nothingAdvice')}</p>
      <p><a href="${LATEST_PATH}">${words.say('showLatest')}</a></p>`;
  return html`<h2 class="unseen">${words.say('results')}</h2>
    <p class="list-head muted">${words.say('talkCount', { n: totalRecords })}</p>
    ${resultCards(results, words)} ${renderPager(`/?q=${encodeURIComponent(query)}`, found, words)}`;
};

const renderLatest = ({ latest, series }: SearchPageContent, words: PageWords): Part => {
  if (latest.length === 0) return html`<p class="list-head">${words.say('emptyLibrary')}</p>`;
  return html`<h2 class="list-head">${words.say('latest')}</h2>
    ${itemCards(latest, words, 3)}
    <p class="pager"><a href="${LATEST_PATH}">${words.say('allTalks')}</a></p>
    ${
      series.length > 0 &&
      html`<h2 class="list-head">${words.say('allSeries')}</h2>
        ${seriesCards(series, words)}`
    }`;
};

export const renderSearch = (content: SearchPageContent, words: PageWords): Html => {
  const { name, pageUrl, found } = content;
  return html`
    <div class="head">
      <h1 class="text">${words.say('searchTitle', { name })}</h1>
      <p class="muted">${words.say('searchDescription')}</p>
    </div>
    <lectern-search open="player" page-url="${pageUrl}">
      ${renderForm(found?.query ?? '', words)}
      ${found ? renderFound(found, words) : renderLatest(content, words)}
    </lectern-search>
  `;
};
