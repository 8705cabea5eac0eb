/** Renders the transcript of an item without the player: chapters as headings, times as links. */
import { clockTime } from '../../../strings/format.js';
import { groupParagraphs, type ParagraphGroup } from '../../../strings/paragraph-groups.js';
import type { Paragraph, ReadableTranscript } from '../../transcripts/reading/read-paragraphs.js';
import { attribute, html, trusted, type Html, type HtmlContent } from '../../platform/lib/html.js';
import { heading, type Level } from './cards.js';
import type { PageWords } from './page-words.js';

export interface PageChapter {
  title: string;
  startMs: number;
}

/** Returns the URL of the recording at a time; null if it has none. */
export type TimeUrl = (seconds: number) => string | null;

const time = (startMs: number | null, timeUrl: TimeUrl): HtmlContent => {
  if (startMs === null) return null;
  const seconds = Math.floor(startMs / 1_000);
  const url = timeUrl(seconds);
  const shown = clockTime(seconds);
  return url === null
    ? html`<span class="time">${shown}</span> `
    : html`<a class="time" href="${url}">${shown}</a> `;
};

/** @param level of their heading */
export const renderChapters = (
  chapters: readonly PageChapter[],
  words: PageWords,
  timeUrl: TimeUrl,
  level: Level,
): HtmlContent =>
  chapters.length === 0
    ? null
    : html`${heading(level, words.say('chapters'))}
        <ol class="chapter-list">
          ${chapters.map(({ title, startMs }) => {
            const seconds = Math.floor(startMs / 1_000);
            const line = html`<span class="time">${clockTime(seconds)}</span>
              <span class="text">${title}</span>`;
            const url = timeUrl(seconds);
            return html`<li>${url === null ? line : html`<a href="${url}">${line}</a>`}</li>`;
          })}
        </ol>`;

/** The anchor of a paragraph, to which passages in search results link. */
const anchorOf = (at: number): string => `p${at}`;

/** The anchor of the paragraph spoken at a time, in a transcript with times. */
export const anchorAt =
  ({ paragraphs }: ReadableTranscript): TimeUrl =>
  (seconds) => {
    const at = paragraphs.findLastIndex(
      ({ startMs }) => startMs !== null && Math.floor(startMs / 1_000) <= seconds,
    );
    return `#${anchorOf(Math.max(0, at))}`;
  };

const paragraph = (
  { text, startMs, speaker }: Paragraph,
  at: number,
  { timeUrl }: Pick<TranscriptContext, 'timeUrl'>,
): Html =>
  html`<p
    class="text"
    id="${anchorOf(at)}"
    ${startMs !== null && attribute('data-t', Math.floor(startMs / 1_000))}
  >
    ${time(startMs, timeUrl)}${speaker && html`<b>${speaker}: </b>`}${text}
  </p>`;

const listItem = ({ text, number, level = 1 }: Paragraph, at: number): Html =>
  html`<li
    class="text"
    id="${anchorOf(at)}"
    ${attribute('value', number)}
    ${level > 1 && attribute('data-level', level)}
  >
    ${text}
  </li>`;

const row = ({ kind, cells = [] }: Paragraph, at: number): Html =>
  html`<tr id="${anchorOf(at)}">
    ${cells.map((cell) =>
      kind === 'tableHead'
        ? html`<th class="text" scope="col">${cell}</th>`
        : html`<td class="text">${cell}</td>`,
    )}
  </tr>`;

const deepest = (level: number): Level => Math.min(6, level) as Level;

/** Renders a group of paragraphs. Each has its anchor, also inside a list, a quotation or a table. */
const group = (
  { kind, depth, from, paragraphs }: ParagraphGroup<Paragraph>,
  context: TranscriptContext,
): Html => {
  const id = anchorOf(from);
  const items = (render: typeof paragraph): Html[] =>
    paragraphs.map((one, at) => render(one, from + at, context));
  switch (kind) {
    case 'list':
      return html`<ul>
        ${items(listItem)}
      </ul>`;
    case 'numberedList':
      return html`<ol>
        ${items(listItem)}
      </ol>`;
    case 'quote':
      return html`<blockquote>${items(paragraph)}</blockquote>`;
    case 'table':
      // A wide table scrolls on its own, also by keyboard.
      return html`<div class="table" tabindex="0">
        <table>
          ${items(row)}
        </table>
      </div>`;
    case 'heading':
      return heading(deepest(context.level + depth - 1), paragraphs[0]!.text, html` class="text" id="${id}"`);
    case 'break':
      return html`<hr id="${id}" />`;
    case 'paragraph':
      return html`${items(paragraph)}`;
  }
};

export interface TranscriptContext {
  words: PageWords;
  timeUrl: TimeUrl;
  /** Language of the transcript, if known. */
  language: string | null;
  /** URL of the whole transcript as a file. */
  textUrl: string;
  /** Level of the headings in the transcript. */
  level: Level;
}

/** The paragraphs, each with its anchor. */
export const renderParagraphs = (
  { paragraphs, isWhole }: ReadableTranscript,
  chapters: readonly PageChapter[],
  context: TranscriptContext,
): Html => {
  const { words, language, textUrl, level } = context;
  const parts: Html[] = [];
  let chapter = 0;
  for (const one of groupParagraphs(paragraphs)) {
    const { startMs } = one.paragraphs[0]!;
    for (; startMs !== null && startMs >= (chapters[chapter]?.startMs ?? Infinity); chapter += 1)
      parts.push(heading(level, chapters[chapter]!.title, html` class="text"`));
    parts.push(group(one, context));
  }
  return html`<div class="transcript" dir="auto" ${language ? attribute('lang', language) : trusted('')}>
      ${parts}
    </div>
    ${isWhole ? null : html`<p><a href="${textUrl}">${words.say('wholeTranscript')}</a></p>`}`;
};
