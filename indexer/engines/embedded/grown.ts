/** Typed arrays that more is to be put into. */

/** A longer copy, with zeros at its end. @param length twice as long by default */
export function grown(values: Uint32Array, length?: number): Uint32Array<ArrayBuffer>;
export function grown(values: Int32Array, length?: number): Int32Array<ArrayBuffer>;
export function grown(
  values: Uint32Array | Int32Array,
  length = values.length * 2,
): Uint32Array<ArrayBuffer> | Int32Array<ArrayBuffer> {
  const larger = values instanceof Int32Array ? new Int32Array(length) : new Uint32Array(length);
  larger.set(values);
  return larger;
}
