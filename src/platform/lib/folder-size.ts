/** Bytes of files on disk. */
import { readdir, stat, open } from 'node:fs/promises';
import { join } from 'node:path';

/** A folder with more is not measured whole. */
const MAX_FILES = 100_000;

/** Bytes of the files; those that do not exist have none. */
export const fileBytes = async (files: readonly string[]): Promise<number> => {
  let bytes = 0;
  for (const file of files) bytes += (await stat(file).catch(() => null))?.size ?? 0;
  return bytes;
};

/** Bytes of all files below a folder; 0 if it does not exist. */
export const folderBytes = async (folder: string): Promise<number> => {
  let bytes = 0;
  let left = MAX_FILES;
  const open = [folder];
  for (let at = open.pop(); at !== undefined && left > 0; at = open.pop()) {
    const entries = await readdir(at, { withFileTypes: true }).catch(() => []);
    const files = entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []));
    bytes += await fileBytes(files.slice(0, left));
    left -= entries.length;
    for (const entry of entries) if (entry.isDirectory()) open.push(join(entry.parentPath, entry.name));
  }
  return bytes;
};

/** Flushes the entries of a folder to the disk, such as a file that was renamed. */
export const flushFolder = async (path: string): Promise<void> => {
  const handle = await open(path);
  await handle.sync().finally(() => handle.close());
};
