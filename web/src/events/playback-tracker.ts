/** Counts what is played of a recording, and makes the events of it. */
import type { EventQueue } from './event-queue.js';
import { randomId } from './random-id.js';
import type { NewSiteEvent } from './site-event.js';

/** What is read of a media element, or of one that behaves like it. */
export interface Playing extends EventTarget {
  readonly currentTime: number;
  readonly duration: number;
  readonly paused: boolean;
  readonly ended: boolean;
  readonly seeking?: boolean;
  readonly playbackRate: number;
  readonly error?: { readonly message?: string; readonly code?: number } | null;
}

export interface Tracked {
  itemId: number;
  mediaAssetId: number;
  searchId: string | null;
  embedToken: string | null;
  isEmbedded: boolean;
}

type Kind = Extract<NewSiteEvent, { type: 'mediaPlaybackEvent' }>['eventType'];

const PROGRESS_MS = 10_000;

/** @returns stops, after the last seconds have been reported */
export const trackPlayback = (
  media: Playing,
  { itemId, mediaAssetId, searchId, embedToken, isEmbedded }: Tracked,
  queue: EventQueue,
): (() => void) => {
  const playbackSessionId = randomId();
  let playedMs = 0;
  /** When playing was last counted; null while nothing plays. */
  let since: number | null = null;
  let reportedMs = 0;
  let wishedAt: number | null = null;
  let startupMs: number | null = null;
  let stallCount = 0;
  let stalledMs = 0;
  let stalledSince: number | null = null;

  const count = (): void => {
    const now = performance.now();
    if (since !== null) playedMs += now - since;
    since = media.paused || media.ended || stalledSince !== null ? null : now;
  };

  const report = (eventType: Kind): void => {
    count();
    reportedMs = playedMs;
    const { duration, error } = media;
    queue.add({
      type: 'mediaPlaybackEvent',
      itemId,
      mediaAssetId,
      playbackSessionId,
      eventType,
      currentPlaybackPositionSeconds: media.currentTime,
      totalPlaybackSeconds: playedMs / 1_000,
      playbackRate: media.playbackRate,
      isEmbedded,
      ...(Number.isFinite(duration) && duration > 0 && { itemDurationSeconds: duration }),
      ...(startupMs !== null && { startupMs, stallCount, stalledMs }),
      ...(searchId && { searchId }),
      ...(embedToken && { embedToken }),
      ...(eventType === 'error' && { errorMessage: error?.message || `code ${error?.code ?? 0}` }),
    });
  };

  const leave = (): void => {
    count();
    if (playedMs > reportedMs) report('progress');
  };

  const handlers: Record<string, () => void> = {
    play: () => {
      wishedAt ??= performance.now();
      report('play');
    },
    playing: () => {
      const now = performance.now();
      if (startupMs === null && wishedAt !== null) startupMs = now - wishedAt;
      if (stalledSince !== null) stalledMs += now - stalledSince;
      stalledSince = null;
      count();
    },
    waiting: () => {
      if (startupMs === null || media.seeking || stalledSince !== null) return;
      count();
      stallCount += 1;
      stalledSince = performance.now();
      since = null;
    },
    timeupdate: () => {
      count();
      if (playedMs - reportedMs >= PROGRESS_MS) report('progress');
    },
    // At the end browsers pause before they say so.
    pause: () => {
      if (!media.ended) report('pause');
    },
    ended: () => report('end'),
    // To where the visitor wanted to begin is no seek.
    seeked: () => {
      if (wishedAt !== null) report('seek');
    },
    error: () => report('error'),
  };
  const hide = (): void => {
    if (document.visibilityState === 'hidden') leave();
  };
  for (const [name, handle] of Object.entries(handlers)) media.addEventListener(name, handle);
  document.addEventListener('visibilitychange', hide);
  addEventListener('pagehide', leave);
  return () => {
    for (const [name, handle] of Object.entries(handlers)) media.removeEventListener(name, handle);
    document.removeEventListener('visibilitychange', hide);
    removeEventListener('pagehide', leave);
    leave();
    queue.flush();
  };
};
