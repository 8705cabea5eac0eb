/** Writes the parts of a backup to its place, and uses again what earlier backups have there. */
import { createHash } from 'node:crypto';
import { Transform as Stage, type Readable } from 'node:stream';
import { KEY_FILE, plain, type Transform } from './encryption.js';
import { gzippedLines } from './lines.js';
import { backupNames, BACKUPS, readIntactManifest, type ManifestFile } from './manifest.js';
import { digestOf, hasFile, type BackupPlace } from './place.js';

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

export const OBJECTS = 'objects/';
/** Where names change with the content. */
const REUSED = /^(?:files|events|vectors)\//;

export interface BackupWriter extends PartWriter {
  /** Number of parts so far whose name starts with the prefix. */
  count(prefix: string): number;
  /** Writes the list of parts. */
  finish(): Promise<{ index: string; files: ManifestFile[]; newBytes: number }>;
}

interface Options {
  place: BackupPlace;
  /** Name of the backup. */
  name: string;
  encrypt?: Transform;
  /** Uses nothing of earlier backups. */
  full?: boolean;
  signal?: AbortSignal;
}

export const createBackupWriter = async ({
  place,
  name,
  encrypt = plain,
  full = false,
  signal,
}: Options): Promise<BackupWriter> => {
  const isEncrypted = encrypt !== plain;
  const known = full ? new Map<string, ManifestFile>() : await earlierObjects(place, isEncrypted);
  const token = name.slice(-6);
  const files = new Map<string, ManifestFile>();
  const index: { name: string; path: string }[] = [];
  let newBytes = 0;

  const write = async (path: string, body: Readable): Promise<void> => {
    const file = { path, bytes: 0, sha256: '' };
    const hash = createHash('sha256');
    const encrypted = await encrypt(body);
    const counted = encrypted.pipe(
      new Stage({
        transform: (chunk: Buffer, _, done) => {
          file.bytes += chunk.length;
          hash.update(chunk);
          done(signal?.aborted ? new Error('Stopped') : null, chunk);
        },
      }),
    );
    // `pipe` does not pass errors on.
    for (const source of [body, encrypted]) source.once('error', (error) => counted.destroy(error));
    try {
      await place.write(path, counted);
    } finally {
      body.destroy();
    }
    file.sha256 = hash.digest('hex');
    files.set(path, file);
    newBytes += file.bytes;
  };

  return {
    add: async (part, read) => {
      signal?.throwIfAborted();
      const hash = hashOf(part, isEncrypted);
      const reused = REUSED.test(part) ? known.get(hash) : undefined;
      const path = reused?.path ?? `${OBJECTS}${hash.slice(0, 2)}/${hash}.${token}`;
      if (reused) files.set(path, reused);
      else await write(path, await read());
      index.push({ name: part, path });
    },
    count: (prefix) => index.filter(({ name: part }) => part.startsWith(prefix)).length,
    finish: async () => {
      const path = `${BACKUPS}${name}/index.jsonl.gz`;
      await write(path, gzippedLines(index));
      if (isEncrypted && (await hasFile(place, KEY_FILE)))
        files.set(KEY_FILE, { path: KEY_FILE, ...(await digestOf(place, KEY_FILE)) });
      return { index: path, files: [...files.values()], newBytes };
    },
  };
};

/** Objects are found again by the name of their part, without telling it. */
const hashOf = (part: string, isEncrypted: boolean): string =>
  createHash('sha256')
    .update(`${isEncrypted ? 'encrypted' : 'plain'}\n${part}`)
    .digest('hex');

/** What earlier backups have and is still there with the right size; the newest of each. A damaged one adds nothing. */
const earlierObjects = async (
  place: BackupPlace,
  isEncrypted: boolean,
): Promise<Map<string, ManifestFile>> => {
  const sizes = new Map<string, number>();
  for await (const { path, bytes } of place.list(OBJECTS)) sizes.set(path, bytes);
  const known = new Map<string, ManifestFile>();
  for (const name of await backupNames(place)) {
    const found = await readIntactManifest(place, name);
    if (!found || (found.manifest.encryption !== null) !== isEncrypted) continue;
    for (const file of found.manifest.files) {
      const [, hash = ''] = /^objects\/[0-9a-f]{2}\/([0-9a-f]{64})\./.exec(file.path) ?? [];
      if (!known.has(hash) && sizes.get(file.path) === file.bytes) known.set(hash, file);
    }
  }
  return known;
};
