/** Videos on external platforms. Below `items/`, because the records of media and resources have these fields. */
import { z } from 'zod';

export const externalPlatforms = ['youtube', 'vimeo'] as const;

export const externalPlatform = z.enum(externalPlatforms);

const VIMEO_PATH =
  /^\/(?:videos?\/|channels\/[\w-]+\/|groups\/[\w-]+\/videos\/|(?:album|showcase)\/\d+\/video\/|manage\/videos\/|ondemand\/[\w-]+\/)?(\d{1,20})(?:\/([A-Za-z0-9]+))?\/?$/;

/** Extracts the video id from a URL of one of the platforms; other text is returned unchanged. */
const idInUrl = (text: string): string => {
  const written = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!text.includes('.') || !URL.canParse(written)) return text;
  const { hostname, pathname, searchParams } = new URL(written);
  if (hostname === 'youtu.be') return /^\/([\w-]+)\/?$/.exec(pathname)?.[1] ?? text;
  if (/^(?:[a-z]+\.)?youtube(?:-nocookie)?\.com$/.test(hostname))
    return /^\/(?:embed|shorts|live|v)\/([\w-]+)\/?$/.exec(pathname)?.[1] ?? searchParams.get('v') ?? text;
  if (/^(?:www\.|player\.)?vimeo\.com$/.test(hostname)) {
    const [, videoId = text, hash = searchParams.get('h')] = VIMEO_PATH.exec(pathname) ?? [];
    return hash ? `${videoId}/${hash}` : videoId;
  }
  return text;
};

/** As in the video's URL; an unlisted Vimeo video has its hash after a slash. */
export const externalPlatformId = z
  .string()
  .trim()
  .max(2_000)
  .transform(idInUrl)
  .pipe(
    z
      .string()
      .max(100)
      .regex(/^[A-Za-z0-9_-]+(?:\/[A-Za-z0-9]+)?$/, "must be the video's id at the platform, or its URL"),
  )
  .meta({
    description: 'Id of the video on the platform, or its URL, from which the id is extracted.',
  });

export type ExternalPlatform = (typeof externalPlatforms)[number];

const idForms: Partial<Record<string, RegExp>> = {
  youtube: /^[A-Za-z0-9_-]{11}$/,
  vimeo: /^\d{1,20}(?:\/[A-Za-z0-9]+)?$/,
};

/** Whether an id has the form that the platform uses; does not check the platform itself. */
export const isVideoId = (platform: string, videoId: string): boolean =>
  idForms[platform]?.test(videoId) ?? true;

/** Whether both ids belong to the same video: the hash of an unlisted Vimeo video only grants access. */
export const isSameVideo = (one: string, other: string): boolean => one.split('/')[0] === other.split('/')[0];

/** URL of the page that shows the video. */
export const watchUrl = (platform: ExternalPlatform, videoId: string): string =>
  platform === 'youtube' ? `https://www.youtube.com/watch?v=${videoId}` : `https://vimeo.com/${videoId}`;

/** URL of a still of the video, for platforms that offer one without an API call. */
export const thumbnailUrl = (platform: ExternalPlatform, videoId: string): string | null =>
  platform === 'youtube' ? `https://i.ytimg.com/vi/${videoId}/hqdefault.jpg` : null;
