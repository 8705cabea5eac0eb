/** `<lectern-search>`: a search box with autocomplete, filters, results, and a player for the selected item. */
import { html, nothing, type TemplateResult } from 'lit';
import type { LecternSearchControls } from '../../../client/components.js';
import type { Series, Suggestion } from '../api.js';
import { eventQueueOf } from '../events/event-queue.js';
import { LecternElement } from '../lectern-element.js';
import { icons, theme } from '../theme.js';
import { boxStyles } from './box-styles.js';
import { Combobox } from './combobox.js';
import { Opening, isPlainClick } from './opening.js';
import { sitePages } from './page-links.js';
import { renderResults, renderSeries } from './result-list.js';
import {
  announced,
  renderFailure,
  renderInterpretation,
  renderNothing,
  renderOtherLanguages,
  renderSummary,
  type Choices,
} from './result-notes.js';
import { shownOf } from './result-loader.js';
import { resultStyles } from './result-styles.js';
import { Session } from './session.js';
import { FACETS, isSearch, NOTHING, resultsKey, viewUrl, type Facet } from './view.js';

const DEFAULT_FACETS = 'speaker,series,topic,book,year,language';

/**
 * Search for a library: box with autocomplete, filters, results with passages, and a player.
 *
 * @element lectern-search
 * @attr {string} query - Initial query
 * @attr {string} placeholder - Placeholder of the search box
 * @attr {string} facets - Filters to show, separated by commas
 * @attr {'on'|'off'} url-state - Whether the page's URL contains the search
 * @attr {'auto'|'player'|'page'} open - Where results open: `player` in place; `page` and `auto` on item pages, if there are any
 * @attr {string} page-url - URL of item pages, with `{slug}`, `{id}` or `{collectionId}`
 *
 * @fires {CustomEvent<LecternSearchDetail>} lectern-search - Results have appeared
 * @fires {CustomEvent<LecternSelectDetail>} lectern-select - A result was selected; call `preventDefault()` to open it yourself
 *
 * @slot - Content to show until the results have loaded
 * @slot box - Content to show until the search box has loaded
 *
 * @csspart form - Search box and autocomplete
 * @csspart box - Search box
 * @csspart input - Text field of the search box
 * @csspart clear - Clear button
 * @csspart submit - Search button
 * @csspart suggestions - Autocomplete list
 * @csspart suggestion - Autocomplete entry
 * @csspart summary - Number of results, and filters
 * @csspart facets - All filters
 * @csspart facet - One filter
 * @csspart facet-menu - Menu of a filter
 * @csspart clear-filters - Clear filters button
 * @csspart chip - Scripture or name recognised in the query
 * @csspart phrase - Note that no talk contains the exact phrase
 * @csspart correction - Note on a corrected query
 * @csspart languages - Links to the results in other languages
 * @csspart heading - Heading above a list
 * @csspart related-heading - Heading above the closest talks if no talk answers
 * @csspart results - List of results
 * @csspart result - One result
 * @csspart artwork - Picture of a result
 * @csspart title - Its title
 * @csspart title-link - Link in a title
 * @csspart meta - Speakers, series, date and length
 * @csspart description - Short description of a result
 * @csspart passages - Passages of a result
 * @csspart passage - One passage
 * @csspart time - Time of a passage
 * @csspart passage-text - Text of a passage
 * @csspart mark - Highlighted word
 * @csspart series-list - All series
 * @csspart series - One series
 * @csspart note - Message shown instead of results
 * @csspart more - Show more button
 * @csspart button - Other buttons
 * @csspart back - Back to results button
 * @csspart item-page - Link to the page of the open item
 * @csspart player - The player
 */
export class LecternSearch extends LecternElement implements LecternSearchControls {
  static override styles = [theme, boxStyles, resultStyles];
  static override properties = {
    query: { noAccessor: true },
    placeholder: {},
    facets: {},
    urlState: { attribute: 'url-state' },
    open: {},
    pageUrl: { attribute: 'page-url' },
  };

  placeholder = '';
  facets = DEFAULT_FACETS;
  urlState: 'on' | 'off' = 'on';
  open: 'auto' | 'player' | 'page' = 'auto';
  pageUrl = '';

  private readonly session: Session = new Session(this, {
    api: () => this.api,
    facets: () => this.shownFacets,
    lang: () => this.words.lang,
    hasUrl: () => this.hasUrl,
    onResults: ({ searchId, total, found }) =>
      this.emit('lectern-search', {
        query: this.query,
        searchId,
        totalRecords: total,
        items: found.map(({ item }) => item),
      }),
    onView: (view, before) => {
      this.box.setText(view.q);
      this.opening.onView(view, before);
    },
  });
  private readonly opening = new Opening(this, {
    session: this.session,
    api: () => this.api,
    embedToken: () => this.embedToken,
    hasUrl: () => this.hasUrl,
    pages: () => this.pages,
    playsHere: () => this.open === 'player',
    select: (detail) => this.emit('lectern-select', detail),
    focusBox: () => this.focus(),
  });
  private readonly box = new Combobox(this, {
    words: this.words,
    api: () => this.api,
    placeholder: () => this.placeholder || this.words.say('placeholder'),
    submit: (q) => this.session.change({ q }),
    choose: (suggestion) => this.choose(suggestion),
  });

  get query(): string {
    return this.session.view.q;
  }

  set query(q: string) {
    if (q === this.query) return;
    if (this.hasUpdated) this.session.change({ q, filters: {} });
    else this.session.view = { ...NOTHING, q };
  }

