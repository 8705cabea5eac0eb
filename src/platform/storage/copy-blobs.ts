/** Copies all files from the folder to a bucket. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isBlobKey } from './blob-key.js';
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

/** Keys of all blobs in the folder of a folder blob store. */
const keysIn = async (folder: string): Promise<string[]> => {
  const within = async (names: string[]): Promise<string[]> => {
    const entries = await readdir(join(folder, ...names), { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => [...names, name]);
    if (names.length === 2) return folders.map((parts) => parts.join('/')).filter(isBlobKey);
    return (await Promise.all(folders.map(within))).flat();
  };
  return (await within([])).sort();
};

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
  const keys = await keysIn(folder);
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
