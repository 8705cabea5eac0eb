/** Chooses which recording of an item to play, and with which element. */
import type { ItemDetail, Media } from '../api.js';

export type Source =
  | { kind: 'audio'; media: Media; url: string }
  | { kind: 'video'; media: Media; url: string }
  | { kind: 'hls'; media: Media; url: string }
  | { kind: 'external'; media: Media; platform: keyof typeof PLATFORMS };

/** The platforms whose players the embed page can show, with their display names. */
export const PLATFORMS = { youtube: 'YouTube', vimeo: 'Vimeo' } as const;

const isPlatform = (name: string | null): name is keyof typeof PLATFORMS =>
  name !== null && name in PLATFORMS;
const isHls = ({ mimeType, url }: Media): boolean =>
  /mpegurl/i.test(mimeType ?? '') || /\.m3u8(?:[?#]|$)/i.test(url ?? '');

const sourceOf = (media: Media): Source | undefined => {
  const { url, streamUrl, contentType, externalPlatform } = media;
  // An HLS stream made from the file adapts to slow connections.
  if (streamUrl) return { kind: 'hls', media, url: streamUrl };
  if (url && isHls(media)) return { kind: 'hls', media, url };
  if (url && (contentType === 'audio' || contentType === 'video')) return { kind: contentType, media, url };
  return isPlatform(externalPlatform) ? { kind: 'external', media, platform: externalPlatform } : undefined;
};

/** Files come before external platforms, which would learn who is watching. */
const ORDER: readonly Source['kind'][] = ['video', 'hls', 'audio', 'external'];

/** @param preferred ids of media assets, the most preferred first */
export const chooseSource = (
  { mediaAssets }: ItemDetail,
  preferred: readonly (number | null | undefined)[],
): Source | undefined => {
  const sources = mediaAssets.flatMap((media) => sourceOf(media) ?? []);
  for (const id of preferred) {
    const found = sources.find(({ media }) => media.id === id);
    if (found) return found;
  }
  return ORDER.map((kind) => sources.find((source) => source.kind === kind)).find(Boolean);
};

/** The URL that the platform's element expects. */
export const platformUrl = (platform: keyof typeof PLATFORMS, id: string): string => {
  if (platform === 'youtube') return `https://www.youtube-nocookie.com/embed/${encodeURIComponent(id)}`;
  // An unlisted video has the form id/key.
  return `https://vimeo.com/${id.split('/', 2).map(encodeURIComponent).join('/')}`;
};

/** URL of the page that plays an external video without controls: the controls are rendered here. */
export const embedUrl = (host: string, itemId = 0, mediaAssetId = 0, token = ''): string => {
  const url = new URL(`${host}/embed/items/${itemId}`);
  url.search = String(
    new URLSearchParams({ controls: '0', autoplay: '1', mediaAssetId: String(mediaAssetId) }),
  );
  if (token) url.searchParams.set('token', token);
  return url.href;
};
