/** What glibc's allocator is told, so that the memory of threads that have ended goes back to the system. */

/** As the container and `npm run quickstart` set them. The program reads them when it starts: only its parent can set them. */
export const ALLOCATOR_SETTINGS = {
  MALLOC_ARENA_MAX: '4',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '32768',
} as const;

/** The variables that are not set; none where the C library is another one. */
export const missingAllocatorSettings = (env: NodeJS.ProcessEnv): string[] =>
  isGlibc() ? Object.keys(ALLOCATOR_SETTINGS).filter((name) => !env[name]) : [];

const isGlibc = (): boolean => {
  if (process.platform !== 'linux') return false;
  const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return header?.glibcVersionRuntime !== undefined;
};