  /** Searches for a query and clears the filters. */
  async search(query: string): Promise<void> {
    this.session.change({ q: query, filters: {} });
    await this.updateComplete;
  }

  override focus(): void {
    this.box.focus();
  }

  protected override firstUpdated(): void {
    if (this.remember) eventQueueOf(this.api.host).remember();
    this.session.start();
  }

  private get hasUrl(): boolean {
    return this.urlState !== 'off';
  }

  private get shownFacets(): Facet[] {
    const names = this.facets.split(',').map((name) => name.trim());
    return names.filter((name): name is Facet => name in FACETS);
  }

  /** URL template of the item pages; undefined if items open in place. */
  private get pages(): string | undefined {
    if (this.pageUrl || this.open === 'player') return this.pageUrl || undefined;
    return this.config && sitePages(this.config);
  }

  private choose(suggestion: Suggestion): void {
    const { type, id, text } = suggestion;
    if (type === 'item') this.opening.openSuggested(suggestion);
    else if (type === 'scripture') this.session.change({ q: text });
    else this.session.change({ q: '', filters: { [type]: String(id) } });
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!this.words.isReady) return html`<slot name="box"></slot><slot></slot>`;
    const { isLoading, view } = this.session;
    const isOpen = view.item !== null;
    return html`
      <div ?hidden=${isOpen}>
        ${this.box.render()}
        <p class="unseen" role="status">${this.statusText}</p>
        <div class=${isLoading ? 'shown loading' : 'shown'} aria-busy=${isLoading ? 'true' : 'false'}>
          ${this.renderShown()}
        </div>
      </div>
      ${isOpen ? html`<div @keydown=${this.opening.onKey}>${this.renderItem()}</div>` : nothing}
    `;
  }

  /** The status for screen readers. */
  private get statusText(): string {
    const { isLoading, failure, results, view } = this.session;
    if (isLoading) return this.words.say('loading');
    return failure || !results || !isSearch(view) ? '' : announced(shownOf(results, view), view, this.words);
  }

  private renderShown(): TemplateResult | typeof nothing {
    const { words, session, opening } = this;
    const { view, results, failure, isLoading } = session;
    if (failure) return renderFailure(failure, words, () => void session.load());
    if (!results) return html`<slot></slot>`;
    const choices: Choices = { words, view, change: (changes) => session.change(changes) };
    const shown = shownOf(results, view);
    const { found, isCut } = shown;
    const openings = { words, urlOf: opening.urlOf, open: opening.open };
    const showMore = (): void =>
      session.go(isCut ? { ...view, all: true } : { ...view, pages: view.pages + 1 }, 'replace');
    return html`
      ${results.key === resultsKey(view) ? renderInterpretation(choices, results) : nothing}
      ${
        isSearch(view)
          ? renderSummary(choices, shown, this.shownFacets, this.config)
          : found.length > 0
            ? html`<h2 part="heading">${words.say('latest')}</h2>`
            : nothing
      }
      ${
        found.length > 0
          ? html`${renderOtherLanguages(choices, results)} ${renderResults(found, openings)}`
          : results.related.length > 0
            ? html`<h2 class="text" part="related-heading">${words.say('nearestTalks')}</h2>
                ${renderResults(results.related, openings)}`
            : renderNothing(choices)
      }
      ${
        isCut || results.hasMore || found.length < results.found.length
          ? html`<p class="ways">
              <button type="button" class="button" part="more" ?disabled=${isLoading} @click=${showMore}>
                ${words.say(isCut ? 'lessSimilar' : 'more')}
              </button>
            </p>`
          : nothing
      }
      ${isSearch(view) ? nothing : renderSeries(results.series, words, this.seriesUrl, this.openSeries)}
    `;
  }

  private readonly seriesUrl = ({ id }: Series): string =>
    viewUrl({ ...NOTHING, filters: { series: String(id) } }, location.href).href;

  private readonly openSeries = (event: MouseEvent, { id }: Series): void => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    this.session.change({ q: '', filters: { series: String(id) } });
  };

  private renderItem(): TemplateResult {
    const { words, opening, session } = this;
    const { page } = opening;
    const whole = { ...session.view, start: null, paragraph: null };
    const shareUrl = page ?? (this.hasUrl ? viewUrl(whole, location.href).href : '');
    return html`
      <p class="return">
        <button type="button" class="back link" part="back" @click=${opening.close}>
          ${icons.back()} ${words.say('backToResults')}
        </button>
        ${page ? html`<a class="link" part="item-page" href=${page}>${words.say('itemPage')}</a>` : nothing}
      </p>
      ${
        opening.player === 'failed'
          ? html`<p class="note" part="note">
              ${words.say('playerError')}
              <button type="button" class="link" @click=${opening.loadPlayer}>${words.say('retry')}</button>
            </p>`
          : opening.player !== 'ready'
            ? html`<p class="muted" role="status">${words.say('loadingItem')}</p>`
            : html`<lectern-player
                part="player"
                role="region"
                aria-label=${words.say('player')}
                tabindex="-1"
                details
                autoplay
                url-state="off"
                base-url=${this.api.host}
                .strings=${this.strings}
                .item=${session.view.item ?? ''}
                .start=${session.view.start}
                .paragraph=${session.view.paragraph}
                .searchId=${opening.searchId ?? ''}
                .mediaAssetId=${opening.mediaAssetId}
                .embedToken=${this.embedToken}
                .shareUrl=${shareUrl}
                ?remember=${this.remember}
              ></lectern-player>`
      }
    `;
  }
}
