/** Versions of stored records as HTTP entity tags (RFC 9110, 8.8.3). */
import { hash } from 'node:crypto';
import { preconditionFailed } from './errors.js';

/** The key of a record's ETag; it is not serialized. */
const VERSION = Symbol('ETag');

/** Attaches a row's ETag to it, before anything is added to the row. */
export const withVersion = <T extends object>(row: T): T => Object.assign(row, { [VERSION]: etagOf(row) });

/** Attaches a row's ETag to a value derived from the row. */
export const withVersionOf = <T extends object>(value: T, row: object): T =>
  Object.assign(value, { [VERSION]: etagOf(row) });

/** The ETag attached to a record. */
export const versionOf = (record: object): string | undefined => (record as { [VERSION]?: string })[VERSION];

/** The strong ETag of a row; it changes with any column. */
const etagOf = (row: object): string => `"${hash('sha1', textOf(row), 'base64url')}"`;

/** The column values, each string preceded by its length to be unambiguous; twice as fast as JSON. */
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
 * Allows a change of the row without an `If-Match` header, with `*`, or if one of its ETags matches the row.
 * @param row undefined if there is none yet, which no header matches
 * @throws {PreconditionFailedError} when no ETag in the header matches
 */
export const assertVersion = (row: object | undefined, ifMatch: string | undefined): void => {
  if (ifMatch !== undefined && !(row && namesTag(ifMatch, etagOf(row)))) throw preconditionFailed();
};

/** Weak ETags match too, because proxies that compress responses make ETags weak. */
export const namesTag = (ifMatch: string, tag: string | undefined): boolean => {
  const tags = ifMatch.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return tags.includes('*') || (tag !== undefined && tags.includes(tag));
};
