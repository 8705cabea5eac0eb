/** Versions of stored records as HTTP entity tags (RFC 9110, 8.8.3). */
import { hash } from 'node:crypto';

/** Under this symbol a record carries the row that it was made of; it never goes out, the ETag of an answer is made from it. */
export const SOURCE = Symbol('stored row');

/** A record that may know its row. */
export interface Sourced {
  [SOURCE]?: object;
}

/** The strong tag of a row as it is stored: another one as soon as any column changes. */
export const etagOf = (row: object): string => `"${hash('sha1', textOf(row), 'base64url')}"`;

/** The columns' values one after another, texts after their length: no two rows read the same. JSON takes twice as long. */
const textOf = (row: object): string => {
  let text = '';
  for (const name in row) {
    const value: unknown = row[name as never];
    if (typeof value === 'string') text += `${value.length}:${value},`;
    else text += value === null || typeof value === 'number' ? `${value},` : `${JSON.stringify(value)},`;
  }
  return text;
};

/**
 * Whether an `If-Match` header allows a change of the row: `*`, or a list of tags that names its version. A proxy that packs answers
 * marks their tags as weak; they still name the version.
 */
export const matches = (ifMatch: string, row: object): boolean => {
  const tags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etagOf(row));
};
