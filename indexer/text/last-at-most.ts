/**
 * The index of the last value that is at most the one looked for, by bisection; 0 where all are greater.
 * @param count of values
 * @param valueAt ascending
 */
export function lastAtMost(count: number, valueAt: (index: number) => number, target: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (valueAt(middle) <= target) low = middle;
    else high = middle - 1;
  }
  return low;
}
