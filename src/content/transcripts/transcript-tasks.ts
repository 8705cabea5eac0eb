/** Tasks on whole transcripts. Large ones run in a worker thread, because they take longer than requests can wait. */
import type { Segment } from '../../../indexer/index.js';
import { moved } from '../../../workers/index.js';
import { conflict, invalid } from '../../platform/lib/errors.js';
import { sha256 } from '../../platform/lib/ids.js';
import type { ThreadPool } from '../../platform/lib/thread-pool.js';
import { estimateTimes } from './formats/times.js';
import { editSegments } from './edit-segments.js';
import { isZip } from './formats/docx-zip.js';
import type { FormatHint } from './formats/readers.js';
import { cutChunks, type ItemChunk } from './item-chunks.js';
import { readParagraphs } from './read-paragraphs.js';
import { readableTranscript } from './readable-transcript.js';
import { readTranscriptBody } from './read-transcript.js';
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
import type { TranscriptChanges } from './transcript.schema.js';
import { transcriptExports, type ExportFormat } from './transcript-exports.js';

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
}

interface ExportInput {
  segments: string;
  format: ExportFormat;
  language: string | null;
}

interface SpeechInput {
  bytes: Uint8Array;
  hint: FormatHint;
  /** Duration of the part; null if unknown. */
  durationMs: number | null;
}

interface PutBackInput {
  segments: string;
  to: string;
  places: readonly ReplacedAt[];
}

/** Segments in stored form. */
export interface StoredSegments {
  /** JSON */
  segments: string;
  contentHash: string;
  /** End of the last segment; null without times. */
  endMs: number | null;
}

export interface ReadUpload extends StoredSegments {
  language: string | null;
  mediaAssetId: number | null;
}

/** A Word document unpacks to many times its size, so every one is parsed in a thread. */
const UNPACKED_TIMES = 16;
const MIN_UNPACKED_BYTES = 128 * 1024;

/** The estimated amount of text to parse in a file. */
export const weightOf = (bytes: Uint8Array): number =>
  isZip(bytes) ? Math.max(bytes.length * UNPACKED_TIMES, MIN_UNPACKED_BYTES) : bytes.length;

export const storedSegments = (segments: readonly Segment[]): StoredSegments => {
  const json = JSON.stringify(segments);
  return { segments: json, contentHash: sha256(json), endMs: endOf(segments) };
};

const endOf = (segments: readonly Segment[]): number | null => {
  const end = segments.reduce((latest, { startMs, endMs }) => Math.max(latest, endMs ?? startMs ?? -1), -1);
  return end < 0 ? null : Math.round(end);
};

/** Moved from the thread rather than copied. */
const bytesOf = (text: string): Uint8Array => {
  const bytes = Buffer.from(text);
  return moved(bytes, [bytes]);
};

const parsed = (segments: string): Segment[] => JSON.parse(segments) as Segment[];

/** The words without speakers and times; headings and untimed paragraphs are on separate lines. */
const fullText = (segments: readonly Segment[]): string =>
  segments
    .map(({ text, startMs, heading }, i) => {
      const before = segments[i - 1];
      if (!before) return text;
      return (heading || before.heading || startMs === null ? '\n\n' : ' ') + text;
    })
    .join('');

export const transcriptTasks = {
  /** @throws {AppError} when the body is not a transcript */
  readUpload: ({ hint, bytes, media, durationSecs, mediaAssetId, language }: UploadInput): ReadUpload => {
    const body = readTranscriptBody(bytes, hint);
    if (mediaAssetId !== null && (body.mediaAssetId ?? mediaAssetId) !== mediaAssetId)
      throw invalid([{ path: 'mediaAssetId', message: 'is another one in the body than in the query' }]);
    const chosenId = mediaAssetId ?? body.mediaAssetId ?? null;
    const chosen = media.find(({ id }) => id === chosenId);
    const known = media.flatMap((asset) => asset.durationSecs ?? []);
    const secs = chosen?.durationSecs ?? (known.length > 0 ? Math.max(...known) : durationSecs);
    const { segments } = body;
    return {
      ...storedSegments(secs === null ? segments : estimateTimes(segments, secs * 1_000)),
      language: language ?? body.language ?? null,
      mediaAssetId: chosenId,
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

  /** @throws {ValidationError} when the changes do not fit */
  edit: ({ segments, changes }: { segments: string; changes: TranscriptChanges }): StoredSegments =>
    storedSegments(editSegments(parsed(segments), changes)),

  /** What an edit replaced, from the transcript before it to the one after. */
  replacedWords: ({ before, after }: { before: string; after: string }): ReplacedWords[] =>
    replacedWords(parsed(before), parsed(after)),

  findWords: ({ segments, words }: { segments: string; words: string }): FoundWords | null =>
    findWords(parsed(segments), words),

  replaceWords: ({
    segments,
    replacements,
  }: {
    segments: string;
    replacements: readonly Replacement[];
  }): StoredSegments & { replaced: Record<number, ReplacedAt[]> } => {
    const edited = replaceWords(parsed(segments), replacements);
    return { ...storedSegments(edited.segments), replaced: edited.replaced };
  },

  /** Null if the transcript has changed at one of the places. */
  putBack: ({ segments, to, places }: PutBackInput): StoredSegments | null => {
    const edited = putBack(parsed(segments), to, places);
    return edited && storedSegments(edited);
  },

  /**
   * The bytes of an export.
   * @throws {ConflictError} when captions are requested for a transcript without times
   */
  writeFile: ({ segments, format, language }: ExportInput): Uint8Array => {
    const own = parsed(segments);
    if (format !== 'txt' && endOf(own) === null)
      throw conflict(
        `The transcript has no times, which .${format} needs. Get it as .txt, get its paragraphs from /transcript, or upload a transcript with times.`,
      );
    return bytesOf(transcriptExports[format].write(own, language));
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
  writeSegments: ({ segments }: { segments: string }): Uint8Array =>
    bytesOf(
      JSON.stringify(
        parsed(segments).map(({ text, startMs, endMs, speaker, heading, kind, level }) => ({
          text,
          startMs,
          endMs,
          speaker: speaker ?? null,
          heading: heading ?? false,
          kind: kind ?? null,
          level: level ?? null,
        })),
      ),
    ),

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
