/** Typed arrays that more is to be put into. */

type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array;

/** A longer copy, with zeros at its end. @param length twice as long by default */
export function grown<Array extends Numbers>(values: Array, length = values.length * 2): Array {
  const longer = new (values.constructor as new (length: number) => Array)(length);
  longer.set(values);
  return longer;
}
