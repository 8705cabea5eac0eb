/** The recording beside the text: which segment is being said, and playing from where the caret is. It counts nowhere. */
import type { Caret } from './edits.js';
import type { EditorStore } from './editor-store.js';
import { segmentAt, timeAt, type EditorSegment } from './segments.js';
import { createValue, type Value } from '../parts/value.js';

export interface Sound {
  /** Id of the segment that is being said. */
  current: Value<string | null>;
  isPlaying: Value<boolean>;
  /** Ref of the element that plays. */
  attach(element: HTMLAudioElement | null): (() => void) | undefined;
  /** Whether there is something to play. */
  isThere(): boolean;
  /** Pauses when it plays. Otherwise plays from the place in the text, or goes on in this segment or after a pause. */
  toggle(segment: EditorSegment, at: number): void;
  /** Plays the last seconds again. */
  back(): void;
  /** Nothing happens where the time is not known. */
  seek(ms: number | null): void;
  playFrom(ms: number): void;
  /** The place in the text that is being said. */
  place(): Caret | null;
}

const BACK_SECS = 3;

export const createSound = (store: EditorStore): Sound => {
  let player: HTMLAudioElement | null = null;
  const current = createValue<string | null>(null);
  const isPlaying = createValue(false);
  /** Where the sound was paused, and in which segment the caret was then. */
  let pause: { id: string; secs: number } | null = null;
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
      const { id } = segment;
      if (!player.paused) {
        player.pause();
        pause = { id, secs: player.currentTime };
        return;
      }
      const goesOn = current.get() === id || (pause?.id === id && pause.secs === player.currentTime);
      if (!goesOn) seek(timeAt(segment, at));
      play();
    },
    back: () => {
      if (!player) return;
      player.currentTime = Math.max(0, player.currentTime - BACK_SECS);
      play();
    },
    seek,
    place: () => {
      const { segments } = store.transcript();
      const ms = (player?.currentTime ?? 0) * 1_000;
      const segment = player && segments[segmentAt(segments, ms)];
      if (!segment) return null;
      const word = segment.words.findLast(({ startMs }) => startMs !== null && startMs <= ms);
      return { id: segment.id, at: word?.start ?? 0 };
    },
    playFrom: (ms) => {
      seek(ms);
      play();
    },
  };
};
