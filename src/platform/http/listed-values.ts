/** Comma-separated values in a filter, quoted as in CSV if they contain a comma (RFC 4180, 2). */

/** A quoted value, in which a doubled quote stands for one, or an unquoted value; then a comma or the end. */
const VALUE = /(?:"((?:[^"]|"")*)"|([^",][^,]*|))(,|$)/y;

/** Splits the values; undefined if a quotation mark is not closed, or is followed by other text. */
export const splitListed = (text: string): string[] | undefined => {
  const values: string[] = [];
  for (let at = 0, more = true; more;) {
    VALUE.lastIndex = at;
    const found = VALUE.exec(text);
    if (!found) return undefined;
    const [whole, quoted, plain = '', end] = found;
    values.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    at += whole.length;
    more = end === ',';
  }
  return values;
};

/** Joins values; the inverse of `splitListed`. */
export const joinListed = (values: readonly unknown[]): string =>
  values
    .map((value) => {
      const text = String(value);
      return /^"|,/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    })
    .join();
