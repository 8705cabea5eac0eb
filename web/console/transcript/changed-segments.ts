/** Which segments two versions of a transcript have differently, in words. */
import type { Schemas } from '../../../client/index.js';

export interface ChangedSegment {
  id: string;
  startMs: number | null;
  /** Null where the version does not have the segment. */
  before: string | null;
  after: string | null;
}

type Segments = readonly Schemas['Segment'][];

/** In order of the newer version, and then those that it does not have any more. */
export const changedSegments = (former: Segments, newer: Segments): ChangedSegment[] => {
  const before = new Map(former.map((segment) => [segment.id, lineOf(segment)]));
  const after = new Set(newer.map(({ id }) => id));
  const removed = former.filter(({ id }) => !after.has(id));
  return [
    ...newer.map((segment) => ({
      ...placeOf(segment),
      before: before.get(segment.id) ?? null,
      after: lineOf(segment),
    })),
    ...removed.map((segment) => ({ ...placeOf(segment), before: lineOf(segment), after: null })),
  ].filter((change) => change.before !== change.after);
};

const placeOf = ({ id, startMs }: Schemas['Segment']) => ({ id, startMs });
const lineOf = ({ speaker, text }: Schemas['Segment']): string =>
  speaker === null ? text : `${speaker}: ${text}`;
