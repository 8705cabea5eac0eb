/** The search page: the component, and server-rendered results inside it until it has loaded, or without it. */
import type { FacetName, FacetValue } from '../../search/query/facets.js';
import { LATEST_PATH } from '../items/own-pages.js';
import {
  itemCards,
  resultCards,
  seriesCards,
  type CardItem,
  type CardSeries,
  type PassageCard,
} from './cards.js';
import { attribute, html, trusted, type Html, type HtmlContent } from '../../platform/lib/html.js';
import { pageUrl, renderPager } from './list-page.js';
import { facetsOf, filtersOf, searchPath, type PageSearch } from './page-search.js';
import type { PageWords } from './page-words.js';

export interface Found {
  search: PageSearch;
  results: readonly { item: CardItem; passages: readonly PassageCard[] }[];
  /** The closest items, if there are no results. */
  related: Found['results'];
  /** Number of results per facet value. */
  facets: Partial<Record<FacetName, readonly FacetValue[]>>;
  /** The citation of a scripture in the query. */
  scripture?: string;
  /** The names recognised in the query. */
  names?: readonly string[];
  /** ISO 639-1 code of the query's language; null if unknown. */
  language?: string | null;
  /** Phrases that no item contains; their words were searched instead. */
  unfoundPhrases?: readonly string[];
  /** The query as typed, and as searched. */
  corrected?: { from: string; to: string };
  /** From 1. */
  page: number;
  totalPages: number;
  totalRecords: number;
  totalIsExact: boolean;
  /** Whether there are less relevant results, which the page omits. */
  hasLessSimilar: boolean;
}

export interface SearchPageContent {
  /** Name of the account. */
  name: string;
  /** URL template of the item pages, for the component. */
  pageUrl: string;
  /** Null without a search. */
  found: Found | null;
  latest: readonly CardItem[];
  series: readonly CardSeries[];
}

/** A menu per filter that narrows the results. The search button applies them. */
const renderFilters = ({ search, facets }: Found, words: PageWords): HtmlContent => {
  const chosen = new Map(filtersOf(search).map(({ name, value }) => [name, value]));
  const shown = facetsOf(search).filter((name) => chosen.has(name) || (facets[name]?.length ?? 0) > 1);
  const menus = shown.flatMap((name) => {
    const values = [...(facets[name] ?? [])];
    if (values.length === 0) return [];
    if (name === 'year') values.sort((a, b) => Number(b.value) - Number(a.value));
    return html`<label
      ><span class="muted">${words.say(name)}</span>
      <select name="${name}">
        <option value="">${words.say('any')}</option>
        ${values.map(
          ({ value, name: text, count }) =>
            html`<option value="${value}" ${String(value) === chosen.get(name) ? trusted('selected') : null}>
              ${words.say('filterValue', { name: text, n: count })}
            </option>`,
        )}
      </select></label
    >`;
  });
  return menus.length === 0
    ? null
    : html`<fieldset class="filters">
        <legend class="unseen">${words.say('filters')}</legend>
        ${menus}
      </fieldset>`;
};

/** The other languages among the results, apart from these: each filters by it. */
const renderOtherLanguages = ({ search, facets, language }: Found, words: PageWords): HtmlContent => {
  const own = language ?? words.lang;
  const all = facets.language ?? [];
  if (search.language !== undefined || all.length < 2) return null;
  const others = all.filter(({ value }) => value !== own);
  return html`<p class="list-head">
    ${words.say('otherLanguages')}
    ${others.map(
      ({ value, name, count }, at) =>
        html`${at > 0 ? ' · ' : ''}<a
            ${attribute('lang', String(value))}
            href="${searchPath({ ...search, page: 1, language: String(value) })}"
            >${words.say('filterValue', { name, n: count })}</a
          >`,
    )}
  </p>`;
};

