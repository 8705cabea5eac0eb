/** Where backups are kept: a folder, or a bucket of an S3-compatible server. */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

export interface PlacedFile {
  path: string;
  bytes: number;
}

/** Files by paths such as `objects/ab/abcd`. Every method throws an error that names the place when it cannot be used. */
export interface BackupPlace {
  /** Absolute path of the folder, or `s3://bucket/prefix`. */
  readonly address: string;
  /** All files whose path starts with the prefix, in any order. */
  list(prefix: string): AsyncIterable<PlacedFile>;
  /** @throws {DamagedBackupError} when there is no such file */
  read(path: string): Promise<Readable>;
  /** Stores the whole body, or nothing. */
  write(path: string, body: Readable): Promise<void>;
  /** Succeeds even if the file does not exist. */
  remove(path: string): Promise<void>;
  close(): void;
}

/** The length and the SHA-256, hex, of a file that is there. */
export const digestOf = async (
  place: BackupPlace,
  path: string,
): Promise<{ bytes: number; sha256: string }> => {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of await place.read(path)) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  return { bytes, sha256: hash.digest('hex') };
};

/** Whether there is a file of just this path. */
export const hasFile = async (place: BackupPlace, path: string): Promise<boolean> => {
  for await (const file of place.list(path)) if (file.path === path) return true;
  return false;
};
