// Cosines of int8 vectors with an int16 query, in AssemblyScript: `npm run wasm` compiles it.

/**
 * Writes the cosine of each row to `out`, as f32. `bytes` is the size of a vector, a multiple of 16. Every vector has
 * its own scale, an f32; `scale` is the query's.
 */
export function scan(
  query: usize,
  scale: f32,
  vectors: usize,
  bytes: usize,
  scales: usize,
  rows: usize,
  out: usize,
): void {
  let row: usize = 0;
  // Four rows at a time read the query once.
  for (; row + 4 <= rows; row += 4) {
    const from = vectors + row * bytes;
    let a = i32x4.splat(0);
    let b = i32x4.splat(0);
    let c = i32x4.splat(0);
    let d = i32x4.splat(0);
    for (let at: usize = 0; at < bytes; at += 16) {
      const words = query + (at << 1);
      const low = v128.load(words);
      const high = v128.load(words, 16);
      const vector = from + at;
      a = i32x4.add(a, products(vector, low, high));
      b = i32x4.add(b, products(vector + bytes, low, high));
      c = i32x4.add(c, products(vector + 2 * bytes, low, high));
      d = i32x4.add(d, products(vector + 3 * bytes, low, high));
    }
    store(out, scales, row, scale, a);
    store(out, scales, row + 1, scale, b);
    store(out, scales, row + 2, scale, c);
    store(out, scales, row + 3, scale, d);
  }
  for (; row < rows; row++) {
    let sums = i32x4.splat(0);
    for (let at: usize = 0; at < bytes; at += 16) {
      const words = query + (at << 1);
      sums = i32x4.add(sums, products(vectors + row * bytes + at, v128.load(words), v128.load(words, 16)));
    }
    store(out, scales, row, scale, sums);
  }
}

/** Of sixteen dimensions, in four sums. */
function products(vector: usize, low: v128, high: v128): v128 {
  const bytes = v128.load(vector);
  return i32x4.add(
    i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(bytes), low),
    i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(bytes), high),
  );
}

function store(out: usize, scales: usize, row: usize, scale: f32, sums: v128): void {
  const sum =
    i32x4.extract_lane(sums, 0) +
    i32x4.extract_lane(sums, 1) +
    i32x4.extract_lane(sums, 2) +
    i32x4.extract_lane(sums, 3);
  f32.store(out + (row << 2), f32(sum) * scale * f32.load(scales + (row << 2)));
}
