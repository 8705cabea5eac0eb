/** The clock as a value, so that a test can own the time. */

export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** ISO 8601 UTC with milliseconds: how every time is stored and answered. */
export const isoTime = (clock: Clock, plusMs = 0): string =>
  new Date(clock.now().getTime() + plusMs).toISOString();

/** The time, at least a millisecond after `earlier`: two changes never share one. */
export const isoTimeAfter = (clock: Clock, earlier: string): string =>
  new Date(Math.max(clock.now().getTime(), new Date(earlier).getTime() + 1)).toISOString();
