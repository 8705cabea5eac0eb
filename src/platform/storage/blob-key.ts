/** Blob keys, and the paths under which both hosts serve blobs. */
import { randomBytes } from 'node:crypto';

const PATH = '/files/';

/**
 * Replaces characters that a URL would escape with hyphens, and keeps the last 100 characters. May return an
 * empty name.
 */
export const safeFilename = (filename: string): string =>
  filename
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[-._]+|[-.]+$/g, '')
    .slice(-100);

/**
 * An unguessable key; anyone who knows it may read the blob. It ends in the filename, which browsers use for a
 * saved copy.
 * @param filename any text; characters that a URL would escape become hyphens
 */
export const newBlobKey = (accountId: number, filename: string): string =>
  `${accountId}/${randomBytes(24).toString('base64url')}/${safeFilename(filename) || 'file'}`;

/** Names of renditions, which are stored beside the original file. Names from users do not start with `_`. */
export type RenditionName = `_${string}`;

export const isRendition = (key: string): boolean => key.startsWith('_', key.lastIndexOf('/') + 1);

/** The key of a file beside another one. */
export const siblingKey = (key: string, name: RenditionName): string =>
  key.slice(0, key.lastIndexOf('/') + 1) + name;

/** The master playlist of a stream. The names of all its other files share a prefix. */
export const STREAM_PLAYLIST = '_stream.m3u8';
const STREAM_PREFIX = '_stream-';

/**
 * Anyone who may open a stream's playlist may open the files in it.
 * @returns the key that must be signed for access to this one
 */
export const signedKeyOf = (key: string): string =>
  key.startsWith(STREAM_PREFIX, key.lastIndexOf('/') + 1) ? siblingKey(key, STREAM_PLAYLIST) : key;

const KEY = /^[1-9]\d{0,15}\/[A-Za-z0-9_-]{32}\/[A-Za-z0-9_][A-Za-z0-9._-]{0,119}$/;

/** Whether the text has the form of a key made by `newBlobKey`. */
export const isBlobKey = (text: string): boolean => KEY.test(text);

/** The path of a blob below either host's base URL, as stored in the …Url fields of records. */
export const blobPath = (key: string): string => PATH + key;

/** The key in a stored path; null if the URL is not that of a stored blob. */
export const blobKeyOf = (url: string | null): string | null =>
  url?.startsWith(PATH) ? (url.slice(PATH.length).split('?')[0] ?? null) : null;
