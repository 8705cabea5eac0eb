/** When a scheduled backup is due, and which backups are kept. */
import type { Keep } from '../format/manifest.js';
import { dateIn } from '../../../analytics/index.js';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/**
 * The last time the schedule came round, in ms: of the day on which clocks are put forward over it, the first minute
 * after.
 * @param time of day, `HH:MM`
 */
export const lastDue = (time: string, timeZone: string, now: number): number => {
  for (let back = 0; back < 2; back++) {
    const day = dateIn(timeZone, now - back * DAY_MS);
    const at = instantOf(day, time, timeZone);
    if (at <= now) return at;
  }
  return instantOf(dateIn(timeZone, now - 2 * DAY_MS), time, timeZone);
};

/** The first instant of the day at which clocks show the time or a later one. */
const instantOf = (day: string, time: string, timeZone: string): number => {
  const shown = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  // Zones are at most 14 hours from UTC.
  let [from, to] = [
    Date.parse(`${day}T00:00Z`) - 14 * 60 * MINUTE_MS,
    Date.parse(`${day}T00:00Z`) + 39 * 60 * MINUTE_MS,
  ];
  const isReached = (at: number): boolean => {
    const date = dateIn(timeZone, at);
    return date > day || (date === day && shown.format(at) >= time);
  };
  while (to - from > MINUTE_MS) {
    const middle = from + Math.floor((to - from) / 2 / MINUTE_MS) * MINUTE_MS;
    if (isReached(middle)) to = middle;
    else from = middle;
  }
  return to;
};

/** Number of the ISO week: weeks since a Monday. */
const weekOf = (day: string): number => Math.floor((Date.parse(day) / DAY_MS + 3) / 7);

/**
 * The newest backup of each of the last days, weeks and months that have one; the newest of all in any case.
 * @param backups with the time when they were made, ISO 8601, in any order
 * @returns the names of those to keep
 */
export const keptBackups = (
  backups: readonly { name: string; startedAt: string }[],
  { daily, weekly, monthly }: Keep,
  timeZone: string,
): Set<string> => {
  const newestFirst = backups.toSorted((one, other) => (one.startedAt < other.startedAt ? 1 : -1));
  const kept = new Set(newestFirst.slice(0, 1).map(({ name }) => name));
  const keep = (count: number, periodOf: (day: string) => string | number): void => {
    const periods = new Set<string | number>();
    for (const { name, startedAt } of newestFirst) {
      const period = periodOf(dateIn(timeZone, Date.parse(startedAt)));
      if (periods.has(period)) continue;
      if (periods.size === count) return;
      periods.add(period);
      kept.add(name);
    }
  };
  keep(daily, (day) => day);
  keep(weekly, weekOf);
  keep(monthly, (day) => day.slice(0, 7));
  return kept;
};
