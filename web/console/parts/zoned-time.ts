/** Times as a person of a time zone types them. */

const fieldsOf = (date: Date, timeZone: string): number => {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).formatToParts(date);
  const value = (type: string): number => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return Date.UTC(value('year'), value('month') - 1, value('day'), value('hour'), value('minute'));
};

/**
 * The moment of `2026-03-01T09:30` in a time zone. A time that a change of the clocks skips is the one after it.
 * @returns null for what is no time
 */
export const momentOf = (local: string, timeZone: string): string | null => {
  const wanted = Date.parse(`${local}Z`);
  if (Number.isNaN(wanted)) return null;
  let moment = wanted;
  // The second round counts where the offset differs between the two.
  for (let round = 0; round < 2; round++) moment += wanted - fieldsOf(new Date(moment), timeZone);
  return new Date(moment).toISOString();
};

/** A moment as a time of the zone: `2026-03-01T09:30`. */
export const localTimeOf = (moment: string, timeZone: string): string =>
  new Date(fieldsOf(new Date(moment), timeZone)).toISOString().slice(0, 16);

/** `GMT+02:00` */
export const offsetOf = (date: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(date)
    .find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
