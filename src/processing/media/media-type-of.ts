/** Detects the type of local media files, so that they are declared correctly on upload. */
import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import { mediaMimeTypes, mimeTypesOf, type MediaMimeType } from '../../content/media/media-types.js';
import { createMediaProbe } from './media-probe.js';
import { containerOf } from './media-problem.js';

interface MediaType {
  contentType: 'audio' | 'video';
  mimeType: MediaMimeType;
}

export const createMediaTypes = (accountId: number) => {
  const probe = createMediaProbe({
    read: (path, range) => Promise.resolve(createReadStream(path, range ?? {})),
  });
  return {
    /** Null if the file is not an accepted audio or video file. */
    of: async (path: string, sizeBytes: number): Promise<MediaType | null> => {
      const { container, hasSound, hasPicture } = await probe.probe(accountId, path, sizeBytes);
      if (container === null || (!hasSound && !hasPicture)) return null;
      const contentType = hasPicture ? 'video' : 'audio';
      const fits = (mimeType: MediaMimeType): boolean =>
        containerOf({ mimeType }) === container && mimeType.startsWith(`${contentType}/`);
      const mimeType = mimeTypesOf(extname(path)).find(fits) ?? mediaMimeTypes.find(fits);
      return mimeType ? { contentType, mimeType } : null;
    },
    close: probe.close,
  };
};
