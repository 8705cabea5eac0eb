/** The clock as a value, so that tests can control the time. */

export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** The format for storage and responses: ISO 8601 UTC with milliseconds. */
export const isoTime = (clock: Clock, plusMs = 0): string =>
  new Date(clock.now().getTime() + plusMs).toISOString();

/** The current time, but at least a millisecond after `earlier`, so that no two changes have the same time. */
export const isoTimeAfter = (clock: Clock, earlier: string): string =>
  new Date(Math.max(clock.now().getTime(), new Date(earlier).getTime() + 1)).toISOString();

/** Whether a stored time is now or past; false for null. */
export const hasPassed = (clock: Clock, time: string | null): boolean =>
  time !== null && time <= isoTime(clock);
