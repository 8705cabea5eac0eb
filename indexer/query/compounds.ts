/** Possible splits of German compounds. */

export const BUILDS_COMPOUNDS = 'de';
/** The least length of each part of a compound, in letters. */
export const MIN_PART = 4;
/** What may link the parts: "Zukunft-s-angst". */
export const LINKS = ['', 's', 'n', 'en', 'es'];

/** The possible pairs of parts; the one with the longest second part, which says what the compound is a kind of, comes first. */
export function partsOf(word: string): [first: string, second: string][] {
  const splits: [first: string, second: string][] = [];
  for (let at = MIN_PART; at <= word.length - MIN_PART; at++)
    for (const link of LINKS)
      if (word.slice(0, at).endsWith(link) && at - link.length >= MIN_PART)
        splits.push([word.slice(0, at - link.length), word.slice(at)]);
  return splits;
}
