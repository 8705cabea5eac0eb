/** Selects the best of many scores without sorting them all. */

/**
 * Positions of the highest scores, best first; of equal scores the lower position first.
 * @param candidates positions in `scores`, in any order
 * @param count how many of `candidates` there are
 */
export function bestOf(
  scores: Float32Array,
  candidates: ArrayLike<number>,
  count: number,
  limit: number,
): number[] {
  const order = (a: number, b: number): number => scores[b]! - scores[a]! || a - b;
  if (limit < 1) return [];
  if (count <= limit) return Array.from({ length: count }, (_, at) => candidates[at]!).sort(order);
  // A heap of the best so far, the worst of them first.
  const heap = new Int32Array(limit);
  const isWorse = (a: number, b: number): boolean => {
    const difference = scores[a]! - scores[b]!;
    return difference < 0 || (difference === 0 && a > b);
  };
  const sink = (from: number, position: number): void => {
    let at = from;
    for (let child = 2 * at + 1; child < limit; child = 2 * at + 1) {
      if (child + 1 < limit && isWorse(heap[child + 1]!, heap[child]!)) child++;
      if (!isWorse(heap[child]!, position)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = position;
  };
  for (let at = 0; at < limit; at++) heap[at] = candidates[at]!;
  for (let at = (limit >> 1) - 1; at >= 0; at--) sink(at, heap[at]!);
  let worst = scores[heap[0]!]!;
  for (let at = limit; at < count; at++) {
    const position = candidates[at]!;
    if (scores[position]! < worst || !isWorse(heap[0]!, position)) continue;
    sink(0, position);
    worst = scores[heap[0]!]!;
  }
  return Array.from(heap).sort(order);
}
