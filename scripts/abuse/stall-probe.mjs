/**
 * Loaded into the server with `--import`: measures how long its event loop is blocked, and reports the longest
 * time to the parent on request. Where the kernel reports it, time in which other processes had the processor is
 * subtracted. Also collects garbage on request.
 */
import { openSync, readSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const INTERVAL_MS = 10;
const buffer = Buffer.alloc(100);
let file;
try {
  file = openSync('/proc/self/schedstat');
} catch {
  // Not Linux: the whole delay counts.
}

/** Total milliseconds that the main thread has waited for a processor. */
const waitedMs = () => {
  if (file === undefined) return 0;
  const length = readSync(file, buffer, 0, buffer.length, 0);
  return Number(buffer.toString('latin1', 0, length).split(' ')[1]) / 1e6;
};

const watch = () => {
  let last = { at: performance.now(), waited: waitedMs() };
  let longestMs = 0;
  const measure = () => {
    const now = { at: performance.now(), waited: waitedMs() };
    longestMs = Math.max(longestMs, now.at - last.at - (now.waited - last.waited) - INTERVAL_MS);
    last = now;
  };
  setInterval(measure, INTERVAL_MS).unref();
  process.on('message', ({ id, collect }) => {
    if (collect) globalThis.gc();
    measure();
    process.send({ id, longestMs });
    longestMs = 0;
  });
  process.channel.unref();
};

// Worker threads load this file too.
if (isMainThread) watch();
