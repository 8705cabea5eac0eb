/** Divides work into parts whose data fits into memory. */

export interface BatchLimits {
  maxItems: number;
  /** Maximum total weight of a part; a heavier item forms a part alone. */
  maxWeight: number;
}

/** Divides the items into parts within the limits, in order. */
export const batchesOf = <T>(
  items: readonly T[],
  weightOf: (item: T) => number,
  { maxItems, maxWeight }: BatchLimits,
): T[][] => {
  const parts: T[][] = [];
  let weight = Infinity;
  for (const item of items) {
    const own = weightOf(item);
    const part = parts.at(-1);
    if (part && part.length < maxItems && weight + own <= maxWeight) {
      part.push(item);
      weight += own;
    } else {
      parts.push([item]);
      weight = own;
    }
  }
  return parts;
};
