/**
 * Loaded into the served process with `--import`: measures how long its event loop is held up, and tells the parent the
 * longest time since it last asked. Time in which the thread could run but other processes had the processor is left
 * out, where the kernel tells it. Collects garbage when asked to.
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

/** Milliseconds that the main thread has waited for a processor until now. */
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

// Worker threads load it too.
if (isMainThread) watch();
