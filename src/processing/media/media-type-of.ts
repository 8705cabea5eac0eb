/** Finds out what media files of this machine are, to announce them as what they are. */
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
    /** Null for a file that is neither audio nor video that is accepted. */
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
