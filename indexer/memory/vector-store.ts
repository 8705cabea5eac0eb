/**
 * Vectors as int8 in one WebAssembly memory, in blocks of rows, scanned with SIMD. A vector takes a byte per dimension
 * and has a scale of its own; cosines of unit vectors are within about .001 of the exact ones.
 */
import { ReplacedInMemoryError } from '../errors.js';
import type { Saved } from './saved.js';
import { SCAN_MODULE } from './scan-module.js';

type Scan = (
  query: number,
  scale: number,
  vectors: number,
  bytes: number,
  scales: number,
  rows: number,
  out: number,
) => void;

export interface VectorStore {
  /** An empty list of vectors. */
  createList(): VectorList;
  /** Memory of all lists. */
  bytes(): number;
}

export interface VectorList extends Saved {
  readonly length: number;
  push(vector: Float32Array): void;
  /**
   * The vector as far as it is stored.
   * @throws {ReplacedInMemoryError} after `free`
   */
  get(row: number): Float32Array;
  /**
   * Writes the cosine of every row in the ranges `[start, end)` to `out`, by row.
   * @throws {ReplacedInMemoryError} after `free`
   */
  scan(query: Float32Array, ranges: ArrayLike<number>, out: Float32Array): void;
  /** Gives its memory to other lists. */
  free(): void;
}

const BLOCK_ROWS = 64;
/** Blocks that are saved together. */
const SAVED_BLOCKS = 32;
const PAGE_BYTES = 65_536;
const MAX_PAGES = 65_536;
/** The first page holds the query, as int16, and the cosines of one block. */
const SCORES_AT = PAGE_BYTES - BLOCK_ROWS * 4;
interface SavedBlocks {
  rows: number;
  bytes: Int8Array;
}

const MAX_DIMENSIONS = SCORES_AT / 2;
const GROW_PAGES = 16;

/** Whether this processor can scan: WebAssembly SIMD is not everywhere. */
export const canScan = (): boolean => WebAssembly.validate(Buffer.from(SCAN_MODULE, 'base64'));

export function createVectorStore(dimensions: number): VectorStore {
  if (dimensions > MAX_DIMENSIONS) throw new RangeError(`Vectors of ${dimensions} dimensions are too long`);
  const width = Math.ceil(dimensions / 16) * 16;
  const scalesAt = BLOCK_ROWS * width;
  const blockBytes = scalesAt + BLOCK_ROWS * 4;
  const memory = new WebAssembly.Memory({ initial: 1, maximum: MAX_PAGES, shared: true });
  const module = new WebAssembly.Module(Buffer.from(SCAN_MODULE, 'base64'));
  const scan = new WebAssembly.Instance(module, { env: { memory } }).exports.scan as Scan;
  const scores = new Float32Array(memory.buffer, SCORES_AT, BLOCK_ROWS);
  const queryWords = new Int16Array(memory.buffer, 0, width);
  let int8 = new Int8Array(memory.buffer);
  let float32 = new Float32Array(memory.buffer);
  let end = PAGE_BYTES;
  const unused: number[] = [];

  const allocate = (): number => {
    const block = unused.pop();
    if (block !== undefined) return block;
    if (end + blockBytes > int8.length) {
      memory.grow(Math.max(GROW_PAGES, Math.ceil(blockBytes / PAGE_BYTES)));
      int8 = new Int8Array(memory.buffer);
      float32 = new Float32Array(memory.buffer);
    }
    end += blockBytes;
    return end - blockBytes;
  };

  /** @returns the query's scale */
  const writeQuery = (query: Float32Array): number => {
    const largest = largestOf(query);
    const factor = largest > 0 ? 32_767 / largest : 0;
    queryWords.fill(0);
    for (let at = 0; at < dimensions; at++) queryWords[at] = Math.round(query[at]! * factor);
    return factor > 0 ? 1 / factor : 0;
  };

  const createList = (): VectorList => {
    const blocks: number[] = [];
    let length = 0;
    let isFree = false;
    const assertHeld = (): void => {
      if (isFree) throw new ReplacedInMemoryError();
    };
    return {
      get length() {
        return length;
      },
      push: (vector) => {
        if (vector.length !== dimensions)
          throw new RangeError(`The vector has ${vector.length} dimensions, but the index has ${dimensions}`);
        const at = length % BLOCK_ROWS;
        if (at === 0) blocks.push(allocate());
        const block = blocks.at(-1)!;
        const largest = largestOf(vector);
        const factor = largest > 0 ? 127 / largest : 0;
        const from = block + at * width;
        for (let i = 0; i < dimensions; i++) int8[from + i] = Math.round(vector[i]! * factor);
        int8.fill(0, from + dimensions, from + width);
        float32[(block + scalesAt) / 4 + at] = factor > 0 ? 1 / factor : 0;
        length++;
      },
      get: (row) => {
        assertHeld();
        const block = blocks[Math.floor(row / BLOCK_ROWS)]!;
        const at = row % BLOCK_ROWS;
        const scale = float32[(block + scalesAt) / 4 + at]!;
        const from = block + at * width;
        const vector = new Float32Array(dimensions);
        for (let i = 0; i < dimensions; i++) vector[i] = int8[from + i]! * scale;
        return vector;
      },
      scan: (query, ranges, out) => {
        assertHeld();
        const scale = writeQuery(query);
        for (let i = 0; i < ranges.length; i += 2) {
          const stop = Math.min(ranges[i + 1]!, length);
          for (let row = ranges[i]!; row < stop;) {
            const at = row % BLOCK_ROWS;
            const rows = Math.min(BLOCK_ROWS - at, stop - row);
            const block = blocks[(row - at) / BLOCK_ROWS]!;
            scan(0, scale, block + at * width, width, block + scalesAt + at * 4, rows, SCORES_AT);
            for (let n = 0; n < rows; n++) out[row + n] = scores[n]!;
            row += rows;
          }
        }
      },
      *parts() {
        for (let first = 0; first < blocks.length; first += SAVED_BLOCKS) {
          const saved = blocks.slice(first, first + SAVED_BLOCKS);
          const bytes = new Int8Array(saved.length * blockBytes);
          for (const [at, block] of saved.entries())
            bytes.set(int8.subarray(block, block + blockBytes), at * blockBytes);
          const rows = Math.min(length - first * BLOCK_ROWS, saved.length * BLOCK_ROWS);
          yield { rows, bytes } satisfies SavedBlocks;
        }
      },
      restore: (part) => {
        const { rows, bytes } = part as SavedBlocks;
        for (let from = 0; from < bytes.length; from += blockBytes) {
          const block = allocate();
          blocks.push(block);
          int8.set(bytes.subarray(from, from + blockBytes), block);
        }
        length += rows;
      },
      free: () => {
        unused.push(...blocks.splice(0));
        length = 0;
        isFree = true;
      },
    };
  };

  return { createList, bytes: () => end - PAGE_BYTES - unused.length * blockBytes };
}

function largestOf(vector: Float32Array): number {
  let largest = 0;
  for (let at = 0; at < vector.length; at++) {
    const size = Math.abs(vector[at]!);
    if (size > largest) largest = size;
  }
  return largest;
}
