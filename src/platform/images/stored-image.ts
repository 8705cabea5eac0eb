/** Images that came as files of callers: checked by content, told as problems of the request. */
import { buffer } from 'node:stream/consumers';
import type { BlobStore } from '../storage/blob-store.js';
import { invalid } from '../lib/errors.js';
import { ImageError, readImage, type ImageFacts } from './read-image.js';

/** @param path names the field or part in the answer @throws ValidationError where the bytes are no image that we take */
export const checkImage = async (bytes: Uint8Array, path: string): Promise<ImageFacts> => {
  try {
    return await readImage(bytes);
  } catch (error) {
    throw error instanceof ImageError ? invalid([{ path, message: error.message }]) : error;
  }
};

/** @throws ValidationError, naming the file, where the stored bytes are not an image of the type that was declared */
export const checkStoredImage = async (
  blobs: BlobStore,
  { blobKey, contentType }: { blobKey: string; contentType: string },
): Promise<ImageFacts> => {
  const filename = blobKey.split('/').at(-1) ?? '';
  const facts = await checkImage(await buffer(await blobs.read(blobKey)), filename);
  if (facts.mimeType !== contentType)
    throw invalid([
      { path: filename, message: `is ${facts.mimeType} by its content, not ${contentType} as declared` },
    ]);
  return facts;
};
