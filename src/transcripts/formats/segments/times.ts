/** Parses and writes time stamps, and fills in missing times of segments. */
import type { Segment } from '../../../../indexer/index.js';

/** Speech at about 150 words per minute, the default if the transcript does not show its own rate. */
const MS_PER_CHARACTER = 70;
/** Rates outside these bounds result from gaps in the stamps. */
const SLOWEST_MS_PER_CHARACTER = 200;
const FASTEST_MS_PER_CHARACTER = 25;

/** Parses `hh:mm:ss.mmm`, `mm:ss`, `-00:00:01,5` and the like to milliseconds; null if the text is not a time. */
export function parseTime(text: string): number | null {
  const match = /^(-)?(?:(\d+):)?(\d{1,3}):(\d{1,2})(?:[.,:](\d{1,9}))?$/.exec(text.trim());
  if (!match) return null;
  const [, sign, hours = '0', minutes, seconds, fraction = '0'] = match;
  const ms =
    (Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1000 + Number(`0.${fraction}`) * 1000;
  return sign ? -Math.round(ms) : Math.round(ms);
}

/** `hh:mm:ss.mmm` with the given decimal sign; hours may have more than two digits. */
export function formatTime(ms: number, decimal: '.' | ','): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const whole = Math.max(0, Math.round(ms));
  const seconds = Math.floor(whole / 1000);
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':');
  return `${clock}${decimal}${String(whole % 1000).padStart(3, '0')}`;
}

/** 24 days: the largest integer in SQL and the index. */
export const MAX_TIME_MS = 2_147_483_647;

const isPossible = (ms: number | null): boolean => ms === null || ms <= MAX_TIME_MS;

/** True if any segment has a time. */
function isTimed(segments: readonly Segment[]): boolean {
  return segments.some((segment) => segment.startMs !== null || segment.endMs !== null);
}

/**
 * Spreads segments without any times over a duration in proportion to their characters; returns timed ones
 * unchanged.
 */
export function estimateTimes<S extends Segment>(segments: readonly S[], durationMs: number): readonly S[] {
  return isTimed(segments) ? segments : spread(segments, 0, Math.max(0, durationMs));
}

/**
 * Fills in missing times in proportion to characters: from 0 to the first known time, between known times, and at
 * the transcript's own rate after the last. If no segment is timed, none gets a time. Impossible times count as
 * missing.
 */
export function interpolateTimes<S extends Segment>(given: readonly S[]): S[] {
  const segments = given.some(({ startMs, endMs }) => !isPossible(startMs) || !isPossible(endMs))
    ? given.map((segment) => ({
        ...segment,
        startMs: isPossible(segment.startMs) ? segment.startMs : null,
        endMs: isPossible(segment.endMs) ? segment.endMs : null,
      }))
    : given;
  if (!isTimed(segments) || segments.every((segment) => segment.startMs !== null && segment.endMs !== null)) {
    return [...segments];
  }
  const rate = speechRate(segments);
  const result: S[] = [];
  let clock = 0;
  for (let i = 0; i < segments.length;) {
    const startMs: number = segments[i]!.startMs ?? clock;
    let end = i;
    while (
      end < segments.length &&
      segments[end]!.endMs === null &&
      (segments[end + 1]?.startMs ?? null) === null
    )
      end++;
    const run = segments.slice(i, end + 1);
    const known = segments[end]?.endMs ?? segments[end + 1]?.startMs ?? null;
    clock = Math.max(
      startMs,
      known ?? startMs + rate * run.reduce((sum, segment) => sum + spoken(segment), 0),
    );
    for (const segment of spread(run, startMs, Math.round(clock))) result.push(segment);
    i = end + 1;
  }
  return result;
}

function spread<S extends Segment>(segments: readonly S[], startMs: number, endMs: number): S[] {
  const total = segments.reduce((sum, segment) => sum + spoken(segment), 0);
  let before = 0;
  const lastMs = Math.min(MAX_TIME_MS, endMs);
  const at = (): number => Math.round(startMs + (total === 0 ? 0 : before / total) * (lastMs - startMs));
  return segments.map((segment) => {
    const from = at();
    before += spoken(segment);
    return { ...segment, startMs: from, endMs: total === 0 ? lastMs : at() };
  });
}

/** Number of spoken characters: a break mark such as `* * *` takes no time. */
function spoken(segment: Segment): number {
  return /[\p{L}\p{N}]/u.test(segment.text) ? segment.text.length : 0;
}

/** Milliseconds per character between the first and the last known start. */
function speechRate(segments: readonly Segment[]): number {
  const first = segments.findIndex((segment) => segment.startMs !== null);
  const last = segments.findLastIndex((segment) => segment.startMs !== null);
  if (first < 0 || last === first) return MS_PER_CHARACTER;
  const characters = segments.slice(first, last).reduce((sum, segment) => sum + spoken(segment), 0);
  const rate = (segments[last]!.startMs! - segments[first]!.startMs!) / characters;
  if (!(rate > 0) || !Number.isFinite(rate)) return MS_PER_CHARACTER;
  return Math.min(SLOWEST_MS_PER_CHARACTER, Math.max(FASTEST_MS_PER_CHARACTER, rate));
}
