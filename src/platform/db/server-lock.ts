/** Allows one server at a time on a data folder with embedded engines, whose files only one process may open. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '../../../sqlite/driver.js';

export const SERVER_LOCK = 'server.lock';

/**
 * Locks a folder until the process ends, however it ends: SQLite locks an empty file, and the operating system
 * releases the lock.
 * @returns a function that releases the lock
 * @throws {Error} when another process has the lock, or the file cannot be created
 */
export const lockDataFolder = (dataDir: string): (() => void) => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = new Database(join(dataDir, SERVER_LOCK), { timeout: 0 });
  try {
    // An in-memory journal: nothing is written that could be left behind.
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    if ((error as { code?: unknown }).code !== 'SQLITE_BUSY') throw error;
    throw new Error(
      `Another server is running on the data folder ${dataDir}: stop it, or set DATA_DIR to another folder`,
      { cause: error },
    );
  }
  return () => void file.close();
};
