/** Makes a backup while the program serves: rows of one snapshot, then what they refer to. */
import { Readable } from 'node:stream';
import type { Clock } from '../../platform/lib/clock.js';
import { programVersion } from '../../platform/lib/package-folder.js';
import type { BlobStore } from '../../platform/storage/blob-store.js';
import { addFiles } from './files.js';
import { createBackupWriter, FILES, type PartWriter, type Progressing } from '../format/backup-writer.js';
import { encryptionFor, type EncryptionChoice } from '../format/encryption.js';
import { gzippedLines } from '../format/lines.js';
import { backupName, MANIFEST_VERSION, writeManifest, type Manifest } from '../format/manifest.js';
import type { BackupPlace } from '../format/place.js';
import { LAST_IDS, rowsPart } from '../rows/load-rows.js';
import { withSnapshot } from '../rows/snapshot.js';

export interface BackupSources {
  databaseUrl: string;
  blobs: BlobStore;
  clock: Clock;
  /** Adds all events. @returns their number, by table, and what is missing; null if there are no analytics */
  addEvents(
    writer: PartWriter,
    options: Progressing,
  ): Promise<{ counts: Record<string, number>; notes: string[] } | null>;
  /** Adds the vectors of the index. @returns null if there is no usable index, which can be built from the rows */
  addVectors(writer: PartWriter, options: Progressing): Promise<{ model: string; passages: number } | null>;
  /** Settings of the installation that are no secrets. */
  settings: Record<string, unknown>;
}

export interface BackupOptions extends Progressing {
  encryption: EncryptionChoice;
  /** The secret key, if the backup is to have it. */
  secretKey?: Buffer | null;
  /** Uses nothing of earlier backups, which may be damaged. */
  full?: boolean;
}

/** The parts of a backup besides those of `rows/`, `files/`, `events/` and `vectors/`. */
const SETTINGS = 'settings.jsonl.gz';
export const SECRET_KEY = 'secret.key';

/**
 * @returns the manifest and its SHA-256
 * @throws {Error} naming the store that cannot be read, or the place that cannot be written
 */
export const createBackup = async (
  place: BackupPlace,
  sources: BackupSources,
  options: BackupOptions,
): Promise<{ manifest: Manifest; sha256: string }> => {
  const { clock } = sources;
  const { signal, onStep } = options;
  const startedAt = clock.now();
  const name = backupName(startedAt);
  const encryption = await encryptionFor(place, options.encryption);
  const writer = await createBackupWriter({
    place,
    name,
    encryption,
    full: options.full,
    signal,
  });
  const notes: string[] = [];
  const { counts, migrations, keyCheck } = await addRows(sources.databaseUrl, writer, options);
  await addFiles(sources.blobs, writer, { signal, onProgress: (done) => onStep?.('files', done) });
  counts['files'] = writer.count(FILES);
  const vectors = await sources.addVectors(writer, options);
  if (!vectors) notes.push('There is no usable search index: a restore embeds the texts anew.');
  const events = await sources.addEvents(writer, options);
  for (const [table, rows] of Object.entries(events?.counts ?? {})) counts[`events/${table}`] = rows;
  notes.push(...(events?.notes ?? []));
  await writer.add(SETTINGS, () => gzippedLines([sources.settings]));
  if (options.secretKey) {
    const key = `${options.secretKey.toString('base64')}\n`;
    await writer.add(SECRET_KEY, () => Readable.from([Buffer.from(key)]));
  }
  const manifest: Manifest = {
    format: 'lectern-backup',
    version: MANIFEST_VERSION,
    program: programVersion(),
    name,
    startedAt: startedAt.toISOString(),
    finishedAt: clock.now().toISOString(),
    encryption: encryption?.kind ?? null,
    includesKey: Boolean(options.secretKey),
    keyCheck,
    migrations,
    model: vectors?.model ?? null,
    counts: { ...counts, ...(vectors && { passages: vectors.passages }) },
    notes,
    ...(await writer.finish()),
  };
  return { manifest, sha256: await writeManifest(place, manifest) };
};

const addRows = (databaseUrl: string, writer: PartWriter, { signal, onStep }: Progressing) =>
  withSnapshot(databaseUrl, async (snapshot) => {
    const counts: Record<string, number> = {};
    let total = 0;
    for (const table of snapshot.tables) {
      signal?.throwIfAborted();
      counts[table.name] = 0;
      const counted = async function* () {
        for await (const row of snapshot.rows(table)) {
          counts[table.name]! += 1;
          yield row;
        }
      };
      await writer.add(rowsPart(table.name), () => gzippedLines(counted()));
      onStep?.('rows', (total += counts[table.name]!));
    }
    const lastIds = await snapshot.lastIds();
    await writer.add(LAST_IDS, () => gzippedLines([lastIds]));
    return { counts, migrations: snapshot.migrations, keyCheck: await snapshot.keyCheck() };
  });
