/** Threads and processes beside the one that serves: how they are started, called in both directions, and ended. */
export { moved, type Caller } from './channel.js';
export { WorkerError } from './errors.js';
export { serve } from './serve.js';
export { createWorker, type WorkerHandle } from './worker.js';
