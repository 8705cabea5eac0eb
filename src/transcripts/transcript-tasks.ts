/** Tasks on whole transcripts. Large ones run in a worker thread, because they take longer than requests can wait. */
import type { ThreadPool } from '../platform/lib/thread-pool.js';
import { editingTasks } from './editing/editing-tasks.js';
import { readingTasks } from './reading/reading-tasks.js';
import { draftTasks } from './drafts/draft-tasks.js';
import { uploadTasks } from './stored/upload-tasks.js';

export const transcriptTasks = { ...uploadTasks, ...readingTasks, ...editingTasks, ...draftTasks };

export type TranscriptThreads = ThreadPool<typeof transcriptTasks>;
