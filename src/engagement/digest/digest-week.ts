/** The week that a digest is about: the last whole one, from Monday 06:00 in the account's time zone on. */
import { Temporal } from 'temporal-polyfill';

const SEND_HOUR = 6;

export interface DigestWeek {
  /** ISO 8601, such as `2026-W09`; in the order of time. */
  week: string;
  /** Its Monday, as a date. */
  from: string;
  /** Its Sunday. */
  to: string;
}

/**
 * @param now ms since 1970
 * @param timeZone IANA name
 * @returns null from Monday midnight until 06:00
 */
export const digestWeekAt = (now: number, timeZone: string): DigestWeek | null => {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  const today = local.toPlainDate();
  if (today.dayOfWeek === 1 && local.hour < SEND_HOUR) return null;
  const to = today.subtract({ days: today.dayOfWeek });
  const number = String(to.weekOfYear).padStart(2, '0');
  return {
    week: `${to.yearOfWeek}-W${number}`,
    from: to.subtract({ days: 6 }).toString(),
    to: to.toString(),
  };
};
