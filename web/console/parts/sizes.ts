/** Sizes of files as people read them. */

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;
const STEP = 1000;

/** `1.4 GB` */
export const sizeOf = (bytes: number): string => {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(STEP)));
  const value = bytes / STEP ** step;
  return `${step > 0 && value < 100 ? value.toFixed(1) : Math.round(value)} ${UNITS[step]}`;
};
