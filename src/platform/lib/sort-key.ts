/** Keys for sorting titles and names, the same on both databases. */

/** Latin letters without a Unicode decomposition, and how they are sorted. */
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
 * Lower case, without accents and leading punctuation, for comparison by code points: `Äpfel` sorts as `apfel`,
 * `“Yes”` as `yes”`. It is stored with items, so changing it requires a migration that recomputes
 * `item.sortTitle`.
 */
export const sortKey = (text: string): string => {
  const plain = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßæœøđðħıłþ]/g, (letter) => LETTERS[letter]!);
  return plain.replace(/^[^\p{L}\p{N}]+(?=[^]*[\p{L}\p{N}])/u, '');
};

/** Compares in the same way as both databases. */
export const compareKeys = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
