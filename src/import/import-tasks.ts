/** Parses documents and feeds, and guesses what files are; large ones in a worker thread, which ends when idle. */
import type { Readers } from '../../indexer/index.js';
import type { ThreadPool } from '../platform/lib/thread-pool.js';
import { readFeed, type Feed } from './feed/read-feed.js';
import { guessTalks, type GuessRequest } from './guess/guess-talks.js';
import type { TalkGuess } from './guess/guess.js';
import { parseDocument, type ImportedDocument } from './parse-document.js';

/** A file, and how the account's people write references. */
interface DocumentSource {
  path: string;
  bytes: Uint8Array;
  readers: Readers | undefined;
}

export const importTasks = {
  /** @throws {TranscriptFormatError} when the file cannot be imported */
  readDocument: ({ path, bytes, readers }: DocumentSource): ImportedDocument =>
    parseDocument(path, bytes, readers),
  /** @throws {TranscriptFormatError} when it is not a feed */
  readFeed: ({ bytes, url }: { bytes: Uint8Array; url: string }): Feed => readFeed(bytes, url),
  guessTalks: (request: GuessRequest): TalkGuess[] => guessTalks(request),
};

export type ImportThreads = ThreadPool<typeof importTasks>;

/** Weight of a task that never runs on the calling thread: reading references takes long, however short they are. */
export const ALWAYS_IN_THREAD = 100 * 1024;
