/** Starts the suggestion threads, with limits on time and memory. */
import { createThreadPool, type ThreadPool } from '../../platform/lib/thread-pool.js';
import { suggestTasks } from './suggest-tasks.js';

export type SuggestThreads = ThreadPool<typeof suggestTasks>;

export const createSuggestThreads = (): SuggestThreads =>
  createThreadPool({
    tasks: suggestTasks,
    entry: './suggest-thread',
    importer: import.meta.url,
    // Never on the main thread: the first text makes the thread load the Bible.
    inlineBytes: -1,
    threads: 1,
    timeoutMs: 60_000,
    memoryMb: 768,
    maxPendingBytes: Infinity,
  });
