/** Tasks that edit transcripts: single segments, words throughout, and a part of the recording. */
import type { ThreadPool } from '../../platform/lib/thread-pool.js';
import { assertSegmentsUnchanged, editSegments } from './edit-segments.js';
import { editedSegments, type EditedSegments } from './edited-segments.js';
import {
  findWords,
  putBack,
  replaceWords,
  type FoundWords,
  type ReplacedAt,
  type Replacement,
} from './replace-words.js';
import { replacedWords, type ReplacedWords } from './replaced-words.js';
import {
  parseIdentified,
  parseSegments,
  storedSegments,
  type StoredSegments,
  type TranscriptText,
} from '../stored/stored-segments.js';
import {
  transcriptChanges,
  findMatches,
  revertedTexts,
  type ChangedText,
  type TextMatches,
  type TextReplacement,
} from './text-matches.js';
import type { SeenSegment, TranscriptChanges } from './transcript-edit.schema.js';
import { trimSegments, type TimeRange } from './trim-segments.js';

interface EditInput extends TranscriptText {
  withWords: boolean;
  changes: TranscriptChanges;
  /** What the caller saw. */
  seen?: readonly SeenSegment[] | undefined;
}

interface PutBackInput extends TranscriptText {
  to: string;
  places: readonly ReplacedAt[];
}

interface ReplaceInput extends TranscriptText {
  replacement: TextReplacement;
  /** Number of places to list. */
  maxHits: number;
  /** Only counts and checks, so that no text is copied to the caller. */
  isDryRun: boolean;
}

/** A transcript with replaced texts; `stored` is null if no text differs, and in a dry run. */
export interface ReplacedText extends Pick<TextMatches, 'count' | 'hits'> {
  isChanged: boolean;
  /** The changed texts, as JSON: a list would take the caller long to copy. */
  changes: string;
  stored: StoredSegments | null;
}

/** A transcript with former texts; `stored` is null if none of the new ones stand. */
export interface RevertedText {
  stored: StoredSegments | null;
  /** Number of texts that have changed since. */
  kept: number;
}

export const editingTasks = {
  /**
   * @throws {ValidationError} when the changes do not fit
   * @throws {ConflictError} when segments have changed since the caller saw them
   */
  edit: ({ changes, seen = [], withWords, ...text }: EditInput): EditedSegments => {
    const before = parseIdentified(text);
    assertSegmentsUnchanged(before, changes, seen);
    const { contentHash } = text;
    return editedSegments(before, editSegments(before, changes), { contentHash, withWords });
  },

  /** The transcript of a part of the recording. */
  trim: ({ range, ...text }: TranscriptText & { range: TimeRange }): StoredSegments =>
    storedSegments(trimSegments(parseIdentified(text), range)),

  /** What an edit replaced, from the transcript before it to the one after. */
  replacedWords: ({ before, after }: { before: string; after: string }): ReplacedWords[] =>
    replacedWords(parseSegments(before), parseSegments(after)),

  findWords: ({ segments, words }: { segments: string; words: string }): FoundWords | null =>
    findWords(parseSegments(segments), words),

  replaceWords: ({
    replacements,
    ...text
  }: TranscriptText & {
    replacements: readonly Replacement[];
  }): StoredSegments & { replaced: Record<number, ReplacedAt[]> } => {
    const edited = replaceWords(parseIdentified(text), replacements);
    return { ...storedSegments(edited.segments), replaced: edited.replaced };
  },

  /** Null if the transcript has changed at one of the places. */
  putBack: ({ to, places, ...text }: PutBackInput): StoredSegments | null => {
    const edited = putBack(parseIdentified(text), to, places);
    return edited && storedSegments(edited);
  },

  /** @throws {ValidationError} when a segment would have no words */
  replaceText: ({ replacement, maxHits, isDryRun, ...text }: ReplaceInput): ReplacedText => {
    const segments = parseIdentified(text);
    const { count, hits, ...matches } = findMatches(segments, replacement, maxHits);
    const edited = editSegments(segments, transcriptChanges(matches.changes));
    // As stored: an edit normalises white space.
    const changes = matches.changes
      .map(([index, before]): ChangedText => [index, before, edited[index]!.text])
      .filter(([, before, after]) => before !== after);
    const isChanged = changes.length > 0;
    const isStored = isChanged && !isDryRun;
    return {
      count,
      hits,
      isChanged,
      changes: isStored ? JSON.stringify(changes) : '[]',
      stored: isStored ? storedSegments(edited) : null,
    };
  },

  /** @throws {ValidationError} when a former text is not valid any more */
  revertText: ({ changes, ...text }: TranscriptText & { changes: string }): RevertedText => {
    const segments = parseIdentified(text);
    const { changes: reverted, kept } = revertedTexts(segments, JSON.parse(changes) as ChangedText[]);
    const stored =
      reverted.length > 0 ? storedSegments(editSegments(segments, transcriptChanges(reverted))) : null;
    return { stored, kept };
  },
};

export type EditingThreads = ThreadPool<typeof editingTasks>;
