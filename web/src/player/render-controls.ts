/** Renders the recording and its controls. */
import { html, nothing, type TemplateResult } from 'lit';
import { RATES } from './keyboard.js';
import { PLATFORMS, platformUrl, type Source } from './source.js';
import type { ItemDetail } from '../api.js';
import { icons } from '../theme.js';
import type { Words } from '../words.js';
import type { LoadedLanguage } from '../../../strings/languages.js';

export interface Shown {
  words: Words;
  item: ItemDetail;
  /** The account's logo. */
  logoUrl: string | null;
  source: Source;
  /** Whether the visitor clicked to load an external video. */
  isPressed: boolean;
  /** Whether this is the embed page, whose content security policy allows the platform. */
  isEmbedPage: boolean;
  /** URL of the iframe that plays an external video. */
  frameUrl: string;
  /** Whether the embedding page shows the controls. */
  hasControls: boolean;
  press(): void;
  /** Playback rate, 1 for normal speed. */
  rate: number;
  setRate(rate: number): void;
  /** Renders the share button. */
  share(): TemplateResult;
}

const SKIP_SECONDS = 15;

const pictureOf = ({ wideImgUrl, ultraWideImgUrl, squareImgUrl, series }: ItemDetail): string | null =>
  wideImgUrl ?? ultraWideImgUrl ?? squareImgUrl ?? series?.wideImgUrl ?? series?.squareImgUrl ?? null;

export const renderMedia = (shown: Shown): TemplateResult => {
  const { source, isPressed, words, item } = shown;
  if (source.kind === 'external' && !isPressed) return renderPoster(shown);
  const isAudio = source.kind === 'audio';
  const media = renderElement(shown);
  if (!shown.hasControls) return html`<div class="bare">${media}</div>`;
  return html`
    ${
      isAudio && pictureOf(item)
        ? html`<img class="picture" part="artwork" src=${pictureOf(item)!} alt="" />`
        : nothing
    }
    <media-controller
      part="media"
      class=${isAudio ? 'audio' : 'video'}
      lang=${words.lang}
      ?audio=${isAudio}
      nohotkeys
    >
      ${media}
      <media-control-bar class="times" part="timeline">
        <media-time-range></media-time-range>
      </media-control-bar>
      <media-control-bar part="controls">
        <media-play-button part="play-button"></media-play-button>
        <media-seek-backward-button seekoffset=${SKIP_SECONDS}></media-seek-backward-button>
        <media-seek-forward-button seekoffset=${SKIP_SECONDS}></media-seek-forward-button>
        <media-time-display showduration notoggle></media-time-display>
        <span class="gap"></span>
        <media-mute-button></media-mute-button>
        <media-volume-range class="roomy"></media-volume-range>
        ${renderRate(shown)} ${shown.share()}
        ${
          isAudio
            ? nothing
            : html`<media-captions-button></media-captions-button>
                <media-pip-button class="roomy"></media-pip-button>
                <media-fullscreen-button></media-fullscreen-button>`
        }
      </media-control-bar>
    </media-controller>
  `;
};

/** A native `<select>`, so that each device shows its own menu. */
const renderRate = ({ words, rate, setRate }: Shown): TemplateResult => html`
  <select
    part="rate"
    class="rate"
    aria-label=${words.say('speed')}
    @change=${(event: Event) => setRate(Number((event.target as HTMLSelectElement).value))}
  >
    ${RATES.map(
      (value) =>
        html`<option value=${value} .selected=${value === rate}>${words.format.number(value)}×</option>`,
    )}
  </select>
`;

const renderElement = ({ source, item, isEmbedPage, hasControls, frameUrl }: Shown): TemplateResult => {
  const picture = source.media.posterUrl ?? pictureOf(item) ?? nothing;
  if (source.kind === 'audio') return html`<audio slot="media" preload="metadata" src=${source.url}></audio>`;
  if (source.kind === 'video')
    return html`<video
      slot="media"
      preload="metadata"
      playsinline
      poster=${picture}
      src=${source.url}
    ></video>`;
  if (source.kind === 'hls')
    return html`<hls-video
      slot="media"
      preload="metadata"
      playsinline
      poster=${picture}
      src=${source.url}
    ></hls-video>`;
  if (!isEmbedPage)
    return html`<lectern-embedded-video
      slot="media"
      title=${item.title}
      src=${frameUrl}
    ></lectern-embedded-video>`;
  const url = platformUrl(source.platform, source.media.externalPlatformId ?? '');
  return source.platform === 'youtube'
    ? html`<youtube-video slot="media" src=${url} ?controls=${!hasControls} playsinline></youtube-video>`
    : html`<vimeo-video slot="media" src=${url} ?controls=${!hasControls} playsinline></vimeo-video>`;
};

/** Shows our own picture: nothing is loaded from the platform before the visitor clicks. */
const renderPoster = ({ source, words, item, logoUrl, press, share }: Shown): TemplateResult => {
  const platform = source.kind === 'external' ? PLATFORMS[source.platform] : '';
  const picture = pictureOf(item);
  return html`<div class="poster" part="poster">
    ${picture ? html`<img src=${picture} alt="" />` : logoUrl ? html`<img class="logo" src=${logoUrl} alt="" />` : nothing}
    <button
      type="button"
      class="button press"
      part="play-external"
      aria-describedby="external-note"
      @click=${press}
    >
      ${icons.play()} <span>${words.say('playOn', { platform })}</span>
    </button>
    <p id="external-note" class="external">${words.say('externalNote', { platform })}</p>
    ${share()}
  </div>`;
};

/** Loads the element that plays a source, and the control labels of a language. */
export const loadMediaElement = async (source: Source, isEmbedPage: boolean, lang: string): Promise<void> => {
  const labels = LABELS[lang.toLowerCase().split('-')[0] ?? ''];
  await Promise.all([
    labels?.().catch(() => undefined),
    source.kind === 'hls' && import('hls-video-element'),
    source.kind === 'external' && (isEmbedPage ? PLAYERS[source.platform]() : import('./embedded-video.js')),
  ]);
};

const PLAYERS = {
  youtube: () => import('youtube-video-element'),
  vimeo: () => import('vimeo-video-element'),
};

const LABELS: Record<string, () => Promise<unknown>> = {
  de: () => import('media-chrome/dist/lang/de.js'),
  es: () => import('media-chrome/dist/lang/es.js'),
  fr: () => import('media-chrome/dist/lang/fr.js'),
  pt: () => import('media-chrome/dist/lang/pt.js'),
} satisfies Record<LoadedLanguage, () => Promise<unknown>>;