const renderForm = (found: Found | null, words: PageWords): Html => {
  const { q = '' } = found?.search ?? {};
  return html`<form class="find" action="/" role="search" slot="box">
    <input
      type="search"
      name="q"
      maxlength="500"
      aria-label="${words.say('searchLabel')}"
      placeholder="${words.say('placeholder')}"
      ${q && attribute('value', q)}
    />
    <button>${words.say('searchButton')}</button>
    ${found && renderFilters(found, words)}
  </form>`;
};

const renderCorrection = ({ search, corrected }: Found, words: PageWords): HtmlContent =>
  corrected &&
  html`<p class="list-head text">
    ${words.say('corrected', { to: corrected.to })}
    <a href="${searchPath({ ...search, spelling: 'exact' })}"
      >${words.say('searchInstead', { from: corrected.from })}</a
    >
  </p>`;

/** The scripture and names in the query, each with a link to the search without it. */
const renderUnderstood = ({ search, scripture, names = [] }: Found, words: PageWords): HtmlContent => {
  const chip = (name: string, label: string, without: Partial<PageSearch>): Html =>
    html`<a href="${searchPath({ ...search, ...without })}" aria-label="${label}"
      ><span class="text">${name}</span> ×</a
    > `;
  return (
    (scripture || names.length > 0) &&
    html`<p class="list-head chips">
      ${scripture && chip(scripture, words.say('removeScripture', { name: scripture }), { scripture: 'off' })}
      ${names.map((name) => chip(name, words.say('removeName', { name }), { names: 'off' }))}
    </p>`
  );
};

const renderPhrases = ({ unfoundPhrases = [] }: Found, words: PageWords): HtmlContent =>
  unfoundPhrases.map(
    (phrase) => html`<p class="list-head text">${words.say('phraseNotFound', { phrase })}</p>`,
  );

/** Shown on the page from which less relevant results begin. */
const renderLessSimilar = (
  { search, page, totalPages, hasLessSimilar }: Found,
  words: PageWords,
): HtmlContent =>
  hasLessSimilar &&
  page === totalPages &&
  html`<p class="pager">
    <a rel="nofollow" href="${pageUrl(searchPath({ ...search, all: 'on' }), page)}"
      >${words.say('lessSimilar')}</a
    >
  </p>`;

const renderFound = (found: Found, words: PageWords): Html => {
  const { search, results, related, totalRecords, totalIsExact } = found;
  const { q } = search;
  const withoutFilters = q !== '' && filtersOf(search).length > 0 && searchPath({ q, page: 1 });
  if (related.length > 0)
    return html`${renderUnderstood(found, words)} ${renderCorrection(found, words)}
      <h2 class="list-head text">${words.say('nearestTalks')}</h2>
      ${resultCards(related, words)}
      ${withoutFilters && html`<p><a href="${withoutFilters}">${words.say('clearFilters')}</a></p>`}`;
  if (results.length === 0)
    return html`${renderUnderstood(found, words)} ${renderCorrection(found, words)}
      <h2 class="list-head text">${q ? words.say('nothingFound', { q }) : words.say('nothingFiltered')}</h2>
      <p>${words.say('nothingAdvice')}</p>
      ${withoutFilters && html`<p><a href="${withoutFilters}">${words.say('clearFilters')}</a></p>`}
      <p><a href="${LATEST_PATH}">${words.say('showLatest')}</a></p>`;
  return html`<h2 class="unseen">${words.say('results')}</h2>
    ${renderUnderstood(found, words)} ${renderPhrases(found, words)} ${renderCorrection(found, words)}
    <p class="list-head muted">
      ${words.say(totalIsExact ? 'talkCount' : 'talkCountAtLeast', { n: totalRecords })}
      ${withoutFilters && html` · <a href="${withoutFilters}">${words.say('clearFilters')}</a>`}
    </p>
    ${renderOtherLanguages(found, words)} ${resultCards(results, words)}
    ${renderPager(searchPath(search), found, words)} ${renderLessSimilar(found, words)}`;
};

const renderLatest = ({ latest, series }: SearchPageContent, words: PageWords): HtmlContent => {
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
      ${renderForm(found, words)} ${found ? renderFound(found, words) : renderLatest(content, words)}
    </lectern-search>
  `;
};
