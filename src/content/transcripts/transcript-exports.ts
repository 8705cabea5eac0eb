/** The files that a transcript is exported as, on both hosts. */
import type { Segment } from '../../../indexer/index.js';
import { writePlainText } from './formats/plain-text.js';
import { writePodcastJson } from './formats/podcast-json.js';
import { writeSrt } from './formats/srt.js';
import { writeTtml } from './formats/ttml.js';
import { writeVtt } from './formats/vtt.js';

interface TranscriptExport {
  contentType: string;
  /** Follows the verb in the names of the operations. */
  name: string;
  /** For summaries. */
  label: string;
  example: string;
  write(segments: readonly Segment[], language: string | null): string;
}

/** By extension. All but text need times. */
export const transcriptExports = {
  vtt: {
    contentType: 'text/vtt',
    name: 'Vtt',
    label: 'WebVTT',
    example: 'WEBVTT\n\n00:00:00.000 --> 00:00:02.400\nThe Lord is my shepherd.\n',
    write: writeVtt,
  },
  srt: {
    contentType: 'application/x-subrip',
    name: 'Srt',
    label: 'SubRip',
    example: '1\n00:00:00,000 --> 00:00:02,400\nThe Lord is my shepherd.\n',
    write: writeSrt,
  },
  ttml: {
    contentType: 'application/ttml+xml',
    name: 'Ttml',
    label: 'TTML',
    example: writeTtml([{ text: 'The Lord is my shepherd.', startMs: 0, endMs: 2_400 }], 'en'),
    write: writeTtml,
  },
  json: {
    contentType: 'application/json',
    name: 'Json',
    label: 'JSON of the Podcast Namespace',
    example: writePodcastJson([{ text: 'The Lord is my shepherd.', startMs: 0, endMs: 2_400 }]),
    write: writePodcastJson,
  },
  txt: {
    contentType: 'text/plain',
    name: 'Text',
    label: 'plain text',
    example: 'The Lord is my shepherd. I shall not want.\n',
    write: writePlainText,
  },
} as const satisfies Record<string, TranscriptExport>;

export type ExportFormat = keyof typeof transcriptExports;

/** What each host makes an endpoint of. */
export const exportList = (Object.keys(transcriptExports) as ExportFormat[]).map((format) => ({
  format,
  ...transcriptExports[format],
}));

/** JSON and XML say their encoding themselves. */
export const withCharset = (contentType: string): string =>
  contentType.startsWith('text/') || contentType === 'application/x-subrip'
    ? `${contentType}; charset=utf-8`
    : contentType;
