/** The spool's folder: its segments, its lock, and writes to it that outlive a power cut. */
import { mkdirSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { SpoolUnavailableError } from './errors.js';
import { segmentOf, segmentPath } from './names.js';

/** Numbers of the segments there are, oldest first. */
export const listSegments = async (dir: string): Promise<number[]> =>
  (await readdir(dir)).flatMap((name) => segmentOf(name) ?? []).sort((a, b) => a - b);

/** Makes the folder, and its name durable. */
export const makeFolder = async (dir: string): Promise<void> => {
  if ((await mkdir(dir, { recursive: true })) !== undefined) await syncFolder(dirname(dir));
};

/** The names in the folder are on disk once this resolves. */
export const syncFolder = async (dir: string): Promise<void> => {
  const folder = await open(dir, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};

/** Replaces the file in one step: whoever reads it finds the old text or the new. */
export const replaceFile = async (path: string, text: string): Promise<void> => {
  const draft = `${path}.new`;
  const file = await open(draft, 'w');
  try {
    await file.writeFile(text);
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  await syncFolder(dirname(path));
};

/** Keeps bytes that cannot be stored for a person to look at; durable once it resolves. */
export const setAside = async (dir: string, name: string, bytes: Buffer): Promise<void> => {
  await makeFolder(asideFolder(dir));
  const file = await open(join(asideFolder(dir), name), 'w');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await syncFolder(asideFolder(dir));
};

/** How many files were set aside and are still there. */
export const countAside = async (dir: string): Promise<number> => {
  try {
    return (await readdir(asideFolder(dir))).length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
};

const asideFolder = (dir: string): string => join(dir, 'damaged');

export const removeSegment = (dir: string, segment: number): Promise<void> =>
  rm(segmentPath(dir, segment), { force: true });

/**
 * Makes this process the folder's only owner until `release` or its end, however it ends: SQLite's lock on a file is the
 * system's own, and leaves nothing behind.
 * @throws SpoolUnavailableError where another process is the owner
 */
export const lockFolder = (dir: string): { release(): void } => {
  mkdirSync(dir, { recursive: true });
  const lock = new Database(join(dir, 'owner.lock'), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
    throw new SpoolUnavailableError('Another process takes the events of this data folder');
  }
  return { release: () => void lock.close() };
};
