/** Collapses white space. */

/** Trims, and replaces every run of white space by one space. Skipping single spaces makes it several times faster. */
export function singleSpaced(text: string): string {
  return text.replace(/[^\S ]\s*| \s+/g, ' ').trim();
}
