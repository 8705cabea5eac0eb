/**
 * Generates one playback session as a player reports it: started, watched for a while with a seek, abandoned or
 * finished.
 */
import type { Random } from '../random.js';

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

const PROGRESS_EVENTS = 12;
const EARLY_EXIT_SHARE = 0.25;
const MIDWAY_EXIT_SHARE = 0.4;
const SEEK_SHARE = 0.3;

/** The share of the item, 0 to 1, after which the visitor stops. */
const completion = (random: Random): number => {
  const kind = random.next();
  if (kind < EARLY_EXIT_SHARE) return random.between(0.01, 0.12);
  if (kind < EARLY_EXIT_SHARE + MIDWAY_EXIT_SHARE) return random.between(0.12, 0.9);
  return 1;
};

export const playbackSteps = (random: Random, durationSecs: number, startSecs = 0): PlaybackStep[] => {
  const end = Math.max(startSecs + 1, durationSecs * completion(random));
  const every = Math.max(10, durationSecs / PROGRESS_EVENTS);
  const seekAt = random.chance(SEEK_SHARE) ? random.between(0.2, 0.8) * end : Infinity;
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
      // Some visitors skip ahead, some go back.
      position = Math.max(0, Math.min(position + random.between(-0.1, 0.15) * durationSecs, end - 1));
      report('seek');
    }
  }
  report(end >= durationSecs ? 'end' : 'pause');
  return steps;
};
