/** Which recording of an item is played, and by what. */
import type { ItemDetail, Media } from '../api.js';

export type Source =
  | { kind: 'audio'; media: Media; url: string }
  | { kind: 'video'; media: Media; url: string }
  | { kind: 'hls'; media: Media; url: string }
  | { kind: 'external'; media: Media; platform: keyof typeof PLATFORMS };

/** The platforms whose players the embed page may show, with their names. */
export const PLATFORMS = { youtube: 'YouTube', vimeo: 'Vimeo' } as const;

const isPlatform = (name: string | null): name is keyof typeof PLATFORMS =>
  name !== null && name in PLATFORMS;
const isHls = ({ mimeType, url }: Media): boolean =>
  /mpegurl/i.test(mimeType ?? '') || /\.m3u8(?:[?#]|$)/i.test(url ?? '');

const sourceOf = (media: Media): Source | undefined => {
  const { url, streamUrl, contentType, externalPlatform } = media;
  // Made of the file, for connections of any speed.
  if (streamUrl) return { kind: 'hls', media, url: streamUrl };
  if (url && isHls(media)) return { kind: 'hls', media, url };
  if (url && (contentType === 'audio' || contentType === 'video')) return { kind: contentType, media, url };
  return isPlatform(externalPlatform) ? { kind: 'external', media, platform: externalPlatform } : undefined;
};

/** Files before platforms, which learn of the visitor. */
const ORDER: readonly Source['kind'][] = ['video', 'hls', 'audio', 'external'];

/** @param preferred ids of media assets, the most wanted first */
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

/** The URL that the element of the platform takes. */
export const platformUrl = (platform: keyof typeof PLATFORMS, id: string): string => {
  if (platform === 'youtube') return `https://www.youtube-nocookie.com/embed/${encodeURIComponent(id)}`;
  // An unlisted video has a key: id/key.
  return `https://vimeo.com/${id.split('/', 2).map(encodeURIComponent).join('/')}`;
};

/** The page that plays the video of another platform, without controls: those are here. */
export const embedUrl = (host: string, itemId = 0, mediaAssetId = 0, token = ''): string => {
  const url = new URL(`${host}/embed/items/${itemId}`);
  url.search = String(
    new URLSearchParams({ controls: '0', autoplay: '1', mediaAssetId: String(mediaAssetId) }),
  );
  if (token) url.searchParams.set('token', token);
  return url.href;
};
