/** Character classes of UTF-16 units in a table, because every search reads its texts unit by unit. */

export const LETTER = 1;
/** A combining mark: occurs inside words, never at their start. */
const MARK = 2;
export const OTHER = 3;
/** Half of a surrogate pair: its class depends on both units. */
export const SURROGATE = 4;

/** 0 for units that have not been classified yet. */
const classes = new Uint8Array(65_536);

/** One of the four classes; LETTER means letters and digits of any script. */
export function charClass(unit: number): number {
  return classes[unit]! || (classes[unit] = classify(unit));
}

function classify(unit: number): number {
  if (unit >= 0xd800 && unit <= 0xdfff) return SURROGATE;
  const character = String.fromCharCode(unit);
  if (/[\p{L}\p{N}]/u.test(character)) return LETTER;
  return /\p{M}/u.test(character) ? MARK : OTHER;
}

/** Plain spellings of letters without a Unicode decomposition. */
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
