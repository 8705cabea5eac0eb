/** Audience retention in plain TypeScript: the expected values of the report. */
import type { PlaybackEvent, StoredEvent } from '../../analytics/events/events.js';
import { ms, sessionsOf, type ReferenceScope } from './stats-reference.js';

const KINDS = ['play', 'pause', 'seek', 'progress', 'end', 'error'];

/** The number of sessions that played each hundredth of an item. */
export const referenceAudience = (
  events: readonly StoredEvent[],
  scope: ReferenceScope,
  itemId: number,
): number[] => {
  const { from, to } = scope.range;
  const sessions = sessionsOf(events, { ...scope, filter: { itemIds: [itemId] } }, from, to);
  const duration = Math.max(0, ...sessions.map((session) => session.duration));
  if (duration === 0) return [];
  const seen = sessions
    .filter(({ play }) => play)
    .map((session) => covered(session.events).filter(([low]) => low < duration));
  return Array.from({ length: 100 }, (_, part) => {
    const begin = (part * duration) / 100;
    const end = ((part + 1) * duration) / 100;
    return seen.filter((ranges) =>
      ranges.some(([low, high]) => Math.min(high, duration) > begin && low < end),
    ).length;
  });
};

/** The ranges of the item, in milliseconds, that a session's events cover. */
const covered = (events: readonly PlaybackEvent[]): [low: number, high: number][] => {
  const keys = (event: PlaybackEvent): number[] => [
    event.occurredAt,
    event.receivedAt,
    event.place,
    ms(event.totalPlaybackSeconds ?? 0),
    ms(event.currentPlaybackPositionSeconds),
    KINDS.indexOf(event.eventType),
    event.playbackRate ?? 1,
  ];
  const ordered = [...events].sort((one, other) => {
    const difference = keys(one).map((key, index) => key - keys(other)[index]!);
    return difference.find((value) => value !== 0) ?? 0;
  });
  return ordered.slice(1).flatMap((event, index): [number, number][] => {
    const before = ordered[index]!;
    const low = ms(before.currentPlaybackPositionSeconds);
    const next = ms(event.currentPlaybackPositionSeconds);
    const played =
      event.totalPlaybackSeconds !== null && before.totalPlaybackSeconds !== null
        ? ms(event.totalPlaybackSeconds) - ms(before.totalPlaybackSeconds)
        : ['pause', 'end', 'error'].includes(before.eventType)
          ? 0
          : event.occurredAt - before.occurredAt;
    const advance = Math.floor((Math.max(played, 0) * ms(before.playbackRate ?? 1)) / 1000);
    if (event.eventType === 'seek') return advance > 0 ? [[low, low + advance]] : [];
    return played > 0 && next > low && next - low <= advance + 2000 ? [[low, next]] : [];
  });
};
