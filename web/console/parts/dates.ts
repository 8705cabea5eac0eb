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
