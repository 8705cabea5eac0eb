/** Groups files of a request into talks, as `lectern import` groups those of a folder. */
import { extname } from 'node:path';
import { mimeEssence } from '../platform/lib/mime-type.js';
import {
  mediaExtensions,
  mediaMimeTypes,
  usualMimeType,
  type MediaMimeType,
} from '../content/media/media-types.js';
import { transcriptExtensions } from '../transcripts/formats/readers.js';
import type { NamedFile } from './guess-files.schema.js';
import { talksOf } from './same-talk.js';

export interface GroupedFile {
  index: number;
  role: 'media' | 'transcript' | 'unused';
  /** Type of a media file; null for other files. */
  mimeType: MediaMimeType | null;
}

export interface Group {
  /** Recordings first. */
  files: GroupedFile[];
  /** Path of the recording or the transcript that names the talk. */
  path: string;
}

/** @param language of the transcript to use if there are several, a BCP 47 tag */
export const groupFiles = (
  files: readonly NamedFile[],
  language: string | null,
): { groups: Group[]; skipped: { index: number; reason: string }[] } => {
  const skipped: { index: number; reason: string }[] = [];
  /** Files with the same path, which may come from different folders, are in different rounds. */
  const rounds: Map<string, number>[] = [];
  for (const [index, file] of files.entries()) {
    const path = pathOf(file);
    const reason = reasonToSkip(file);
    if (reason) skipped.push({ index, reason });
    else {
      const round = rounds.find((each) => !each.has(path));
      if (round) round.set(path, index);
      else rounds.push(new Map([[path, index]]));
    }
  }
  const groups = rounds.flatMap((indexes) => {
    const paths = [...indexes.keys()];
    const isMedia = (path: string): boolean => mediaTypeOf(files[indexes.get(path)!]!) !== null;
    const talks = talksOf(
      paths.filter((path) => !isMedia(path)),
      paths.filter(isMedia),
      language,
    );
    return talks.map(({ documents, media, translations }): Group => {
      const [transcript, ...others] = documents;
      const of = (role: GroupedFile['role'], path: string): GroupedFile => {
        const index = indexes.get(path)!;
        return { index, role, mimeType: role === 'media' ? mediaTypeOf(files[index]!) : null };
      };
      return {
        path: media[0] ?? transcript!,
        files: [
          ...media.map((path) => of('media', path)),
          ...(transcript === undefined ? [] : [of('transcript', transcript)]),
          ...[...others, ...translations].map((path) => of('unused', path)),
        ],
      };
    });
  });
  const first = ({ files: own }: Group): number => Math.min(...own.map(({ index }) => index));
  return { groups: groups.sort((a, b) => first(a) - first(b)), skipped };
};

/** With `/` between folders. */
const pathOf = ({ relativePath, originalFilename }: NamedFile): string =>
  (relativePath ?? originalFilename).replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '') || originalFilename;

const extensionOf = ({ originalFilename }: NamedFile): string => extname(originalFilename).toLowerCase();

/** The declared type, or the usual one of the extension; null for other files. */
const mediaTypeOf = (file: NamedFile): MediaMimeType | null => {
  const declared = mimeEssence(file.mimeType ?? '');
  const known = mediaMimeTypes.find((type) => type === declared);
  const extension = extensionOf(file);
  if (known) return known;
  return mediaExtensions.has(extension) ? (usualMimeType(extension) ?? null) : null;
};

const reasonToSkip = (file: NamedFile): string | undefined => {
  const isKnown = mediaTypeOf(file) !== null || transcriptExtensions.includes(extensionOf(file));
  if (!isKnown) return 'is neither audio, video nor a transcript';
  return file.fileSizeBytes === 0 ? 'is empty' : undefined;
};
