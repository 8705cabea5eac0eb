/** Makes text that others wrote, such as file names and titles, safe to print on a terminal. */
import { stripVTControlCharacters } from 'node:util';

/**
 * Control and format characters: escapes, bells, line feeds, and what reverses or hides text (U+202E, U+2066 …). Not the
 * joiners U+200C and U+200D, which scripts and emoji need.
 */
const UNPRINTABLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;
const UNPRINTABLE_BUT_LINE_FEEDS = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** The text on one line with single spaces, without escape sequences and control characters. */
export const printable = (text: string): string =>
  stripVTControlCharacters(text).replace(UNPRINTABLE, ' ').replace(/\s+/g, ' ').trim();

/** The same for text of several lines, whose spaces are kept. */
export const printableLines = (text: string): string =>
  stripVTControlCharacters(text).replace(UNPRINTABLE_BUT_LINE_FEEDS, ' ');

/** JSON with control and format characters as escapes, so that the values stay the same. */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(UNPRINTABLE_BUT_LINE_FEEDS, (characters) =>
    Array.from({ length: characters.length }, (_, i) => characters.charCodeAt(i))
      .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join(''),
  );
