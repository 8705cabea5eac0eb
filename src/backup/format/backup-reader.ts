/** Opens a backup: checks every byte of it, then reads its parts. */
import type { IndexedPart, PartReader } from './backup-writer.js';
import { withDigest } from './content-digest.js';
import { DamagedBackupError, decryptionFor, type BackupKey, type Decryption } from './encryption.js';
import { readLines } from './lines.js';
import { readManifest, type Manifest, type ManifestFile } from './manifest.js';
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

/** The parts of a backup by name, and what opens them. */
interface Opened {
  decryption: Decryption | null;
  parts: Map<string, IndexedPart>;
}

/**
 * Reads all files of the backup and compares them with the manifest.
 * @param open names the parts that have the damaged file; without it, the error has only the path
 * @throws {DamagedBackupError} naming the first file that is missing or changed
 */
export const checkFiles = async (
  place: BackupPlace,
  { files }: Manifest,
  { signal, onProgress }: CheckOptions = {},
  open?: () => Promise<Opened>,
): Promise<{ files: number; bytes: number }> => {
  let bytes = 0;
  for (const [done, file] of files.entries()) {
    signal?.throwIfAborted();
    try {
      await checkFile(place, file);
    } catch (error) {
      throw error instanceof DamagedBackupError ? await namingParts(error, file, open) : error;
    }
    bytes += file.bytes;
    onProgress?.(done + 1, files.length);
  }
  return { files: files.length, bytes };
};

const checkFile = async (place: BackupPlace, { path, bytes, sha256 }: ManifestFile): Promise<void> => {
  const found = await digestOf(place, path);
  if (found.bytes !== bytes || found.sha256 !== sha256)
    throw new DamagedBackupError(`${path} in ${place.address} is damaged`);
};

const namingParts = async (
  error: DamagedBackupError,
  file: ManifestFile,
  open?: () => Promise<Opened>,
): Promise<DamagedBackupError> => {
  // It may be the list of parts or the key that is damaged.
  const opened = await open?.().catch(() => null);
  const names = [...(opened?.parts.values() ?? [])].flatMap(({ name, path }) =>
    path === file.path ? [name] : [],
  );
  if (names.length === 0) return error;
  return new DamagedBackupError(`${error.message}. It has ${names.join(', ')}`, { cause: error });
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
  const open = (): Promise<Opened> => readParts(place, manifest, key);
  await checkFiles(place, manifest, options, open);
  const { decryption, parts } = await open();
  return {
    manifest,
    sha256,
    names: (prefix) => [...parts.keys()].filter((part) => part.startsWith(prefix)).sort(),
    read: async (part) => {
      const indexed = parts.get(part);
      if (!indexed) throw new DamagedBackupError(`The backup has no part ${part}`);
      const body = await readFile(place, indexed.path, decryption);
      return indexed.content === undefined ? body : withDigest(body, indexed.content, decryption, part);
    },
  };
};

const readFile = async (place: BackupPlace, path: string, decryption: Decryption | null) => {
  const body = await place.read(path);
  return decryption ? decryption.decrypt(body) : body;
};

const readParts = async (place: BackupPlace, manifest: Manifest, key: BackupKey): Promise<Opened> => {
  const decryption = await decryptionFor(place, manifest.encryption, key);
  const parts = new Map<string, IndexedPart>();
  const index = await readFile(place, manifest.index, decryption);
  for await (const part of readLines<IndexedPart>(index, manifest.index)) parts.set(part.name, part);
  return { decryption, parts };
};
