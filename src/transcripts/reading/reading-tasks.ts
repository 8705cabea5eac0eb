/** Tasks that write transcripts for readers and programs, and split them into chunks. */
import { conflict, invalid } from '../../platform/lib/errors.js';
import type { ThreadPool } from '../../platform/lib/thread-pool.js';
import type { TranscriptSegment } from '../formats/segments/transcript-segment.js';
import { chunkTranscript, type ItemChunk } from './chunk-transcript.js';
import { readParagraphs } from './read-paragraphs.js';
import { readableTranscript } from './readable-transcript.js';
import { shownSegment } from './shown-segments.js';
import { endOf, parseIdentified, parseSegments, type TranscriptText } from '../stored/stored-segments.js';
import { bytesOf } from '../stored/transcript-bytes.js';
import { transcriptExports, type ExportFormat, type ExportOptions } from './transcript-exports.js';

interface ExportInput extends ExportOptions {
  segments: string;
  format: ExportFormat;
}

/** The words without speakers and times; headings and untimed paragraphs are on separate lines. */
const fullText = (segments: readonly TranscriptSegment[]): string =>
  segments
    .map(({ text, startMs, heading }, i) => {
      const before = segments[i - 1];
      if (!before) return text;
      return (heading || before.heading || startMs === null ? '\n\n' : ' ') + text;
    })
    .join('');

export const readingTasks = {
  /**
   * The bytes of an export.
   * @throws {ConflictError} when captions are requested for a transcript without times
   */
  writeFile: ({ segments: json, format, ...options }: ExportInput): Uint8Array => {
    const segments = parseSegments(json);
    if (format !== 'txt' && endOf(segments) === null)
      throw conflict(
        `The transcript has no times, which .${format} needs. Get it as .txt, get its paragraphs from /transcript, or upload a transcript with times.`,
      );
    return bytesOf(transcriptExports[format].write(segments, options));
  },

  /** JSON of a `ReadableTranscript`. */
  writeParagraphs: ({ segments, breaks }: { segments: string; breaks: readonly number[] }): Uint8Array =>
    bytesOf(JSON.stringify(readParagraphs(parseSegments(segments), breaks))),

  /** JSON with a `ReadTranscript`. */
  writeReadable: ({ segments, language }: { segments: string; language: string | null }): Uint8Array =>
    bytesOf(JSON.stringify({ transcript: readableTranscript(parseSegments(segments), language) })),

  /** JSON of the full text. */
  writeText: ({ segments }: { segments: string }): Uint8Array =>
    bytesOf(JSON.stringify(fullText(parseSegments(segments)))),

  /** JSON of the segments with all their fields. */
  writeSegments: ({ withWords, ...text }: TranscriptText & { withWords: boolean }): Uint8Array =>
    bytesOf(JSON.stringify(parseIdentified(text).map((segment) => shownSegment(segment, withWords)))),

  /** @throws {ValidationError} when the segments cannot be read */
  chunk: ({ segments }: { segments: string }): ItemChunk[] => {
    try {
      return chunkTranscript(parseSegments(segments));
    } catch (error) {
      throw error instanceof SyntaxError ? invalid([{ path: '', message: error.message }]) : error;
    }
  },
};

export type ReadingThreads = ThreadPool<typeof readingTasks>;
