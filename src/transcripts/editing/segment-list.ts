/** The segments of a transcript while operations change them: finding, inserting and removing one takes constant time. */
import type { IdentifiedSegment } from '../stored/stored-segments.js';

export interface SegmentNode {
  segment: IdentifiedSegment;
  /** Its text as the caller sees it: for a text that was sent, before white space is normalised. */
  raw: string;
  /** Index of the last operation that gave it times. */
  timedBy?: number;
  previous: SegmentNode | undefined;
  next: SegmentNode | undefined;
}

export interface SegmentList {
  find(id: string): SegmentNode | undefined;
  first(): SegmentNode | undefined;
  /** @param previous undefined for the beginning */
  insert(previous: SegmentNode | undefined, segment: IdentifiedSegment, raw: string): SegmentNode;
  remove(node: SegmentNode): void;
  nodes(): Generator<SegmentNode>;
}

export const createSegmentList = (segments: readonly IdentifiedSegment[]): SegmentList => {
  const byId = new Map<string, SegmentNode>();
  let first: SegmentNode | undefined;

  const insert: SegmentList['insert'] = (previous, segment, raw) => {
    const next = previous ? previous.next : first;
    const node: SegmentNode = { segment, raw, previous, next };
    if (previous) previous.next = node;
    else first = node;
    if (next) next.previous = node;
    byId.set(segment.id, node);
    return node;
  };

  let last: SegmentNode | undefined;
  for (const segment of segments) last = insert(last, segment, segment.text);

  return {
    find: (id) => byId.get(id),
    first: () => first,
    insert,
    remove: ({ segment, previous, next }) => {
      if (previous) previous.next = next;
      else first = next;
      if (next) next.previous = previous;
      byId.delete(segment.id);
    },
    *nodes() {
      for (let node = first; node; node = node.next) yield node;
    },
  };
};
