/** An account's int8 vectors in one WebAssembly memory, in blocks of rows, scanned with SIMD. */
import { largestOf, packedVectors, rowBytes } from './int8.js';
import { SCAN_MODULE } from './scan-module.js';

type Scan = (query: number, vectors: number, bytes: number, rows: number, out: number) => void;

export interface VectorStore {
  /** An empty list of vectors. */
  createList(): VectorList;
  /** Memory that is set aside for all lists. */
  bytes(): number;
}

export interface VectorList {
  readonly length: number;
  /** Appends vectors that `toInt8` has packed. */
  push(packed: Uint8Array): void;
  /** The vector as far as it is stored. */
  get(row: number): Float32Array;
  /** Writes the cosine of every row in the ranges `[start, end)` to `out`, by row. */
  scan(query: Float32Array, ranges: ArrayLike<number>, out: Float32Array): void;
}

const BLOCK_ROWS = 64;
const PAGE_BYTES = 65_536;
/** All that a WebAssembly memory can have, 4 GiB: ten million vectors of 384 dimensions, far more than an account may. */
const MAX_PAGES = 65_536;
const GROW_PAGES = 4;
/** The first page holds the query, as int16, and the products of a block. */
const PRODUCTS_AT = PAGE_BYTES - BLOCK_ROWS * 4;
const MAX_DIMENSIONS = 4_096;
const MAX_INT16 = 2 ** 15 - 1;
const MAX_INT32 = 2 ** 31 - 1;
const MAX_INT8 = 127;

const module = new WebAssembly.Module(Buffer.from(SCAN_MODULE, 'base64'));

export function createVectorStore(dimensions: number): VectorStore {
  if (dimensions > MAX_DIMENSIONS) throw new RangeError(`Vectors of ${dimensions} dimensions are too long`);
  const width = rowBytes(dimensions);
  const blockBytes = BLOCK_ROWS * width;
  // Shared memory grows without a copy.
  const memory = new WebAssembly.Memory({ initial: 1, maximum: MAX_PAGES, shared: true });
  const scan = new WebAssembly.Instance(module, { env: { memory } }).exports.scan as Scan;
  const products = new Int32Array(memory.buffer, PRODUCTS_AT, BLOCK_ROWS);
  const queryWords = new Int16Array(memory.buffer, 0, width);
  // Sums of products must not overflow 32 bits.
  const maxWord = Math.min(MAX_INT16, Math.floor(MAX_INT32 / (MAX_INT8 * width)));
  let bytes = new Uint8Array(memory.buffer);
  let end = PAGE_BYTES;

  const allocate = (): number => {
    if (end + blockBytes > bytes.length) {
      memory.grow(Math.max(GROW_PAGES, Math.ceil(blockBytes / PAGE_BYTES)));
      bytes = new Uint8Array(memory.buffer);
    }
    end += blockBytes;
    return end - blockBytes;
  };

  /** @returns the query's scale */
  const writeQuery = (query: Float32Array): number => {
    const largest = largestOf(query);
    const factor = largest > 0 ? maxWord / largest : 0;
    for (let at = 0; at < dimensions; at++) queryWords[at] = Math.round(query[at]! * factor);
    return factor > 0 ? 1 / factor : 0;
  };

  const createList = (): VectorList => {
    const blocks: number[] = [];
    let scales = new Float32Array(BLOCK_ROWS);
    let length = 0;
    return {
      get length() {
        return length;
      },
      push: (packed) => {
        const { rows, bytes: from, scaleOf } = packedVectors(packed, dimensions);
        if (!Number.isInteger(rows))
          throw new RangeError(`The vectors do not have the ${dimensions} dimensions of the index`);
        if (length + rows > scales.length) {
          const longer = new Float32Array(Math.max(length + rows, scales.length * 1.5));
          longer.set(scales);
          scales = longer;
        }
        for (let row = 0; row < rows;) {
          const at = length % BLOCK_ROWS;
          if (at === 0) blocks.push(allocate());
          const count = Math.min(BLOCK_ROWS - at, rows - row);
          bytes.set(from.subarray(row * width, (row + count) * width), blocks.at(-1)! + at * width);
          for (const last = row + count; row < last; row++) scales[length++] = scaleOf(row);
        }
      },
      get: (row) => {
        const from = blocks[Math.floor(row / BLOCK_ROWS)]! + (row % BLOCK_ROWS) * width;
        const signed = new Int8Array(memory.buffer, from, dimensions);
        return Float32Array.from(signed, (value) => value * scales[row]!);
      },
      scan: (query, ranges, out) => {
        const scale = writeQuery(query);
        for (let i = 0; i < ranges.length; i += 2) {
          const stop = Math.min(ranges[i + 1]!, length);
          for (let row = ranges[i]!; row < stop;) {
            const at = row % BLOCK_ROWS;
            const rows = Math.min(BLOCK_ROWS - at, stop - row);
            scan(0, blocks[(row - at) / BLOCK_ROWS]! + at * width, width, rows, PRODUCTS_AT);
            for (let n = 0; n < rows; n++) out[row + n] = products[n]! * scale * scales[row + n]!;
            row += rows;
          }
        }
      },
    };
  };

  return { createList, bytes: () => bytes.length };
}
