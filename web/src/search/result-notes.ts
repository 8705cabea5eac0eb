/** Renders the notes above results or in their place: count, filters, how the query was read, and errors. */
import { html, nothing, type TemplateResult } from 'lit';
import type { ApiError, Config } from '../api.js';
import { icons } from '../theme.js';
import type { Words } from '../words.js';
import type { Results } from './result-loader.js';
import { hasFilters, isSearch, type Facet, type View } from './view.js';

export interface Choices {
  words: Words;
  view: View;
  /** Applies changes to the view and returns to its first page. */
  change(changes: Partial<View>): void;
}

/** `23 talks`, `75+ talks` */
const countOf = ({ total, totalIsExact }: Results, words: Words): string =>
  words.say(totalIsExact ? 'talkCount' : 'talkCountAtLeast', { n: total });

const nothingFound = ({ q }: View, words: Words): string =>
  q ? words.say('nothingFound', { q }) : words.say('nothingFiltered');

/** The outcome of a search, for screen readers. */
export const announced = (results: Results, view: View, words: Words): string => {
  if (results.found.length > 0) return countOf(results, words);
  return results.related.length > 0 ? words.say('nearestTalks') : nothingFound(view, words);
};

/** Renders the number of results and the filters. */
export const renderSummary = (
  choices: Choices,
  results: Results,
  facets: readonly Facet[],
  config: Config | undefined,
): TemplateResult | typeof nothing => {
  const { words } = choices;
  const menus = renderFacets(choices, facets, results.facets, config);
  const isFound = results.found.length > 0;
  if (!isFound && menus === nothing) return nothing;
  return html`${isFound ? html`<h2 class="unseen">${words.say('results')}</h2>` : nothing}
    <div class="summary" part="summary">
      ${isFound ? html`<p class="muted text">${countOf(results, words)}</p>` : nothing} ${menus}
    </div>`;
};

/** Renders the facets as menus: each choice sets the filter, `All` removes it. */
const renderFacets = (
  { words, view, change }: Choices,
  facets: readonly Facet[],
  found: Results['facets'],
  config: Config | undefined,
): TemplateResult | typeof nothing => {
  const shown = facets.filter((name) => view.filters[name] !== undefined || (found[name]?.length ?? 0) > 1);
  if (shown.length === 0) return nothing;
  return html`<div class="facets" part="facets" role="group" aria-label=${words.say('filters')}>
    ${shown.map((name) => {
      const chosen = view.filters[name] ?? '';
      const values = (found[name] ?? []).map(({ value, ...rest }) => ({ ...rest, value: String(value) }));
      if (name === 'year') values.sort((a, b) => Number(b.value) - Number(a.value));
      const isMissing = chosen !== '' && !values.some(({ value }) => value === chosen);
      return html`<label part="facet" class=${chosen ? 'facet chosen' : 'facet'}>
        <span>${words.say(name)}</span>
        <select
          part="facet-menu"
          @change=${(event: Event) => {
            const { value } = event.target as HTMLSelectElement;
            change({ filters: { ...view.filters, [name]: value || undefined } });
          }}
        >
          <option value="" ?selected=${chosen === ''}>${words.say('any')}</option>
          ${isMissing ? html`<option value=${chosen} selected>${nameOf(name, chosen, config)}</option>` : nothing}
          ${values.map(
            ({ value, name: text, count }) =>
              html`<option value=${value} ?selected=${value === chosen}>
                ${words.say('filterValue', { name: text, n: count })}
              </option>`,
          )}
        </select>
        ${icons.down()}
      </label>`;
    })}
    ${
      hasFilters(view)
        ? html`<button
            type="button"
            class="link"
            part="clear-filters"
            @click=${() => change({ filters: {} })}
          >
            ${words.say('clearFilters')}
          </button>`
        : nothing
    }
  </div>`;
};

