/**
 * The manifest of a backup: `backups/<name>/manifest.json`, with its digest beside it in the form of `sha256sum`. It is
 * written last, so that a backup is there as a whole or not at all. It is never encrypted, and names nothing that the
 * files of an encrypted backup hide.
 */
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { DamagedBackupError, NewerBackupError, type EncryptionChoice } from './encryption.js';
import type { BackupPlace } from './place.js';
import type { S3Options } from '../../platform/storage/s3-blob-store.js';

/** How many backups are kept: the newest of each of the last days, weeks and months that have one. */
export interface Keep {
  daily: number;
  weekly: number;
  monthly: number;
}

export interface BackupConfig {
  /** Where backups go; null if that is not set. */
  to: string | null;
  /** The bucket of an `s3://` address: what is needed to reach it, without bucket and prefix. */
  bucket: Omit<S3Options, 'bucket' | 'prefix'>;
  /** Time of day, e.g. `02:30`; null if backups are made by hand only. */
  schedule: string | null;
  timeZone: string;
  keep: Keep;
  encryption: EncryptionChoice;
  /** Opens encrypted backups. */
  key: { passphrase: string | null; identity: string | null };
}

/** Version of the format. A program reads its own version and all earlier ones. */
const VERSION = 1;
/** Longest manifest that is read: of more than a million files. */
const MAX_BYTES = 512 * 1024 ** 2;

const file = z.object({
  path: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  /** Of an encrypted file: the digest of its plain bytes. Former backups lack this and `names`. */
  content: z.string().optional(),
  /** Hashes of the names of the parts that have these bytes. Without it, the path has the only one. */
  names: z.array(z.string()).optional(),
});

const manifest = z.object({
  format: z.literal('lectern-backup'),
  version: z.number(),
  /** Version of the program that made it. */
  program: z.string(),
  name: z.string(),
  startedAt: z.string(),
  finishedAt: z.string(),
  encryption: z.enum(['recipient', 'passphrase']).nullable(),
  includesKey: z.boolean(),
  /** Signed with the secret key that its secrets are encrypted with; null if there is no such key yet. */
  keyCheck: z.string().nullable(),
  migrations: z.array(z.string()),
  /** The model of the vectors; null if there are none. */
  model: z.string().nullable(),
  /** Rows by table, and `files`, `events`, `vectors`. */
  counts: z.record(z.string(), z.number()),
  /** Bytes of the files that no earlier backup has. */
  newBytes: z.number(),
  /** What to know about it. */
  notes: z.array(z.string()),
  /** Path of the list of its parts. */
  index: z.string(),
  files: z.array(file),
});

export type Manifest = z.infer<typeof manifest>;
export type ManifestFile = z.infer<typeof file>;

export const MANIFEST_VERSION = VERSION;
export const BACKUPS = 'backups/';

const pathOf = (name: string): string => `${BACKUPS}${name}/manifest.json`;
const digestPath = (name: string): string => `${BACKUPS}${name}/manifest.sha256`;

const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-[a-z0-9]{6}$/;

export const isBackupName = (name: string): boolean => NAME.test(name);

export const backupName = (at: Date): string =>
  `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z-${randomBytes(3).toString('hex')}`;

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** @returns its SHA-256, hex */
export const writeManifest = async (place: BackupPlace, value: Manifest): Promise<string> => {
  const bytes = Buffer.from(`${JSON.stringify(value, null, 1)}\n`);
  const digest = sha256(bytes);
  await place.write(digestPath(value.name), Readable.from([Buffer.from(`${digest}  manifest.json\n`)]));
  await place.write(pathOf(value.name), Readable.from([bytes]));
  return digest;
};

/**
 * @throws {DamagedBackupError}
 * @throws {NewerBackupError}
 */
export const readManifest = async (
  place: BackupPlace,
  name: string,
): Promise<{ manifest: Manifest; sha256: string }> => {
  const bytes = await whole(place, pathOf(name));
  const digest = sha256(bytes);
  const recorded = (await whole(place, digestPath(name))).toString();
  if (recorded !== `${digest}  manifest.json\n`)
    throw new DamagedBackupError(`${pathOf(name)} in ${place.address} is not as it was written`);
  const value = JSON.parse(bytes.toString()) as { version?: unknown };
  if (typeof value.version === 'number' && value.version > VERSION)
    throw new NewerBackupError(
      `A newer version of Lectern made this backup (format ${value.version}, this one reads ${VERSION}): update Lectern`,
    );
  const { success, data } = manifest.safeParse(value);
  if (!success) throw new DamagedBackupError(`${pathOf(name)} is not the manifest of a backup`);
  return { manifest: data, sha256: digest };
};

/** The same, but null for a damaged one. */
export const readIntactManifest = async (
  ...of: Parameters<typeof readManifest>
): Promise<Awaited<ReturnType<typeof readManifest>> | null> => {
  try {
    return await readManifest(...of);
  } catch (error) {
    if (error instanceof DamagedBackupError) return null;
    throw error;
  }
};

const whole = async (place: BackupPlace, path: string): Promise<Buffer> => {
  let bytes = 0;
  const body = await place.read(path);
  return buffer(
    body.map((chunk: Buffer) => {
      if ((bytes += chunk.length) > MAX_BYTES) throw new DamagedBackupError(`${path} is too long`);
      return chunk;
    }),
  );
};

/** The names of the complete backups, newest first. */
export const backupNames = async (place: BackupPlace): Promise<string[]> => {
  const names: string[] = [];
  for await (const { path } of place.list(BACKUPS)) {
    const [, name, filename] = path.split('/');
    if (name && filename === 'manifest.json' && isBackupName(name)) names.push(name);
  }
  return names.sort().reverse();
};

/** Removes the files of a backup that only it has: the manifest first, so that nothing takes the rest for a backup. */
export const removeManifest = async (place: BackupPlace, name: string): Promise<void> => {
  await place.remove(pathOf(name));
  for await (const { path } of place.list(`${BACKUPS}${name}/`)) await place.remove(path);
};
