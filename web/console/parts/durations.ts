/** Durations as people read them. */

/** `40 sec`, `12 min`, `2 hr`: rounded up, because it is an estimate. */
export const durationOf = (secs: number): string => {
  const [unit, value]: [string, number] =
    secs < 60 ? ['second', secs] : secs < 90 * 60 ? ['minute', secs / 60] : ['hour', secs / 3_600];
  return new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'short' }).format(Math.ceil(value));
};
