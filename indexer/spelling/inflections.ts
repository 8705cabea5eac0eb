/** Regular inflections of English words. */

const MIN_STEM = 3;
const ENDING = /^(.+?)(?:ed|ing|ers?)$/;
/**
 * Stems that cannot precede an ending unchanged: "run" and "plan" double their last letter, and those in "e" or
 * "s" change too.
 */
const NEVER_BEFORE_ENDING = /(?:^[^aeiou]*[aeiou][^aeiouwxy]|e|[^s]s)$/;

/** Words of which this may be an inflection: "hoping" of "hope", "sinners" of "sin", but "siners" only of "sine". */
export function stemsOf(word: string): string[] {
  const stems: string[] = [];
  if (/(?:[aeiou]y|[^sxzhy]|[^cs]h)s$/.test(word)) stems.push(word.slice(0, -1));
  if (/(?:[sxzo]|[cs]h)es$/.test(word)) stems.push(word.slice(0, -2));
  if (/ie[sd]$/.test(word)) stems.push(`${word.slice(0, -3)}y`);
  if (word.endsWith('ly')) stems.push(word.slice(0, -2));
  const stem = ENDING.exec(word)?.[1];
  if (stem !== undefined) {
    if (stem.at(-1) === stem.at(-2)) stems.push(stem.slice(0, -1));
    if (!/[aeiou]$/.test(stem)) stems.push(`${stem}e`);
    if (!NEVER_BEFORE_ENDING.test(stem)) stems.push(stem);
  }
  return stems.filter((one) => one.length >= MIN_STEM);
}
