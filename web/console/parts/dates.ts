/** Dates and times as people read them. */

const DAY = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** @param date of an item, as written: `2026-03-01`, perhaps with a time */
export const dateOf = (date: string): string => DAY.format(new Date(`${date.slice(0, 10)}T00:00:00Z`));

/** @param timeZone of the person */
export const timeOf = (time: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(time));

/** `1:02:03` of milliseconds. */
export const clockOf = (ms: number): string => {
  const secs = Math.floor(ms / 1000);
  const two = (n: number): string => String(n).padStart(2, '0');
  const hours = Math.floor(secs / 3600);
  const minutes = Math.floor(secs / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(secs % 60)}` : `${minutes}:${two(secs % 60)}`;
};
