/** When chunks begin and end, by row. */
import type { Chunk } from '../ports.js';
import { grown } from './grown.js';
import type { Saved } from './saved.js';

/** ms; null if unknown. */
type Times = Pick<Chunk, 'startMs' | 'endMs'>;

export interface ChunkTimes extends Saved {
  /** Adds those of the next chunk. */
  push(times: Times): void;
  get(row: number): Times;
  bytes(): number;
}

interface SavedTimes {
  times: Int32Array<ArrayBuffer>;
  length: number;
}

/** In place of null. */
const UNKNOWN = -1;

export function createChunkTimes(): ChunkTimes {
  /** By row: start and end. */
  let times = new Int32Array(2 * 64);
  let length = 0;
  const known = (ms: number): number | null => (ms === UNKNOWN ? null : ms);
  return {
    push: ({ startMs, endMs }) => {
      if (length * 2 === times.length) times = grown(times);
      times[length * 2] = startMs ?? UNKNOWN;
      times[length * 2 + 1] = endMs ?? UNKNOWN;
      length++;
    },
    get: (row) => ({ startMs: known(times[row * 2]!), endMs: known(times[row * 2 + 1]!) }),
    *parts() {
      yield { times, length } satisfies SavedTimes;
    },
    restore: (part) => {
      ({ times, length } = part as SavedTimes);
    },
    bytes: () => times.byteLength,
  };
}
