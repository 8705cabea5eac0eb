/** Temporary folders for files that jobs create, and local copies of stored files. */
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BlobStore } from '../../platform/storage/blob-store.js';

/** Longer than any job runs: older folders were left by a killed process. */
const STALE_MS = 24 * 60 * 60_000;

export interface Workspace {
  /** Runs `work` with its own folder, which is deleted afterwards. */
  within<T>(work: (folder: string) => Promise<T>): Promise<T>;
  /** The local path of a stored file. If the file store is remote, copies the file into `folder` first. */
  localFile(blobKey: string, folder: string, signal: AbortSignal): Promise<string>;
  removeStale(): Promise<void>;
}

/** @param root absolute path; created on demand */
export const createWorkspace = (root: string, blobs: Pick<BlobStore, 'read' | 'localPath'>): Workspace => ({
  within: async (work) => {
    await mkdir(root, { recursive: true });
    const folder = await mkdtemp(join(root, 'job-'));
    try {
      return await work(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  localFile: async (blobKey, folder, signal) => {
    const path = blobs.localPath(blobKey);
    if (path !== null) return path;
    const copy = join(folder, 'source');
    await pipeline(await blobs.read(blobKey), createWriteStream(copy), { signal });
    return copy;
  },
  removeStale: async () => {
    for (const name of await readdir(root).catch(() => [])) {
      const path = join(root, name);
      const info = await stat(path).catch(() => null);
      if (info && Date.now() - info.mtimeMs > STALE_MS) await rm(path, { recursive: true, force: true });
    }
  },
});
