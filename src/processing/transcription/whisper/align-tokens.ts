/** Finds when each token was spoken: dynamic time warping over the attention of the decoder to the sound. */

/** Odd number of frames. */
const MEDIAN_WIDTH = 7;

/**
 * @param attention for each token, the rows of the alignment heads
 * @param frames number of frames with sound
 * @returns the frame at which each token starts, and the end of the last one
 */
export const alignTokens = (attention: readonly (readonly Float32Array[])[], frames: number): number[] =>
  attention.length === 0 ? [] : cheapestPath(likenessOf(attention, frames), frames);

/** How well each token fits each frame: the mean of the heads, each relative to its other tokens. */
const likenessOf = (attention: readonly (readonly Float32Array[])[], frames: number): Float32Array[] => {
  const count = attention.length;
  const heads = attention[0]!.length;
  const sums = attention.map(() => new Float32Array(frames));
  const mean = new Float32Array(frames);
  const squares = new Float32Array(frames);
  for (let head = 0; head < heads; head++) {
    mean.fill(0);
    squares.fill(0);
    for (const rows of attention) {
      const row = rows[head]!;
      for (let frame = 0; frame < frames; frame++) {
        mean[frame]! += row[frame]! / count;
        squares[frame]! += (row[frame]! * row[frame]!) / count;
      }
    }
    for (let frame = 0; frame < frames; frame++)
      squares[frame] = Math.sqrt(Math.max(1e-12, squares[frame]! - mean[frame]! ** 2)) * heads;
    attention.forEach((rows, token) => {
      const row = rows[head]!;
      const sum = sums[token]!;
      for (let frame = 0; frame < frames; frame++)
        sum[frame]! += (row[frame]! - mean[frame]!) / squares[frame]!;
    });
  }
  return sums.map(medians);
};

/** The median around each value; beyond its ends, the row is mirrored. */
const medians = (row: Float32Array): Float32Array => {
  const half = MEDIAN_WIDTH >> 1;
  const sorted = new Float32Array(MEDIAN_WIDTH);
  return row.map((_value, at) => {
    for (let n = 0; n < MEDIAN_WIDTH; n++) {
      let from = Math.abs(at + n - half);
      if (from >= row.length) from = Math.max(0, 2 * row.length - 2 - from);
      const value = row[from]!;
      let place = n - 1;
      for (; place >= 0 && sorted[place]! > value; place--) sorted[place + 1] = sorted[place]!;
      sorted[place + 1] = value;
    }
    return sorted[half]!;
  });
};

/** Where a cell of the path is reached from. */
const FROM = { both: 0, token: 1, frame: 2 };

/** @returns the first frame of each token on the path of the highest likeness, and the number of frames */
const cheapestPath = (likeness: readonly Float32Array[], frames: number): number[] => {
  const width = frames + 1;
  const steps = new Uint8Array((likeness.length + 1) * width);
  let above = new Float32Array(width).fill(Infinity);
  above[0] = 0;
  let costs = new Float32Array(width);
  for (const [token, row] of likeness.entries()) {
    costs[0] = Infinity;
    const at = (token + 1) * width;
    for (let frame = 1; frame < width; frame++) {
      let cost = above[frame - 1]!;
      let from = FROM.both;
      if (above[frame]! < cost) {
        cost = above[frame]!;
        from = FROM.token;
      }
      if (costs[frame - 1]! < cost) {
        cost = costs[frame - 1]!;
        from = FROM.frame;
      }
      costs[frame] = cost - row[frame - 1]!;
      steps[at + frame] = from;
    }
    [above, costs] = [costs, above];
  }
  const starts = new Array<number>(likeness.length + 1).fill(0);
  starts[likeness.length] = frames;
  for (let token = likeness.length, frame = frames; token > 0 && frame > 0;) {
    starts[token - 1] = frame - 1;
    const from = steps[token * width + frame]!;
    if (from !== FROM.frame) token--;
    if (from !== FROM.token) frame--;
  }
  return starts;
};
