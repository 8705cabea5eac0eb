/**
 * Escapes words that would be read as markup. In formats without escapes, an invisible word joiner (U+2060)
 * separates the characters; `cleanWords` removes it.
 */
import { singleSpaced } from '../../../platform/lib/white-space.js';
import { readHead } from './turn-heads.js';
import { takeLabel } from './speaker-labels.js';

const JOINER = '\u2060';
/** Follows a name and its colon, or the words without a speaker. Words themselves never contain it. */
export const NAME_END = '\u00a0';

/** At the end of a cue whose segment the next one continues. */
export const CONTINUED = JOINER + JOINER;

/** Every caption format treats `{\an8}` as a position. */
export const withoutBraceTags = (text: string): string => text.replaceAll('{\\', `{${JOINER}\\`);

/** For SubRip, which has no escapes: breaks up tags, character references and arrows. */
export const withoutMarkup = (text: string): string =>
  withoutBraceTags(text).replace(/<(?=[\w/])|&(?=[\w#])|-(?=>)/g, (sign) => sign + JOINER);

/** Marks `Name: words` as not naming a speaker. */
export const withoutLabel = (text: string): string => labelGuard(text)(text);

/** Like `withoutLabel`, for the pieces of a text in order. */
export const labelGuard = (text: string): ((piece: string) => string) => {
  let isLabelled = takeLabel(text) !== null;
  return (piece) => {
    if (!isLabelled || !piece.includes(':')) return piece;
    isLabelled = false;
    return piece.replace(':', `:${JOINER}`);
  };
};

/** Whether `withoutLabel` has marked these words, which look as if they began with a name. */
export const isWithoutLabel = (text: string): boolean => text.includes(`:${JOINER}`);

/** For plain text: breaks up time stamps, headings and labels. */
export const withoutStamps = (text: string): string => {
  const inner = /\d:\d/.test(text) ? text.replaceAll('[', `[${JOINER}`) : text;
  return withoutLabel(/^[\d(#\\]/.test(inner) || readHead(inner) ? JOINER + inner : inner);
};

/**
 * The text before and after the words where the speaker changes, for formats without a speaker field. The joiner
 * keeps words that end with a colon from being read as a name.
 */
export const nameMarks = (speaker: string | null, last: string | null): { before: string; after: string } => {
  if (speaker === last) return { before: '', after: '' };
  return speaker === null
    ? { before: '', after: JOINER + NAME_END }
    : { before: `${singleSpaced(speaker)}:${NAME_END}`, after: '' };
};
