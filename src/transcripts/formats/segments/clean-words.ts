/** Normalises words for storage, the same for all formats, so that exported files read back identically. */
import { singleSpaced } from '../../../platform/lib/white-space.js';

/** Soft hyphens, word joiners (which exports write, see `guarded-text.ts`), control characters and non-characters. */
const INVISIBLE = /[\u00ad\u2060\ufffe\uffff]|[^\P{Cc}\s]/gu;
/** The mark with which captions begin when the speaker changes. */
const TURN_MARK = /^(?:>> ?)+/;

/** Single-spaced, without invisible characters and a leading `>>`. */
export const cleanWords = (text: string): string =>
  singleSpaced(text.toWellFormed().replace(INVISIBLE, '')).replace(TURN_MARK, '').trimStart();

/** Whether the text contains a letter or digit. */
export const hasLetterOrDigit = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Characters of scripts that are written without spaces between words. */
export const UNSPACED =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]';
