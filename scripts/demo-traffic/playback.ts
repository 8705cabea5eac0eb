/** One playback session as a player would report it: begun, watched for a while with a seek or two, left or finished. */
import type { Chance } from './random.js';

export interface DemoItem {
  id: number;
  title: string;
  durationSecs: number;
  mediaAssetId: number;
}

export interface PlaybackStep {
  eventType: 'play' | 'pause' | 'seek' | 'progress' | 'end';
  /** Milliseconds since the session began. */
  afterMs: number;
  currentPlaybackPositionSeconds: number;
  totalPlaybackSeconds: number;
}

const REPORTS = 12;
const LEAVES_SOON = 0.25;
const LEAVES_BETWEEN = 0.4;
const SEEKS = 0.3;

/** The share of the item after which the visitor leaves. */
const stays = (chance: Chance): number => {
  const kind = chance.next();
  if (kind < LEAVES_SOON) return chance.between(0.01, 0.12);
  if (kind < LEAVES_SOON + LEAVES_BETWEEN) return chance.between(0.12, 0.9);
  return 1;
};

export const playbackSteps = (chance: Chance, durationSecs: number, startSecs = 0): PlaybackStep[] => {
  const end = Math.max(startSecs + 1, durationSecs * stays(chance));
  const every = Math.max(10, durationSecs / REPORTS);
  const seekAt = chance.happens(SEEKS) ? chance.between(0.2, 0.8) * end : Infinity;
  const steps: PlaybackStep[] = [];
  let [position, watched, sought] = [startSecs, 0, false];
  const report = (eventType: PlaybackStep['eventType']): void =>
    void steps.push({
      eventType,
      afterMs: Math.round(watched * 1_000) + steps.length,
      currentPlaybackPositionSeconds: Math.round(position * 10) / 10,
      totalPlaybackSeconds: Math.round(watched * 10) / 10,
    });
  report('play');
  while (position < end) {
    const played = Math.min(every, end - position);
    position += played;
    watched += played;
    if (position < end) report('progress');
    if (!sought && position >= seekAt && position < end) {
      sought = true;
      // Some skip ahead, some hear it again.
      position = Math.max(0, Math.min(position + chance.between(-0.1, 0.15) * durationSecs, end - 1));
      report('seek');
    }
  }
  report(end >= durationSecs ? 'end' : 'pause');
  return steps;
};
