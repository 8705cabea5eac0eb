/** Describes what is wrong with a file whose content differs from its declared type. */
import type { Row } from '../../platform/db/tables.js';
import type { MediaMimeType } from '../../content/media/media-types.js';
import type { Container, MediaFacts } from './media-facts.js';

const announced: Record<MediaMimeType, Container> = {
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
  'audio/mp4': 'mp4',
  'audio/m4a': 'mp4',
  'audio/x-m4a': 'mp4',
  'audio/aac': 'aac',
  'audio/ogg': 'ogg',
  'audio/opus': 'ogg',
  'audio/webm': 'webm',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/flac': 'flac',
  'audio/x-flac': 'flac',
  'audio/aiff': 'aiff',
  'audio/x-aiff': 'aiff',
  'video/mp4': 'mp4',
  'video/x-m4v': 'mp4',
  'video/quicktime': 'mp4',
  'video/webm': 'webm',
  'video/ogg': 'ogg',
  'video/mpeg': 'mpeg',
  'video/mp2t': 'ts',
  'video/x-matroska': 'webm',
  'video/x-msvideo': 'avi',
};

const names: Record<Container, string> = {
  mp3: 'an MP3 file',
  mp4: 'an MP4 or QuickTime file',
  aac: 'an AAC file',
  ogg: 'an Ogg file',
  webm: 'a WebM or Matroska file',
  wav: 'a WAV file',
  flac: 'a FLAC file',
  aiff: 'an AIFF file',
  mpeg: 'an MPEG file',
  ts: 'an MPEG transport stream',
  avi: 'an AVI file',
};

/** The container format of an examined file. */
export const containerOf = ({ mimeType }: Pick<Row<'mediaAsset'>, 'mimeType'>): Container =>
  announced[mimeType as MediaMimeType];

type Announcement = Pick<Row<'mediaAsset'>, 'contentType' | 'mimeType' | 'originalFilename' | 'filename'>;

const fileOf = ({ originalFilename, filename }: Announcement): string =>
  `The file "${originalFilename ?? filename ?? 'media'}"`;

/** What a person must do about the file; undefined if it matches its declared type. */
export const problemOf = (asset: Announcement, facts: MediaFacts): string | undefined => {
  const { container, hasSound, hasPicture } = facts;
  const file = fileOf(asset);
  const expected = announced[asset.mimeType as MediaMimeType];
  const type = `${names[expected]} (${asset.mimeType})`;
  if (container === null)
    return `${file} is not ${type}: it contains no audio or video. Check the file and upload it again.`;
  if (!hasSound && !hasPicture)
    return `${file} is damaged or incomplete: it contains no audio or video. Upload it again.`;
  if (container !== expected)
    return `${file} is not ${type} but ${names[container]}. Upload it again with its correct type.`;
  if (asset.contentType === 'audio' && hasPicture)
    return `${file} is a video and was announced as audio. Upload it as a video.`;
  if (asset.contentType === 'video' && !hasPicture)
    return `${file} has sound but no picture, and was announced as a video. Upload it as audio.`;
  return undefined;
};

/** @param reason completes "The file …" */
export const unreadable = (asset: Announcement, reason: string): string =>
  `${fileOf(asset)} could not be examined: ${reason}. Upload it again, or in another format.`;
