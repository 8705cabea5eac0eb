/** Videos that stay where they are, at a platform of others. */
import { z } from 'zod';

export const externalPlatforms = ['youtube', 'vimeo'] as const;

export const externalPlatform = z.enum(externalPlatforms);

/** As in the video's URL; an unlisted Vimeo video has its hash after a slash. */
export const externalPlatformId = z
  .string()
  .trim()
  .max(100)
  .regex(/^[A-Za-z0-9_-]+(?:\/[A-Za-z0-9]+)?$/, "must be the video's id at the platform")
  .meta({ description: 'Identifier of the video at the platform, as in its URL.' });

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

/** URL of a still of the video, for platforms that offer one without an API call. */
export const thumbnailUrl = (platform: ExternalPlatform, videoId: string): string | null =>
  platform === 'youtube' ? `https://i.ytimg.com/vi/${videoId}/hqdefault.jpg` : null;
