/** Parses the documents of a folder in batches, and fills in defaults from the command line. */
import { constants } from 'node:fs';
import { open, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readers } from '../../indexer/index.js';
import { transfer } from '../../workers/index.js';
import { dateIn } from '../../analytics/index.js';
import { messageOf } from '../platform/lib/errors.js';
import { sha256 } from '../platform/lib/ids.js';
import { weightOf } from '../transcripts/formats/source.js';
import { readPath } from './names/file-name.js';
import type { ImportDocument, ImportMedia, MediaType } from './import-document.js';
import type { ImportThreads } from './import-tasks.js';
import type { ImportedDocument } from './parse-document.js';
import { talkName } from './names/read-name.js';
import { talksOf, type Talk } from './same-talk.js';
import { walkImportFolder, type ImportFolder, type WalkOptions } from './walk.js';

/** Values for fields that documents lack. */
interface ImportDefaults {
  speakers: readonly string[];
  topics: readonly string[];
  series: string | null;
  /** YYYY-MM-DD */
  date: string | null;
  /** Time zone in which the day of a file's last change becomes its date; null to not use it. */
  dateFromFile: string | null;
  /** Whether a file without a series belongs to a series named after its folder; takes precedence over `series`. */
  seriesFromFolders: boolean;
}

const NO_DEFAULTS: ImportDefaults = {
  speakers: [],
  topics: [],
  series: null,
  date: null,
  dateFromFile: null,
  seriesFromFolders: false,
};

export interface ReadFolderOptions extends WalkOptions {
  root: string;
  accountId: number;
  threads: ImportThreads;
  defaults?: ImportDefaults;
  /** Detects the type of a media file; null if it is not one. Without this, media are not imported. */
  mediaTypeOf?: (path: string, sizeBytes: number) => Promise<MediaType | null>;
  /** The language to import if a talk has texts in several, a BCP 47 tag; default English. */
  language?: string | null;
  /** How the account's people write references; default in English. */
  readers?: Readers;
  /** Only talks with all of their files among these, and one among the changed ones; all talks without it. */
  only?: { changed: ReadonlySet<string>; growing: ReadonlySet<string> };
  signal: AbortSignal;
}

export interface ReadBatch {
  documents: ImportDocument[];
  /** Files that cannot be imported, with the reason. */
  skipped: { path: string; reason: string }[];
  /** What was repaired or left out in the documents. */
  warnings: { path: string; message: string }[];
  /** Number of files in the batch, including those covered by another file of the talk. */
  files: number;
}

/** Why a file is not imported beside another text of its talk. */
const skipReason = (path: string, other: string): string => {
  const { language } = talkName(other);
  return language === talkName(path).language
    ? 'is not imported because a file with the same name has a richer format'
    : `is the same talk as ${path}${language === undefined ? '' : ` in another language (${language})`}: an item has one transcript`;
};

/** Documents per transaction. */
const BATCH_SIZE = 16;

export interface OpenFolder extends ImportFolder {
  /** Absolute path without links. */
  folder: string;
  /** Paths of the files of the talks to read. */
  selected: string[];
  /** Ends between batches when the signal aborts. */
  batches(): AsyncGenerator<ReadBatch>;
}

/** @throws {Error} when the folder itself cannot be listed */
export const openFolder = async (options: ReadFolderOptions): Promise<OpenFolder> => {
  const { root, followLinks, signal } = options;
  const listed = await walkImportFolder(root, { followLinks });
  const contents = new Map<string, string>();
  const media = options.mediaTypeOf ? listed.media : [];
  const { only } = options;
  const filesOf = (talk: Talk): string[] => [...talk.documents, ...talk.media, ...talk.translations];
  const talks = talksOf(listed.files, media, options.language ?? null).filter((talk) => {
    const files = filesOf(talk);
    return (
      !only || (files.some((path) => only.changed.has(path)) && !files.some((path) => only.growing.has(path)))
    );
  });
  const batches = async function* () {
    for (let start = 0; start < talks.length && !signal.aborted; start += BATCH_SIZE)
      yield await readBatch(options, talks.slice(start, start + BATCH_SIZE), contents);
  };
  return { ...listed, folder: await realpath(root), selected: talks.flatMap(filesOf), batches };
};

