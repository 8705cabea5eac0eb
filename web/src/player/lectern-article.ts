/** `<lectern-article>`: a text without times, as paragraphs to read and to search. Loaded when an item has one. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { createTextFinder, showInMiddle } from '../article/text-finder.js';
import { icons, theme } from '../theme.js';
import type { Words } from '../words.js';
import type { TextParagraph } from './item-loader.js';
import { transcriptStyles } from './transcript-styles.js';

const articleStyles = css`
  section {
    display: block;
    height: auto;
  }
  .paragraphs {
    display: grid;
    gap: 0.9em;
    max-width: 44rem;
    padding: 0.75rem;
  }
  .paragraphs > * {
    padding-inline: 0.5rem;
    scroll-margin-block: 30vh;
  }
  h4 {
    margin-block-end: 0;
  }
  .shown {
    border-radius: calc(var(--radius) * 0.4);
    background: color-mix(in srgb, var(--accent) 14%, transparent);
    box-shadow: inset 3px 0 var(--accent);
  }
  .shown:dir(rtl) {
    box-shadow: inset -3px 0 var(--accent);
  }
  ::highlight(lectern-found) {
    background: var(--mark);
  }
  ::highlight(lectern-shown) {
    background: var(--accent);
    color: var(--on-accent);
  }
`;

export class LecternArticle extends LitElement {
  static override styles = [theme, transcriptStyles, articleStyles];
  static override properties = {
    paragraphs: { attribute: false },
    words: { attribute: false },
    language: {},
    paragraph: { attribute: false },
    found: { state: true },
  };

  paragraphs: readonly TextParagraph[] = [];
  words: Words | undefined;
  language = '';
  /** The one to show, from 0. */
  paragraph: number | null = null;
  private found: { match: number; total: number } | undefined;
  private readonly finder = createTextFinder({
    paragraphs: () => this.renderRoot.querySelectorAll('.paragraphs > *'),
    onFound: (match, total) => {
      this.found = match === undefined || total === undefined ? undefined : { match, total };
    },
  });

  protected override updated(changed: PropertyValues): void {
    if (this.paragraph !== null && (changed.has('paragraph') || changed.has('paragraphs')))
      showInMiddle(this.renderRoot.querySelector('.paragraphs > .shown'));
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    this.finder.step(event.shiftKey ? -1 : 1);
  };

  protected override render(): TemplateResult | typeof nothing {
    const { words, paragraphs, paragraph } = this;
    if (!words) return nothing;
    return html`<section part="transcript" aria-labelledby="heading">
      <div class="head">
        <h3 id="heading" part="heading">${words.say('transcript')}</h3>
        ${this.renderFind(words)}
      </div>
      <div class="paragraphs" part="lines" lang=${this.language || nothing}>
        ${paragraphs.map(({ text, speaker, isHeading }, at) => {
          const shown = at === paragraph ? 'text shown' : 'text';
          if (isHeading) return html`<h4 class=${shown} part="paragraph">${text}</h4>`;
          const isOther = speaker !== null && speaker !== paragraphs[at - 1]?.speaker;
          return html`<p class=${shown} part="paragraph">
            ${isOther ? html`<b part="speaker">${speaker}: </b>` : nothing}${text}
          </p>`;
        })}
      </div>
    </section>`;
  }

  private renderFind(words: Words): TemplateResult {
    const { found } = this;
    const step = (by: 1 | -1, label: string): TemplateResult =>
      html`<button type="button" class="step" aria-label=${label} @click=${() => this.finder.step(by)}>
        ${by > 0 ? icons.down() : icons.up()}
      </button>`;
    return html`<div class="find" part="find" role="search">
      ${icons.search()}
      <input
        type="text"
        part="find-input"
        aria-label=${words.say('findInTalk')}
        placeholder=${words.say('findInTalk')}
        @input=${({ target }: InputEvent) => this.finder.find((target as HTMLInputElement).value)}
        @keydown=${this.onKey}
      />
      <span class="muted" role="status"
        >${found ? (found.total > 0 ? words.say('findCount', { n: found.match, total: found.total }) : words.say('findNone')) : ''}</span
      >
      ${found?.total ? html`${step(-1, words.say('findPrevious'))}${step(1, words.say('findNext'))}` : nothing}
    </div>`;
  }
}

if (!customElements.get('lectern-article')) customElements.define('lectern-article', LecternArticle);
