/** Names of blobs, and the paths under which both hosts give them out. */
import { randomBytes } from 'node:crypto';

const PATH = '/files/';

/**
 * A key that nobody can guess: who knows it may read the blob. It ends in the file's own name, so that a saved copy is called by it.
 * @param filename any text; what would not stand in a URL as it is becomes a hyphen
 */
export const newBlobKey = (accountId: number, filename: string): string => {
  const safe = filename
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(-100);
  return `${accountId}/${randomBytes(24).toString('base64url')}/${safe || 'file'}`;
};

const KEY = /^[1-9]\d{0,15}\/[A-Za-z0-9_-]{32}\/[A-Za-z0-9_][A-Za-z0-9._-]{0,119}$/;

/** Whether the text has the form that `newBlobKey` makes: nothing else is ever looked for in a store. */
export const isBlobKey = (text: string): boolean => KEY.test(text);

/** The path of a blob below either host's base address, as records store it in their …Url fields. */
export const blobPath = (key: string): string => PATH + key;

/** The key in a stored path; null where the URL is not of a blob of ours. */
export const blobKeyOf = (url: string | null): string | null =>
  url?.startsWith(PATH) ? (url.slice(PATH.length).split('?')[0] ?? null) : null;
