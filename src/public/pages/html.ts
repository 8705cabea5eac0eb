/** HTML from templates that escape every value: what a library says is text, never markup. */
import { escapeUTF8 } from 'entities';

const MARKUP = Symbol('markup');

/** Markup that a template made. Nothing that is read from a request or a database can be one. */
export interface Html {
  readonly [MARKUP]: string;
}

/** Null, undefined and false show nothing. Attributes stand in quotation marks. */
export type Part = Html | string | number | null | undefined | false | readonly Part[];

const written = (part: Part): string => {
  if (part === null || part === undefined || part === false) return '';
  if (typeof part === 'string') return escapeUTF8(part);
  if (typeof part === 'number') return String(part);
  return MARKUP in part ? part[MARKUP] : part.map(written).join('');
};

export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  [MARKUP]: strings.map((text, at) => text + (at < parts.length ? written(parts[at]) : '')).join(''),
});

export const markupOf = (part: Html): string => part[MARKUP];

/** What a project's own file consists of, as it is: no value of a library. */
export const trusted = (markup: string): Html => ({ [MARKUP]: markup });

/** A block of structured data, which no text in it can end. */
export const jsonLdScript = (data: unknown): Html =>
  trusted(`<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`);

/** An attribute where there is a value: ` name="value"`. */
export const attribute = (name: string, value: string | number | null | undefined): Html | null =>
  value === null || value === undefined ? null : trusted(` ${name}="${escapeUTF8(String(value))}"`);

/** Text in its paragraphs. */
export const paragraphs = (text: string | null | undefined): Html[] =>
  (text ?? '')
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => html`<p class="text">${paragraph.trim()}</p>`);
