/** A folder on a small file system of its own, which can be filled; needs the right to mount one. */
import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export interface Disk {
  path: string;
  /** Null where no file system can be mounted. */
  fault: { fill(): void; free(): void } | null;
  remove(): void;
}

const BLOCK = Buffer.alloc(65_536);
const SMALL_BLOCK = Buffer.alloc(4_096);
/** What a store frees meanwhile is taken away again. */
const REFILL_MS = 100;

const tryMount = (path: string, mebibytes: number): boolean => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=755`, 'tmpfs', path], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
};

const write = (file: number, block: Buffer): void => {
  try {
    for (;;) writeSync(file, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
};

export const createDisk = (path: string, mebibytes: number): Disk => {
  mkdirSync(path, { recursive: true });
  chmodSync(path, 0o755);
  if (!tryMount(path, mebibytes))
    return { path, fault: null, remove: () => rmSync(path, { recursive: true, force: true }) };
  const ballast = join(path, 'ballast');
  let file: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  const fill = (): void => {
    if (file === undefined) return;
    write(file, BLOCK);
    write(file, SMALL_BLOCK);
  };
  const free = (): void => {
    clearInterval(timer);
    if (file !== undefined) closeSync(file);
    file = undefined;
    rmSync(ballast, { force: true });
  };
  return {
    path,
    fault: {
      fill: () => {
        file = openSync(ballast, 'w');
        fill();
        timer = setInterval(fill, REFILL_MS);
      },
      free,
    },
    remove: () => {
      free();
      // Lazily, because processes that have just been killed may still have files open.
      execFileSync('umount', ['-l', path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
};
