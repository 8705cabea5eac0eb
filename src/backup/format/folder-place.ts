/** Keeps backups in a folder. A file is written under another name and renamed once it is on the disk. */
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { messageOf } from '../../platform/lib/errors.js';
import { flushFolder } from '../../platform/lib/folder-size.js';
import { DamagedBackupError } from './encryption.js';
import type { BackupPlace, PlacedFile } from './place.js';

/** Files that are being written. */
const UNFINISHED = '.unfinished';

/** @param folder absolute path; created when the first file is written */
export const createFolderPlace = (folder: string): BackupPlace => {
  const failed = (error: unknown): never => {
    throw new Error(`The folder of the backups, ${folder}, cannot be used: ${messageOf(error)}`, {
      cause: error,
    });
  };
  const within = async function* (path: string, prefix: string): AsyncGenerator<PlacedFile> {
    for (const entry of await entriesOf(path)) {
      const at = relative(folder, join(path, entry.name));
      if (entry.isDirectory()) {
        const mayHaveSome = `${at}/`.startsWith(prefix) || prefix.startsWith(`${at}/`);
        if (mayHaveSome && at !== UNFINISHED) yield* within(join(folder, at), prefix);
      } else if (at.startsWith(prefix)) {
        const { size } = await stat(join(folder, at));
        yield { path: at, bytes: size };
      }
    }
  };
  return {
    address: folder,
    list: (prefix) => within(folder, prefix),
    read: async (path) => {
      try {
        return (await open(join(folder, path))).createReadStream();
      } catch (error) {
        if (isMissing(error)) throw new DamagedBackupError(`${path} is missing in ${folder}`);
        return failed(error);
      }
    },
    write: async (path, body) => {
      const draft = join(folder, UNFINISHED, randomBytes(9).toString('hex'));
      const target = join(folder, path);
      try {
        await mkdir(dirname(draft), { recursive: true, mode: 0o700 });
        await pipeline(body, createWriteStream(draft, { flush: true, mode: 0o600 }));
        await mkdir(dirname(target), { recursive: true, mode: 0o700 });
        await rename(draft, target);
        await flushFolder(dirname(target));
      } catch (error) {
        await rm(draft, { force: true });
        // The error of who produces the bytes is not one of the folder.
        if (typeof (error as { syscall?: unknown }).syscall !== 'string') throw error;
        failed(error);
      }
    },
    remove: async (path) => {
      await rm(join(folder, path), { force: true }).catch(failed);
      // Fails while there are others in it.
      await rmdir(dirname(join(folder, path))).catch(() => undefined);
    },
    close: () => undefined,
  };
};

const entriesOf = async (path: string) => {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
};

const isMissing = (error: unknown): boolean => (error as { code?: unknown }).code === 'ENOENT';
