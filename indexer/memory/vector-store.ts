/**
 * Vectors as int8 in one WebAssembly memory, in blocks of rows, scanned with SIMD. A vector takes a byte per dimension
 * and has a scale of its own; cosines of unit vectors are within about .001 of the exact ones. The upper halves of the
 * bytes of a block lie together, and its lower halves: an estimate reads only the upper ones, since a scan of many
 * vectors takes as long as reading them from memory.
 */
import { ReplacedInMemoryError } from '../errors.js';
import type { Saved } from './saved.js';
import { SCAN_MODULE } from './scan-module.js';

type Scan = (
  query: number,
  vectors: number,
  bytes: number,
  scales: number,
  rows: number,
  weight: number,
  bias: number,
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
  /**
   * Writes what the cosines of the rows in the ranges hardly exceed, for half of the time: their estimates from the
   * upper halves, and four standard deviations of the errors, which one of 30,000 is above.
   * @throws {ReplacedInMemoryError} after `free`
   */
  bound(query: Float32Array, ranges: ArrayLike<number>, out: Float32Array): void;
  /**
   * Writes the cosines of these rows to `out`, by row.
   * @param bounds of the same query
   * @throws {ReplacedInMemoryError} after `free`
   */
  measure(query: Float32Array, rows: ArrayLike<number>, bounds: Float32Array, out: Float32Array): void;
  /** Gives its memory to other lists. */
  free(): void;
}

const BLOCK_ROWS = 64;
/** Blocks that are saved together. */
const SAVED_BLOCKS = 32;
const PAGE_BYTES = 65_536;
const MAX_PAGES = 65_536;
/** The first page holds the query, as int16, and two scores for each row of a block. */
const SCORES_AT = PAGE_BYTES - 2 * BLOCK_ROWS * 4;
/** More would overflow sums of 32 bits: 15 * 32767 for each dimension. */
const MAX_DIMENSIONS = 4_096;
/** Bytes are stored with this added, so that their halves are not negative. */
const OFFSET = 128;
/** The mean of a lower half, and the standard deviation of 16 equally likely ones. */
const LOWER_MEAN = 7.5;
const LOWER_DEVIATION = Math.sqrt((16 ** 2 - 1) / 12);
/** By which a bound is above the estimate. */
const DEVIATIONS = 4;

/** The query's scale, and what its products with upper and with lower halves need added. */
interface WrittenQuery {
  scale: number;
  upperBias: number;
  lowerBias: number;
}

interface SavedBlocks {
  rows: number;
  bytes: Uint8Array;
}

const GROW_PAGES = 16;

/** Whether this processor can scan: WebAssembly SIMD is not everywhere. */
export const canScan = (): boolean => WebAssembly.validate(Buffer.from(SCAN_MODULE, 'base64'));

