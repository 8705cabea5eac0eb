/**
 * Stores blobs in a folder. Each blob is a subfolder, named by its key, with the bytes and the content type. It
 * is written elsewhere in the same file system and then renamed, so that a key refers to a complete blob or to
 * nothing.
 */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, constants, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { flushFolder } from '../lib/folder-size.js';
import { isBlobKey } from './blob-key.js';
import {
  BlobSizeError,
  BlobsUnavailableError,
  exactly,
  type BlobInfo,
  type BlobStore,
} from './blob-store.js';

const BYTES = 'bytes';
const TYPE = 'content-type';
const NEW = 'new';

/** Errors of the folder or its disk rather than of a blob. */
const DISK_ERRORS = new Set([
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

/** @param folder absolute path; created if missing */
export const createFolderBlobStore = (folder: string): BlobStore => {
  const unfinished = join(folder, NEW);
  /** @throws {Error} when the key is invalid, because it must not become a path */
  const pathOf = (key: string): string => {
    if (!isBlobKey(key)) throw new Error('Invalid blob key');
    return join(folder, ...key.split('/'));
  };

  const write: BlobStore['write'] = async (key, body, { contentType, sizeBytes }) => {
    const path = pathOf(key);
    const draft = join(unfinished, randomUUID());
    try {
      await mkdir(draft, { recursive: true });
      await pipeline(body, exactly(sizeBytes), createWriteStream(join(draft, BYTES), { flush: true }));
      await writeDurably(join(draft, TYPE), contentType);
      await flushFolder(draft);
      await place(draft, path);
      await flushFolder(dirname(path)).catch(ignoreMissingFile);
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
    const path = pathOf(key);
    try {
      const [{ size, mtime }, contentType] = await Promise.all([
        stat(join(path, BYTES)),
        readFile(join(path, TYPE), 'utf8'),
      ]);
      const etag = `"${size.toString(36)}-${mtime.getTime().toString(36)}"`;
      return { sizeBytes: size, contentType, etag, modified: mtime };
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    }
  };

  /** Where the pieces of a file are stored, in the form of a draft. */
  const piecesOf = (key: string): string => {
    pathOf(key);
    return join(unfinished, key.split('/').slice(0, 2).join('-'));
  };

  const receivedBytes = async (key: string): Promise<number> => {
    const file = await stat(join(piecesOf(key), BYTES)).catch(ignoreMissingFile);
    return file?.size ?? 0;
  };

  const append = async (key: string, offset: number, body: Readable): Promise<void> => {
    const draft = piecesOf(key);
    await mkdir(draft, { recursive: true });
    const file = await open(join(draft, BYTES), constants.O_WRONLY | constants.O_CREAT);
    // At a position, not at the end: two writers of the same piece do no harm.
    await pipeline(body, file.createWriteStream({ start: offset, flush: true }));
  };

  const removePieces = async (key: string): Promise<void> =>
    rm(piecesOf(key), { recursive: true, force: true });

  const commit: BlobStore['commit'] = async (key, { contentType, sizeBytes }) => {
    const stored = await find(key);
    if (stored) return stored;
    const received = await receivedBytes(key);
    if (received < sizeBytes) return null;
    if (received > sizeBytes) {
      await removePieces(key);
      throw new BlobSizeError(`${received} bytes were received, ${sizeBytes} were declared`);
    }
    const draft = piecesOf(key);
    try {
      await writeDurably(join(draft, TYPE), contentType, 'w');
      await flushFolder(draft);
      await place(draft, pathOf(key));
      await flushFolder(dirname(pathOf(key))).catch(ignoreMissingFile);
    } catch (error) {
      // Another caller has committed it, or a plain upload has arrived.
      if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) throw error;
    }
    return find(key);
  };

  const remove = async (key: string): Promise<void> => {
    const path = pathOf(key);
    await rm(path, { recursive: true, force: true });
    // Fails if the folder still contains other blobs.
    await rmdir(dirname(path)).catch(() => undefined);
  };

  const keys: BlobStore['keys'] = async function* () {
    const foldersIn = async (...names: string[]): Promise<string[]> =>
      (await guarded(readdir(join(folder, ...names), { withFileTypes: true })).catch(noEntries))
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name);
    for (const account of await foldersIn())
      for (const random of await foldersIn(account))
        for (const filename of await foldersIn(account, random)) {
          const key = `${account}/${random}/${filename}`;
          if (isBlobKey(key)) yield key;
        }
  };

  const removeStale = async (before: Date): Promise<void> => {
    for (const name of await readdir(unfinished).catch(() => [])) {
      const draft = join(unfinished, name);
      // While a blob is being written, only the file's time changes.
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
    pieces: {
      protocol: 'tus',
      receivedBytes: (key) => guarded(receivedBytes(key)),
      append: (key, offset, body) => guarded(append(key, offset, body)),
    },
    commit: (key, blob) => guarded(commit(key, blob)),
    stat: (key) => guarded(find(key)),
    keys,
    localPath: (key) => join(pathOf(key), BYTES),
    read: (key, range) => guarded(openForReading(join(pathOf(key), BYTES), range)),
    write: (key, body, blob) => guarded(write(key, body, blob)),
    remove: (key) => guarded(remove(key)),
    removePieces: (key) => guarded(removePieces(key)),
    removeStale: (before) => guarded(removeStale(before)),
    close: () => undefined,
    check: () =>
      guarded(mkdir(folder, { recursive: true }).then(() => access(folder, constants.R_OK | constants.W_OK))),
  };
};

/** The parent folder is removed with its last blob, which may happen between any two steps here. */
const PLACE_ATTEMPTS = 5;

const place = async (draft: string, path: string): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    await mkdir(dirname(path), { recursive: true });
    try {
      // Fails if the target is not empty, so that only one of two writers succeeds.
      return await rename(draft, path);
    } catch (error) {
      if (attempt === PLACE_ATTEMPTS) throw error;
      ignoreMissingFile(error);
    }
  }
};

const ignoreMissingFile = (error: unknown): void => {
  if (codeOf(error) !== 'ENOENT') throw error;
};

const noEntries = (error: unknown): [] => {
  ignoreMissingFile(error);
  return [];
};

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

const guarded = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (!DISK_ERRORS.has(codeOf(error))) throw error;
    throw new BlobsUnavailableError(`The file storage folder cannot be used (${codeOf(error)})`, {
      cause: error,
    });
  }
};

const openForReading = async (path: string, range?: { start: number; end: number }): Promise<Readable> => {
  const file = await open(path);
  return createReadStream('', { fd: file, ...range });
};

const writeDurably = async (path: string, text: string, flags: 'wx' | 'w' = 'wx'): Promise<void> => {
  const file = await open(path, flags);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
};
