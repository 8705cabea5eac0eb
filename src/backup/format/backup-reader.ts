/** Opens a backup: checks every byte of it, then reads its parts. */
import { DamagedBackupError, decryptionFor, type BackupKey } from './encryption.js';
import { readLines } from './lines.js';
import { readManifest, type Manifest } from './manifest.js';
import type { PartReader } from './backup-writer.js';
import { digestOf, type BackupPlace } from './place.js';

export interface OpenBackup extends PartReader {
  manifest: Manifest;
  /** SHA-256 of the manifest, hex. */
  sha256: string;
}

export interface CheckOptions {
  signal?: AbortSignal;
  /** Called with numbers of files. */
  onProgress?: (done: number, total: number) => void;
}

/**
 * Reads all files of the backup and compares them with the manifest.
 * @throws {DamagedBackupError} naming the first file that is missing or changed
 */
export const checkFiles = async (
  place: BackupPlace,
  { files }: Manifest,
  { signal, onProgress }: CheckOptions = {},
): Promise<{ files: number; bytes: number }> => {
  let bytes = 0;
  for (const [done, file] of files.entries()) {
    signal?.throwIfAborted();
    const found = await digestOf(place, file.path);
    if (found.bytes !== file.bytes || found.sha256 !== file.sha256)
      throw new DamagedBackupError(`${file.path} in ${place.address} is damaged`);
    bytes += found.bytes;
    onProgress?.(done + 1, files.length);
  }
  return { files: files.length, bytes };
};

/**
 * Checks all of the backup, and that the key opens it.
 * @throws {DamagedBackupError | WrongKeyError | NewerBackupError}
 */
export const openBackup = async (
  place: BackupPlace,
  name: string,
  key: BackupKey,
  options?: CheckOptions,
): Promise<OpenBackup> => {
  const { manifest, sha256 } = await readManifest(place, name);
  await checkFiles(place, manifest, options);
  const decrypt = await decryptionFor(place, manifest.encryption, key);
  const paths = new Map<string, string>();
  const index = await decrypt(await place.read(manifest.index));
  for await (const part of readLines<{ name: string; path: string }>(index, manifest.index))
    paths.set(part.name, part.path);
  return {
    manifest,
    sha256,
    names: (prefix) => [...paths.keys()].filter((part) => part.startsWith(prefix)).sort(),
    read: async (part) => {
      const path = paths.get(part);
      if (path === undefined) throw new DamagedBackupError(`The backup has no part ${part}`);
      return decrypt(await place.read(path));
    },
  };
};
