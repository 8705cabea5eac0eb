/** Parses documents; large ones in a worker thread, which ends when idle. */
import type { ThreadPool } from '../../platform/lib/thread-pool.js';
import { parseDocument, type ImportedDocument } from './parse-document.js';

export const importTasks = {
  /** @throws {TranscriptFormatError} when the file cannot be imported */
  readDocument: ({ path, bytes }: { path: string; bytes: Uint8Array }): ImportedDocument =>
    parseDocument(path, bytes),
};

export type ImportThreads = ThreadPool<typeof importTasks>;
