/**
 * Starts a program again with the settings of glibc's allocator that the container has: it reads them only at the start,
 * and without them keeps the memory of what is done.
 */
import { spawn } from 'node:child_process';

/** As in `src/platform/lib/allocator.ts`, which is not compiled yet when this runs. */
export const ALLOCATOR_SETTINGS = {
  MALLOC_ARENA_MAX: '4',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '32768',
};

/** Ends this process with the program's exit code, unless the settings are there or no other system knows them. */
export const restartWithAllocator = async () => {
  if (process.platform !== 'linux' || process.env.MALLOC_ARENA_MAX) return;
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    env: { ...ALLOCATOR_SETTINGS, ...process.env },
    // The channel tells the program when this process has ended.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => {
      // A terminal sends Ctrl-C to both.
      if (signal === 'SIGTERM' || !process.stdin.isTTY) child.kill(signal);
    });
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (status) => resolve(status ?? 1));
  });
  process.exit(code);
};
