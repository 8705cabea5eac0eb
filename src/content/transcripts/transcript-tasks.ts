/** What is computed from whole transcripts: large ones in a worker thread, since they take longer than requests can wait. */
import { chunkSegments, type Chunk, type Segment } from '../../../indexer/index.js';
import { conflict, invalid } from '../../platform/lib/errors.js';
import { parseJsonBytes } from '../../platform/http/json-bytes.js';
import { sha256 } from '../../platform/lib/ids.js';
import type { ThreadPool } from '../../platform/lib/thread-pool.js';
import { writePlainText } from './formats/plain-text.js';
import { writeSrt } from './formats/srt.js';
import { estimateTimes } from './formats/times.js';
import { writeVtt } from './formats/vtt.js';
import { readSegments, readText, type TextFormat } from './read-transcript.js';
import { newTranscript } from './transcript.schema.js';

const writers = { vtt: writeVtt, srt: writeSrt, txt: writePlainText };
export type ExportFormat = keyof typeof writers;

export interface UploadInput {
  contentType: string;
  bytes: Uint8Array;
  /** Durations of the item's media, to spread a text without times over. */
  media: { id: number; durationSecs: number | null }[];
  /** The item's own duration. */
  durationSecs: number | null;
}

/** Segments as they are stored. */
export interface StoredSegments {
  /** JSON */
  segments: string;
  contentHash: string;
  /** Where the last segment ends; null without times. */
  endMs: number | null;
}

export interface ReadUpload extends StoredSegments {
  language: string | null;
  mediaAssetId: number | null;
}

export const storedSegments = (segments: readonly Segment[]): StoredSegments => {
  const json = JSON.stringify(segments);
  return { segments: json, contentHash: sha256(json), endMs: endOf(segments) };
};

const endOf = (segments: readonly Segment[]): number | null => {
  const end = segments.reduce((latest, { startMs, endMs }) => Math.max(latest, endMs ?? startMs ?? -1), -1);
  return end < 0 ? null : Math.round(end);
};

const parsed = (segments: string): Segment[] => JSON.parse(segments) as Segment[];

/** The words without speakers and times; headings and untimed paragraphs keep lines of their own. */
const fullText = (segments: readonly Segment[]): string =>
  segments
    .map(({ text, startMs, heading }, i) => {
      const before = segments[i - 1];
      if (!before) return text;
      return (heading || before.heading || startMs === null ? '\n\n' : ' ') + text;
    })
    .join('');

export const transcriptTasks = {
  /** @throws {AppError} when the body is no transcript */
  readUpload: ({ contentType, bytes, media, durationSecs }: UploadInput): ReadUpload => {
    const body =
      contentType === 'application/json'
        ? parseJsonBytes(newTranscript, bytes)
        : { mediaAssetId: null, language: null };
    const segments =
      'segments' in body ? readSegments(body.segments) : readText(contentType as TextFormat, bytes);
    const chosen = media.find(({ id }) => id === body.mediaAssetId);
    const known = media.flatMap((asset) => asset.durationSecs ?? []);
    const secs = chosen?.durationSecs ?? (known.length > 0 ? Math.max(...known) : durationSecs);
    return {
      ...storedSegments(secs === null ? segments : estimateTimes(segments, secs * 1_000)),
      language: body.language ?? null,
      mediaAssetId: body.mediaAssetId ?? null,
    };
  },

  /**
   * The bytes of a file.
   * @throws {ConflictError} when captions are requested of a transcript without times
   */
  writeFile: ({ segments, format }: { segments: string; format: ExportFormat }): Uint8Array => {
    const own = parsed(segments);
    if (format !== 'txt' && endOf(own) === null)
      throw conflict(
        `The transcript has no times, which .${format} needs. Get it as .txt, or put a transcript with times.`,
      );
    return Buffer.from(writers[format](own));
  },

  /** JSON of the full text. */
  writeText: ({ segments }: { segments: string }): Uint8Array =>
    Buffer.from(JSON.stringify(fullText(parsed(segments)))),

  /** JSON of the segments with all their fields. */
  writeSegments: ({ segments }: { segments: string }): Uint8Array =>
    Buffer.from(
      JSON.stringify(
        parsed(segments).map(({ text, startMs, endMs, speaker, heading }) => ({
          text,
          startMs,
          endMs,
          speaker: speaker ?? null,
          heading: heading ?? false,
        })),
      ),
    ),

  /** @throws {ValidationError} when the segments cannot be read */
  chunk: ({ segments }: { segments: string }): Chunk[] => {
    try {
      return chunkSegments(parsed(segments));
    } catch (error) {
      throw error instanceof SyntaxError ? invalid([{ path: '', message: error.message }]) : error;
    }
  },
};

export type TranscriptThreads = ThreadPool<typeof transcriptTasks>;
