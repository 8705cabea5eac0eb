/** Reads when an episode was published, and on which day where the feed was written. */

export interface FeedTime {
  /** ms since 1970 */
  ms: number;
  /** YYYY-MM-DD in the offset that the feed writes; null in UTC, which programs write whatever the place. */
  day: string | null;
}

/** Offsets in hours of the zones of RFC 822 that are not UTC. */
const ZONES: Readonly<Record<string, number>> = {
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
};
const OFFSET = /(?:([+-])(\d{2}):?(\d{2})|\b([A-Z]{3}))\s*(?:\([^()]{0,40}\))?$/;
const MINUTE_MS = 60_000;

/** @returns null if it is missing or no time */
export const feedTime = (written: string | null): FeedTime | null => {
  const text = (written ?? '').trim();
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) return null;
  const minutes = offsetOf(text);
  return { ms, day: minutes === 0 ? null : new Date(ms + minutes * MINUTE_MS).toISOString().slice(0, 10) };
};

/** In minutes; 0 without one. */
const offsetOf = (text: string): number => {
  const [, sign, hours, minutes, zone = ''] = OFFSET.exec(text) ?? [];
  if (sign === undefined) return (ZONES[zone] ?? 0) * 60;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
};
