/** The segment that is being written: bytes are appended and made durable, or the file is as it was before. */
import { open, type FileHandle } from 'node:fs/promises';
import { segmentPath, syncFolder } from './folder.js';

export interface SegmentWriter {
  readonly segment: number;
  /** Bytes that are on disk for good. */
  durable(): number;
  /** False once the file can no longer be trusted with more. */
  usable(): boolean;
  /** Resolves once the bytes are on disk; where it rejects, they are not part of the segment. */
  append(bytes: Buffer): Promise<void>;
  close(): Promise<void>;
}

/** A new segment, its name durable. */
export const createSegment = async (dir: string, segment: number): Promise<SegmentWriter> => {
  const file = await open(segmentPath(dir, segment), 'wx');
  try {
    await syncFolder(dir);
  } catch (error) {
    await file.close();
    throw error;
  }
  let durable = 0;
  let usable = true;

  /** What was refused must not be counted when the sender tries again. */
  const takeBack = async (): Promise<void> => {
    try {
      await file.truncate(durable);
    } catch {
      usable = false;
    }
  };

  return {
    segment,
    durable: () => durable,
    usable: () => usable,
    append: async (bytes) => {
      try {
        await writeAll(file, bytes, durable);
      } catch (error) {
        await takeBack();
        throw error;
      }
      try {
        await file.datasync();
      } catch (error) {
        // The system may have dropped what it could not write, and would say nothing the next time.
        usable = false;
        await takeBack();
        throw error;
      }
      durable += bytes.length;
    },
    close: () => file.close(),
  };
};

const writeAll = async (file: FileHandle, bytes: Buffer, position: number): Promise<void> => {
  let written = 0;
  while (written < bytes.length) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
};
