/** Tasks on whole transcripts. Large ones run in a worker thread, because they take longer than requests can wait. */
import { conflict, invalid } from '../../platform/lib/errors.js';
import type { ThreadPool } from '../../platform/lib/thread-pool.js';
import { estimateTimes } from './formats/times.js';
import { editSegments } from './edit-segments.js';
import { editedSegments, type EditedSegments } from './edited-segments.js';
import { isZip } from './formats/docx-zip.js';
import type { FormatHint } from './formats/readers.js';
import { cutSegments, type TimeRange } from './cut-segments.js';
import { cutChunks, type ItemChunk } from './item-chunks.js';
import { readParagraphs } from './read-paragraphs.js';
import { readableTranscript } from './readable-transcript.js';
import { readTranscriptBody } from './read-transcript.js';
import type { TranscriptSegment } from './formats/transcript-segment.js';
import { identified, withFormerIds, type IdentifiedSegment } from './segment-ids.js';
import { shownSegment } from './shown-segments.js';
import {
  findWords,
  putBack,
  replaceWords,
  type FoundWords,
  type ReplacedAt,
  type Replacement,
} from './replace-words.js';
import { replacedWords, type ReplacedWords } from './replaced-words.js';
import { joinSpeech, readSpeech, type SpeechPart } from './speech.js';
import { endOf, storedSegments, type StoredSegments } from './stored-segments.js';
import { draftTasks } from './transcript-draft-tasks.js';
import { assertSegmentsUnchanged } from './seen-segments.js';
import type { SeenSegment, TranscriptChanges } from './transcript.schema.js';
import {
  editOf,
  findMatches,
  revertedTexts,
  type ChangedText,
  type TextMatches,
  type TextReplacement,
} from './text-matches.js';
import { transcriptExports, type ExportFormat, type ExportOptions } from './transcript-exports.js';
import { bytesOf, type TranscriptText } from './transcript-bytes.js';

export interface UploadInput {
  hint: FormatHint;
  bytes: Uint8Array;
  /** The media asset and the language from the request's query. */
  mediaAssetId: number | null;
  language: string | null;
  /** Durations of the item's media, over which a text without times is spread. */
  media: { id: number; durationSecs: number | null }[];
  /** The item's own duration. */
  durationSecs: number | null;
  /** The transcript that it may replace. */
  former: TranscriptText | null;
}

interface ExportInput extends ExportOptions {
  segments: string;
  format: ExportFormat;
}

interface EditInput extends TranscriptText {
  withWords: boolean;
  changes: TranscriptChanges;
  /** What the caller saw. */
  seen?: readonly SeenSegment[] | undefined;
}

interface SpeechInput {
  bytes: Uint8Array;
  hint: FormatHint;
  /** Duration of the part; null if unknown. */
  durationMs: number | null;
}

interface PutBackInput extends TranscriptText {
  to: string;
  places: readonly ReplacedAt[];
}

interface ReplaceInput extends TranscriptText {
  replacement: TextReplacement;
  /** Number of places to list. */
  maxHits: number;
}

/** A transcript with replaced texts; `stored` is null if no text differs. */
export interface ReplacedText extends TextMatches {
  stored: StoredSegments | null;
}

/** A transcript with former texts; `stored` is null if none of the new ones stand. */
export interface RevertedText {
  stored: StoredSegments | null;
  /** Number of texts that have changed since. */
  kept: number;
}

export interface ReadUpload extends StoredSegments {
  language: string | null;
  mediaAssetId: number | null;
  /** The content is that of the former transcript, and ids are not. */
  hasNewIds: boolean;
}

/** A Word document unpacks to many times its size, so every one is parsed in a thread. */
const UNPACKED_TIMES = 16;
const MIN_UNPACKED_BYTES = 128 * 1024;

/** The estimated amount of text to parse in a file. */
export const weightOf = (bytes: Uint8Array): number =>
  isZip(bytes) ? Math.max(bytes.length * UNPACKED_TIMES, MIN_UNPACKED_BYTES) : bytes.length;

const parsed = (segments: string): TranscriptSegment[] => JSON.parse(segments) as TranscriptSegment[];

const identifiedIn = ({ segments, contentHash }: TranscriptText): IdentifiedSegment[] =>
  identified(parsed(segments), contentHash);

/** The words without speakers and times; headings and untimed paragraphs are on separate lines. */
const fullText = (segments: readonly TranscriptSegment[]): string =>
  segments
    .map(({ text, startMs, heading }, i) => {
      const before = segments[i - 1];
      if (!before) return text;
      return (heading || before.heading || startMs === null ? '\n\n' : ' ') + text;
    })
    .join('');