const readBatch = async (
  { root, followLinks, accountId, threads, defaults = NO_DEFAULTS, readers, mediaTypeOf }: ReadFolderOptions,
  talks: readonly Talk[],
  contents: Map<string, string>,
): Promise<ReadBatch> => {
  // Does not read a file that has been replaced by a link since it was listed.
  const flag = followLinks ? constants.O_RDONLY : constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);
  const batch: ReadBatch = {
    documents: [],
    skipped: [],
    warnings: [],
    files: talks.flatMap(({ documents, media, translations }) => [...documents, ...media, ...translations])
      .length,
  };
  const withFileDate = async (path: string): Promise<ImportDefaults> => ({
    ...defaults,
    date: (await changedOn(join(root, path), defaults)) ?? defaults.date,
  });
  /** @returns whether it could be read */
  const read = async (
    path: string,
    others: readonly string[],
    media: readonly ImportMedia[],
  ): Promise<boolean> => {
    try {
      const bytes = await readFile(join(root, path), { flag });
      const contentHash = sha256(bytes);
      const task = { accountId, bytes: weightOf(bytes), path: '', isJob: true };
      const { warnings, ...document } = await threads.run(
        'readDocument',
        transfer({ path, bytes, readers }, [bytes]),
        task,
      );
      const sameTalk = [...others, ...media.map((file) => file.path)];
      batch.documents.push({
        ...completed(path, document, await withFileDate(path)),
        path,
        contentHash,
        ...(sameTalk.length > 0 && { sameTalk }),
        ...(media.length > 0 && { media: [...media] }),
      });
      const twin = contents.get(contentHash);
      if (twin === undefined) contents.set(contentHash, path);
      else warnings.push(`has the same content as ${twin}; each is an item`);
      batch.warnings.push(...warnings.map((message) => ({ path, message })));
      return true;
    } catch (error) {
      batch.skipped.push({ path, reason: messageOf(error) });
      return false;
    }
  };
  const examine = async (path: string): Promise<ImportMedia | null> => {
    try {
      const { size: sizeBytes, mtimeMs } = await stat(join(root, path));
      const type = sizeBytes === 0 ? null : await mediaTypeOf!(join(root, path), sizeBytes);
      if (type) return { path, sizeBytes, modifiedMs: Math.floor(mtimeMs), ...type };
      const reason = sizeBytes === 0 ? 'The file is empty' : 'not audio or video that can be played';
      batch.skipped.push({ path, reason });
    } catch (error) {
      batch.skipped.push({ path, reason: messageOf(error) });
    }
    return null;
  };
  for (const talk of talks) {
    const media: ImportMedia[] = [];
    for (const path of talk.media) {
      const file = await examine(path);
      if (file) media.push(file);
    }
    let isRead = false;
    const texts = [...talk.documents, ...talk.translations];
    for (const [at, path] of texts.entries()) {
      const others = texts.slice(at + 1);
      if (!(await read(path, others, media))) continue;
      for (const other of others) batch.warnings.push({ path: other, message: skipReason(path, other) });
      isRead = true;
      break;
    }
    const [first] = media;
    if (first && !isRead)
      batch.documents.push({
        ...completed(first.path, recordingAlone(first.path), await withFileDate(first.path)),
        path: first.path,
        contentHash: await fingerprint(join(root, first.path), first.sizeBytes),
        media,
      });
  }
  return batch;
};

/** The day of a file's last change; null if that is not used as its date. */
const changedOn = async (file: string, { dateFromFile }: ImportDefaults): Promise<string | null> =>
  dateFromFile === null ? null : dateIn(dateFromFile, (await stat(file)).mtimeMs);

const recordingAlone = (path: string): Omit<ImportedDocument, 'warnings'> => {
  const { title, date, ambiguousDate } = readPath(path);
  return {
    title,
    date,
    speakers: [],
    series: null,
    topics: [],
    scriptures: [],
    description: null,
    segments: [],
    isNamedByPath: true,
    ...(ambiguousDate !== null && { ambiguousDate }),
  };
};

const SAMPLE_BYTES = 1024 * 1024;

/** Identifies a recording by its size, beginning and end, because it may have many gigabytes. */
const fingerprint = async (path: string, sizeBytes: number): Promise<string> => {
  const file = await open(path);
  try {
    const parts = [0, Math.max(0, sizeBytes - SAMPLE_BYTES)].map(async (position) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, position);
      return buffer.subarray(0, bytesRead);
    });
    return sha256(Buffer.concat([Buffer.from(`${sizeBytes} `), ...(await Promise.all(parts))]));
  } finally {
    await file.close();
  }
};

/** The document with defaults for missing fields. */
const completed = (
  path: string,
  document: Omit<ImportedDocument, 'warnings'>,
  defaults: ImportDefaults,
): Omit<ImportedDocument, 'warnings'> & Required<Pick<ImportDocument, 'fromDefaults'>> => {
  const series = (defaults.seriesFromFolders ? readPath(path).series : null) ?? defaults.series;
  const { speakers, topics, date, language = talkName(path).language } = document;
  const lacking = {
    ...(speakers.length === 0 && defaults.speakers.length > 0 && { speakers: [...defaults.speakers] }),
    ...(topics.length === 0 && defaults.topics.length > 0 && { topics: [...defaults.topics] }),
    ...(document.series === null && series !== null && { series }),
    ...(date === null && defaults.date !== null && { date: defaults.date }),
  };
  return {
    ...document,
    ...(language !== undefined && { language }),
    ...lacking,
    fromDefaults: Object.keys(lacking),
  };
};
