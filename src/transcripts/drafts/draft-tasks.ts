/** Tasks on drafts of transcripts: reading what an editor sends, and merging it with what has changed meanwhile. */
import { badRequest, invalid } from '../../platform/lib/errors.js';
import type { ThreadPool } from '../../platform/lib/thread-pool.js';
import { details } from '../../platform/lib/zod-issues.js';
import { applyOperations, sizeProblem } from '../editing/apply-operations.js';
import { editedSegments, type EditedSegments } from '../editing/edited-segments.js';
import { parseJson } from '../formats/parsing/json-value.js';
import { mergeEdits, type SegmentConflict } from './merge-edits.js';
import { parseIdentified, type IdentifiedSegment, type TranscriptText } from '../stored/stored-segments.js';
import { shownSegment, type ShownSegment } from '../reading/shown-segments.js';
import { bytesOf } from '../stored/transcript-bytes.js';
import { newTranscriptDraft, type DraftDecision } from './transcript-draft.schema.js';
import type { TranscriptOperation } from '../editing/transcript-operations.schema.js';

export interface ReadDraft {
  base: string;
  /** JSON of the operations. */
  operations: string;
  operationCount: number;
}

interface DraftInput {
  base: TranscriptText;
  /** JSON of the operations. */
  operations: string;
  withWords: boolean;
}

interface MergeInput extends DraftInput {
  /** Null if it is still the base. */
  current: TranscriptText | null;
  decisions: readonly DraftDecision[];
}

/** A segment that two edits have changed; null where it does not exist. */
export interface ShownConflict {
  path: string;
  base: ShownSegment | null;
  theirs: ShownSegment | null;
  yours: ShownSegment | null;
}

export type MergedDraft =
  (EditedSegments & { conflicts?: undefined }) | { conflicts: ShownConflict[]; moreConflicts: number };

/** Maximum number of conflicts in a response. */
const MAX_CONFLICTS = 100;
/** Characters of the segments in them; one conflict may have more. */
const MAX_CONFLICT_LENGTH = 1_000_000;

export const draftTasks = {
  /**
   * @throws {BadRequestError} when the body is not JSON
   * @throws {ValidationError} listing what is not an operation; whether they fit the transcript is checked later
   */
  readDraft: ({ bytes }: { bytes: Uint8Array }): ReadDraft => {
    const parsed = newTranscriptDraft.safeParse(jsonOf(bytes));
    if (!parsed.success) throw invalid(details(parsed.error));
    const { base, operations } = parsed.data;
    return { base, operations: JSON.stringify(operations), operationCount: operations.length };
  },

  /**
   * JSON of the segments as the draft has them.
   * @throws {ValidationError} when the operations do not fit
   */
  writeDraft: ({ base, operations, withWords }: DraftInput): Uint8Array => {
    const edited = applyOperations(parseIdentified(base), operationsIn(operations));
    return bytesOf(JSON.stringify(edited.map((segment) => shownSegment(segment, withWords))));
  },

  /**
   * Applies the operations to their base, and merges the result with the current transcript.
   * @throws {ValidationError} when the operations do not fit
   */
  mergeDraft: ({ base, current, operations, decisions, withWords }: MergeInput): MergedDraft => {
    const before = parseIdentified(base);
    const yours = applyOperations(before, operationsIn(operations));
    const { contentHash } = current ?? base;
    if (!current) return editedSegments(before, yours, { contentHash, withWords });
    const theirs = parseIdentified(current);
    const sides = new Map(decisions.map(({ segmentId, use }) => [segmentId, use]));
    const { segments, conflicts } = mergeEdits({ base: before, theirs, yours }, sides);
    if (conflicts.length > 0) return shownConflicts(conflicts);
    const problem = sizeProblem(segments);
    if (problem) throw invalid([{ path: 'operations', message: problem }]);
    return editedSegments(theirs, segments, { contentHash, withWords });
  },
};

const jsonOf = (bytes: Uint8Array): unknown => {
  try {
    return parseJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString());
  } catch {
    throw badRequest('The body is not valid JSON');
  }
};

const operationsIn = (operations: string): TranscriptOperation[] =>
  JSON.parse(operations) as TranscriptOperation[];

const shownConflicts = (all: readonly SegmentConflict[]): MergedDraft => {
  const shown = (segment: IdentifiedSegment | undefined): ShownSegment | null =>
    segment ? shownSegment(segment) : null;
  const conflicts: ShownConflict[] = [];
  let length = 0;
  for (const { id, base, theirs, yours } of all) {
    length += [base, theirs, yours].reduce((sum, segment) => sum + (segment?.text.length ?? 0), 0);
    if (conflicts.length >= MAX_CONFLICTS || (conflicts.length > 0 && length > MAX_CONFLICT_LENGTH)) break;
    conflicts.push({
      path: `segments.${id}`,
      base: shown(base),
      theirs: shown(theirs),
      yours: shown(yours),
    });
  }
  return { conflicts, moreConflicts: all.length - conflicts.length };
};

export type DraftThreads = ThreadPool<typeof draftTasks>;
