/** The rule for times of segments: they start in order, and end after their start. */
import type { Segment } from '../../../indexer/index.js';

type Times = Pick<Segment, 'startMs' | 'endMs'>;

/** What is wrong with the times of a segment between its neighbours; null if nothing is. */
export const timeProblem = (
  { startMs, endMs }: Times,
  previous: Times | undefined,
  next: Times | undefined,
): { field: 'startMs' | 'endMs'; message: string } | null => {
  if (startMs === null) return null;
  const last = previous?.startMs ?? 0;
  const following = next?.startMs ?? null;
  if (startMs < last)
    return { field: 'startMs', message: `must not be before the segment above, ${last} ms` };
  if (following !== null && startMs > following)
    return { field: 'startMs', message: `must not be after the segment below, ${following} ms` };
  return endMs !== null && endMs < startMs
    ? { field: 'endMs', message: `must not be before its start, ${startMs} ms` }
    : null;
};
