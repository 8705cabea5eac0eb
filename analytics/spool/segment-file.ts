/** One segment on disk, written from the thread that does nothing else: its calls wait for the disk. */
import { closeSync, fdatasyncSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { segmentPath } from './names.js';

export interface SegmentFile {
  /** False once the file can no longer be trusted with more. */
  usable(): boolean;
  /** The bytes are on disk when it returns; where it throws, they are not part of the segment. */
  append(bytes: Uint8Array): void;
  close(): void;
}

/** A new segment, its name durable. */
export const createSegmentFile = (dir: string, segment: number): SegmentFile => {
  const file = openSync(segmentPath(dir, segment), 'wx');
  try {
    syncFolderNow(dir);
  } catch (error) {
    closeSync(file);
    throw error;
  }
  let durable = 0;
  let usable = true;

  /** What was refused must not be counted when the sender tries again. */
  const takeBack = (): void => {
    try {
      ftruncateSync(file, durable);
    } catch {
      usable = false;
    }
  };

  return {
    usable: () => usable,
    append: (bytes) => {
      try {
        for (let written = 0; written < bytes.length;)
          written += writeSync(file, bytes, written, bytes.length - written, durable + written);
      } catch (error) {
        takeBack();
        throw error;
      }
      try {
        fdatasyncSync(file);
      } catch (error) {
        // The system may have dropped what it could not write, and would say nothing the next time.
        usable = false;
        takeBack();
        throw error;
      }
      durable += bytes.length;
    },
    close: () => closeSync(file),
  };
};

const syncFolderNow = (dir: string): void => {
  const folder = openSync(dir, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
};
