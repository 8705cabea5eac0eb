/** The form in which words are stored, whichever file they come from: what is written out reads back the same. */
import { singleSpaced } from '../../../platform/lib/white-space.js';

/** Soft hyphens, word joiners (which exports write, see `guarded-text.ts`), control and non-characters. */
const INVISIBLE = /[\u00ad\u2060\ufffe\uffff]|[^\P{Cc}\s]/gu;
/** What captions begin with where another person speaks. */
const TURN_MARK = /^(?:>> ?)+/;

/** Single-spaced, without invisible signs and a leading `>>`. */
export const cleanWords = (text: string): string =>
  singleSpaced(text.toWellFormed().replace(INVISIBLE, '')).replace(TURN_MARK, '').trimStart();

/** Whether there is a letter or a digit. */
export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
