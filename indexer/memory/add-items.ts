/** Reads items into an account's index, a few at a time. */
import { setImmediate } from 'node:timers/promises';
import type { StoredItem } from '../ports.js';
import type { AccountIndex } from './account-index.js';

/** Chunks read at a time. */
const BATCH_CHUNKS = 500;
/** Chunks added between two turns of the event loop. */
const SLICE_CHUNKS = 50;

/** The items in groups of about so many chunks. */
export function* batches(counts: Iterable<readonly [itemId: number, chunks: number]>): Generator<number[]> {
  let batch: number[] = [];
  let chunks = 0;
  for (const [itemId, count] of counts) {
    batch.push(itemId);
    chunks += Math.max(1, count);
    if (chunks < BATCH_CHUNKS) continue;
    yield batch;
    batch = [];
    chunks = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Lets others run in between. */
export async function addItems(index: AccountIndex, items: readonly StoredItem[]): Promise<void> {
  let chunks = 0;
  for (const item of items) {
    index.put(item);
    chunks += item.chunks.length;
    if (chunks < SLICE_CHUNKS) continue;
    chunks = 0;
    await setImmediate();
  }
}
