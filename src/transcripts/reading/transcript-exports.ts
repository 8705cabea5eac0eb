/** The file formats in which both hosts export a transcript. */
import { z } from 'zod';
import { writePlainText } from '../formats/text/plain-text.js';
import { writePodcastJson } from '../formats/captions/podcast-json.js';
import { writeSrt } from '../formats/captions/srt.js';
import type { TranscriptSegment } from '../formats/segments/transcript-segment.js';
import { writeTtml } from '../formats/captions/ttml.js';
import { writeVtt } from '../formats/captions/vtt.js';

interface TranscriptExport {
  contentType?: string;
  /** For summaries. */
  label?: string;
  example?: string;
  /** Whether it can have the times of words. */
  hasWords?: boolean;
  write(segments: readonly TranscriptSegment[], options: ExportOptions): string;
}

export interface ExportOptions {
  language: string | null;
  /** Whether to include the times of words. */
  words: boolean;
}

/** By extension. All formats but text need times. */
export const transcriptExports = {
  vtt: {
    contentType: 'text/vtt',
    label: 'WebVTT',
    example: 'WEBVTT\n\n00:00:00.000 --> 00:00:02.400\nThe Lord is my shepherd.\n',
    hasWords: true,
    write: (segments, { words }) => writeVtt(segments, words),
  },
  srt: {
    contentType: 'application/x-subrip',
    label: 'SubRip',
    example: '1\n00:00:00,000 --> 00:00:02,400\nThe Lord is my shepherd.\n',
    write: (segments) => writeSrt(segments),
  },
  ttml: {
    contentType: 'application/ttml+xml',
    label: 'TTML',
    example: writeTtml([{ text: 'The Lord is my shepherd.', startMs: 0, endMs: 2_400 }], 'en'),
    hasWords: true,
    write: (segments, { language, words }) => writeTtml(segments, language, words),
  },
  json: {
    write: (segments) => writePodcastJson(segments),
  },
  txt: {
    contentType: 'text/plain',
    label: 'plain text',
    example: 'The Lord is my shepherd. I shall not want.\n',
    write: (segments) => writePlainText(segments),
  },
} as const satisfies Record<string, TranscriptExport>;

export type ExportFormat = keyof typeof transcriptExports;

/** The formats of which each host makes an endpoint; JSON has a schema, see `podcastTranscript`. */
export const fileExports = (['vtt', 'srt', 'ttml', 'txt'] as const).map((format) => ({
  format,
  needsTimes: format !== 'txt',
  hasWords: false,
  ...transcriptExports[format],
}));

export const podcastTranscript = z
  .object({
    version: z.literal('1.0.0'),
    segments: z.array(
      z.object({
        speaker: z.string().optional(),
        startTime: z.number().meta({ description: 'Seconds.' }),
        endTime: z.number(),
        body: z.string(),
      }),
    ),
  })
  .meta({ id: 'PodcastTranscript' });

export const podcastTranscriptExample: z.input<typeof podcastTranscript> = {
  version: '1.0.0',
  segments: [{ startTime: 0, endTime: 2.4, body: 'The Lord is my shepherd.' }],
};

/** XML declares its encoding itself. */
export const withCharset = (contentType: string): string =>
  contentType.endsWith('xml') ? contentType : `${contentType}; charset=utf-8`;
