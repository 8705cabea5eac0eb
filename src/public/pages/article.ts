/** Renders an item without a recording as a page to read, with a field to find words in its text. */
import type { ReadableTranscript } from '../../transcripts/reading/read-paragraphs.js';
import { html, trusted, type Html, type HtmlContent } from '../../platform/lib/html.js';
import type { PageWords } from './page-words.js';
import {
  anchorAt,
  renderChapters,
  renderParagraphs,
  type PageChapter,
  type TranscriptContext,
} from './transcript-section.js';

const arrow = (path: string): Html =>
  trusted(`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`);

/** Hidden until its script shows it. */
const renderFind = (words: PageWords): Html =>
  html`<div
    class="find-text"
    role="search"
    hidden
    data-none="${words.say('findNone')}"
    data-count="${words.say('findCount', { n: '{n}', total: '{total}' })}"
  >
    <input type="text" aria-label="${words.say('findInTalk')}" placeholder="${words.say('findInTalk')}" />
    <span class="muted" role="status"></span>
    <button type="button" data-step="-1" aria-label="${words.say('findPrevious')}" hidden>
      ${arrow('m6 15 6-6 6 6')}
    </button>
    <button type="button" data-step="1" aria-label="${words.say('findNext')}" hidden>
      ${arrow('m6 9 6 6 6-6')}
    </button>
  </div>`;

/** Renders nothing if the item has no transcript. */
export const renderArticle = (
  transcript: ReadableTranscript | null,
  chapters: readonly PageChapter[],
  context: Omit<TranscriptContext, 'timeUrl' | 'level'>,
): HtmlContent => {
  if (!transcript || transcript.paragraphs.length === 0) return null;
  const { words } = context;
  const timeUrl = anchorAt(transcript);
  return html`<section class="article">
    ${renderChapters(chapters, words, timeUrl, 2)}
    <div class="article-head">
      <h2>${words.say('transcript')}</h2>
      ${renderFind(words)}
    </div>
    ${renderParagraphs(transcript, chapters, { ...context, timeUrl, level: 3 })}
  </section>`;
};
