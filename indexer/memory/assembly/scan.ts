// Products of vectors of half bytes with an int16 query, in AssemblyScript: `npm run wasm` compiles it.

/**
 * Writes `(product * weight + bias) * its own scale` of each row to `out`, as f32. `bytes` is the size of a vector, a
 * multiple of 16. 16 bytes are eight words of 16 bits, with dimensions `n`, `n + 8`, `n + 16` and `n + 24` in word `n`,
 * the first one lowest.
 */
export function scan(
  query: usize,
  vectors: usize,
  bytes: usize,
  scales: usize,
  rows: usize,
  weight: f32,
  bias: f32,
  out: usize,
): void {
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
      const words = query + (at << 2);
      const first = v128.load(words);
      const second = v128.load(words, 16);
      const third = v128.load(words, 32);
      const fourth = v128.load(words, 48);
      const vector = from + at;
      a = i32x4.add(a, products(vector, first, second, third, fourth));
      b = i32x4.add(b, products(vector + apart, first, second, third, fourth));
      c = i32x4.add(c, products(vector + 2 * apart, first, second, third, fourth));
      d = i32x4.add(d, products(vector + 3 * apart, first, second, third, fourth));
    }
    store(out, scales, row, weight, bias, a);
    store(out, scales, row + part, weight, bias, b);
    store(out, scales, row + 2 * part, weight, bias, c);
    store(out, scales, row + 3 * part, weight, bias, d);
  }
  for (row = 4 * part; row < rows; row++) {
    let sums = i32x4.splat(0);
    for (let at: usize = 0; at < bytes; at += 16) {
      const words = query + (at << 2);
      sums = i32x4.add(
        sums,
        products(
          vectors + row * bytes + at,
          v128.load(words),
          v128.load(words, 16),
          v128.load(words, 32),
          v128.load(words, 48),
        ),
      );
    }
    store(out, scales, row, weight, bias, sums);
  }
}

/** Of 32 dimensions, in four sums. */
function products(vector: usize, first: v128, second: v128, third: v128, fourth: v128): v128 {
  const words = v128.load(vector);
  const mask = i16x8.splat(15);
  return i32x4.add(
    i32x4.add(
      i32x4.dot_i16x8_s(v128.and(words, mask), first),
      i32x4.dot_i16x8_s(v128.and(i16x8.shr_u(words, 4), mask), second),
    ),
    i32x4.add(
      i32x4.dot_i16x8_s(v128.and(i16x8.shr_u(words, 8), mask), third),
      i32x4.dot_i16x8_s(i16x8.shr_u(words, 12), fourth),
    ),
  );
}

function store(out: usize, scales: usize, row: usize, weight: f32, bias: f32, sums: v128): void {
  const sum =
    i32x4.extract_lane(sums, 0) +
    i32x4.extract_lane(sums, 1) +
    i32x4.extract_lane(sums, 2) +
    i32x4.extract_lane(sums, 3);
  f32.store(out + (row << 2), (f32(sum) * weight + bias) * f32.load(scales + (row << 2)));
}
