/** Collapses white space. */

/**
 * Trims, and replaces every run of white space with one space. The pattern skips single spaces, which makes it
 * several times faster.
 */
export function singleSpaced(text: string): string {
  return text.replace(/[^\S ]\s*| \s+/g, ' ').trim();
}
