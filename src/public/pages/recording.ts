/** The recording of an item for browsers' native players. */
import type { PublicItemDetail } from '../items/public-item.schema.js';
import { playableMimeType } from '../items/playable.js';
import { html, type HtmlContent } from '../../platform/lib/html.js';
import type { PageWords } from './page-words.js';
import type { TimeUrl } from './transcript-section.js';

type Media = PublicItemDetail['mediaAssets'][number];

const PLATFORMS: Record<string, { name: string; page(id: string): string }> = {
  youtube: { name: 'YouTube', page: (id) => `https://www.youtube.com/watch?v=${encodeURIComponent(id)}` },
  vimeo: {
    name: 'Vimeo',
    page: (id) => `https://vimeo.com/${id.split('/', 2).map(encodeURIComponent).join('/')}`,
  },
};

/** A file that browsers play; not an HLS playlist, which few support. */
const isFile = (media: Media): media is Media & { url: string } =>
  media.url !== null &&
  (media.contentType === 'audio' || media.contentType === 'video') &&
  !/mpegurl/i.test(media.mimeType ?? '');

/** Prefers video to audio and audio to platforms, like the player. */
export const recordingOf = (media: readonly Media[]) => {
  const files = media.filter(isFile);
  const file = files.find(({ contentType }) => contentType === 'video') ?? files[0];
  const external = media.find(
    ({ externalPlatform, externalPlatformId }) => externalPlatformId && PLATFORMS[externalPlatform ?? ''],
  );
  return { file, external };
};

/** A URL with a media fragment, which browsers support: `talk.mp3#t=754`. */
export const timeUrlOf = (media: readonly Media[]): TimeUrl => {
  const { file, external } = recordingOf(media);
  if (file) return (seconds) => `${file.url}#t=${seconds}`;
  const { externalPlatform, externalPlatformId } = external ?? {};
  return externalPlatform === 'youtube' && externalPlatformId
    ? (seconds) => `${PLATFORMS.youtube!.page(externalPlatformId)}&t=${seconds}s`
    : () => null;
};

export const renderRecording = (item: PublicItemDetail, words: PageWords): HtmlContent => {
  const { file, external } = recordingOf(item.mediaAssets);
  if (file) {
    const source = html`<source src="${file.url}" type="${playableMimeType(file)}" />`;
    return file.contentType === 'video'
      ? html`<video controls preload="none" aria-label="${item.title}">${source}</video>`
      : html`<audio controls preload="none" aria-label="${item.title}">${source}</audio>`;
  }
  if (!external) return null;
  const platform = PLATFORMS[external.externalPlatform ?? '']!;
  return html`<p class="platform">
    <a class="button" href="${platform.page(external.externalPlatformId ?? '')}" rel="noopener"
      >${words.say('watchOn', { platform: platform.name })}</a
    >
  </p>`;
};
