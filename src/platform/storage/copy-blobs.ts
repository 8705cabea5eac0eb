/** Copies all files from the folder to a bucket. */
import { access } from 'node:fs/promises';
import type { BlobStore } from './blob-store.js';

export interface CopyOptions {
  signal?: AbortSignal;
  onProgress?: (done: number, total: number) => void;
}

export interface CopyReport {
  copied: number;
  /** Blobs that already existed. */
  present: number;
}

/**
 * Copies each blob that `to` does not contain yet, with its content type. Can be interrupted and repeated.
 * @param folder where `from` stores its blobs
 * @throws {BlobsUnavailableError} when a store cannot be reached
 * @throws {Error} when the folder does not exist
 */
export const copyBlobs = async (
  folder: string,
  from: BlobStore,
  to: BlobStore,
  { signal, onProgress }: CopyOptions = {},
): Promise<CopyReport> => {
  await access(folder);
  const keys: string[] = [];
  for await (const key of from.keys()) keys.push(key);
  keys.sort();
  const report: CopyReport = { copied: 0, present: 0 };
  for (const [i, key] of keys.entries()) {
    signal?.throwIfAborted();
    const blob = await from.stat(key);
    // The blob may have been deleted since the folder was listed.
    if (blob) {
      const written = !(await to.stat(key)) && (await to.write(key, await from.read(key), blob));
      report[written ? 'copied' : 'present'] += 1;
    }
    onProgress?.(i + 1, keys.length);
  }
  return report;
};