export const transcriptTasks = {
  /** @throws {AppError} when the body is not a transcript */
  readUpload: ({
    hint,
    bytes,
    media,
    durationSecs,
    mediaAssetId,
    language,
    former,
  }: UploadInput): ReadUpload => {
    const body = readTranscriptBody(bytes, hint);
    if (mediaAssetId !== null && (body.mediaAssetId ?? mediaAssetId) !== mediaAssetId)
      throw invalid([{ path: 'mediaAssetId', message: 'is another one in the body than in the query' }]);
    const chosenId = mediaAssetId ?? body.mediaAssetId ?? null;
    const chosen = media.find(({ id }) => id === chosenId);
    const known = media.flatMap((asset) => asset.durationSecs ?? []);
    const secs = chosen?.durationSecs ?? (known.length > 0 ? Math.max(...known) : durationSecs);
    const timed = secs === null ? body.segments : estimateTimes(body.segments, secs * 1_000);
    const before = former && identifiedIn(former);
    const segments = before ? withFormerIds(timed, before) : timed;
    const stored = storedSegments(segments);
    const isSameText = stored.contentHash === former?.contentHash;
    return {
      ...stored,
      language: language ?? body.language ?? null,
      mediaAssetId: chosenId,
      hasNewIds: isSameText && segments.some(({ id }, i) => id !== before?.[i]?.id),
    };
  },

  /**
   * JSON of the speech in a part of a recording, and its language.
   * @throws {ValidationError} when it is not a readable transcript
   */
  readSpeech: ({ bytes, hint, durationMs }: SpeechInput): Omit<SpeechPart, 'startMs'> => {
    const { segments, language } = readSpeech(bytes, hint, durationMs);
    return { segments: JSON.stringify(segments), language };
  },

  /** The transcript of a recording that was transcribed in parts. */
  joinSpeech: ({ parts }: { parts: readonly SpeechPart[] }): StoredSegments & { language: string | null } => {
    const { segments, language } = joinSpeech(parts);
    return { ...storedSegments(segments), language };
  },

  /** The transcript of a part of the recording. */
  cut: ({ range, ...text }: TranscriptText & { range: TimeRange }): StoredSegments =>
    storedSegments(cutSegments(identifiedIn(text), range)),

  /**
   * @throws {ValidationError} when the changes do not fit
   * @throws {ConflictError} when segments have changed since the caller saw them
   */
  edit: ({ changes, seen = [], withWords, ...text }: EditInput): EditedSegments => {
    const before = identifiedIn(text);
    assertSegmentsUnchanged(before, changes, seen);
    const { contentHash } = text;
    return editedSegments(before, editSegments(before, changes), { contentHash, withWords });
  },

  ...draftTasks,

  /** What an edit replaced, from the transcript before it to the one after. */
  replacedWords: ({ before, after }: { before: string; after: string }): ReplacedWords[] =>
    replacedWords(parsed(before), parsed(after)),

  findWords: ({ segments, words }: { segments: string; words: string }): FoundWords | null =>
    findWords(parsed(segments), words),

  replaceWords: ({
    replacements,
    ...text
  }: TranscriptText & {
    replacements: readonly Replacement[];
  }): StoredSegments & { replaced: Record<number, ReplacedAt[]> } => {
    const edited = replaceWords(identifiedIn(text), replacements);
    return { ...storedSegments(edited.segments), replaced: edited.replaced };
  },

  /** Null if the transcript has changed at one of the places. */
  putBack: ({ to, places, ...text }: PutBackInput): StoredSegments | null => {
    const edited = putBack(identifiedIn(text), to, places);
    return edited && storedSegments(edited);
  },

  /** @throws {ValidationError} when a segment would have no words */
  replaceText: ({ replacement, maxHits, ...text }: ReplaceInput): ReplacedText => {
    const own = identifiedIn(text);
    const matches = findMatches(own, replacement, maxHits);
    const edited = editSegments(own, editOf(matches.changes));
    // As stored: an edit normalises white space.
    const changes = matches.changes
      .map(([index, before]): ChangedText => [index, before, edited[index]!.text])
      .filter(([, before, after]) => before !== after);
    return { ...matches, changes, stored: changes.length > 0 ? storedSegments(edited) : null };
  },

  /** @throws {ValidationError} when a former text is not valid any more */
  revertText: ({ changes, ...text }: TranscriptText & { changes: readonly ChangedText[] }): RevertedText => {
    const own = identifiedIn(text);
    const { changes: reverted, kept } = revertedTexts(own, changes);
    const stored = reverted.length > 0 ? storedSegments(editSegments(own, editOf(reverted))) : null;
    return { stored, kept };
  },

  /**
   * The bytes of an export.
   * @throws {ConflictError} when captions are requested for a transcript without times
   */
  writeFile: ({ segments, format, ...options }: ExportInput): Uint8Array => {
    const own = parsed(segments);
    if (format !== 'txt' && endOf(own) === null)
      throw conflict(
        `The transcript has no times, which .${format} needs. Get it as .txt, get its paragraphs from /transcript, or upload a transcript with times.`,
      );
    return bytesOf(transcriptExports[format].write(own, options));
  },

  /** JSON of a `ReadableTranscript`. */
  writeParagraphs: ({ segments, breaks }: { segments: string; breaks: readonly number[] }): Uint8Array =>
    bytesOf(JSON.stringify(readParagraphs(parsed(segments), breaks))),

  /** JSON with a `ReadTranscript`. */
  writeReadable: ({ segments, language }: { segments: string; language: string | null }): Uint8Array =>
    bytesOf(JSON.stringify({ transcript: readableTranscript(parsed(segments), language) })),

  /** JSON of the full text. */
  writeText: ({ segments }: { segments: string }): Uint8Array =>
    bytesOf(JSON.stringify(fullText(parsed(segments)))),

  /** JSON of the segments with all their fields. */
  writeSegments: ({ withWords, ...text }: TranscriptText & { withWords: boolean }): Uint8Array =>
    bytesOf(JSON.stringify(identifiedIn(text).map((segment) => shownSegment(segment, withWords)))),

  /** @throws {ValidationError} when the segments cannot be read */
  chunk: ({ segments }: { segments: string }): ItemChunk[] => {
    try {
      return cutChunks(parsed(segments));
    } catch (error) {
      throw error instanceof SyntaxError ? invalid([{ path: '', message: error.message }]) : error;
    }
  },
};

export type TranscriptThreads = ThreadPool<typeof transcriptTasks>;
