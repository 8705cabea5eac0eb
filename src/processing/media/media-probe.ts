/** Examines stored media files by reading ranges of them, in threads with limits on time and memory. */
import { buffer } from 'node:stream/consumers';
import { createThreadPool } from '../../platform/lib/thread-pool.js';
import type { BlobStore } from '../../platform/storage/blob-store.js';
import type { MediaFacts } from './media-facts.js';
import { probeTasks } from './probe-tasks.js';

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
