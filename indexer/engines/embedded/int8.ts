/** Vectors as int8 with a scale of their own: cosines of unit vectors are within about .001 of the exact ones. */

/** Rows are padded with zeros to a multiple of this, which is what a step of the scan reads. */
const STEP = 16;
const LARGEST = 127;
const SCALE_BYTES = 4;

export const rowBytes = (dimensions: number): number => Math.ceil(dimensions / STEP) * STEP;

/** All rows, then their scales as float32. @throws {RangeError} for a vector of other dimensions */
export function toInt8(vectors: readonly Float32Array[], dimensions: number): Uint8Array {
  const { write, packed } = createInt8Packer(vectors.length, dimensions);
  for (const [row, vector] of vectors.entries()) write(row, vector);
  return packed;
}

/** The same, vector by vector: all rows must be written. */
export function createInt8Packer(
  count: number,
  dimensions: number,
): { packed: Uint8Array; write(row: number, vector: Float32Array): void } {
  const width = rowBytes(dimensions);
  const packed = new Uint8Array(count * (width + SCALE_BYTES));
  const rows = new Int8Array(packed.buffer);
  const scales = new DataView(packed.buffer, count * width);
  return {
    packed,
    write: (row, vector) => {
      if (vector.length !== dimensions)
        throw new RangeError(`The vector has ${vector.length} dimensions, but the index has ${dimensions}`);
      const largest = largestOf(vector);
      const factor = largest > 0 ? LARGEST / largest : 0;
      const first = row * width;
      for (let at = 0; at < dimensions; at++) rows[first + at] = Math.round(vector[at]! * factor);
      scales.setFloat32(row * SCALE_BYTES, factor > 0 ? 1 / factor : 0, true);
    },
  };
}

/** What `toInt8` has packed. */
export interface PackedVectors {
  rows: number;
  bytes: Uint8Array;
  scaleOf(row: number): number;
}

export function packedVectors(packed: Uint8Array, dimensions: number): PackedVectors {
  const width = rowBytes(dimensions);
  const rows = packed.length / (width + SCALE_BYTES);
  const scales = new DataView(packed.buffer, packed.byteOffset + rows * width, rows * SCALE_BYTES);
  return {
    rows,
    bytes: packed.subarray(0, rows * width),
    scaleOf: (row) => scales.getFloat32(row * SCALE_BYTES, true),
  };
}

export function fromInt8(packed: Uint8Array, dimensions: number): Float32Array[] {
  const width = rowBytes(dimensions);
  const { rows, bytes, scaleOf } = packedVectors(packed, dimensions);
  const signed = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: rows }, (_, row) => {
    const vector = new Float32Array(dimensions);
    const scale = scaleOf(row);
    for (let at = 0; at < dimensions; at++) vector[at] = signed[row * width + at]! * scale;
    return vector;
  });
}

export function largestOf(vector: Float32Array): number {
  let largest = 0;
  for (let at = 0; at < vector.length; at++) {
    const size = Math.abs(vector[at]!);
    if (size > largest) largest = size;
  }
  return largest;
}
