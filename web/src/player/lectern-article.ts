/** `<lectern-article>`: shows and searches the paragraphs of a text without times. Loaded on demand. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { groupParagraphs, type ParagraphGroup } from '../../../strings/paragraph-groups.js';
import { createTextFinder, showInMiddle } from '../article/text-finder.js';
import { theme } from '../theme.js';
import type { Words } from '../words.js';
import type { TextParagraph } from './item-loader.js';
import { renderFind, type Found } from './render-find.js';
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
  }
  h4,
  h5,
  h6 {
    margin-block: 0.75rem 0;
    font-size: 1.05em;
  }
  h4 {
    font-size: 1.15em;
  }
  .paragraphs > :is(ul, ol) {
    display: grid;
    gap: 0.35em;
    padding-inline-start: 2rem;
    list-style: disc;
  }
  li[value] {
    list-style: decimal;
  }
  li::marker {
    color: var(--muted);
  }
  [data-level='2'] {
    margin-inline-start: 1.6em;
  }
  [data-level='3'] {
    margin-inline-start: 3.2em;
  }
  [data-level='4'],
  [data-level='5'],
  [data-level='6'] {
    margin-inline-start: 4.8em;
  }
  blockquote {
    display: grid;
    gap: 0.5em;
    margin: 0 0.5rem;
    border-inline-start: 3px solid var(--accent);
  }
  .table {
    overflow-x: auto;
  }
  table {
    border-collapse: collapse;
    font-size: 0.95em;
  }
  th,
  td {
    min-width: 5em;
    padding: 0.4em 0.9em 0.4em 0;
    border-block-end: 1px solid var(--line);
    vertical-align: top;
    text-align: start;
    overflow-wrap: anywhere;
  }
  hr {
    width: 5rem;
    border: 0;
    border-block-start: 1px solid var(--line);
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
  /** The paragraph to scroll to, from 0. */
  paragraph: number | null = null;
  private found: Found | undefined;
  private readonly finder = createTextFinder({
    paragraphs: () => this.renderRoot.querySelectorAll('.paragraphs > *'),
    onFound: (match, total) => {
      this.found = match === undefined || total === undefined ? undefined : { match, total };
    },
  });

  protected override updated(changed: PropertyValues): void {
    if (this.paragraph !== null && (changed.has('paragraph') || changed.has('paragraphs')))
      showInMiddle(this.renderRoot.querySelector('.paragraphs .shown'));
  }

  protected override render(): TemplateResult | typeof nothing {
    const { words, paragraphs } = this;
    if (!words) return nothing;
    return html`<section part="transcript" aria-labelledby="heading">
      <div class="head">
        <h3 id="heading" part="heading">${words.say('transcript')}</h3>
        ${renderFind(words, this.found, this.finder.find, this.finder.step)}
      </div>
      <div class="paragraphs" part="lines" dir="auto" lang=${this.language || nothing}>
        ${groupParagraphs(paragraphs).map((group) => this.renderGroup(group))}
      </div>
    </section>`;
  }

  private renderGroup({ kind, depth, from, paragraphs }: ParagraphGroup<TextParagraph>): unknown {
    const classOf = (at: number): string => (from + at === this.paragraph ? 'text shown' : 'text');
    const { text } = paragraphs[0]!;
    switch (kind) {
      case 'heading': {
        const [shown, rank] = [classOf(0), Math.min(3, depth)];
        if (rank === 1) return html`<h4 class=${shown} part="paragraph">${text}</h4>`;
        return rank === 2
          ? html`<h5 class=${shown} part="paragraph">${text}</h5>`
          : html`<h6 class=${shown} part="paragraph">${text}</h6>`;
      }
      case 'break':
        return html`<hr class=${classOf(0)} />`;
      case 'list':
      case 'numberedList': {
        const items = paragraphs.map(
          ({ text: item, level = 1, number }, at) =>
            html`<li class=${classOf(at)} part="paragraph" data-level=${level} value=${number ?? nothing}>
              ${item}
            </li>`,
        );
        return kind === 'list'
          ? html`<ul>
              ${items}
            </ul>`
          : html`<ol>
              ${items}
            </ol>`;
      }
      case 'table':
        return html`<div class="table" tabindex="0">
          <table>
            ${paragraphs.map(
              (row, at) =>
                html`<tr class=${classOf(at)} part="paragraph">
                  ${(row.cells ?? [row.text]).map((cell) =>
                    row.kind === 'tableHead' ? html`<th scope="col">${cell}</th>` : html`<td>${cell}</td>`,
                  )}
                </tr>`,
            )}
          </table>
        </div>`;
      case 'quote':
      case 'paragraph': {
        const lines = paragraphs.map(({ text: line, speaker }, at) => {
          const isOther = speaker !== null && speaker !== this.paragraphs[from + at - 1]?.speaker;
          return html`<p class=${classOf(at)} part="paragraph">
            ${isOther ? html`<b part="speaker">${speaker}: </b>` : nothing}${line}
          </p>`;
        });
        return kind === 'quote' ? html`<blockquote>${lines}</blockquote>` : lines;
      }
    }
  }
}

if (!customElements.get('lectern-article')) customElements.define('lectern-article', LecternArticle);
