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

export interface Talk {
  /** Of its text in several formats, the best first. */
  documents: string[];
  media: string[];
}

/** Media belong to the documents whose names differ by the extension alone; to the first of several. */
export const withMedia = (talks: readonly string[][], media: readonly string[]): Talk[] => {
  const stem = (path: string): string => path.slice(0, path.length - extname(path).length).normalize('NFC');
  const groups = groupBy(media, stem);
  const result = talks.map((documents): Talk => {
    const key = documents.map(stem).find((each) => groups.has(each));
    const own = key === undefined ? [] : groups.get(key)!;
    if (key !== undefined) groups.delete(key);
    return { documents, media: own };
  });
  return [...result, ...[...groups.values()].map((alone) => ({ documents: [], media: alone }))];
};

/** @returns the paths of each talk, the best first */
export const talksOf = (paths: readonly string[]): string[][] => {
  const rankOf = (path: string): number => BEST_FIRST.indexOf(extname(path).toLowerCase());
  const keyOf = (path: string): string =>
    rankOf(path) < 0 ? path : path.slice(0, -extname(path).length).normalize('NFC');
  return [...groupBy(paths, keyOf).values()].map((talk) => talk.sort((a, b) => rankOf(a) - rankOf(b)));
};
