/** The file formats in which both hosts export a transcript. */
import { z } from 'zod';
import type { Segment } from '../../../indexer/index.js';
import { writePlainText } from './formats/plain-text.js';
import { writePodcastJson } from './formats/podcast-json.js';
import { writeSrt } from './formats/srt.js';
import { writeTtml } from './formats/ttml.js';
import { writeVtt } from './formats/vtt.js';

interface TranscriptExport {
  contentType?: string;
  /** For summaries. */
  label?: string;
  example?: string;
  write(segments: readonly Segment[], language: string | null): string;
}

/** By extension. All formats but text need times. */
export const transcriptExports = {
  vtt: {
    contentType: 'text/vtt',
    label: 'WebVTT',
    example: 'WEBVTT\n\n00:00:00.000 --> 00:00:02.400\nThe Lord is my shepherd.\n',
    write: writeVtt,
  },
  srt: {
    contentType: 'application/x-subrip',
    label: 'SubRip',
    example: '1\n00:00:00,000 --> 00:00:02,400\nThe Lord is my shepherd.\n',
    write: writeSrt,
  },
  ttml: {
    contentType: 'application/ttml+xml',
    label: 'TTML',
    example: writeTtml([{ text: 'The Lord is my shepherd.', startMs: 0, endMs: 2_400 }], 'en'),
    write: writeTtml,
  },
  json: {
    write: writePodcastJson,
  },
  txt: {
    contentType: 'text/plain',
    label: 'plain text',
    example: 'The Lord is my shepherd. I shall not want.\n',
    write: writePlainText,
  },
} as const satisfies Record<string, TranscriptExport>;

export type ExportFormat = keyof typeof transcriptExports;

/** The formats of which each host makes an endpoint; JSON has a schema, see `podcastTranscript`. */
export const fileExports = (['vtt', 'srt', 'ttml', 'txt'] as const).map((format) => ({
  format,
  needsTimes: format !== 'txt',
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
