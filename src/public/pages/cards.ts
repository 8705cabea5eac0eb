/** Renders items and series in lists. */
import { primarySubtag } from '../../../indexer/index.js';
import type { z } from 'zod';
import { clockTime, onOneLine } from '../../../strings/format.js';
import type { countedSeries, publicItem } from '../items/public-item.schema.js';
import { itemPath, seriesPath } from '../items/own-pages.js';
import { attribute, html, trusted, type Html, type HtmlContent } from '../../platform/lib/html.js';
import type { PageWords } from './page-words.js';

export type CardItem = z.output<typeof publicItem> & { isSlugShared?: boolean };
export type CardSeries = z.output<typeof countedSeries> & { isSlugShared?: boolean };

export interface PassageCard {
  text: string;
  /** From 0, in a text without times. */
  paragraph?: number | undefined;
  highlights: readonly (readonly [number, number])[];
  startMs: number | null;
}

/** What all items of a list share is shown once, above them. */
export interface Common {
  seriesId?: number;
  speakerId?: number;
}

type Place = Pick<PassageCard, 'startMs' | 'paragraph'>;

/** The URL of an item's page here, at a time or a paragraph. */
const pathOf = (item: CardItem, { startMs, paragraph }: Place = { startMs: null }): string => {
  const { id, urlSlug, collection, isSlugShared } = item;
  const path = itemPath({ id, urlSlug, collectionId: collection?.id ?? 0, isSlugShared });
  if (startMs === null) return paragraph === undefined ? path : `${path}#p${paragraph}`;
  return `${path}${path.includes('?') ? '&' : '?'}t=${Math.floor(startMs / 1_000)}`;
};

/** Renders `9 Jun 2024 · 31 min`, with each part in its own text direction; nothing if there are no parts. */
export const facts = (parts: readonly HtmlContent[]): HtmlContent => {
  const known = parts.filter(Boolean);
  return (
    known.length > 0 &&
    html`<p class="facts">
      ${known.map((part, at) => html`${at > 0 ? ' · ' : ''}<bdi class="text">${part}</bdi>`)}
    </p>`
  );
};

export const artworkOf = (record: {
  squareImgUrl: string | null;
  wideImgUrl: string | null;
}): string | null => record.squareImgUrl ?? record.wideImgUrl;

/** Renders nothing without a URL. */
const artwork = (url: string | null | undefined): HtmlContent =>
  url && html`<img class="art" src="${url}" alt="" loading="lazy" decoding="async" width="88" height="88" />`;

/** The colour of a series, as the border of its cards. */
export const seriesBorder = (series: { colorHex: string | null } | null): HtmlContent =>
  /^#[\da-f]{6}$/i.test(series?.colorHex ?? '') ? attribute('style', `--edge:${series!.colorHex}`) : null;

const marked = ({ text, highlights }: PassageCard): HtmlContent[] => {
  const parts: HtmlContent[] = [];
  let at = 0;
  for (const [start, end] of highlights) {
    if (start < at || end <= start) continue;
    parts.push(onOneLine(text.slice(at, start)), html`<mark>${onOneLine(text.slice(start, end))}</mark>`);
    at = end;
  }
  return [...parts, onOneLine(text.slice(at))];
};

/** @param lang attribute of the texts */
const renderPassages = (item: CardItem, passages: readonly PassageCard[], lang: HtmlContent): Html =>
  html`<ol class="passages">
    ${passages.map(
      (passage) =>
        html`<li>
          <a href="${pathOf(item, passage)}"
            >${passage.startMs !== null && html`<span class="time">${clockTime(passage.startMs / 1_000)}</span>`}
            <span${[attribute('class', 'text'), lang]}>${marked(passage)}</span></a
          >
        </li>`,
    )}
  </ol>`;

/** The `lang` attribute of content in another language than the page. */
export const foreignTo = (page: string, language: string | null | undefined): HtmlContent =>
  language && primarySubtag(language) !== page ? attribute('lang', language) : null;

const itemCard = (
  item: CardItem,
  { format, lang }: PageWords,
  level: Level,
  passages: readonly PassageCard[],
  common: Common = {},
): Html => {
  const { title, speakers, series, date, dateIsKnown, durationSecs, scriptures, shortDescription, language } =
    item;
  const own = foreignTo(lang, language);
  const art = artworkOf(item) ?? (series && artworkOf(series));
  return html`<li>
    <article class="${passages.length > 0 ? 'card found' : 'card'}" ${seriesBorder(series)}>
      ${artwork(art)}
      <div class="words">
        ${heading(level, html`<a${[attribute('class', 'text'), own]} href="${pathOf(item)}">${title}</a>`)}
        ${facts([
          speakers
            .filter(({ id }) => id !== common.speakerId)
            .map(({ name }) => name)
            .join(', '),
          series?.id !== common.seriesId && series?.title,
          dateIsKnown && html`<time datetime="${date}">${format.day(date)}</time>`,
          durationSecs ? format.minutes(durationSecs) : null,
          passages.length === 0 && scriptures[0]?.citation,
        ])}
        ${
          passages.length > 0
            ? renderPassages(item, passages, own)
            : shortDescription && html`<p${[attribute('class', 'text short'), own]}>${shortDescription}</p>`
        }
      </div>
    </article>
  </li>`;
};

export const itemCards = (
  items: readonly CardItem[],
  words: PageWords,
  level: Level,
  common?: Common,
): Html =>
  html`<ol class="cards">
    ${items.map((item) => itemCard(item, words, level, [], common))}
  </ol>`;

export const resultCards = (
  results: readonly { item: CardItem; passages: readonly PassageCard[] }[],
  words: PageWords,
): Html =>
  html`<ol class="cards">
    ${results.map(({ item, passages }) => itemCard(item, words, 3, passages))}
  </ol>`;

export const seriesCards = (series: readonly CardSeries[], words: PageWords): Html =>
  html`<ul class="shelf">
    ${series.map(
      (one) =>
        html`<li class="card" ${seriesBorder(one)}>
          ${artwork(artworkOf(one))}
          <div class="words">
            <h3><a class="text" href="${seriesPath(one)}">${one.title}</a></h3>
            <p class="facts">${words.say('talkCount', { n: one.itemCount })}</p>
          </div>
        </li>`,
    )}
  </ul>`;

/** No level is skipped on a page, because screen readers navigate by them. */
export type Level = 2 | 3 | 4 | 5 | 6;

/** Headings whose level depends on the headings above them. */
export const heading = (level: Level, content: HtmlContent, attributes: Html | null = null): Html =>
  html`${trusted(`<h${level}`)}${attributes}>${content}${trusted(`</h${level}>`)}`;
