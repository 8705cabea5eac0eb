/** Blob keys, and the paths under which both hosts serve blobs. */
import { randomBytes } from 'node:crypto';

const PATH = '/files/';

/** The name with hyphens for what a URL would escape; its last 100 characters. It may be empty. */
export const safeFilename = (filename: string): string =>
  filename
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[-._]+|[-.]+$/g, '')
    .slice(-100);

/**
 * An unguessable key; whoever knows it may read the blob. It ends in the filename, which becomes the name of a saved
 * copy.
 * @param filename any text; characters that a URL would escape become hyphens
 */
export const newBlobKey = (accountId: number, filename: string): string =>
  `${accountId}/${randomBytes(24).toString('base64url')}/${safeFilename(filename) || 'file'}`;

/** Names of files that are made of another one and stored beside it. Names that people give do not begin so. */
export type RenditionName = `_${string}`;

/** The key of a file beside another one. */
export const siblingKey = (key: string, name: RenditionName): string =>
  key.slice(0, key.lastIndexOf('/') + 1) + name;

/** The playlist of a stream, which names the others; all that belong to it begin alike. */
export const STREAM_PLAYLIST = '_stream.m3u8';
const STREAM_PREFIX = '_stream-';

/** Whoever may open a stream's playlist may open what it names. @returns the key that must be signed for this one */
export const signedKeyOf = (key: string): string =>
  key.startsWith(STREAM_PREFIX, key.lastIndexOf('/') + 1) ? siblingKey(key, STREAM_PLAYLIST) : key;

const KEY = /^[1-9]\d{0,15}\/[A-Za-z0-9_-]{32}\/[A-Za-z0-9_][A-Za-z0-9._-]{0,119}$/;

/** Whether the text has the form of a key made by `newBlobKey`. */
export const isBlobKey = (text: string): boolean => KEY.test(text);

/** The path of a blob below either host's base address, as records store it in their …Url fields. */
export const blobPath = (key: string): string => PATH + key;

/** The key in a stored path, or null if the URL is not of a stored blob. */
export const blobKeyOf = (url: string | null): string | null =>
  url?.startsWith(PATH) ? (url.slice(PATH.length).split('?')[0] ?? null) : null;
