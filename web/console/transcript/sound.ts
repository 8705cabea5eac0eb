/** The recording beside the text: which segment is being said, and playing from where the caret is. It counts nowhere. */
import type { EditorStore } from './editor-store.js';
import { segmentAt, timeAt, type EditorSegment } from './segments.js';
import { createValue, type Value } from './value.js';

export interface Sound {
  /** Id of the segment that is being said. */
  current: Value<string | null>;
  isPlaying: Value<boolean>;
  /** Ref of the element that plays. */
  attach(element: HTMLAudioElement | null): (() => void) | undefined;
  /** Whether there is something to play. */
  isThere(): boolean;
  /** Plays from the place in the text, or goes on if the sound is in this segment; pauses when it plays. */
  toggle(segment: EditorSegment, at: number): void;
  /** Plays the last seconds again. */
  back(): void;
  /** Nothing happens where the time is not known. */
  seek(ms: number | null): void;
  playFrom(ms: number): void;
}

const BACK_SECS = 3;

export const createSound = (store: EditorStore): Sound => {
  let player: HTMLAudioElement | null = null;
  const current = createValue<string | null>(null);
  const isPlaying = createValue(false);
  const update = (): void => {
    if (!player) return;
    const { segments } = store.transcript();
    current.set(segments[segmentAt(segments, player.currentTime * 1_000)]?.id ?? null);
    isPlaying.set(!player.paused);
  };
  const seek = (ms: number | null): void => {
    if (!player || ms === null) return;
    player.currentTime = ms / 1_000;
    update();
  };
  // The browser refuses to play where the person has not touched the page yet, and says so in its controls.
  const play = (): void => void player?.play().catch(() => undefined);
  return {
    current,
    isPlaying,
    isThere: () => player !== null,
    attach: (element) => {
      player = element;
      if (!element) return undefined;
      const events = ['timeupdate', 'seeking', 'play', 'pause', 'ended'] as const;
      for (const name of events) element.addEventListener(name, update);
      return () => {
        for (const name of events) element.removeEventListener(name, update);
        player = null;
      };
    },
    toggle: (segment, at) => {
      if (!player) return;
      if (!player.paused) return player.pause();
      if (current.get() !== segment.id) seek(timeAt(segment, at));
      play();
    },
    back: () => {
      if (!player) return;
      player.currentTime = Math.max(0, player.currentTime - BACK_SECS);
      play();
    },
    seek,
    playFrom: (ms) => {
      seek(ms);
      play();
    },
  };
};
