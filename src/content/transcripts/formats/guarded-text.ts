/**
 * Writes words so that nobody takes them for markup. Files without escapes get a word joiner (U+2060), which nobody
 * sees, between the signs that would be read as markup; `cleanWords` removes it.
 */
import { singleSpaced } from '../../../platform/lib/white-space.js';
import { takeLabel } from './speaker-labels.js';

const JOINER = '\u2060';
/** Follows a name and its colon, and the words of which nobody is named: words themselves have none. */
export const NAME_END = '\u00a0';

/** `{\an8}` is read as a position in captions of every format. */
export const withoutBraceTags = (text: string): string => text.replaceAll('{\\', `{${JOINER}\\`);

/** For SubRip, which has no escapes: tags, references and arrows. */
export const withoutMarkup = (text: string): string =>
  withoutBraceTags(text).replace(/<(?=[\w/])|&(?=[\w#])|-(?=>)/g, (sign) => sign + JOINER);

/** `Name: words` that name no speaker. */
export const withoutLabel = (text: string): string =>
  takeLabel(text) ? text.replace(':', `:${JOINER}`) : text;

/** Whether these are words of `withoutLabel` that look as if they began with a name. */
export const isWithoutLabel = (text: string): boolean => text.includes(`:${JOINER}`);

/** For plain text: time stamps, headings and labels. */
export const withoutStamps = (text: string): string => {
  const inner = /\d:\d/.test(text) ? text.replaceAll('[', `[${JOINER}`) : text;
  return withoutLabel(/^[\d(#\\]/.test(inner) ? JOINER + inner : inner);
};

/**
 * What goes before and after the words where the speaker changes, in files that have no field for it. The joiner keeps
 * words that end with a colon from being a name.
 */
export const nameMarks = (speaker: string | null, last: string | null): { before: string; after: string } => {
  if (speaker === last) return { before: '', after: '' };
  return speaker === null
    ? { before: '', after: JOINER + NAME_END }
    : { before: `${singleSpaced(speaker)}:${NAME_END}`, after: '' };
};
