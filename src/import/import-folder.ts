/** Imports a folder: parses and stores its documents in batches, and waits until all of them are searchable. */
import type { Db } from '../platform/db/dialect.js';
import { AppError, isStoreDown, messageOf } from '../platform/lib/errors.js';
import { sleep } from '../platform/lib/retry.js';
import { pendingItems } from './import.repository.js';
import type { ImportDocument } from './import-document.js';
import type { GoneItem, ImportService } from './import.service.js';
import { openFolder, type ReadBatch, type ReadFolderOptions } from './read-folder.js';
import { skipped, type ImportOutcome } from './import-outcome.js';
import type { ImportTarget } from './store-document.js';
import type { ImportFolder, LeftOut } from './walk.js';

const POLL_MS = 200;

interface FolderImport extends Omit<ReadFolderOptions, 'accountId' | 'threads'> {
  target: Omit<ImportTarget, 'folder' | 'present'>;
  imports: ImportService;
  onProgress?(done: number, total: number): void;
}

export interface FolderReport {
  outcomes: ImportOutcome[];
  /** What was repaired or left out in imported files. */
  warnings: ReadBatch['warnings'];
  /** Files that are not documents. */
  leftOut: LeftOut[];
  /** Public items whose file no longer exists. */
  gone: GoneItem[];
  /** Paths of recordings that were stored. */
  stored: string[];
  /** Paths of recordings that replaced previous ones. */
  replaced: string[];
  /** Paths of all files that were read. */
  selected: string[];
  /** For a later call of `unpublishGone`. */
  target: ImportTarget;
}

/**
 * Stops between batches when the signal aborts.
 * @throws {Error} when the folder itself cannot be listed
 */
export const importFolder = async ({
  imports,
  target: known,
  onProgress,
  ...reading
}: FolderImport): Promise<FolderReport> => {
  const { root, signal } = reading;
  const { accountId } = known;
  const { files, media, problems, leftOut, folder, selected, batches } = await openFolder({
    ...reading,
    accountId,
    threads: imports.threads,
  });
  const target = { ...known, folder, present: presentPaths({ files, media, problems }) };
  const outcomes = problems.map(({ path, message }) => skipped(path, message));
  const guess = await imports.guesser(accountId, target.collectionId);
  const warnings: ReadBatch['warnings'] = [];
  const stored: string[] = [];
  const replaced: string[] = [];
  let done = 0;
  for await (const batch of batches()) {
    warnings.push(...batch.warnings);
    outcomes.push(...batch.skipped.map(({ path, reason }) => skipped(path, reason)));
    const documents = await guess(batch.documents, target.today);
    const imported = await importBatch(imports, target, documents);
    outcomes.push(...imported);
    warnings.push(
      ...documents.flatMap((document, at) => notesOf(document, imported[at]!.result === 'created')),
    );
    for (const [at, { itemId }] of imported.entries())
      for (const file of batch.documents[at]!.media ?? []) {
        if (itemId === null || signal.aborted) continue;
        try {
          const result = await imports.storeMedia(target, itemId, root, file);
          if (result === 'stored') stored.push(file.path);
          if (result === 'replaced') replaced.push(file.path);
          if (result === 'changed') warnings.push({ path: file.path, message: changedMedia(itemId) });
        } catch (error) {
          outcomes.push(skipped(file.path, messageOf(error)));
        }
      }
    done += batch.files;
    onProgress?.(done, files.length + media.length);
  }
  const gone = await goneItems(imports, target, problems);
  return { outcomes, warnings, leftOut, gone, target, selected, stored, replaced };
};

/** What the name of a document leaves open, and the chapters in its recordings. @param isNew whether an item is made of it, with what was guessed */
export const notesOf = (
  { path, ambiguousDate, date, guessed, suggestedScriptures = [], media = [] }: ImportDocument,
  isNew: boolean,
): ReadBatch['warnings'] => {
  const suggested = isNew ? suggestedScriptures : [];
  const withChapters = media.filter(({ chapters = [] }) => isNew && chapters.length > 0);
  const isOpen = ambiguousDate !== undefined && date === null && (guessed?.date ?? null) === null;
  return [
    ...(isOpen ? [`"${ambiguousDate}" in the file name is ambiguous; write it as 2024-06-09`] : []),
    ...(suggested.length > 0
      ? [`${suggested.join('; ')} in the file name is suggested, and public once it is accepted`]
      : []),
  ]
    .map((message) => ({ path, message }))
    .concat(
      withChapters.map((file) => ({
        path: file.path,
        message: `has chapters (${file.chapters!.length}), which become those of the item`,
      })),
    );
};

/** All documents in one transaction; if one of them fails, each by itself, so that the others are imported. */
const importBatch = async (
  imports: ImportService,
  target: ImportTarget,
  documents: readonly ImportDocument[],
): Promise<ImportOutcome[]> => {
  try {
    return await imports.importDocuments(target, documents);
  } catch (error) {
    if (isStoreDown(error) || !(error instanceof AppError)) throw error;
    if (documents.length === 1) return [skipped(documents[0]!.path, messageOf(error))];
    const outcomes: ImportOutcome[] = [];
    for (const document of documents) outcomes.push(...(await importBatch(imports, target, [document])));
    return outcomes;
  }
};

const changedMedia = (itemId: number): string =>
  `is not the recording of this name that item ${itemId} has, which stays: somebody has stored it there (--overwrite takes the file's)`;

/** Items whose file no longer exists, except those in a folder that cannot be read. */
export const goneItems = async (
  imports: ImportService,
  target: Parameters<ImportService['goneItems']>[0],
  problems: ImportFolder['problems'],
): Promise<GoneItem[]> =>
  (await imports.goneItems(target)).filter(
    (item) => !problems.some(({ path }) => item.path.startsWith(`${path}/`)),
  );

/** Includes unreadable files, because they exist. */
export const presentPaths = ({
  files,
  media,
  problems,
}: Pick<ImportFolder, 'files' | 'media' | 'problems'>): Set<string> =>
  new Set([...files, ...media, ...problems.map(({ path }) => path)]);

interface Wait {
  db: Db;
  accountId: number;
  itemIds: readonly number[];
  signal: AbortSignal;
  /** The error that keeps the items from becoming searchable; null if there is none. */
  lastError?(): Error | null;
  onProgress?(done: number, total: number): void;
}

/** Resolves when each of the items is searchable or has failed, or when the signal aborts. */
export const untilSearchable = async ({
  db,
  accountId,
  itemIds,
  signal,
  lastError,
  onProgress,
}: Wait): Promise<void> => {
  for (let before = 0; ;) {
    const pending = await pendingItems(db, accountId, itemIds);
    if (pending > 0 || before > 0) onProgress?.(itemIds.length - pending, itemIds.length);
    if (pending === 0 || signal.aborted) return;
    before = pending;
    const error = lastError?.();
    if (error) throw error;
    await sleep(POLL_MS, signal);
  }
};
