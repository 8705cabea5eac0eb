/** Kinds of media, their MIME types with file extensions, and the states in which a file exists. */
import type { mediaStatuses } from '../items/media-asset.record.js';

/**
 * Extensions by MIME type, the usual one first. Contains what browsers play, and what cameras and recorders
 * produce.
 */
const endings = {
  'audio/mpeg': ['mp3', 'mpga', 'mp2'],
  'audio/mp3': ['mp3'],
  'audio/mp4': ['m4a', 'mp4', 'm4b'],
  'audio/m4a': ['m4a'],
  'audio/x-m4a': ['m4a', 'm4b'],
  'audio/aac': ['aac'],
  'audio/ogg': ['ogg', 'oga', 'opus'],
  'audio/opus': ['opus'],
  'audio/webm': ['weba', 'webm'],
  'audio/wav': ['wav'],
  'audio/x-wav': ['wav'],
  'audio/flac': ['flac'],
  'audio/x-flac': ['flac'],
  'audio/aiff': ['aiff', 'aif'],
  'audio/x-aiff': ['aiff', 'aif'],
  'video/mp4': ['mp4', 'm4v'],
  'video/x-m4v': ['m4v'],
  'video/quicktime': ['mov', 'qt'],
  'video/webm': ['webm'],
  'video/ogg': ['ogv', 'ogg'],
  'video/mpeg': ['mpeg', 'mpg'],
  'video/mp2t': ['ts', 'm2ts', 'mts'],
  'video/x-matroska': ['mkv'],
  'video/x-msvideo': ['avi'],
} as const satisfies Record<string, readonly [string, ...string[]]>;

export type MediaMimeType = keyof typeof endings;
export const mediaMimeTypes = Object.keys(endings) as [MediaMimeType, ...MediaMimeType[]];

/** Extensions of media files, with their dot; without `.ts` and `.mts`, which are also used for program code. */
export const mediaExtensions: ReadonlySet<string> = new Set(
  Object.values<readonly string[]>(endings)
    .flat()
    .filter((ending) => !['ts', 'mts'].includes(ending))
    .map((ending) => `.${ending}`),
);

/** The MIME types of files with this extension, which includes its dot. */
export const mimeTypesOf = (extension: string): MediaMimeType[] =>
  mediaMimeTypes.filter((type) =>
    (endings[type] as readonly string[]).includes(extension.slice(1).toLowerCase()),
  );

/** The type that files with this extension, which includes its dot, usually have. */
export const usualMimeType = (extension: string): MediaMimeType | undefined => {
  const types = mimeTypesOf(extension);
  const ending = extension.slice(1).toLowerCase();
  return types.find((type) => endings[type][0] === ending) ?? types[0];
};

/** Kinds of media that have a file or are on an external platform. */
export const playableContentTypes = ['audio', 'video'] as const;

/** States in which the media are available. */
export const presentStatuses = [
  'uploaded',
  'processing',
  'ready',
] as const satisfies readonly (typeof mediaStatuses)[number][];

/** Maximum bytes of a file: a day of high-definition video. */
export const MAX_MEDIA_BYTES = 50 * 1000 ** 3;

/** The name under which a file is stored: its own, with an extension that matches its type. */
export const mediaFilename = (original: string | null, mimeType: MediaMimeType): string => {
  const known: readonly string[] = endings[mimeType];
  const name = original ?? 'media';
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  return ending !== undefined && known.includes(ending) ? name : `${name}.${known[0]}`;
};
