/** What a UTF-16 unit is in a word, looked up instead of matched: texts are read letter by letter in every search. */

export const LETTER = 1;
/** A combining mark: within a word, never its beginning. */
export const MARK = 2;
export const OTHER = 3;
/** Half of a character beyond the first plane: what that is takes both. */
export const HALF = 4;

/** 0 where nobody has asked yet. */
const kinds = new Uint8Array(65_536);

/** One of the four kinds; letters are letters and digits of any script. */
export function kindOf(unit: number): number {
  return kinds[unit]! || (kinds[unit] = find(unit));
}

function find(unit: number): number {
  if (unit >= 0xd800 && unit <= 0xdfff) return HALF;
  const character = String.fromCharCode(unit);
  if (/[\p{L}\p{N}]/u.test(character)) return LETTER;
  return /\p{M}/u.test(character) ? MARK : OTHER;
}

/** Letters that no decomposition makes plain, as people type them. */
export const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};
