/** Renders chapters and transcript. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Chapter } from '../api.js';
import { clockTime } from '../../../strings/format.js';
import type { Words } from '../words.js';
import type { PlayedItem } from './item-loader.js';

const PARTS =
  'transcript, heading, find, find-input, lines, line, time, speaker, chapter-heading, follow, mark, button, paragraph';

interface TextActions {
  words: Words;
  /** Whether there is a recording to play. */
  isHeard: boolean;
  /** Whether to show only text that is not in the recording. */
  isCompact: boolean;
  /** The paragraph to scroll to in a text without times. */
  paragraph: number | null;
  /** Returns the URL for a time. */
  urlOf(seconds: number): string;
  /** Plays from a time. */
  hear(seconds: number): void;
}

/** @param chapter index of the current chapter; -1 before the first */
export const renderText = (
  { chapters, cues, paragraphs, language }: PlayedItem,
  chapter: number,
  { words, isHeard, isCompact, paragraph, urlOf, hear }: TextActions,
): TemplateResult | typeof nothing => {
  if (isHeard && isCompact) return nothing;
  if (!isHeard && cues.length === 0 && paragraphs.length === 0)
    return html`<p class="note muted" part="note">${words.say('noMedia')}</p>`;
  if (chapters.length === 0 && cues.length === 0 && paragraphs.length === 0) return nothing;
  return html`<div class=${chapters.length > 0 ? 'text-area divided' : 'text-area'}>
    ${renderChapters(chapters, chapter, words, urlOf, hear)}
    ${
      paragraphs.length > 0
        ? html`<lectern-article
            exportparts=${PARTS}
            .paragraphs=${paragraphs}
            .words=${words}
            .language=${language}
            .paragraph=${paragraph}
          ></lectern-article>`
        : html`<lectern-transcript
            exportparts=${PARTS}
            .cues=${cues}
            .chapters=${chapters}
            .words=${words}
            .linkOf=${urlOf}
            .language=${language}
            .isStill=${!isHeard}
            @seek=${({ detail }: CustomEvent<number>) => hear(detail)}
          ></lectern-transcript>`
    }
  </div>`;
};

const renderChapters = (
  chapters: readonly Chapter[],
  current: number,
  words: Words,
  urlOf: (seconds: number) => string,
  hear: (seconds: number) => void,
): TemplateResult | typeof nothing => {
  if (chapters.length === 0) return nothing;
  return html`<nav class="chapters" part="chapters" aria-labelledby="chapters">
    <h3 id="chapters" part="heading">${words.say('chapters')}</h3>
    <ol>
      ${chapters.map(({ title, startMs }, at) => {
        const seconds = startMs / 1_000;
        return html`<li>
          <a
            part="chapter"
            href=${urlOf(seconds)}
            aria-current=${at === current ? 'true' : nothing}
            @click=${(event: MouseEvent) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              hear(seconds);
            }}
            ><span class="time">${clockTime(seconds)}</span> <span class="text">${title}</span></a
          >
        </li>`;
      })}
    </ol>
  </nav>`;
};
