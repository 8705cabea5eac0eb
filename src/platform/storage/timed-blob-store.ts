/** Counts the time that requests and jobs wait for the file storage. */
import { timedPart } from '../db/request-work.js';
import type { BlobStore } from './blob-store.js';

const timed = <T>(run: () => Promise<T>): Promise<T> => timedPart('storageMs', run);

/** A store whose calls count as `storageMs`. Reading a stream to its end does not count. */
export const withTimes = (blobs: BlobStore): BlobStore => ({
  ...blobs,
  commit: (...args) => timed(() => blobs.commit(...args)),
  stat: (...args) => timed(() => blobs.stat(...args)),
  read: (...args) => timed(() => blobs.read(...args)),
  write: (...args) => timed(() => blobs.write(...args)),
  remove: (...args) => timed(() => blobs.remove(...args)),
  removePieces: (...args) => timed(() => blobs.removePieces(...args)),
});
