/** Results: a card for each item, with the passages as links to their time. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Item, Passage, Series } from '../api.js';
import { clockTime } from '../../../strings/format.js';
import { marked } from '../text.js';
import { icons } from '../theme.js';
import type { Words } from '../words.js';
import type { Found } from './result-loader.js';

export interface Openings {
  words: Words;
  /** The address that a link has. */
  urlOf(found: Found, startSeconds: number | null): string;
  /** A link has been pressed. */
  open(event: MouseEvent, found: Found, startSeconds: number | null): void;
}

export const renderResults = (found: readonly Found[], openings: Openings): TemplateResult => html`
  <ol class="results" part="results">
    ${found.map((one) => html`<li>${renderResult(one, openings)}</li>`)}
  </ol>
`;

const renderResult = (found: Found, openings: Openings): TemplateResult => {
  const { item, passages } = found;
  const link = (startSeconds: number | null, part: string, content: unknown): TemplateResult =>
    html`<a
      part=${part}
      class=${part}
      href=${openings.urlOf(found, startSeconds)}
      data-opens=${`${found.rank} ${startSeconds ?? ''}`}
      @click=${(event: MouseEvent) => openings.open(event, found, startSeconds)}
      >${content}</a
    >`;
  return html`<article class="card" part="result">
    ${renderArtwork(item)}
    <div class="about">
      <h3 part="title">${link(null, 'title-link', html`<span class="title text">${item.title}</span>`)}</h3>
      ${renderMeta(item, openings.words)}
      ${
        passages.length === 0
          ? item.shortDescription &&
            html`<p class="text description" part="description">${item.shortDescription}</p>`
          : html`<ol class="passages" part="passages">
              ${passages.map(
                (passage) =>
                  html`<li>
                    ${link(secondsOf(passage), 'passage', renderPassage(passage, openings.words))}
                  </li>`,
              )}
            </ol>`
      }
    </div>
  </article>`;
};

const secondsOf = ({ startMs }: Passage): number | null => (startMs === null ? null : startMs / 1_000);

const renderPassage = (passage: Passage, words: Words): TemplateResult => {
  const seconds = secondsOf(passage);
  return html`${
      seconds === null
        ? nothing
        : html`<span class="time" part="time"
            >${icons.play()}<span class="unseen"
              >${words.say('playFrom', { time: clockTime(seconds) })}: </span
            ><span aria-hidden="true">${clockTime(seconds)}</span></span
          >`
    }<span class="words text" part="passage-text"
      >${passage.speaker ? html`<b>${passage.speaker}: </b>` : nothing}${marked(
        passage.text,
        passage.highlights,
      )}</span
    >`;
};

/** `Ruth Adeyemi · At the Kitchen Table · 9 Jun 2024 · 31 min` */
const renderMeta = (item: Item, { format }: Words): TemplateResult => {
  const parts = [
    item.speakers.map(({ name }) => name).join(', '),
    item.series?.title,
    item.date && format.day(item.date),
    item.durationSecs ? format.minutes(item.durationSecs) : '',
  ].filter(Boolean);
  return html`<p class="muted meta" part="meta">
    ${parts.map((part, at) => html`${at > 0 ? ' · ' : nothing}<bdi class="text">${part}</bdi>`)}
  </p>`;
};

const artworkOf = (item: Item | Series): string | null => item.squareImgUrl ?? item.wideImgUrl;

/** The artwork of the item or its series; without any, the first letter of its title. */
const renderArtwork = (item: Item): TemplateResult => {
  const url = artworkOf(item) ?? (item.series && artworkOf(item.series as Series));
  return url
    ? html`<img
        class="art"
        part="artwork"
        src=${url}
        alt=""
        loading="lazy"
        decoding="async"
        width="96"
        height="96"
      />`
    : html`<span class="art letter" part="artwork" aria-hidden="true">${initialOf(item.title)}</span>`;
};

const initialOf = (title: string): string => {
  const letters = /\p{L}|\p{N}/u.exec(title.replace(/^(?:the|an?)\s+/i, ''));
  return letters?.[0].toLocaleUpperCase() ?? '·';
};

export const renderSeries = (
  series: readonly Series[],
  words: Words,
  urlOf: (one: Series) => string,
  open: (event: MouseEvent, one: Series) => void,
): TemplateResult | typeof nothing =>
  series.length === 0
    ? nothing
    : html`<h2 part="heading">${words.say('allSeries')}</h2>
        <ul class="shelf" part="series-list">
          ${series.map(
            (one) =>
              html`<li>
                <a
                  part="series"
                  class="card"
                  href=${urlOf(one)}
                  @click=${(event: MouseEvent) => open(event, one)}
                >
                  ${
                    artworkOf(one)
                      ? html`<img
                          class="art"
                          src=${artworkOf(one)!}
                          alt=""
                          loading="lazy"
                          width="96"
                          height="96"
                        />`
                      : html`<span class="art letter" aria-hidden="true">${initialOf(one.title)}</span>`
                  }
                  <span class="about"
                    ><span class="title text">${one.title}</span>
                    <span class="muted">${words.say('talkCount', { n: one.itemCount })}</span></span
                  >
                </a>
              </li>`,
          )}
        </ul>`;
