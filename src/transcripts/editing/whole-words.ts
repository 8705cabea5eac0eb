/** Finds words in a text, but not parts of longer ones. */

const LETTER = String.raw`[\p{L}\p{N}\p{M}]`;

/** The text as a regular expression. */
export const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/**
 * A pattern without nested repetition: it takes time linear in the text.
 * @param either what to find: one or more words
 */
export const wholeWords = (either: readonly string[], flags: 'gu' | 'giu'): RegExp =>
  new RegExp(`(?<!${LETTER})(?:${either.map(escapeRegExp).join('|')})(?!${LETTER})`, flags);
