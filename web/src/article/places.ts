/** Places in a text and in a recording, for the page of an article and for players: without what components need besides. */

/** The seconds of a time in an address: `754`, `754s`, `12m34s`, `1h2m3s`, `12:34`, as people and other sites write it. */
export const secondsOf = (time: string | null): number | undefined => {
  const parts = (time || '-').replace(/s$/, '').split(/[hm:]/);
  const seconds = parts.reduce((sum, part) => sum * 60 + Number(part), 0);
  return seconds >= 0 && seconds < Infinity ? seconds : undefined;
};

/** Keyboards have straight quotation marks, and texts curved ones. */
const folded = (text: string): string => text.toLowerCase().replace(/["‘’“”]/g, "'");

/** Start and end of each place that has the words, in UTF-16 units, whatever their case. None for no words. */
export const placesOf = (text: string, words: string): [number, number][] => {
  const places: [number, number][] = [];
  const wanted = folded(words.trim());
  const lower = folded(text);
  // Some letters have other lengths in lower case: then places do not correspond.
  if (wanted === '' || lower.length !== text.length) return places;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length))
    places.push([at, at + wanted.length]);
  return places;
};
