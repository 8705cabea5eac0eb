/**
 * Blobs in a folder. Each is a folder of its own, named by its key, with the bytes and their content type; it is made elsewhere
 * in the same file system and moved into place whole, so that a key names either all of a blob or nothing.
 */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, constants, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isBlobKey } from './blob-key.js';
import { BlobsUnavailableError, type BlobInfo, type BlobStore } from './blob-store.js';
import { exactly } from './exact-size.js';

const BYTES = 'bytes';
const TYPE = 'content-type';
const NEW = 'new';

/** What the folder or its disk is to blame for, not the blob. */
const DISK_TROUBLE = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'EIO',
  'ENOSPC',
  'EDQUOT',
  'ENOTDIR',
  'EMFILE',
  'ENFILE',
]);

/** @param folder absolute; it is made where it is missing */
export const createFolderBlobStore = (folder: string): BlobStore => {
  const unfinished = join(folder, NEW);
  /** @throws Error where the key is none of ours: it never becomes a path */
  const placeOf = (key: string): string => {
    if (!isBlobKey(key)) throw new Error('That is no key of a blob');
    return join(folder, ...key.split('/'));
  };

  const write: BlobStore['write'] = async (key, body, { contentType, sizeBytes }) => {
    const place = placeOf(key);
    const draft = join(unfinished, randomUUID());
    try {
      await mkdir(draft, { recursive: true });
      await pipeline(body, exactly(sizeBytes), createWriteStream(join(draft, BYTES), { flush: true }));
      await writeDurably(join(draft, TYPE), contentType);
      await sync(draft);
      await mkdir(dirname(place), { recursive: true });
      // Refused where the target has something in it: of two writers one wins.
      await rename(draft, place);
      await sync(dirname(place));
      return true;
    } catch (error) {
      if (['ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) return false;
      throw error;
    } finally {
      body.destroy();
      await rm(draft, { recursive: true, force: true });
    }
  };

  const find = async (key: string): Promise<BlobInfo | null> => {
    if (!isBlobKey(key)) return null;
    const place = placeOf(key);
    try {
      const [{ size, mtime }, contentType] = await Promise.all([
        stat(join(place, BYTES)),
        readFile(join(place, TYPE), 'utf8'),
      ]);
      const etag = `"${size.toString(36)}-${mtime.getTime().toString(36)}"`;
      return { sizeBytes: size, contentType, etag, modified: mtime };
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    }
  };

  const remove = async (key: string): Promise<void> => {
    const place = placeOf(key);
    await rm(place, { recursive: true, force: true });
    // Others may share the folder of the key's random part.
    await rmdir(dirname(place)).catch(() => undefined);
  };

  const removeStale = async (before: Date): Promise<void> => {
    for (const name of await readdir(unfinished).catch(() => [])) {
      const draft = join(unfinished, name);
      // Of what is still being written, the file changes, not the folder.
      const times = await Promise.all(
        [draft, join(draft, BYTES)].map((path) => stat(path).catch(() => null)),
      );
      if (times.every((time) => !time || time.mtime < before))
        await rm(draft, { recursive: true, force: true });
    }
  };

  return {
    maxBytes: Infinity,
    presignPut: () => Promise.resolve(null),
    presignGet: () => Promise.resolve(null),
    commit: (key) => guarded(find(key)),
    stat: (key) => guarded(find(key)),
    read: (key, range) => guarded(openForReading(join(placeOf(key), BYTES), range)),
    write: (key, body, blob) => guarded(write(key, body, blob)),
    remove: (key) => guarded(remove(key)),
    removeStale: (before) => guarded(removeStale(before)),
    close: () => undefined,
    check: () =>
      guarded(mkdir(folder, { recursive: true }).then(() => access(folder, constants.R_OK | constants.W_OK))),
  };
};

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

const guarded = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (!DISK_TROUBLE.has(codeOf(error))) throw error;
    throw new BlobsUnavailableError(`The folder of the files cannot be used (${codeOf(error)})`, {
      cause: error,
    });
  }
};

const openForReading = async (path: string, range?: { start: number; end: number }): Promise<Readable> => {
  const file = await open(path);
  return createReadStream('', { fd: file, ...range });
};

const writeDurably = async (path: string, text: string): Promise<void> => {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
};

/** Makes what was created or moved in the folder last. */
const sync = async (folder: string): Promise<void> => {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
