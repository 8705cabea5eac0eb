/** How ffmpeg copies a part of a recording without loss. */
import type { MediaMimeType } from '../../content/media/media-types.js';
import type { Container } from '../media/media-facts.js';

/** Names of ffmpeg's muxers (`ffmpeg -muxers`). */
const MUXERS: Record<Container, string> = {
  mp3: 'mp3',
  mp4: 'mp4',
  aac: 'adts',
  ogg: 'ogg',
  webm: 'webm',
  wav: 'wav',
  flac: 'flac',
  aiff: 'aiff',
  mpeg: 'mpeg',
  ts: 'mpegts',
  avi: 'avi',
};

/** Types that hold more than the usual one of their container. */
const OTHERS: Partial<Record<MediaMimeType, string>> = {
  'video/quicktime': 'mov',
  'video/x-matroska': 'matroska',
};

interface Part {
  container: Container;
  mimeType: MediaMimeType;
  contentType: 'audio' | 'video';
  /** Start and length. */
  fromSecs: number;
  secs: number;
  /** Name of the file. */
  name: string;
}

/**
 * The start of the input, and the arguments of the output. A picture can only begin at a key frame. MP4 files begin at
 * the one before, and tell players to skip what is too early. Others have no such note: their sound begins at the start,
 * and their picture a few seconds later.
 */
export const cutArguments = ({ container, mimeType, contentType, fromSecs, secs, name }: Part) => {
  const isSkipped = contentType === 'audio' || container === 'mp4';
  return {
    inputFromSecs: isSkipped ? fromSecs : 0,
    output: [
      ...(isSkipped ? [] : ['-ss', String(fromSecs)]),
      ...(contentType === 'video' ? ['-map', '0:v:0'] : []),
      // The header of a FLAC file has its length, so it is written anew, which loses nothing.
      ...['-map', '0:a:0?', '-c', container === 'flac' ? 'flac' : 'copy', '-t', String(secs)],
      // Players begin before all of it has arrived.
      ...(container === 'mp4' ? ['-movflags', '+faststart'] : []),
      ...['-f', OTHERS[mimeType] ?? MUXERS[container], name],
    ],
  };
};
