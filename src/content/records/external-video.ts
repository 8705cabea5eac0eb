/** Videos that stay where they are, at a platform of others. */
import { z } from 'zod';

export const externalPlatforms = ['youtube', 'vimeo'] as const;

export const externalPlatform = z.enum(externalPlatforms);

/** As it stands in the video's address; a hidden video at Vimeo has its hash behind a slash. */
export const externalPlatformId = z
  .string()
  .trim()
  .max(100)
  .regex(/^[A-Za-z0-9_-]+(?:\/[A-Za-z0-9]+)?$/, "must be the video's id at the platform")
  .meta({ description: 'Identifier of the video at the platform, as it stands in its address.' });

export type ExternalPlatform = (typeof externalPlatforms)[number];

const idForms: Partial<Record<string, RegExp>> = {
  youtube: /^[A-Za-z0-9_-]{11}$/,
  vimeo: /^\d{1,20}(?:\/[A-Za-z0-9]+)?$/,
};

/** Whether the platform gives its videos ids of this form; that it is one of the platforms is for another check. */
export const isVideoId = (platform: string, videoId: string): boolean =>
  idForms[platform]?.test(videoId) ?? true;

/** Where a browser shows the video. */
export const watchUrl = (platform: ExternalPlatform, videoId: string): string =>
  platform === 'youtube' ? `https://www.youtube.com/watch?v=${videoId}` : `https://vimeo.com/${videoId}`;

/** A still of the video, of platforms that give one without being asked first. */
export const thumbnailUrl = (platform: ExternalPlatform, videoId: string): string | null =>
  platform === 'youtube' ? `https://i.ytimg.com/vi/${videoId}/hqdefault.jpg` : null;
