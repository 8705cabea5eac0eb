/**
 * Binary search for the index of the last value that is at most the one given; 0 if all are greater.
 * @param count number of values
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
