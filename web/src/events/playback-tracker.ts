/** Measures how much of a recording is played, and reports it as events. */
import type { EventQueue } from './event-queue.js';
import { randomId } from './random-id.js';
import type { NewSiteEvent } from './site-event.js';

/** The parts of a media element that the tracker reads. */
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

/** @returns a function that stops tracking, after it has reported the last seconds */
export const trackPlayback = (
  media: Playing,
  { itemId, mediaAssetId, searchId, embedToken, isEmbedded }: Tracked,
  queue: EventQueue,
): (() => void) => {
  const playbackSessionId = randomId();
  let playedMs = 0;
  /** When playing time was last added up; null while paused. */
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
    // At the end, browsers send `pause` before `ended`.
    pause: () => {
      if (!media.ended) report('pause');
    },
    ended: () => report('end'),
    // Jumping to the requested start does not count as a seek.
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
