/** A backup as those see it who fill it and read it: named parts of any length. */
import type { Readable } from 'node:stream';

/** What those take that fill a backup. */
export interface Progressing {
  signal?: AbortSignal;
  /** Called with what is being copied and how much of it so far. */
  onStep?: (step: string, done: number) => void;
}

export interface PartWriter {
  /**
   * Stores a part. Below `files/`, `events/` and `vectors/` a part that an earlier backup has under this name is used
   * again: such a name must change with the content.
   */
  add(name: string, read: () => Promise<Readable> | Readable): Promise<void>;
}

export interface PartReader {
  /** Names of the parts with the prefix, sorted. */
  names(prefix: string): string[];
  /**
   * The part's plain bytes.
   * @throws {DamagedBackupError} when it is not in the backup, or not readable
   */
  read(name: string): Promise<Readable>;
}
