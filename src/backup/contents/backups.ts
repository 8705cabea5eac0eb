/** The backups of an installation in one place: lists, makes, checks and removes them. */
import {
  backupNames,
  BACKUPS,
  isBackupName,
  readIntactManifest,
  readManifest,
  removeManifest,
  type BackupConfig,
  type Manifest,
} from '../format/manifest.js';
import { createBackup, type BackupOptions, type BackupSources } from './create-backup.js';
import { checkFiles, openBackup, type CheckOptions } from '../format/backup-reader.js';
import { OBJECTS } from '../format/backup-writer.js';
import type { BackupPlace } from '../format/place.js';

export interface BackupSummary {
  /** e.g. `2026-03-01T02-00-00Z-k3f9ab`: sorts by time. */
  name: string;
  startedAt: string;
  finishedAt: string;
  /** Absolute path or URL. */
  path: string;
  /** SHA-256 of its manifest, hex. */
  sha256: string;
  /** Total size of the files of the backup. */
  bytes: number;
  /** Total size of the files that earlier backups did not have. */
  newBytes: number;
  counts: Record<string, number>;
  encrypted: boolean;
  includesKey: boolean;
  /** What to know about it. */
  notes: string[];
}

export type BackupRequest = Pick<BackupOptions, 'secretKey' | 'full' | 'signal' | 'onStep'>;

export interface Backups {
  /** Newest first; a damaged one is left out. */
  list(): Promise<BackupSummary[]>;
  create(request?: BackupRequest): Promise<BackupSummary>;
  /**
   * Compares all files with the manifest, and opens the backup if this installation has a key for that.
   * @throws {DamagedBackupError | WrongKeyError | NewerBackupError}
   */
  verify(name: string, options?: CheckOptions): Promise<{ files: number; bytes: number }>;
  /** Removes the backups, and what no remaining one refers to. */
  remove(names: readonly string[]): Promise<void>;
  close(): void;
}

const bytesOf = ({ files }: Manifest): number => files.reduce((sum, { bytes }) => sum + bytes, 0);

const summaryOf = (place: BackupPlace, manifest: Manifest, sha256: string): BackupSummary => ({
  name: manifest.name,
  startedAt: manifest.startedAt,
  finishedAt: manifest.finishedAt,
  path: `${place.address}/${BACKUPS}${manifest.name}`,
  sha256,
  bytes: bytesOf(manifest),
  newBytes: manifest.newBytes,
  counts: manifest.counts,
  encrypted: manifest.encryption !== null,
  includesKey: manifest.includesKey,
  notes: manifest.notes,
});

export const createBackups = (
  place: BackupPlace,
  sources: BackupSources,
  { encryption, key }: Pick<BackupConfig, 'encryption' | 'key'>,
): Backups => ({
  list: async () => {
    const found: BackupSummary[] = [];
    for (const name of await backupNames(place)) {
      const read = await readIntactManifest(place, name);
      if (read) found.push(summaryOf(place, read.manifest, read.sha256));
    }
    return found;
  },
  create: async (request = {}) => {
    const { manifest, sha256 } = await createBackup(place, sources, { ...request, encryption });
    return summaryOf(place, manifest, sha256);
  },
  verify: async (name, options) => {
    const { manifest } = await readManifest(place, name);
    // Who makes backups for a recipient cannot open them.
    const opens = manifest.encryption === null || key.passphrase !== null || key.identity !== null;
    if (!opens) return checkFiles(place, manifest, options);
    await openBackup(place, name, key, options);
    return { files: manifest.files.length, bytes: bytesOf(manifest) };
  },
  remove: async (names) => {
    for (const name of names) {
      if (!isBackupName(name)) throw new Error(`${name} is not the name of a backup`);
      await removeManifest(place, name);
    }
    await removeUnused(place);
  },
  close: () => place.close(),
});

/** Nothing is removed while a manifest is not readable: it may be damaged in its digest only. */
const removeUnused = async (place: BackupPlace): Promise<void> => {
  const used = new Set<string>();
  for (const name of await backupNames(place))
    for (const { path } of (await readManifest(place, name)).manifest.files) used.add(path);
  for await (const { path } of place.list(OBJECTS)) if (!used.has(path)) await place.remove(path);
};
