/** Reads and replaces the rows of an embedding table in its ONNX graph: an int8 matrix with a scale for each row. */
import { contentField, fieldsOf, numberField, type Field } from './protobuf-fields.js';

/** Fields of ONNX's messages, from onnx.proto3. */
const GRAPH = 7;
const INITIALIZER = 5;
const TENSOR = { dims: 1, dataType: 2, name: 8, rawData: 9 } as const;
const TYPES = { float: 1, int8: 3 } as const;
const MATRIX = 'embeddings';
const SCALES = 'scales';
const MAX_CODE = 127;

export interface Rows {
  dimensions: number;
  /** The rows, one after the other. */
  codes: Int8Array;
  /** What the codes of each row are multiplied with. */
  scales: Float32Array;
}

/** @throws {Error} if the model is no table of int8 rows */
export function readRows(model: Uint8Array): Rows {
  const tensors = fieldsOf(model)
    .filter(({ number }) => number === GRAPH)
    .flatMap(({ content }) => fieldsOf(content))
    .filter(({ number }) => number === INITIALIZER);
  const codes = new Int8Array(rawData(tensors, MATRIX));
  const scales = new Float32Array(rawData(tensors, SCALES));
  const dimensions = codes.length / scales.length;
  if (!Number.isInteger(dimensions)) throw new Error(`${MATRIX} and ${SCALES} do not fit together`);
  return { dimensions, codes, scales };
}

/** A copy, because numbers must be aligned in memory. */
function rawData(tensors: readonly Field[], name: string): ArrayBuffer {
  const tensor = tensors.find(({ content }) => nameOf(content) === name);
  const data = tensor && fieldsOf(tensor.content).find(({ number }) => number === TENSOR.rawData)?.content;
  if (!data) throw new Error(`the model has no ${name}: it is no table of int8 rows`);
  return new Uint8Array(data).buffer;
}

const nameOf = (tensor: Uint8Array): string => {
  const name = fieldsOf(tensor).find(({ number }) => number === TENSOR.name);
  return name ? Buffer.from(name.content).toString() : '';
};

/** The model with these rows in place of its own; all else stays as it is. */
export function withRows(model: Uint8Array, { dimensions, codes, scales }: Rows): Buffer {
  const tensors: Record<string, () => Uint8Array> = {
    [MATRIX]: () => tensor(MATRIX, [scales.length, dimensions], TYPES.int8, codes),
    [SCALES]: () => tensor(SCALES, [scales.length, 1], TYPES.float, scales),
  };
  const replaced = ({ number, bytes, content }: Field): Uint8Array => {
    const made = number === INITIALIZER ? tensors[nameOf(content)] : undefined;
    return made ? contentField(INITIALIZER, made()) : bytes;
  };
  return Buffer.concat(
    fieldsOf(model).map(({ number, bytes, content }) =>
      number === GRAPH ? contentField(GRAPH, Buffer.concat(fieldsOf(content).map(replaced))) : bytes,
    ),
  );
}

const tensor = (
  name: string,
  dims: readonly number[],
  dataType: number,
  { buffer, byteOffset, byteLength }: ArrayBufferView,
): Buffer =>
  Buffer.concat([
    ...dims.map((size) => numberField(TENSOR.dims, size)),
    numberField(TENSOR.dataType, dataType),
    contentField(TENSOR.name, Buffer.from(name)),
    contentField(TENSOR.rawData, new Uint8Array(buffer, byteOffset, byteLength)),
  ]);

/** The numbers of a row. */
export function rowAt({ dimensions, codes, scales }: Rows, at: number): Float32Array {
  const scale = scales[at]!;
  return Float32Array.from(codes.subarray(at * dimensions, (at + 1) * dimensions), (code) => code * scale);
}

/** A copy with these rows, by place. Places beyond the end must leave no gaps. */
export function replaceRows(rows: Rows, changed: ReadonlyMap<number, Float32Array>): Rows {
  const { dimensions } = rows;
  const count = [...changed.keys()].reduce((most, at) => Math.max(most, at + 1), rows.scales.length);
  const codes = new Int8Array(count * dimensions);
  const scales = new Float32Array(count);
  codes.set(rows.codes);
  scales.set(rows.scales);
  for (const [at, row] of changed) {
    const largest = row.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    scales[at] = largest / MAX_CODE;
    if (largest > 0)
      codes.set(
        Array.from(row, (value) => Math.round((value / largest) * MAX_CODE)),
        at * dimensions,
      );
  }
  return { dimensions, codes, scales };
}
