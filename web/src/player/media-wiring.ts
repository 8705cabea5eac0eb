/** Connects a media element to events, captions, the lock screen, remembered positions and the embed page. */
import type { Api } from '../api.js';
import { eventQueueOf } from '../events/event-queue.js';
import { trackPlayback } from '../events/playback-tracker.js';
import type { PlayedItem } from './item-loader.js';
import type { KeyTarget } from './keyboard.js';
import type { NeededParts } from './needed-parts.js';

/** A media element, or one that behaves like it. */
export interface MediaElement extends KeyTarget, HTMLElement {
  readonly ended: boolean;
  readonly readyState: number;
  readonly error?: MediaError | null;
  addTextTrack?(kind: TextTrackKind, label?: string, language?: string): TextTrack;
}

export interface Wiring {
  api: Api;
  played: PlayedItem;
  mediaAssetId: number;
  searchId: string | null;
  embedToken: string | null;
  /**
   * `media`: the embedding page counts events and shows the controls; `page`: this is the embed page; null:
   * neither.
   */
  embed: 'media' | 'page' | null;
  parts: NeededParts;
  remember: boolean;
  /** Where to start, in seconds. Null: the remembered position, else the beginning. */
  start: number | null;
  autoplay: boolean;
  captionsLabel: string;
  /** The account's logo, once the configuration has loaded. */
  logoUrl(): string | null;
  onResumed(seconds: number): void;
  onEvent(type: string): void;
}

const SAVE_EVERY_MS = 5_000;

/** @returns a function that disconnects everything */
export const wireMedia = (media: MediaElement, wiring: Wiring): (() => void) => {
  const { parts } = wiring;
  const stops = [
    begin(media, wiring),
    count(media, wiring),
    ...(parts.messages ? [parts.messages.answerParent(media, wiring.played.item.id)] : []),
    ...(parts.positions ? [rememberPosition(media, wiring, parts.positions)] : []),
    on(media, ['play'], () => void showOnLockScreen(media, wiring)),
    on(media, ['timeupdate', 'play', 'pause', 'ended', 'error', 'seeked', 'ratechange'], ({ type }) =>
      wiring.onEvent(type),
    ),
  ];
  addTracks(media, wiring);
  return () => stops.forEach((stop) => stop());
};

/** Loads the media session on demand. The player works without it. */
const showOnLockScreen = async (media: MediaElement, { played, logoUrl }: Wiring): Promise<void> => {
  const { showInMediaSession } = await import('./media-session.js').catch(() => ({
    showInMediaSession: null,
  }));
  showInMediaSession?.(media, played, logoUrl());
};

const on = (target: EventTarget, names: string[], handle: (event: Event) => void): (() => void) => {
  for (const name of names) target.addEventListener(name, handle);
  return () => {
    for (const name of names) target.removeEventListener(name, handle);
  };
};

/** Seeks to the start once the duration is known, and starts playback. */
const begin = (media: MediaElement, wiring: Wiring): (() => void) => {
  const { api, played, parts, start, autoplay, onResumed } = wiring;
  const stopped = start === null ? parts.positions?.positionOf(api.host, played.item.id) : undefined;
  const ready = (): void => {
    const from = start ?? stopped;
    // The visitor may have seeked in the meantime: that wins.
    if (from && !media.currentTime) media.currentTime = from;
    if (stopped !== undefined) onResumed(stopped);
    // Browsers refuse to play before the visitor has interacted with the page.
    if (autoplay) void Promise.resolve(media.play()).catch(() => undefined);
  };
  if (media.readyState > 0) {
    ready();
    return () => undefined;
  }
  media.addEventListener('loadedmetadata', ready, { once: true });
  return () => media.removeEventListener('loadedmetadata', ready);
};

const count = (media: MediaElement, wiring: Wiring): (() => void) => {
  const { api, played, mediaAssetId, searchId, embedToken, embed, remember } = wiring;
  if (embed === 'media') return () => undefined;
  const queue = eventQueueOf(api.host);
  if (remember) queue.remember();
  const tracked = { itemId: played.item.id, mediaAssetId, searchId, embedToken, isEmbedded: embed !== null };
  return trackPlayback(media, tracked, queue);
};

const rememberPosition = (
  media: MediaElement,
  { api, played }: Wiring,
  { savePosition }: NonNullable<NeededParts['positions']>,
): (() => void) => {
  const { id } = played.item;
  let saved = 0;
  return on(media, ['timeupdate', 'seeked', 'pause', 'ended'], ({ type }) => {
    if (media.ended) return savePosition(api.host, id, null);
    const now = Date.now();
    if (media.currentTime === 0 || (type === 'timeupdate' && now - saved < SAVE_EVERY_MS)) return;
    saved = now;
    savePosition(api.host, id, media.currentTime);
  });
};

/** Adds captions cue by cue. A `<track>` file would need CORS on the media host and another request. */
const addTracks = (media: MediaElement, { played, captionsLabel }: Wiring): void => {
  const { cues, chapters, language } = played;
  if (!media.addTextTrack) return;
  if (cues.length > 0) {
    const track = media.addTextTrack('captions', captionsLabel, language);
    for (const { start, end, text } of cues)
      track.addCue(new VTTCue(start, end, text.replaceAll('<', '&lt;')));
    track.mode = 'hidden';
  }
  if (chapters.length === 0) return;
  const track = media.addTextTrack('chapters');
  const starts = chapters.map(({ startMs }) => startMs / 1_000);
  for (const [at, { title }] of chapters.entries()) {
    const start = starts[at]!;
    track.addCue(
      new VTTCue(start, Math.max(start, starts[at + 1] ?? played.item.durationSecs ?? start), title),
    );
  }
  track.mode = 'hidden';
};
