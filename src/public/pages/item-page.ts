/** The page of an item: recording, transcript, scriptures with their text, resources and related items. */
import { verseText, type Translation } from '../../content/scriptures/bible.js';
import type { ReadableTranscript } from '../../transcripts/reading/read-paragraphs.js';
import { truncate } from '../../platform/lib/errors.js';
import { seriesPath, speakerPath, topicPath } from '../items/own-pages.js';
import { hasRecording } from '../items/playable.js';
import type { PublicItemDetail } from '../items/public-item.schema.js';
import { foreignTo, facts, itemCards, type CardItem } from './cards.js';
import { attribute, html, paragraphs, type Html, type HtmlContent } from '../../platform/lib/html.js';
import type { PageWords } from './page-words.js';
import { renderRecording, timeUrlOf } from './recording.js';
import { renderArticle } from './article.js';
import { renderChapters, renderParagraphs, type PageChapter } from './transcript-section.js';

export interface ItemPageContent {
  item: PublicItemDetail;
  chapters: readonly PageChapter[];
  transcript: ReadableTranscript | null;
  /** Whether the item has no transcript yet, and one is being made. */
  isTranscribing: boolean;
  /** ISO 639-1 code of the language; null if unknown. */
  language: string | null;
  /** URL of the whole transcript as a file. */
  textUrl: string;
  related: readonly CardItem[];
  translation: Translation;
  isSeriesSlugShared: boolean;
}

/** Further scriptures are listed without their text. */
const MAX_QUOTED = 40;
/** Longer quotations are cut here. */
const MAX_VERSES_LENGTH = 2_000;

const renderHead = ({ item, isSeriesSlugShared }: ItemPageContent, words: PageWords): Html => {
  const { title, subTitle, series, orderInSeries, speakers, date, dateIsKnown, durationSecs, language } =
    item;
  const names = speakers.map(
    ({ id, name }, at) => html`${at > 0 ? ', ' : ''}<a class="text" href="${speakerPath(id)}">${name}</a>`,
  );
  const place = series && {
    path: seriesPath({ ...series, isSlugShared: isSeriesSlugShared }),
    part:
      orderInSeries && series.showItemOrderInSeries ? ` · ${words.say('partOf', { n: orderInSeries })}` : '',
  };
  const lang = foreignTo(words.lang, language);
  return html`<div class="head">
    ${
      series &&
      place &&
      html`<p class="kicker"><a class="text" href="${place.path}">${series.title}</a>${place.part}</p>`
    }
    <h1${[attribute('class', 'text'), lang]}>${title}</h1>
    ${subTitle && html`<p${[attribute('class', 'text'), lang]}>${subTitle}</p>`}
    ${facts([
      names.length > 0 && names,
      dateIsKnown && html`<time datetime="${date}">${words.format.day(date)}</time>`,
      durationSecs ? words.format.minutes(durationSecs) : null,
    ])}
  </div>`;
};

const renderScriptures = ({ item, translation }: ItemPageContent, words: PageWords): HtmlContent =>
  item.scriptures.length === 0
    ? null
    : html`<section>
        <h2>${words.say('scriptures')}</h2>
        <div class="verses">
          ${item.scriptures.map(({ book, chapter, verseStart, verseEnd, citation }, at) => {
            const text = at < MAX_QUOTED ? verseText(translation, book, chapter, verseStart, verseEnd) : null;
            return html`<div>
              <h3 class="text">
                <a href="/?${new URLSearchParams({ q: citation }).toString()}">${citation}</a>
              </h3>
              ${
                text !== null &&
                html`<blockquote lang="en">
                  <p>${truncate(text, MAX_VERSES_LENGTH)}</p>
                  <cite>${translation.toUpperCase()}</cite>
                </blockquote>`
              }
            </div>`;
          })}
        </div>
      </section>`;

const isWebAddress = (url: string | null): url is string => /^https?:\/\//i.test(url ?? '');

const renderResources = ({ item }: ItemPageContent, words: PageWords): HtmlContent => {
  const resources = item.resources.filter(({ url }) => isWebAddress(url));
  if (resources.length === 0) return null;
  return html`<section>
    <h2>${words.say('resources')}</h2>
    <ul class="prose">
      ${resources.map(
        ({ title, subTitle, description, url, resourceType }) =>
          html`<li>
            <a class="text" href="${url}">${title}</a>
            ${resourceType && html`<span class="muted"> · <bdi>${resourceType.name}</bdi></span>`}
            ${subTitle && html`<p class="text">${subTitle}</p>`} ${paragraphs(description)}
          </li>`,
      )}
    </ul>
  </section>`;
};

const renderTopics = ({ item }: ItemPageContent, words: PageWords): HtmlContent =>
  item.topics.length === 0
    ? null
    : html`<section>
        <h2>${words.say('topics')}</h2>
        <ul class="chips">
          ${item.topics.map(({ id, name }) => html`<li><a class="text" href="${topicPath(id)}">${name}</a></li>`)}
        </ul>
      </section>`;

/** What visitors see until the player has loaded, or without it. */
const renderWithoutPlayer = (content: ItemPageContent, words: PageWords): Html => {
  const { item, chapters, transcript, language, textUrl } = content;
  const timeUrl = timeUrlOf(item.mediaAssets);
  return html`<div class="recording">
    ${renderRecording(item, words)} ${renderChapters(chapters, words, timeUrl, 3)}
    ${
      transcript &&
      transcript.paragraphs.length > 0 &&
      html`<h3>${words.say('transcript')}</h3>
        ${renderParagraphs(transcript, chapters, { words, timeUrl, language, textUrl, level: 4 })}`
    }
  </div>`;
};

const renderAbout = ({ item }: ItemPageContent, words: PageWords): HtmlContent => {
  const description = paragraphs(item.description ?? item.shortDescription);
  if (description.length === 0) return null;
  return html`<section>
    <h2>${words.say('about')}</h2>
    <div${[attribute('class', 'prose'), foreignTo(words.lang, item.language)]}>${description}</div>
  </section>`;
};

/** The artwork of an item that has no player. */
const renderCover = ({ wideImgUrl }: PublicItemDetail): HtmlContent =>
  wideImgUrl && html`<img class="cover" src="${wideImgUrl}" alt="" width="704" height="396" />`;

/** Renders the recording or, without one, the text. */
const renderTalk = (content: ItemPageContent, words: PageWords): Html => {
  const { item, transcript, chapters, language, textUrl } = content;
  if (!hasRecording(item.mediaAssets))
    return html`${renderCover(item)} ${renderAbout(content, words)}
    ${renderArticle(transcript, chapters, { words, language, textUrl })}`;
  return html`<h2 class="unseen">${words.say('player')}</h2>
    <lectern-player item="${item.id}">${renderWithoutPlayer(content, words)}</lectern-player>
    ${content.isTranscribing && html`<p class="muted">${words.say('transcriptFollows')}</p>`}
    ${renderAbout(content, words)}`;
};

export const renderItem = (content: ItemPageContent, words: PageWords): Html => {
  const { related } = content;
  return html`
    ${renderHead(content, words)} ${renderTalk(content, words)} ${renderScriptures(content, words)}
    ${renderResources(content, words)} ${renderTopics(content, words)}
    ${
      related.length > 0 &&
      html`<section>
        <h2>${words.say('related')}</h2>
        ${itemCards(related, words, 3)}
      </section>`
    }
  `;
};
