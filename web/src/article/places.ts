/** Parses times in URLs and finds words in text. Has no dependencies, so that the article page can load it alone. */

/** Parses a time in a URL into seconds: `754`, `754s`, `12m34s`, `1h2m3s` or `12:34`. */
export const secondsOf = (time: string | null): number | undefined => {
  const parts = (time || '-').replace(/s$/, '').split(/[hm:]/);
  const seconds = parts.reduce((sum, part) => sum * 60 + Number(part), 0);
  return seconds >= 0 && seconds < Infinity ? seconds : undefined;
};

/** Makes curved quotation marks straight, because that is what keyboards type. */
const folded = (text: string): string => text.toLowerCase().replace(/["‘’“”]/g, "'");

/**
 * Finds all occurrences of the words, ignoring case. @returns start and end of each, in UTF-16 units; empty for
 * no words
 */
export const placesOf = (text: string, words: string): [number, number][] => {
  const places: [number, number][] = [];
  const wanted = folded(words.trim());
  const lower = folded(text);
  // The lower case of some letters has another length, so the offsets would be wrong.
  if (wanted === '' || lower.length !== text.length) return places;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length))
    places.push([at, at + wanted.length]);
  return places;
};
