/** HTML templates that escape every value: content of the library is text, never markup. */
import { escapeUTF8 } from 'entities';

const MARKUP = Symbol('markup');

/** Markup created by a template. No value from a request or a database has this type. */
export interface Html {
  readonly [MARKUP]: string;
}

/** Null, undefined and false render nothing. Attribute values must be quoted in the template. */
export type HtmlContent = Html | string | number | null | undefined | false | readonly HtmlContent[];

const written = (part: HtmlContent): string => {
  if (part === null || part === undefined || part === false) return '';
  if (typeof part === 'string') return escapeUTF8(part);
  if (typeof part === 'number') return String(part);
  return MARKUP in part ? part[MARKUP] : part.map(written).join('');
};

export const html = (strings: TemplateStringsArray, ...parts: readonly HtmlContent[]): Html => ({
  [MARKUP]: strings.map((text, at) => text + (at < parts.length ? written(parts[at]) : '')).join(''),
});

export const markupOf = (part: Html): string => part[MARKUP];

/** Marks the content of the project's own files as markup. Never use it for values from the library. */
export const trusted = (markup: string): Html => ({ [MARKUP]: markup });

/** A block of structured data, escaped so that no text in it can end the block. */
export const jsonLdScript = (data: unknown): Html =>
  trusted(`<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`);

/** ` name="value"`, or nothing without a value. */
export const attribute = (name: string, value: string | number | null | undefined): Html | null =>
  value === null || value === undefined ? null : trusted(` ${name}="${escapeUTF8(String(value))}"`);

/** Splits text into paragraphs. */
export const paragraphs = (text: string | null | undefined): Html[] =>
  (text ?? '')
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => html`<p class="text">${paragraph.trim()}</p>`);