/** The other languages among the results: each filters by it. */
export const renderOtherLanguages = (
  { words, view, change }: Choices,
  { facets, interpretation }: Results,
): TemplateResult | typeof nothing => {
  const own = interpretation.language ?? words.lang.split('-')[0];
  const all = facets.language ?? [];
  if (view.filters.language || all.length < 2) return nothing;
  const others = all.filter(({ value }) => value !== own);
  return html`<p part="languages">
    ${words.say('otherLanguages')}
    ${others.map(
      ({ value, name, count }) =>
        html`<button
          type="button"
          class="link"
          lang=${value}
          @click=${() => change({ filters: { ...view.filters, language: value } })}
        >
          ${words.say('filterValue', { name, n: count })}
        </button> `,
    )}
  </p>`;
};

/** The name of a filter value that occurs in no result. */
const nameOf = (facet: Facet, value: string, config: Config | undefined): string => {
  const id = Number(value);
  switch (facet) {
    case 'speaker':
      return config?.speakers.find((one) => one.id === id)?.name ?? value;
    case 'series':
      return config?.series.find((one) => one.id === id)?.title ?? value;
    case 'topic':
      return config?.topics.find((one) => one.id === id)?.name ?? value;
    case 'collection':
      return config?.collections.find((one) => one.id === id)?.name ?? value;
    case 'book':
    case 'year':
    case 'language':
      return value;
  }
};

const chip = (text: string, label: string, remove: () => void): TemplateResult =>
  html`<span class="chip" part="chip"
    ><bdi>${text}</bdi>
    <button type="button" aria-label=${label} @click=${remove}>${icons.close()}</button></span
  >`;

/** Shows how the search read the query: scripture, names, phrases that no talk contains, corrected spelling. */
export const renderInterpretation = (
  { words, view, change }: Choices,
  { found: shown, interpretation: { scripture, names = [], phrases = [], corrected } }: Results,
): TemplateResult => html`
  ${
    scripture || names.length > 0
      ? html`<p>
          ${
            scripture
              ? chip(scripture.citation, words.say('removeScripture', { name: scripture.citation }), () =>
                  change({ asWords: true }),
                )
              : nothing
          }
          ${names.map(({ name }) =>
            chip(name, words.say('removeName', { name }), () => change({ namesOff: true })),
          )}
        </p>`
      : nothing
  }
  ${phrases
    .filter(({ found }) => found === 0 && shown.length > 0)
    .map(
      ({ text }) =>
        html`<p part="phrase" class="text">
          ${words.around('phraseNotFound', 'phrase', html`<b><bdi>${text}</bdi></b>`)}
        </p>`,
    )}
  ${
    corrected
      ? html`<p part="correction" class="text">
          ${words.around('corrected', 'to', html`<b><bdi>${corrected.to}</bdi></b>`)}
          ${words.around(
            'searchInstead',
            'from',
            html`<button type="button" class="link" @click=${() => change({ q: view.q, exact: true })}>
              <bdi>${corrected.from}</bdi>
            </button>`,
          )}
        </p>`
      : nothing
  }
`;

const note = (title: string, advice: string, ways: unknown): TemplateResult =>
  html`<div class="note" part="note">
    <p class="lead text">${title}</p>
    ${advice ? html`<p class="muted">${advice}</p>` : nothing}
    <p class="ways">${ways}</p>
  </div>`;

const way = (text: string, go: () => void): TemplateResult =>
  html`<button type="button" class="button" part="button" @click=${go}>${text}</button>`;

export const renderNothing = ({ words, view, change }: Choices): TemplateResult => {
  if (!isSearch(view)) return note(words.say('emptyLibrary'), '', nothing);
  return note(
    nothingFound(view, words),
    words.say('nothingAdvice'),
    html`${
      hasFilters(view) && view.q ? way(words.say('clearFilters'), () => change({ filters: {} })) : nothing
    }
    ${way(words.say('showLatest'), () => change({ q: '', filters: {} }))}`,
  );
};

export const renderFailure = (
  { kind, retryAfterSecs }: ApiError,
  words: Words,
  retry: () => void,
): TemplateResult => {
  const again = way(words.say('retry'), retry);
  switch (kind) {
    case 'offline':
      return note(words.say('offline'), words.say('offlineAdvice'), again);
    case 'limited':
      return note(words.say('limited'), words.say('limitedAdvice', { n: retryAfterSecs }), again);
    default:
      return note(words.say('serverError'), words.say('serverAdvice'), again);
  }
};
