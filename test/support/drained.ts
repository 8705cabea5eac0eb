/** Waits until a slow reader has read everything. */
import { once, type EventEmitter } from 'node:events';
import type { Writable } from 'node:stream';

/**
 * Resolves once `out` accepts more, or `reader` has closed. Removes its listeners, because connections live longer
 * than a wait.
 */
export const drained = async (out: Writable, reader: EventEmitter = out): Promise<void> => {
  const waiting = new AbortController();
  const { signal } = waiting;
  await Promise.race([once(out, 'drain', { signal }), once(reader, 'close', { signal })]);
  waiting.abort();
};
