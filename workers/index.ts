/** Starts, calls and stops worker threads and child processes. */
export { transfer, type Caller } from './channel.js';
export { WorkerError } from './errors.js';
export { serve } from './serve.js';
export { createWorker, type WorkerHandle } from './worker.js';
