/** Dates as numbers, for engines that compare those. */

/** YYYY-MM-DD → YYYYMMDD */
export const dateNumber = (date: string): number => Number(date.slice(0, 10).replaceAll('-', ''));
