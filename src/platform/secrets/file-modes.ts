/** Removes other users' access to files and folders of earlier versions. The umask makes new ones private. */
import type { Stats } from 'node:fs';
import { chmod, lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../lib/log.js';

const OTHERS = 0o077;
const STICKY = 0o1000;
const BATCH = 64;

/**
 * @param dataDir restricted first, which protects everything in it
 * @param paths files and folders that are restricted with their content, unless they already are
 */
export const makePrivate = async (dataDir: string, paths: readonly string[], log: Log): Promise<void> => {
  if (process.platform === 'win32') return;
  const folder = await stat(dataDir).catch(() => null);
  // A folder that everyone may write to, such as /tmp, is shared.
  if (folder && !(folder.mode & STICKY)) await close(dataDir, folder, log);
  for (const path of paths) {
    const info = await stat(path).catch(() => null);
    if (info && info.mode & OTHERS) await closeAll(path, info, log);
  }
};

/**
 * Restricts the folder itself last, so that the next start continues after an interruption. Does not follow links
 * in it.
 */
const closeAll = async (path: string, info: Stats, log: Log): Promise<void> => {
  if (info.isDirectory()) {
    const names = await readdir(path).catch(() => []);
    for (let from = 0; from < names.length; from += BATCH)
      await Promise.all(
        names.slice(from, from + BATCH).map(async (name) => {
          const entry = join(path, name);
          const inside = await lstat(entry).catch(() => null);
          if (inside && !inside.isSymbolicLink()) await closeAll(entry, inside, log);
        }),
      );
  }
  await close(path, info, log);
};

const close = async (path: string, { mode }: Stats, log: Log): Promise<void> => {
  if (!(mode & OTHERS)) return;
  await chmod(path, mode & 0o700).catch((err: unknown) => {
    if ((err as NodeJS.ErrnoException).code !== 'ENOENT')
      log.warn({ err, path }, 'other users can read this, and its mode cannot be changed: run chmod go-rwx');
  });
};
