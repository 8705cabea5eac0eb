/** Finds what two lists have in common, in order. */
import { diffArrays } from 'diff';

/**
 * The longest common subsequence, as the index in `after` of each entry of `before`, or -1. If the lists differ by more
 * than `maxEdits` between their common beginning and end, only those match.
 */
export const matchSequences = (
  before: readonly string[],
  after: readonly string[],
  maxEdits: number,
): Int32Array => {
  const matches = new Int32Array(before.length).fill(-1);
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  for (; head < shorter && before[head] === after[head]; head++) matches[head] = head;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) {
    tail++;
    matches[before.length - tail] = after.length - tail;
  }
  const changes = diffArrays(
    before.slice(head, before.length - tail),
    after.slice(head, after.length - tail),
    { maxEditLength: maxEdits },
  );
  let [from, to] = [head, head];
  for (const { added, removed, count } of changes ?? []) {
    if (!added && !removed) for (let i = 0; i < count; i++) matches[from + i] = to + i;
    if (!added) from += count;
    if (!removed) to += count;
  }
  return matches;
};
