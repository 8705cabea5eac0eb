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
  for (let row: usize = 0; row < rows; row++) {
    const from = vectors + row * bytes;
    let low = i32x4.splat(0);
    let high = i32x4.splat(0);
    for (let at: usize = 0; at < bytes; at += 16) {
      const vector = v128.load(from + at);
      const words = query + (at << 1);
      low = i32x4.add(low, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(vector), v128.load(words)));
      high = i32x4.add(high, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(vector), v128.load(words, 16)));
    }
    const sums = i32x4.add(low, high);
    const sum =
      i32x4.extract_lane(sums, 0) +
      i32x4.extract_lane(sums, 1) +
      i32x4.extract_lane(sums, 2) +
      i32x4.extract_lane(sums, 3);
    f32.store(out + (row << 2), f32(sum) * scale * f32.load(scales + (row << 2)));
  }
}
