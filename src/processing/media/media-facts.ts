/** Reads what a file actually contains from MediaInfo's result. */
import type { MediaInfoResult } from 'mediainfo.js';
import type { MediaChapter } from '../../content/chapters/media-chapters.js';

/** The accepted kinds of files, by container format. */
export const containers = [
  'mp3',
  'mp4',
  'aac',
  'ogg',
  'webm',
  'wav',
  'flac',
  'aiff',
  'mpeg',
  'ts',
  'avi',
] as const;
export type Container = (typeof containers)[number];

export interface MediaFacts {
  /** Null if the file has no accepted format. */
  container: Container | null;
  hasSound: boolean;
  hasPicture: boolean;
  /** Whole seconds, at least 1. */
  durationSecs: number | null;
  /** Bits per second of the whole file. */
  bitrate: number | null;
  /** Displayed size in pixels. */
  videoWidth: number | null;
  videoHeight: number | null;
  /** As the file has them. */
  chapters: MediaChapter[];
}

/** Reads a range of the file. */
export type ReadRange = (offset: number, size: number) => Promise<Uint8Array>;

/** MediaInfo's names for formats: https://mediaarea.net/en/MediaInfo/Support/Formats */
const FORMATS: Record<string, Container> = {
  'MPEG Audio': 'mp3',
  'MPEG-4': 'mp4',
  ADTS: 'aac',
  ADIF: 'aac',
  Ogg: 'ogg',
  WebM: 'webm',
  Matroska: 'webm',
  Wave: 'wav',
  Wave64: 'wav',
  FLAC: 'flac',
  AIFF: 'aiff',
  'AIFF-C': 'aiff',
  'MPEG-PS': 'mpeg',
  'MPEG Video': 'mpeg',
  'MPEG-TS': 'ts',
  BDAV: 'ts',
  AVI: 'avi',
};
/** Pictures for an audio book's chapters appear as a video track. */
const STILL = /^(?:M?JPEG|PNG|BMP|GIF|WebP)/i;
const MAX_INT = 2_147_483_647;

type Track = Record<string, unknown>;

export const mediaFactsOf = ({ media }: MediaInfoResult): MediaFacts => {
  const tracks = (media?.track ?? []) as unknown as Track[];
  const general = tracks.find((track) => track['@type'] === 'General');
  const video = tracks.find((track) => track['@type'] === 'Video' && !STILL.test(textOf(track.Format)));
  const [width, height] = [measure(video?.Width), measure(video?.Height)];
  const isTurned = [90, 270].includes(Math.abs(Number(video?.Rotation ?? 0)) % 360);
  return {
    container: FORMATS[textOf(general?.Format)] ?? null,
    hasSound: tracks.some((track) => track['@type'] === 'Audio'),
    hasPicture: video !== undefined,
    durationSecs: measure(general?.Duration, 1),
    bitrate: measure(general?.OverallBitRate),
    videoWidth: isTurned ? height : width,
    videoHeight: isTurned ? width : height,
    chapters: tracks.map(chaptersOf).find((chapters) => chapters.length > 0) ?? [],
  };
};

/** Of a menu, whose entries are `_00_01_05_250: 'Title'`; in Matroska, with the language in front: `en:Title`. */
const chaptersOf = ({ '@type': type, extra }: Track): MediaChapter[] =>
  type !== 'Menu'
    ? []
    : Object.entries((extra ?? {}) as Record<string, unknown>).flatMap(([key, value]) => {
        const [, hours, minutes, seconds, ms] = /^_(\d+)_(\d\d)_(\d\d)_(\d{3})$/.exec(key) ?? [];
        if (ms === undefined) return [];
        const secs = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
        return [
          { title: textOf(value).replace(/^(?:[a-z]{2,3})?:/, ''), startMs: secs * 1_000 + Number(ms) },
        ];
      });

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Converts to an integer that fits the column; null if the file has no value or an absurd one. */
const measure = (value: unknown, min = 0): number | null => {
  const number = Math.round(Number(value ?? NaN));
  if (!(Number(value) > 0) || number > MAX_INT) return null;
  return Math.max(min, number) || null;
};
