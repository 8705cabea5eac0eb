/** Divides work into parts whose data fits in memory together. */

export interface PartLimits {
  maxItems: number;
  /** The sum of the weights of a part; an item that weighs more is a part of its own. */
  maxWeight: number;
}

/** The items in their order, divided into parts within the limits. */
export const partsOf = <T>(
  items: readonly T[],
  weightOf: (item: T) => number,
  { maxItems, maxWeight }: PartLimits,
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