export function createVectorStore(dimensions: number): VectorStore {
  if (dimensions > MAX_DIMENSIONS) throw new RangeError(`Vectors of ${dimensions} dimensions are too long`);
  const halfWidth = Math.ceil(dimensions / 32) * 16;
  const lowerAt = BLOCK_ROWS * halfWidth;
  const scalesAt = 2 * lowerAt;
  const blockBytes = scalesAt + BLOCK_ROWS * 4;
  const memory = new WebAssembly.Memory({ initial: 1, maximum: MAX_PAGES, shared: true });
  const module = new WebAssembly.Module(Buffer.from(SCAN_MODULE, 'base64'));
  const scan = new WebAssembly.Instance(module, { env: { memory } }).exports.scan as Scan;
  const upperScores = new Float32Array(memory.buffer, SCORES_AT, BLOCK_ROWS);
  const lowerScores = new Float32Array(memory.buffer, SCORES_AT + BLOCK_ROWS * 4, BLOCK_ROWS);
  const queryWords = new Int16Array(memory.buffer, 0, 2 * halfWidth);
  let bytes = new Uint8Array(memory.buffer);
  let words = new Uint16Array(memory.buffer);
  let float32 = new Float32Array(memory.buffer);
  let end = PAGE_BYTES;
  const unused: number[] = [];

  const allocate = (): number => {
    const block = unused.pop();
    if (block !== undefined) return block;
    if (end + blockBytes > bytes.length) {
      memory.grow(Math.max(GROW_PAGES, Math.ceil(blockBytes / PAGE_BYTES)));
      bytes = new Uint8Array(memory.buffer);
      words = new Uint16Array(memory.buffer);
      float32 = new Float32Array(memory.buffer);
    }
    end += blockBytes;
    return end - blockBytes;
  };

  const writeQuery = (query: Float32Array): WrittenQuery => {
    const largest = largestOf(query);
    const factor = largest > 0 ? 32_767 / largest : 0;
    let sum = 0;
    let squares = 0;
    for (let at = 0; at < dimensions; at++) {
      const word = Math.round(query[at]! * factor);
      queryWords[at] = word;
      sum += word;
      squares += word ** 2;
    }
    const scale = factor > 0 ? 1 / factor : 0;
    const lowerBound = (LOWER_MEAN * sum + DEVIATIONS * LOWER_DEVIATION * Math.sqrt(squares)) * scale;
    return { scale, upperBias: lowerBound - OFFSET * sum * scale, lowerBias: -lowerBound };
  };

  /** Writes scores of rows of a block, from the upper halves: bounds of their cosines. */
  const scanUpper = (block: number, at: number, rows: number, { scale, upperBias }: WrittenQuery): void => {
    const scales = block + scalesAt + at * 4;
    scan(0, block + at * halfWidth, halfWidth, scales, rows, 16 * scale, upperBias, upperScores.byteOffset);
  };

  /** The same from the lower halves: what the bounds lack. */
  const scanLower = (block: number, at: number, rows: number, { scale, lowerBias }: WrittenQuery): void => {
    const from = block + lowerAt + at * halfWidth;
    scan(0, from, halfWidth, block + scalesAt + at * 4, rows, scale, lowerBias, lowerScores.byteOffset);
  };

  /** Calls `work` with the rows of the ranges that a block has: its place, the first of them there, and how many. */
  const eachBlock = (
    blocks: readonly number[],
    ranges: ArrayLike<number>,
    length: number,
    work: (block: number, at: number, rows: number, row: number) => void,
  ): void => {
    for (let i = 0; i < ranges.length; i += 2) {
      const stop = Math.min(ranges[i + 1]!, length);
      for (let row = ranges[i]!; row < stop;) {
        const at = row % BLOCK_ROWS;
        const rows = Math.min(BLOCK_ROWS - at, stop - row);
        work(blocks[(row - at) / BLOCK_ROWS]!, at, rows, row);
        row += rows;
      }
    }
  };

  // Where the half of a dimension is: in which word of its row, and its lowest bit there.
  const wordOf = Uint16Array.from({ length: dimensions }, (_, at) => (at >> 5) * 8 + (at & 7));
  const bitOf = Uint8Array.from({ length: dimensions }, (_, at) => ((at >> 3) & 3) * 4);

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
        const upper = block + at * halfWidth;
        const lower = upper + lowerAt;
        bytes.fill(0, upper, upper + halfWidth);
        bytes.fill(0, lower, lower + halfWidth);
        for (let i = 0; i < dimensions; i++) {
          const byte = Math.round(vector[i]! * factor) + OFFSET;
          words[upper / 2 + wordOf[i]!]! |= (byte >> 4) << bitOf[i]!;
          words[lower / 2 + wordOf[i]!]! |= (byte & 15) << bitOf[i]!;
        }
        float32[(block + scalesAt) / 4 + at] = factor > 0 ? 1 / factor : 0;
        length++;
      },
      get: (row) => {
        assertHeld();
        const block = blocks[Math.floor(row / BLOCK_ROWS)]!;
        const at = row % BLOCK_ROWS;
        const scale = float32[(block + scalesAt) / 4 + at]!;
        const upper = block + at * halfWidth;
        const lower = upper + lowerAt;
        const vector = new Float32Array(dimensions);
        for (let i = 0; i < dimensions; i++) {
          const upperHalf = (words[upper / 2 + wordOf[i]!]! >> bitOf[i]!) & 15;
          const lowerHalf = (words[lower / 2 + wordOf[i]!]! >> bitOf[i]!) & 15;
          vector[i] = (upperHalf * 16 + lowerHalf - OFFSET) * scale;
        }
        return vector;
      },
      scan: (query, ranges, out) => {
        assertHeld();
        const written = writeQuery(query);
        eachBlock(blocks, ranges, length, (block, at, rows, row) => {
          scanUpper(block, at, rows, written);
          scanLower(block, at, rows, written);
          for (let n = 0; n < rows; n++) out[row + n] = upperScores[n]! + lowerScores[n]!;
        });
      },
      bound: (query, ranges, out) => {
        assertHeld();
        const written = writeQuery(query);
        eachBlock(blocks, ranges, length, (block, at, rows, row) => {
          scanUpper(block, at, rows, written);
          for (let n = 0; n < rows; n++) out[row + n] = upperScores[n]!;
        });
      },
      measure: (query, rows, bounds, out) => {
        assertHeld();
        const written = writeQuery(query);
        for (let n = 0; n < rows.length; n++) {
          const row = rows[n]!;
          const at = row % BLOCK_ROWS;
          scanLower(blocks[(row - at) / BLOCK_ROWS]!, at, 1, written);
          out[row] = bounds[row]! + lowerScores[0]!;
        }
      },
      *parts() {
        for (let first = 0; first < blocks.length; first += SAVED_BLOCKS) {
          const saved = blocks.slice(first, first + SAVED_BLOCKS);
          const copy = new Uint8Array(saved.length * blockBytes);
          for (const [at, block] of saved.entries())
            copy.set(bytes.subarray(block, block + blockBytes), at * blockBytes);
          const rows = Math.min(length - first * BLOCK_ROWS, saved.length * BLOCK_ROWS);
          yield { rows, bytes: copy } satisfies SavedBlocks;
        }
      },
      restore: (part) => {
        const saved = part as SavedBlocks;
        for (let from = 0; from < saved.bytes.length; from += blockBytes) {
          const block = allocate();
          blocks.push(block);
          bytes.set(saved.bytes.subarray(from, from + blockBytes), block);
        }
        length += saved.rows;
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
