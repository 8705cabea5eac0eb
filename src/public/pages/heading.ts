/** Headings whose level depends on the headings above them. */
import { html, trusted, type Html, type Part } from '../../platform/lib/html.js';

/** No level is skipped on a page, because screen readers navigate by them. */
export type Level = 2 | 3 | 4 | 5 | 6;

export const heading = (level: Level, content: Part, attributes: Html | null = null): Html =>
  html`${trusted(`<h${level}`)}${attributes}>${content}${trusted(`</h${level}>`)}`;
