// Products of int8 vectors with an int16 query, in AssemblyScript: `npm run wasm` compiles it.

/** Writes the product of each row to `out`, as i32. `bytes` is the size of a vector, a multiple of 16. */
export function scan(query: usize, vectors: usize, bytes: usize, rows: usize, out: usize): void {
  // Four rows at a time read the query once. Far apart, they are four streams that the processor reads ahead.
  const part = rows / 4;
  const apart = part * bytes;
  let row: usize = 0;
  for (; row < part; row++) {
    const from = vectors + row * bytes;
    let a = i32x4.splat(0);
    let b = i32x4.splat(0);
    let c = i32x4.splat(0);
    let d = i32x4.splat(0);
    for (let at: usize = 0; at < bytes; at += 16) {
      const words = query + (at << 1);
      const first = v128.load(words);
      const second = v128.load(words, 16);
      const vector = from + at;
      a = i32x4.add(a, products(vector, first, second));
      b = i32x4.add(b, products(vector + apart, first, second));
      c = i32x4.add(c, products(vector + 2 * apart, first, second));
      d = i32x4.add(d, products(vector + 3 * apart, first, second));
    }
    store<i32>(out + (row << 2), sum(a));
    store<i32>(out + ((row + part) << 2), sum(b));
    store<i32>(out + ((row + 2 * part) << 2), sum(c));
    store<i32>(out + ((row + 3 * part) << 2), sum(d));
  }
  for (row = 4 * part; row < rows; row++) {
    let sums = i32x4.splat(0);
    for (let at: usize = 0; at < bytes; at += 16) {
      const words = query + (at << 1);
      sums = i32x4.add(sums, products(vectors + row * bytes + at, v128.load(words), v128.load(words, 16)));
    }
    store<i32>(out + (row << 2), sum(sums));
  }
}

/** The products of 16 dimensions, in four sums. */
function products(vector: usize, first: v128, second: v128): v128 {
  const bytes = v128.load(vector);
  return i32x4.add(
    i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(bytes), first),
    i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(bytes), second),
  );
}

function sum(sums: v128): i32 {
  return (
    i32x4.extract_lane(sums, 0) +
    i32x4.extract_lane(sums, 1) +
    i32x4.extract_lane(sums, 2) +
    i32x4.extract_lane(sums, 3)
  );
}
