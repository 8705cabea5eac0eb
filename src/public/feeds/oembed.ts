/** oEmbed 1.0 responses: a player for items with media, otherwise a link. */
import { escapeUTF8 } from 'entities';
import type { Account } from '../../identity/accounts/account.record.js';
import type { ArtworkVariant } from '../../content/records/artwork-fields.js';
import type { OEmbed } from './feed.schema.js';
import { embedPath, hostOf, siteUrl } from '../items/own-pages.js';
import { embeddedVideo, playableFile, type Playable } from '../items/playable.js';

interface EmbedContent {
  account: Account;
  item: {
    id: number;
    title: string;
    speakers: readonly { name: string }[];
    mediaAssets: readonly Playable[];
  };
  artwork: readonly EmbedImage[];
  baseUrl: string;
  maxwidth?: number;
  maxheight?: number;
  /** Where the player begins; undefined for the beginning. */
  startSecs?: number | undefined;
}

/** An image of known size in pixels. */
interface EmbedImage {
  url: string;
  width: number;
  height: number;
}

/** Pixels. Below a video, the player has a row for sharing. */
const VIDEO = { width: 640, height: 360 };
const ROW = 66;
const AUDIO = { width: 480, height: 210 };
/** Consumers show an item for at most this long after it has ceased to be public. */
const CACHE_AGE_SECS = 60;

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
    provider_url: siteUrl(account, baseUrl),
    cache_age: CACHE_AGE_SECS,
    ...(thumbnail && {
      thumbnail_url: thumbnail.url,
      thumbnail_width: thumbnail.width,
      thumbnail_height: thumbnail.height,
    }),
  };
};

/** The images of an item whose metadata contains their size, widest aspect ratio first. */
export const imagesByAspectRatio = (
  item: Record<`${ArtworkVariant}ImgUrl`, string | null> &
    Record<`${ArtworkVariant}ImgMetadata`, Record<string, unknown> | null>,
): EmbedImage[] =>
  (['wide', 'square', 'ultraWide', 'vertical'] satisfies ArtworkVariant[]).flatMap((variant) => {
    const url = item[`${variant}ImgUrl`];
    const { width, height } = item[`${variant}ImgMetadata`] ?? {};
    return url && isSize(width) && isSize(height) ? [{ url, width, height }] : [];
  });

const isSize = (pixels: unknown): pixels is number => Number.isSafeInteger(pixels) && Number(pixels) > 0;

const player = (content: EmbedContent): Pick<OEmbed, 'type' | 'html' | 'width' | 'height'> => {
  const { mediaAssets } = content.item;
  const video = playableFile(mediaAssets.filter(({ contentType }) => contentType === 'video'));
  if (video ?? embeddedVideo(mediaAssets)) {
    const { width, height } = fit(VIDEO, { ...content, maxheight: (content.maxheight ?? Infinity) - ROW });
    return { type: 'video', ...frame(content, width, height + ROW) };
  }
  if (!playableFile(mediaAssets)) return { type: 'link' };
  const { maxwidth = Infinity, maxheight = Infinity } = content;
  const size = [Math.min(AUDIO.width, maxwidth), Math.min(AUDIO.height, maxheight)] as const;
  return { type: 'rich', ...frame(content, ...size) };
};

/** An iframe with the page of this host that plays the item. */
const frame = ({ item, baseUrl, startSecs }: EmbedContent, width: number, height: number) => {
  const start = startSecs ? `?t=${startSecs}` : '';
  const src = escapeUTF8(hostOf(baseUrl) + embedPath(item.id) + start);
  const allow = 'autoplay; fullscreen; picture-in-picture; encrypted-media';
  const html = `<iframe src="${src}" width="${width}" height="${height}" title="${escapeUTF8(item.title)}" style="border:0;max-width:100%" loading="lazy" allow="${allow}" allowfullscreen></iframe>`;
  return { html, width, height };
};

/** The largest size with the same aspect ratio within the limits, in pixels. */
const fit = (
  { width, height }: typeof VIDEO,
  { maxwidth = Infinity, maxheight = Infinity }: { maxwidth?: number; maxheight?: number },
): typeof VIDEO => {
  const scale = Math.min(1, maxwidth / width, maxheight / height);
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
};
