/** Values separated by commas in a filter, quoted as in CSV where one contains a comma (RFC 4180, 2). */

/** A value in quotes, in which two stand for one, or one without; then a comma or the end. */
const VALUE = /(?:"((?:[^"]|"")*)"|([^",][^,]*|))(,|$)/y;

/** The values; undefined where a quotation mark is not closed, or something follows it. */
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

/** The reverse. */
export const joinListed = (values: readonly unknown[]): string =>
  values
    .map((value) => {
      const text = String(value);
      return /^"|,/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    })
    .join();
