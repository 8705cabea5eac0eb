/** Stored files, out of the file storage into a backup and back. */
import pLimit from 'p-limit';
import type { BlobStore } from '../../platform/storage/blob-store.js';
import { gzippedLines, readLines } from '../format/lines.js';
import { FILES, type PartReader, type PartWriter } from '../format/backup-writer.js';

/** What the storage knows of each file besides its bytes. */
const LIST = 'files.jsonl.gz';
/** Files that are copied at once: most of the time is spent waiting. */
const AT_ONCE = 4;
/** Files whose copies are waited for together. */
const BATCH = 200;

interface ListedFile {
  key: string;
  bytes: number;
  contentType: string;
}

interface Options {
  signal?: AbortSignal;
  /** Called with the number of files so far. */
  onProgress?: (done: number) => void;
}

/** Files never change and keys are not used again, so that each is read once for all backups. */
export const addFiles = async (
  blobs: BlobStore,
  writer: PartWriter,
  { signal, onProgress }: Options = {},
): Promise<void> => {
  const listed: ListedFile[] = [];
  const limit = pLimit(AT_ONCE);
  const add = async (key: string): Promise<void> => {
    const blob = await blobs.stat(key);
    // It has been deleted since it was listed.
    if (!blob) return;
    try {
      await writer.add(FILES + key, () => blobs.read(key));
    } catch (error) {
      // It may have been deleted before it was read to its end.
      if (await blobs.stat(key)) throw error;
      return;
    }
    listed.push({ key, bytes: blob.sizeBytes, contentType: blob.contentType });
    onProgress?.(listed.length);
  };
  let waiting: Promise<void>[] = [];
  for await (const key of blobs.keys()) {
    signal?.throwIfAborted();
    const added = limit(add, key);
    // It is waited for below, unless something else fails first.
    added.catch(() => undefined);
    waiting.push(added);
    if (waiting.length < BATCH) continue;
    await Promise.all(waiting);
    waiting = [];
  }
  await Promise.all(waiting);
  await writer.add(LIST, () => gzippedLines(listed));
};

/**
 * Stores the files that are not there yet, or have another size.
 * @param accountId only those of this account
 */
export const loadFiles = async (
  reader: PartReader,
  blobs: BlobStore,
  { accountId, signal, onProgress }: Options & { accountId?: number } = {},
): Promise<void> => {
  let count = 0;
  for await (const { key, bytes, contentType } of readLines<ListedFile>(await reader.read(LIST), LIST)) {
    signal?.throwIfAborted();
    if (accountId !== undefined && !key.startsWith(`${accountId}/`)) continue;
    const stored = await blobs.stat(key);
    // Files never change, so this one is damaged.
    if (stored && stored.sizeBytes !== bytes) await blobs.remove(key);
    if (stored?.sizeBytes !== bytes)
      await blobs.write(key, await reader.read(FILES + key), { contentType, sizeBytes: bytes });
    onProgress?.(++count);
  }
};
