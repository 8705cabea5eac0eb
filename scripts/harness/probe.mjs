/**
 * Loaded into a server with `--import`: measures how long its event loop is blocked, and reports to the parent on
 * request. Where the kernel reports it, time in which other processes had the processor is subtracted from the
 * longest stall. Also collects garbage on request.
 */
import { openSync, readSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const INTERVAL_MS = 10;
const RESOLUTION_MS = 1;
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
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
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
    // A timer that fires on time is late by the resolution.
    const delayP99Ms = Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION_MS);
    process.send({ id, longestMs, delayP99Ms });
    longestMs = 0;
    delay.reset();
  });
  process.channel.unref();
};

// Worker threads load this file too.
if (isMainThread) watch();
