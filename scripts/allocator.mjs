/**
 * Restarts a program with the glibc allocator settings that the container has. glibc reads them only at the
 * start, and without them the process does not return freed memory.
 */
import { spawn } from 'node:child_process';

/** A copy of `src/platform/lib/allocator.ts`, which may not be compiled yet when this runs. */
export const ALLOCATOR_SETTINGS = {
  MALLOC_ARENA_MAX: '4',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '32768',
};

/** Exits with the program's exit code. Does nothing if the settings are present or the platform does not use them. */
export const restartWithAllocator = async () => {
  if (process.platform !== 'linux' || process.env.MALLOC_ARENA_MAX) return;
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    env: { ...ALLOCATOR_SETTINGS, ...process.env },
    // Through the channel, the program notices when this process ends.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => {
      // Ctrl-C in a terminal reaches both processes.
      if (signal === 'SIGTERM' || !process.stdin.isTTY) child.kill(signal);
    });
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (status) => resolve(status ?? 1));
  });
  process.exit(code);
};
