/** Writes the parts of a backup to its place, and uses again what earlier backups have there. */
import { createHash } from 'node:crypto';
import { Transform as Stage, type Readable } from 'node:stream';
import { contentDigest, withDigest } from './content-digest.js';
import { KEY_FILE, type Encryption } from './encryption.js';
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
   * again: such a name must change with the content. The parts below `files/` that have the same bytes share them.
   * @param read called twice for a new file, which is stored under its digest
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
/** The parts that are stored under their digest, so that the same bytes are stored once. */
export const FILES = 'files/';
/** The other parts whose names change with the content. */
const REUSED = /^(?:events|vectors)\//;

/** A line of the list of parts. */
export interface IndexedPart {
  name: string;
  path: string;
  /** Digest of a file; former backups lack it. */
  content?: string;
}

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
  encryption: Encryption | null;
  /** Uses nothing of earlier backups. */
  full?: boolean;
  signal?: AbortSignal;
}

export const createBackupWriter = async (options: Options): Promise<BackupWriter> => {
  const { place, name, encryption, full = false, signal } = options;
  const isEncrypted = encryption !== null;
  const earlier = full ? NOTHING : await earlierObjects(place, isEncrypted);
  const files = new Map<string, ManifestFile>();
  const index: IndexedPart[] = [];
  const contents = new Map<string, Promise<ManifestFile>>();
  let newBytes = 0;

  const write = async (path: string, body: Readable): Promise<ManifestFile> => {
    const file = await writeFile(options, path, body);
    newBytes += file.bytes;
    return file;
  };
  const pathOf = (hash: string): string => `${OBJECTS}${hash.slice(0, 2)}/${hash}.${name.slice(-6)}`;

  const addPart = async (part: string, read: Read): Promise<void> => {
    const hash = hashOf(part, isEncrypted);
    const reused = REUSED.test(part) ? earlier.byName.get(hash) : undefined;
    const { path, bytes, sha256 } = reused ?? (await write(pathOf(hash), await read()));
    files.set(path, { path, bytes, sha256 });
    index.push({ name: part, path });
  };
  const addFile = async (part: string, read: Read): Promise<void> => {
    const hash = hashOf(part, isEncrypted);
    const known = earlier.byName.get(hash);
    const content = known?.content ?? (await contentDigest(await read(), encryption, signal));
    const stored = async (before?: Promise<ManifestFile>): Promise<ManifestFile> => {
      // The other file may be deleted while it is read.
      const same = await before?.catch(() => undefined);
      const file = same ?? earlier.byContent.get(content) ?? known;
      return file ?? write(pathOf(content), withDigest(await read(), content, encryption, part));
    };
    const storing = stored(contents.get(content));
    contents.set(content, storing);
    const { path, bytes, sha256 } = await storing;
    const file = files.get(path) ?? { path, bytes, sha256, ...(isEncrypted && { content }), names: [] };
    file.names?.push(hash);
    files.set(path, file);
    index.push({ name: part, path, content });
  };

  return {
    add: async (part, read) => {
      signal?.throwIfAborted();
      await (part.startsWith(FILES) ? addFile : addPart)(part, read);
    },
    count: (prefix) => index.filter(({ name: part }) => part.startsWith(prefix)).length,
    finish: async () => {
      const path = `${BACKUPS}${name}/index.jsonl.gz`;
      files.set(path, await write(path, gzippedLines(index)));
      if (isEncrypted && (await hasFile(place, KEY_FILE)))
        files.set(KEY_FILE, { path: KEY_FILE, ...(await digestOf(place, KEY_FILE)) });
      return { index: path, files: [...files.values()], newBytes };
    },
  };
};

type Read = () => Promise<Readable> | Readable;

const writeFile = async (
  { place, encryption, signal }: Options,
  path: string,
  body: Readable,
): Promise<ManifestFile> => {
  let bytes = 0;
  const hash = createHash('sha256');
  const encrypted = encryption ? await encryption.encrypt(body) : body;
  const counted = encrypted.pipe(
    new Stage({
      transform: (chunk: Buffer, _, done) => {
        bytes += chunk.length;
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
  return { path, bytes, sha256: hash.digest('hex') };
};

/** Objects are found again by the name of their part, without telling it. */
const hashOf = (part: string, isEncrypted: boolean): string =>
  createHash('sha256')
    .update(`${isEncrypted ? 'encrypted' : 'plain'}\n${part}`)
    .digest('hex');

/** Objects of earlier backups, by the hash of a name and by digest. */
interface EarlierObjects {
  byName: Map<string, ManifestFile>;
  byContent: Map<string, ManifestFile>;
}

const NOTHING: EarlierObjects = { byName: new Map(), byContent: new Map() };

/** What earlier backups have and is still there with the right size; the newest of each. A damaged one adds nothing. */
const earlierObjects = async (place: BackupPlace, isEncrypted: boolean): Promise<EarlierObjects> => {
  const sizes = new Map<string, number>();
  for await (const { path, bytes } of place.list(OBJECTS)) sizes.set(path, bytes);
  const byName = new Map<string, ManifestFile>();
  const byContent = new Map<string, ManifestFile>();
  for (const name of await backupNames(place)) {
    const found = await readIntactManifest(place, name);
    if (!found || (found.manifest.encryption !== null) !== isEncrypted) continue;
    for (const file of found.manifest.files) {
      const [, hash] = /^objects\/[0-9a-f]{2}\/([0-9a-f]{64})\./.exec(file.path) ?? [];
      if (hash === undefined || sizes.get(file.path) !== file.bytes) continue;
      const content = file.content ?? (isEncrypted ? undefined : file.sha256);
      const known = { ...file, content };
      for (const part of file.names ?? [hash]) if (!byName.has(part)) byName.set(part, known);
      if (content !== undefined && !byContent.has(content)) byContent.set(content, known);
    }
  }
  return { byName, byContent };
};
