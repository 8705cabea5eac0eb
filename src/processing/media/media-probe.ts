/** Examines stored media files by reading ranges of them, in threads with limits on time and memory. */
import { buffer } from 'node:stream/consumers';
import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import { createThreadPool } from '../../platform/lib/thread-pool.js';
import type { BlobStore } from '../../platform/storage/blob-store.js';
import { usableChapters } from '../../content/chapters/media-chapters.js';
import type { MediaFacts } from './media-facts.js';
import { probeTasks } from './probe-tasks.js';
import { mediaMimeTypes, mimeTypesOf, type MediaMimeType } from '../../content/media/media-types.js';
import { containerOf } from './media-problem.js';

export interface MediaProbe {
  /**
   * @throws {BlobsUnavailableError}
   * @throws {ValidationError} when examining the file takes too much time or memory
   */
  probe(accountId: number, blobKey: string, sizeBytes: number): Promise<MediaFacts>;
  close(): Promise<void>;
}

export const createMediaProbe = (blobs: Pick<BlobStore, 'read'>): MediaProbe => {
  const threads = createThreadPool({
    tasks: probeTasks,
    entry: './probe-thread',
    importer: import.meta.url,
    // Never on the main thread, not even for a small file.
    inlineBytes: -1,
    threads: 2,
    timeoutMs: 60_000,
    memoryMb: 256,
    maxPendingBytes: Infinity,
  });
  return {
    probe: (accountId, blobKey, sizeBytes) =>
      threads.run(
        'probe',
        { sizeBytes },
        { accountId, bytes: 0, path: 'file', isJob: true },
        async (offset, size) => buffer(await blobs.read(blobKey, { start: offset, end: offset + size - 1 })),
      ),
    close: threads.close,
  };
};

interface MediaType extends Pick<MediaFacts, 'durationSecs' | 'chapters'> {
  contentType: 'audio' | 'video';
  mimeType: MediaMimeType;
}

/** Detects the type of local media files, so that they are declared correctly on upload. */
export const createMediaTypes = () => {
  const probe = createMediaProbe({
    read: (path, range) => Promise.resolve(createReadStream(path, range ?? {})),
  });
  return {
    /** Null if the file is not an accepted audio or video file. */
    of: async (accountId: number, path: string, sizeBytes: number): Promise<MediaType | null> => {
      const facts = await probe.probe(accountId, path, sizeBytes);
      const { container, hasSound, hasPicture, durationSecs } = facts;
      const chapters = usableChapters(facts.chapters, durationSecs);
      if (container === null || (!hasSound && !hasPicture)) return null;
      const contentType = hasPicture ? 'video' : 'audio';
      const fits = (mimeType: MediaMimeType): boolean =>
        containerOf({ mimeType }) === container && mimeType.startsWith(`${contentType}/`);
      const mimeType = mimeTypesOf(extname(path)).find(fits) ?? mediaMimeTypes.find(fits);
      return mimeType ? { contentType, mimeType, durationSecs, chapters } : null;
    },
    close: probe.close,
  };
};
