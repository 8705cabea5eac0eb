/** Keys by which titles and names are sorted, the same on both databases. */

/** Latin letters that have no decomposition, and what they are sorted as. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  þ: 'th',
};

/**
 * Lower case, without accents and leading punctuation, for a comparison by code points: `Äpfel` sorts as `apfel`,
 * `“Yes”` as `yes”`. Stored with items: when it changes, a migration has to fill `item.sortTitle` anew.
 */
export const sortKey = (text: string): string => {
  const plain = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßæœøđðħıłþ]/g, (letter) => LETTERS[letter]!);
  return plain.replace(/^[^\p{L}\p{N}]+(?=[^]*[\p{L}\p{N}])/u, '');
};

/** Compares as both databases do. */
export const compareKeys = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
