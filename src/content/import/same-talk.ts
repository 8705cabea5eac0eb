/** Files that programs write side by side, with names that differ by the extension alone: one talk in several formats. */
import { extname } from 'node:path';
import { groupBy } from '../../platform/lib/group.js';

/**
 * Formats that say more come first: times of words, times and speakers, times, none. Documents that people write (`.md`,
 * `.docx`) are talks of their own.
 */
const BEST_FIRST = '.json .json3 .vtt .srt .ttml .dfxp .srv3 .srv1 .xml .ass .ssa .sbv .tsv .lrc .txt'.split(
  ' ',
);

/** @returns the paths of each talk, the best first */
export const talksOf = (paths: readonly string[]): string[][] => {
  const rankOf = (path: string): number => BEST_FIRST.indexOf(extname(path).toLowerCase());
  const keyOf = (path: string): string =>
    rankOf(path) < 0 ? path : path.slice(0, -extname(path).length).normalize('NFC');
  return [...groupBy(paths, keyOf).values()].map((talk) => talk.sort((a, b) => rankOf(a) - rankOf(b)));
};
