/** Finds words in a text, for the page of an article and for transcripts: without what components need besides. */

/** Start and end of each place that has the words, in UTF-16 units, whatever their case. None for no words. */
export const placesOf = (text: string, words: string): [number, number][] => {
  const places: [number, number][] = [];
  const wanted = words.trim().toLowerCase();
  const lower = text.toLowerCase();
  // Some letters have other lengths in lower case: then places do not correspond.
  if (wanted === '' || lower.length !== text.length) return places;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length))
    places.push([at, at + wanted.length]);
  return places;
};
