/** What the files that people choose are: recordings, transcripts, or something else. */
import type { Schemas } from '../../../client/index.js';

type MimeType = NonNullable<Schemas['NewMediaAsset']['mimeType']>;

/** Where the browser does not tell the type of a file: by the ending of its name. */
const RECORDINGS: Partial<Record<string, MimeType>> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  flac: 'audio/flac',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
};
const TRANSCRIPTS: Partial<Record<string, string>> = {
  vtt: 'text/vtt',
  srt: 'application/x-subrip',
  sbv: 'text/x-sbv',
  txt: 'text/plain',
  md: 'text/markdown',
  markdown: 'text/markdown',
  json: 'application/json',
  json3: 'application/json',
  ttml: 'application/ttml+xml',
  dfxp: 'application/ttml+xml',
  xml: 'application/xml',
  srv1: 'application/xml',
  srv3: 'application/xml',
  ass: 'text/x-ass',
  ssa: 'text/x-ssa',
  lrc: 'application/x-lrc',
  tsv: 'text/tab-separated-values',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

/** What the file inputs offer. */
export const ACCEPTED = [...Object.keys(RECORDINGS), ...Object.keys(TRANSCRIPTS)]
  .map((end) => `.${end}`)
  .join(',');

export type FileKind =
  | { kind: 'recording'; contentType: 'audio' | 'video'; mimeType: MimeType }
  | { kind: 'transcript'; mimeType: string };

/** @returns null for a file that is neither */
export const kindOf = (name: string): FileKind | null => {
  const end = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const recording = RECORDINGS[end];
  if (recording !== undefined)
    return {
      kind: 'recording',
      contentType: recording.startsWith('audio/') ? 'audio' : 'video',
      mimeType: recording,
    };
  const transcript = TRANSCRIPTS[end];
  return transcript === undefined ? null : { kind: 'transcript', mimeType: transcript };
};
