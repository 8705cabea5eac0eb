/** oEmbed 1.0 responses: a player for items with media, otherwise a link. */
import { escapeUTF8 } from 'entities';
import type { Account } from '../../identity/accounts/account.record.js';
import type { ArtworkVariant } from '../../content/records/artwork-fields.js';
import type { OEmbed } from './feed.schema.js';
import { embeddedVideo, mimeTypeOf, playableFile, type Playable } from '../items/playable.js';

interface EmbedContent {
  account: Account;
  item: { title: string; speakers: readonly { name: string }[]; mediaAssets: readonly Playable[] };
  artwork: readonly EmbedImage[];
  baseUrl: string;
  maxwidth?: number;
  maxheight?: number;
}

/** An image of known size in pixels. */
interface EmbedImage {
  url: string;
  width: number;
  height: number;
}

const VIDEO = { width: 640, height: 360 };
const AUDIO = { width: 480, height: 54 };
const CACHE_AGE_SECS = 3_600;

export const oEmbedOf = (content: EmbedContent): OEmbed => {
  const { account, item, artwork, baseUrl, maxwidth = Infinity, maxheight = Infinity } = content;
  const thumbnail = artwork.find(({ width, height }) => width <= maxwidth && height <= maxheight);
  const author = item.speakers.map(({ name }) => name).join(', ');
  return {
    ...player(content),
    version: '1.0',
    title: item.title,
    ...(author && { author_name: author }),
    provider_name: account.name,
    provider_url: account.settings.publicSiteUrl ?? baseUrl,
    cache_age: CACHE_AGE_SECS,
    ...(thumbnail && {
      thumbnail_url: thumbnail.url,
      thumbnail_width: thumbnail.width,
      thumbnail_height: thumbnail.height,
    }),
  };
};

/** The images of an item whose metadata has their size, widest shape first. */
export const artworkOf = (
  item: Record<`${ArtworkVariant}ImgUrl`, string | null> &
    Record<`${ArtworkVariant}ImgMetadata`, Record<string, unknown> | null>,
): EmbedImage[] =>
  (['wide', 'square', 'ultraWide', 'vertical'] satisfies ArtworkVariant[]).flatMap((variant) => {
    const url = item[`${variant}ImgUrl`];
    const { width, height } = item[`${variant}ImgMetadata`] ?? {};
    return url && isSize(width) && isSize(height) ? [{ url, width, height }] : [];
  });

const isSize = (pixels: unknown): pixels is number => Number.isSafeInteger(pixels) && Number(pixels) > 0;

const player = ({ item, ...limits }: EmbedContent): Pick<OEmbed, 'type' | 'html' | 'width' | 'height'> => {
  const embedUrl = embeddedVideo(item.mediaAssets)?.embedUrl;
  const video = playableFile(item.mediaAssets.filter(({ contentType }) => contentType === 'video'));
  const title = escapeUTF8(item.title);
  if (embedUrl || video) {
    const { width, height } = fit(VIDEO, limits);
    const size = `width="${width}" height="${height}"`;
    const html = embedUrl
      ? `<iframe src="${escapeUTF8(embedUrl)}" ${size} title="${title}" frameborder="0" allow="fullscreen; picture-in-picture" allowfullscreen></iframe>`
      : video && `<video controls preload="metadata" ${size} title="${title}">${source(video)}</video>`;
    return { type: 'video', html, width, height };
  }
  const audio = playableFile(item.mediaAssets);
  if (!audio) return { type: 'link' };
  const width = Math.min(AUDIO.width, limits.maxwidth ?? Infinity);
  const height = Math.min(AUDIO.height, limits.maxheight ?? Infinity);
  return {
    type: 'rich',
    html: `<audio controls preload="metadata" style="width:${width}px;height:${height}px" title="${title}">${source(audio)}</audio>`,
    width,
    height,
  };
};

const source = (file: Playable & { url: string }): string =>
  `<source src="${escapeUTF8(file.url)}" type="${escapeUTF8(mimeTypeOf(file))}">`;

/** The largest size of the same shape within the limits, in pixels. */
const fit = (
  { width, height }: typeof VIDEO,
  { maxwidth = Infinity, maxheight = Infinity }: { maxwidth?: number; maxheight?: number },
): typeof VIDEO => {
  const scale = Math.min(1, maxwidth / width, maxheight / height);
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
};
