/** Imports a folder: reads and stores its documents in batches, and waits until all of them are searchable. */
import { constants } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../../platform/db/dialect.js';
import { messageOf } from '../../platform/lib/errors.js';
import { sha256 } from '../../platform/lib/ids.js';
import { sleep } from '../../platform/lib/retry.js';
import { pendingItems } from './import.repository.js';
import type { ImportDocument, ImportOutcome, ImportService, ImportTarget } from './import.service.js';
import { parseDocument } from './parse-document.js';
import { walkImportFolder, type WalkOptions } from './walk.js';

/** Documents per transaction. */
const BATCH_SIZE = 16;
const POLL_MS = 200;

interface FolderImport extends WalkOptions {
  root: string;
  target: ImportTarget;
  imports: ImportService;
  signal: AbortSignal;
  onProgress?(done: number, total: number): void;
}

export interface FolderReport {
  outcomes: ImportOutcome[];
  /** What was repaired or left out in files that were imported. */
  warnings: { path: string; message: string }[];
}

/**
 * Stops between batches when the signal aborts.
 * @throws {Error} when the folder itself cannot be listed
 */
export const importFolder = async ({
  root,
  target,
  imports,
  followLinks,
  signal,
  onProgress,
}: FolderImport): Promise<FolderReport> => {
  const { files, problems } = await walkImportFolder(root, { followLinks });
  // A file that has become a link since it was listed is not read.
  const flag = followLinks ? constants.O_RDONLY : constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);
  const report: FolderReport = {
    outcomes: problems.map(({ path, message }) => ({
      path,
      itemId: null,
      result: 'skipped',
      reason: message,
    })),
    warnings: [],
  };
  for (let start = 0; start < files.length && !signal.aborted; start += BATCH_SIZE) {
    const documents: ImportDocument[] = [];
    for (const path of files.slice(start, start + BATCH_SIZE)) {
      try {
        const bytes = await readFile(join(root, path), { flag });
        const { warnings, ...document } = parseDocument(path, bytes);
        documents.push({ ...document, path, contentHash: sha256(bytes) });
        report.warnings.push(...warnings.map((message) => ({ path, message })));
      } catch (error) {
        report.outcomes.push({ path, itemId: null, result: 'skipped', reason: messageOf(error) });
      }
    }
    report.outcomes.push(...(await imports.importDocuments(target, documents)));
    onProgress?.(Math.min(start + BATCH_SIZE, files.length), files.length);
  }
  return report;
};

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
