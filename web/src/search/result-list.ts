/** Renders results: a card per item, with its passages as links to their times. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Item, Passage, Series } from '../api.js';
import { clockTime, onOneLine } from '../../../strings/format.js';
import { marked } from '../text.js';
import { icons } from '../theme.js';
import type { Words } from '../words.js';
import { WHOLE, type Place } from './page-links.js';
import type { Found } from './result-loader.js';

export interface Openings {
  words: Words;
  /** Returns the URL of a link. */
  urlOf(found: Found, place: Place): string;
  /** Called when a link is clicked. */
  open(event: MouseEvent, found: Found, place: Place): void;
}

export const renderResults = (found: readonly Found[], openings: Openings): TemplateResult => html`
  <ol class="results" part="results">
    ${found.map((one) => html`<li>${renderResult(one, openings)}</li>`)}
  </ol>
`;

const renderResult = (found: Found, openings: Openings): TemplateResult => {
  const { item, passages } = found;
  const link = (place: Place, part: string, content: unknown): TemplateResult =>
    html`<a
      part=${part}
      class=${part}
      href=${openings.urlOf(found, place)}
      data-opens=${`${found.rank} ${place.seconds ?? ''} ${place.paragraph ?? ''}`}
      @click=${(event: MouseEvent) => openings.open(event, found, place)}
      >${content}</a
    >`;
  const artwork = artworkOf(item) ?? (item.series && artworkOf(item.series as Series));
  return html`<article class="card" part="result" style=${seriesBorder(item.series)}>
    ${renderArtwork(artwork, 96)}
    <div class="about">
      <h3 part="title">
        ${link(WHOLE, 'title-link', html`<span class="title text" lang=${item.language ?? nothing}>${item.title}</span>`)}
      </h3>
      ${renderMeta(found, openings.words)}
      ${
        passages.length === 0
          ? item.shortDescription &&
            html`<p class="text description" part="description">${item.shortDescription}</p>`
          : html`<ol class="passages" part="passages">
              ${passages.map(
                (passage) =>
                  html`<li>
                    ${link(placeOf(passage), 'passage', renderPassage(item, passage, openings.words))}
                  </li>`,
              )}
            </ol>`
      }
    </div>
  </article>`;
};

const placeOf = ({ startMs, paragraph }: Passage): Place => ({
  seconds: startMs === null ? null : startMs / 1_000,
  paragraph: paragraph ?? null,
});

/** A text may have no recording, or continue after its recording ends. */
const isHeard = ({ hasRecording, durationSecs }: Item, seconds: number): boolean =>
  hasRecording && (durationSecs === null || seconds < durationSecs);

const renderPassage = (item: Item, passage: Passage, words: Words): TemplateResult => {
  const { seconds } = placeOf(passage);
  return html`${
      seconds === null
        ? nothing
        : !isHeard(item, seconds)
          ? html`<span class="time" part="time">${clockTime(seconds)}</span>`
          : html`<span class="time" part="time"
              >${icons.play()}<span class="unseen"
                >${words.say('playFrom', { time: clockTime(seconds) })}: </span
              ><span aria-hidden="true">${clockTime(seconds)}</span></span
            >`
    }<span class="words text" lang=${item.language ?? nothing} part="passage-text"
      >${passage.speaker ? html`<b>${passage.speaker}: </b>` : nothing}${marked(
        passage.text,
        passage.highlights,
      ).map((part) => (typeof part === 'string' ? onOneLine(part) : part))}</span
    >`;
};

/** Renders `Ruth Adeyemi · At the Kitchen Table · 9 Jun 2024 · 31 min`; without passages, also the scriptures. */
const renderMeta = ({ item, passages }: Found, { format }: Words): TemplateResult => {
  const parts = [
    item.speakers.map(({ name }) => name).join(', '),
    item.series?.title,
    item.dateIsKnown && format.day(item.date),
    item.durationSecs ? format.minutes(item.durationSecs) : '',
    passages.length === 0 && item.scriptures[0]?.citation,
  ].filter(Boolean);
  return html`<p class="muted meta" part="meta">
    ${parts.map((part, at) => html`${at > 0 ? ' · ' : nothing}<bdi class="text">${part}</bdi>`)}
  </p>`;
};

const artworkOf = (item: Item | Series): string | null => item.squareImgUrl ?? item.wideImgUrl;

/** The artwork of the item or its series; nothing if there is none. */
const renderArtwork = (url: string | null | undefined, size: number): TemplateResult | typeof nothing =>
  url
    ? html`<img
        class="art"
        part="artwork"
        src=${url}
        alt=""
        loading="lazy"
        decoding="async"
        width=${size}
        height=${size}
      />`
    : nothing;

/** The colour of a series, as the border of its cards. */
const seriesBorder = (series: Pick<Series, 'colorHex'> | null): string | typeof nothing =>
  /^#[\da-f]{6}$/i.test(series?.colorHex ?? '') ? `--edge:${series!.colorHex}` : nothing;

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
                  style=${seriesBorder(one)}
                  href=${urlOf(one)}
                  @click=${(event: MouseEvent) => open(event, one)}
                >
                  ${renderArtwork(artworkOf(one), 56)}
                  <span class="about"
                    ><span class="title text">${one.title}</span>
                    <span class="muted">${words.say('talkCount', { n: one.itemCount })}</span></span
                  >
                </a>
              </li>`,
          )}
        </ul>`;
