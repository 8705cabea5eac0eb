import { totalmem } from 'node:os';

/** Settings of glibc's allocator that return the memory of ended threads to the system. */

/**
 * Set by the container and `npm run quickstart`. glibc reads them when the program starts, so only its parent
 * process can set them.
 */
export const ALLOCATOR_SETTINGS = {
  MALLOC_ARENA_MAX: '4',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '32768',
} as const;

/** The variables that are not set; none if the C library is not glibc. */
export const missingAllocatorSettings = (env: NodeJS.ProcessEnv): string[] =>
  isGlibc() ? Object.keys(ALLOCATOR_SETTINGS).filter((name) => !env[name]) : [];

const isGlibc = (): boolean => {
  if (process.platform !== 'linux') return false;
  const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return header?.glibcVersionRuntime !== undefined;
};

/** Bytes of the machine's memory, or of the container's if it has less. */
export const memoryOfProcess = (): number => {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
};
