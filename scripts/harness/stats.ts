/** Medians and percentiles. */

/**
 * @param share 0..1
 * @returns the smallest value that at least this share of all values do not exceed
 */
export const percentile = (values: readonly number[], share: number): number => {
  if (values.length === 0) return Number.NaN;
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))]!;
};

export const median = (values: readonly number[]): number => {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return Number.NaN;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};
