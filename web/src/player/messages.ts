/** The `postMessage` protocol between a page and the player in its `/embed` iframe. */
import type { Playing } from '../events/playback-tracker.js';

/** Commands to the player. */
export type EmbedCommand =
  | { lectern: 'play' | 'pause' }
  | { lectern: 'seek'; seconds: number }
  | { lectern: 'rate'; playbackRate: number }
  | { lectern: 'volume'; volume: number; muted: boolean };

/** Messages from the player: an event of its media element, with the state after it. */
export interface EmbedState {
  lectern: 'event';
  type: string;
  itemId: number;
  currentTime: number;
  /** Null while unknown. */
  duration: number | null;
  paused: boolean;
  ended: boolean;
  playbackRate: number;
}

/** The media events that are forwarded. */
const PASSED_EVENTS = [
  'loadedmetadata',
  'durationchange',
  'play',
  'playing',
  'waiting',
  'pause',
  'seeking',
  'seeked',
  'timeupdate',
  'ratechange',
  'volumechange',
  'ended',
  'error',
] as const;

interface Controlled extends Playing {
  currentTime: number;
  playbackRate: number;
  volume: number;
  muted: boolean;
  play(): Promise<void> | void;
  pause(): void;
}

const isCommand = (data: unknown): data is EmbedCommand =>
  typeof data === 'object' && data !== null && typeof (data as EmbedCommand).lectern === 'string';

/** Lets the embedding page control the media, and reports media events to it. @returns a function that stops */
export const answerParent = (media: Controlled, itemId: number): (() => void) => {
  const tell = ({ type }: Pick<Event, 'type'>): void => {
    const { currentTime, duration, paused, ended, playbackRate } = media;
    const state: EmbedState = {
      lectern: 'event',
      type,
      itemId,
      currentTime,
      duration: Number.isFinite(duration) ? duration : null,
      paused,
      ended,
      playbackRate,
    };
    // Any page that may frame this one may see the messages; `frame-ancestors` in the CSP restricts who may frame
    // it.
    parent.postMessage(state, '*');
  };
  const obey = ({ source, data }: MessageEvent<unknown>): void => {
    if (source !== parent || !isCommand(data)) return;
    if (data.lectern === 'play') void Promise.resolve(media.play()).catch(() => tell({ type: 'pause' }));
    else if (data.lectern === 'pause') media.pause();
    else if (data.lectern === 'seek' && Number.isFinite(data.seconds))
      media.currentTime = Math.max(0, data.seconds);
    else if (data.lectern === 'rate' && data.playbackRate > 0) media.playbackRate = data.playbackRate;
    else if (data.lectern === 'volume') {
      media.volume = Math.min(1, Math.max(0, data.volume));
      media.muted = data.muted;
    }
  };
  for (const name of PASSED_EVENTS) media.addEventListener(name, tell);
  addEventListener('message', obey);
  tell({ type: 'ready' });
  return () => {
    for (const name of PASSED_EVENTS) media.removeEventListener(name, tell);
    removeEventListener('message', obey);
  };
};
