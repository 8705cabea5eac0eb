/** Validates uploaded images by their content. */
import { buffer } from 'node:stream/consumers';
import type { BlobStore } from '../storage/blob-store.js';
import { invalid } from '../lib/errors.js';
import { ImageError, readImage, type ImageFacts } from './read-image.js';

/**
 * @param path field or part for the error message
 * @throws {ValidationError} when the bytes are not a supported image
 */
export const checkImage = async (accountId: number, bytes: Uint8Array, path: string): Promise<ImageFacts> => {
  try {
    return await readImage(accountId, bytes);
  } catch (error) {
    throw error instanceof ImageError ? invalid([{ path, message: error.message }]) : error;
  }
};

/** @throws {ValidationError} with the name of the file, when its content is not an image of the declared type */
export const checkStoredImage = async (
  blobs: BlobStore,
  { accountId, blobKey, contentType }: { accountId: number; blobKey: string; contentType: string },
): Promise<ImageFacts> => {
  const filename = blobKey.split('/').at(-1) ?? '';
  const facts = await checkImage(accountId, await buffer(await blobs.read(blobKey)), filename);
  if (facts.mimeType !== contentType)
    throw invalid([
      { path: filename, message: `contains ${facts.mimeType}, not ${contentType} as declared` },
    ]);
  return facts;
};
