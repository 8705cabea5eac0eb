/** Makes user content, such as file names and titles, safe to print to a terminal. */
import { stripVTControlCharacters } from 'node:util';

/**
 * Control and format characters: escapes, bells, line feeds, and characters that reverse or hide text (U+202E,
 * U+2066 …), but not the joiners U+200C and U+200D, which scripts and emoji need.
 */
const UNPRINTABLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;
const UNPRINTABLE_BUT_LINE_FEEDS = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** Puts text on one line with single spaces, and removes escape sequences and control characters. */
export const printable = (text: string): string =>
  stripVTControlCharacters(text).replace(UNPRINTABLE, ' ').replace(/\s+/g, ' ').trim();

/** The same for text of several lines; preserves spaces. */
export const printableLines = (text: string): string =>
  stripVTControlCharacters(text).replace(UNPRINTABLE_BUT_LINE_FEEDS, ' ');

/** JSON with control and format characters escaped, so that the values are unchanged. */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(UNPRINTABLE_BUT_LINE_FEEDS, (characters) =>
    Array.from({ length: characters.length }, (_, i) => characters.charCodeAt(i))
      .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join(''),
  );
