/**
 * Merges two edits of one transcript by segments. A segment that one side has changed is taken from that side. What
 * both have changed, differently, is a conflict, unless the caller has decided it.
 */
import { isSame } from '../editing/edited-segments.js';
import { createSegmentList, type SegmentList, type SegmentNode } from '../editing/segment-list.js';
import type { IdentifiedSegment } from '../stored/stored-segments.js';

type Side = 'theirs' | 'yours';

export interface Versions<T> {
  base: T;
  theirs: T;
  yours: T;
}

/** A segment that both sides have changed; undefined where it does not exist. */
export interface SegmentConflict extends Versions<IdentifiedSegment | undefined> {
  id: string;
}

type Segments = readonly IdentifiedSegment[];
type ById = ReadonlyMap<string, IdentifiedSegment>;

const byId = (segments: Segments): ById => new Map(segments.map((segment) => [segment.id, segment]));

/**
 * @param decisions by segment id: which side counts for conflicts
 * @returns the merged segments, and the conflicts that nobody has decided; with any, the segments are not complete
 */
export const mergeEdits = (
  { base, theirs: current, yours }: Versions<Segments>,
  decisions: ReadonlyMap<string, Side>,
): { segments: IdentifiedSegment[]; conflicts: SegmentConflict[] } => {
  const former = byId(base);
  // The same objects, because comparing those is fast.
  const theirs = current.map((segment) => sameOf(former.get(segment.id), segment));
  const known: Versions<ById> = { base: former, theirs: byId(theirs), yours: byId(yours) };
  const groups = createGroups();
  for (const side of [theirs, yours]) linkParts(known.base, base, side, groups);
  const conflicts: SegmentConflict[] = [];
  const decided = new Map<string, Side>();
  const followed = new Map<string, Side>();
  for (const conflict of conflictsOf(known)) {
    const { id } = conflict;
    const decision = decisions.get(id);
    if (!decision) conflicts.push(conflict);
    else {
      decided.set(id, decision);
      followed.set(groups.of(id), decision);
    }
  }
  const segmentOf = (id: string): IdentifiedSegment | undefined => {
    const side = decided.get(id) ?? followed.get(groups.of(id));
    if (side) return known[side].get(id);
    return isSame(known.base.get(id), known.yours.get(id)) ? known.theirs.get(id) : known.yours.get(id);
  };
  return { segments: inOrder({ theirs, yours }, known, segmentOf), conflicts };
};

const sameOf = (before: IdentifiedSegment | undefined, after: IdentifiedSegment): IdentifiedSegment =>
  before && isSame(before, after) ? before : after;

/** In order of the segments of the base, and then of those that both sides have added. */
function* conflictsOf({ base, theirs, yours }: Versions<ById>): Generator<SegmentConflict> {
  for (const id of new Set([...base.keys(), ...yours.keys()])) {
    const conflict = { id, base: base.get(id), theirs: theirs.get(id), yours: yours.get(id) };
    const isChanged = (side: Side): boolean => !isSame(conflict.base, conflict[side]);
    if (isChanged('theirs') && isChanged('yours') && !isSame(conflict.theirs, conflict.yours)) yield conflict;
  }
}

interface Groups {
  link(a: string, b: string): void;
  of(id: string): string;
}

/** Segments that share words, so that one side must count for all of them. */
const createGroups = (): Groups => {
  const parents = new Map<string, string>();
  const of = (id: string): string => {
    let root = id;
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root)) root = parent;
    if (root !== id) parents.set(id, root);
    return root;
  };
  return {
    of,
    link: (a, b) => {
      const [from, to] = [of(a), of(b)];
      if (from !== to) parents.set(from, to);
    },
  };
};

/**
 * Links what a split or merge has made: a changed segment with the new ones after it that have its words, and with the
 * removed ones after it whose words it has.
 */
const linkParts = (known: ById, base: Segments, side: Segments, { link }: Groups): void => {
  const after = byId(side);
  const linkRuns = (segments: Segments, other: ById, wholes: ById): void => {
    let head: string | undefined;
    let words: Set<string> | undefined;
    for (const { id, text } of segments) {
      if (other.has(id)) {
        head = isSame(known.get(id), after.get(id)) ? undefined : id;
        words = undefined;
      } else if (head !== undefined) {
        words ??= new Set(wordsIn(wholes.get(head)?.text ?? ''));
        if (isFrom(words, text)) link(id, head);
      }
    }
  };
  linkRuns(side, known, known);
  linkRuns(base, after, after);
};

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether at least half of a text's words are among these. */
const isFrom = (words: ReadonlySet<string>, text: string): boolean => {
  const contained = wordsIn(text);
  return contained.filter((word) => words.has(word)).length * 2 >= contained.length;
};

/** Their order, with what only you have behind what it followed in yours. */
const inOrder = (
  { theirs, yours }: Pick<Versions<Segments>, Side>,
  known: Versions<ById>,
  segmentOf: (id: string) => IdentifiedSegment | undefined,
): IdentifiedSegment[] => {
  const list = createSegmentList(theirs.flatMap(({ id }) => segmentOf(id) ?? []));
  let anchor: SegmentNode | undefined;
  for (const { id } of yours) {
    const placed = list.find(id);
    const segment = placed ? undefined : segmentOf(id);
    if (placed) anchor = placed;
    else if (segment) anchor = list.insert(lastBefore(list, anchor, segment, known.yours), segment, '');
  }
  const merged = Array.from(list.nodes(), ({ segment }) => segment);
  return isOrdered(theirs) ? withOrderedTimes(merged) : merged;
};

/** Theirs that follow and begin earlier come before it. */
const lastBefore = (
  list: SegmentList,
  anchor: SegmentNode | undefined,
  { startMs }: IdentifiedSegment,
  yours: ById,
): SegmentNode | undefined => {
  let last = anchor;
  for (let next = last ? last.next : list.first(); next; next = next.next) {
    const { segment } = next;
    if (yours.has(segment.id) || startMs === null || segment.startMs === null || segment.startMs > startMs)
      break;
    last = next;
  }
  return last;
};

const isOrdered = (segments: Segments): boolean => {
  const starts = segments.flatMap(({ startMs }) => startMs ?? []);
  return starts.every((startMs, i) => i === 0 || startMs >= starts[i - 1]!);
};

/** Where both sides have moved a boundary across each other, the later segment begins with the earlier one. */
const withOrderedTimes = (segments: Segments): IdentifiedSegment[] => {
  let clock = 0;
  return segments.map((segment) => {
    const { startMs, endMs } = segment;
    if (startMs === null) return segment;
    const isLate = startMs < clock;
    clock = Math.max(clock, startMs);
    return isLate
      ? { ...segment, startMs: clock, endMs: endMs === null ? null : Math.max(endMs, clock) }
      : segment;
  });
};
