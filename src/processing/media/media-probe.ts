/** Finds out what stored media files are, by ranges of them, in threads that are bounded in time and memory. */
import { buffer } from 'node:stream/consumers';
import { createThreadPool } from '../../platform/lib/thread-pool.js';
import type { BlobStore } from '../../platform/storage/blob-store.js';
import type { MediaFacts } from './media-facts.js';
import { probeTasks, type ByteQuestion } from './probe-tasks.js';

export interface MediaProbe {
  /**
   * @throws {BlobsUnavailableError}
   * @throws {ValidationError} when the file takes too long or too much memory to read
   */
  probe(accountId: number, blobKey: string, sizeBytes: number): Promise<MediaFacts>;
  close(): Promise<void>;
}

export const createMediaProbe = (blobs: Pick<BlobStore, 'read'>): MediaProbe => {
  const threads = createThreadPool({
    tasks: probeTasks,
    entry: './probe-thread',
    importer: import.meta.url,
    // Never on the main thread, however small the file.
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
        {
          accountId,
          bytes: 0,
          path: 'file',
          isJob: true,
          answer: async (question) => {
            const { offset, size } = question as ByteQuestion;
            return buffer(await blobs.read(blobKey, { start: offset, end: offset + size - 1 }));
          },
        },
      ),
    close: threads.close,
  };
};
