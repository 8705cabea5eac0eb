/** Imports a folder: reads and stores its documents in batches, and waits until all of them are searchable. */
import type { Db } from '../../platform/db/dialect.js';
import { sleep } from '../../platform/lib/retry.js';
import { pendingItems } from './import.repository.js';
import type { GoneItem, ImportService } from './import.service.js';
import { openFolder, type ImportDefaults, type ReadBatch } from './read-folder.js';
import { skipped, type ImportOutcome } from './import-outcome.js';
import type { ImportTarget } from './store-document.js';
import type { ImportFolder, LeftOut, WalkOptions } from './walk.js';

const POLL_MS = 200;

interface FolderImport extends WalkOptions {
  root: string;
  target: Omit<ImportTarget, 'folder' | 'present'>;
  imports: ImportService;
  /** What documents do not say themselves. */
  defaults?: ImportDefaults;
  signal: AbortSignal;
  onProgress?(done: number, total: number): void;
}

export interface FolderReport {
  outcomes: ImportOutcome[];
  /** What was repaired or left out in files that were imported. */
  warnings: ReadBatch['warnings'];
  /** What is no document. */
  leftOut: LeftOut[];
  /** Public items whose file is gone. */
  gone: GoneItem[];
  /** For a later call of `unpublishGone`. */
  target: ImportTarget;
}

/**
 * Stops between batches when the signal aborts.
 * @throws {Error} when the folder itself cannot be listed
 */
export const importFolder = async ({
  root,
  imports,
  followLinks,
  defaults,
  signal,
  onProgress,
  ...options
}: FolderImport): Promise<FolderReport> => {
  const { accountId } = options.target;
  const reading = { root, accountId, threads: imports.threads, defaults, followLinks, signal };
  const { files, problems, leftOut, folder, batches } = await openFolder(reading);
  const target = { ...options.target, folder, present: presentPaths({ files, problems }) };
  const outcomes = problems.map(({ path, message }) => skipped(path, message));
  const warnings: ReadBatch['warnings'] = [];
  let done = 0;
  for await (const batch of batches()) {
    warnings.push(...batch.warnings);
    outcomes.push(...batch.skipped.map(({ path, reason }) => skipped(path, reason)));
    outcomes.push(...(await imports.importDocuments(target, batch.documents)));
    done += batch.files;
    onProgress?.(done, files.length);
  }
  const gone = await goneItems(imports, target, problems);
  return { outcomes, warnings, leftOut, gone, target };
};

/** Items whose file is gone; not those below a folder that cannot be read. */
export const goneItems = async (
  imports: ImportService,
  target: Parameters<ImportService['goneItems']>[0],
  problems: ImportFolder['problems'],
): Promise<GoneItem[]> =>
  (await imports.goneItems(target)).filter(
    (item) => !problems.some(({ path }) => item.path.startsWith(`${path}/`)),
  );

/** Also of files that cannot be read: they are there. */
export const presentPaths = ({ files, problems }: Pick<ImportFolder, 'files' | 'problems'>): Set<string> =>
  new Set([...files, ...problems.map(({ path }) => path)]);

interface Wait {
  db: Db;
  accountId: number;
  itemIds: readonly number[];
  signal: AbortSignal;
  /** The error because of which the items will not become searchable; null while there is none. */
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
