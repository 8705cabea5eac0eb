/** The folder for the files of a run: in memory if that is large enough, because disks are slow. */
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Required free space in bytes; a run needs about a fifth. */
const NEEDED = 4 * 2 ** 30;
const PREFIX = 'lectern-tests-';

/** A folder of this process that every user can enter, because PostgreSQL runs as another user. */
export const temporaryFolder = (): string => {
  const parent = inMemory() ? MEMORY : tmpdir();
  if (parent === MEMORY) removeLeftBehind();
  const path = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
  chmodSync(path, 0o755);
  return path;
};

const inMemory = (): boolean => {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= NEEDED;
  } catch {
    return false;
  }
};

/** Removes folders of this user's killed runs, which would occupy memory until the machine restarts. */
const removeLeftBehind = (): void => {
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? [];
    const isOurs = statSync(join(MEMORY, name), { throwIfNoEntry: false })?.uid === process.getuid?.();
    if (!pid || !isOurs || isRunning(Number(pid))) continue;
    try {
      rmSync(join(MEMORY, name), { recursive: true, force: true });
    } catch (error) {
      // A disk is still mounted in it.
      console.log(`${join(MEMORY, name)} cannot be removed: ${String(error)}`);
    }
  }
};

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
