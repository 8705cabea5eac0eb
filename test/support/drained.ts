/** Waits until a slow reader has read everything. */
import { once, type EventEmitter } from 'node:events';
import type { Writable } from 'node:stream';

/**
 * Resolves once `out` takes more, or `reader` is gone. Leaves no listener behind: connections live longer than a wait.
 */
export const drained = async (out: Writable, reader: EventEmitter = out): Promise<void> => {
  const waiting = new AbortController();
  const { signal } = waiting;
  await Promise.race([once(out, 'drain', { signal }), once(reader, 'close', { signal })]);
  waiting.abort();
};
