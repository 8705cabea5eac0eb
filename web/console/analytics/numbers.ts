/** Numbers of the analytics as people read them. */
import { analytics } from '../../../strings/console/analytics/en.js';
import { withValues } from '../parts/with-values.js';

const COUNT = new Intl.NumberFormat('en');
const PERCENT = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });

export const countOf = (value: number): string => COUNT.format(value);

/** @param share 0 to 1, or more */
export const percentOf = (share: number): string => PERCENT.format(share);

/** Hours, rounded to two decimals. */
export const hoursOf = (seconds: number): number => Math.round(seconds / 36) / 100;

export interface ChangeText {
  /** `▲ 12%` */
  short: string;
  /** `12% more than before` */
  long: string;
}

/** How a number differs from that of the period before; null if both are zero. */
export const changeOf = (value: number, previous: number): ChangeText | null => {
  if (previous === 0) return value === 0 ? null : { short: analytics.isNew, long: analytics.isNew };
  const change = value / previous - 1;
  const percent = percentOf(Math.abs(change));
  if (change === 0) return { short: '=', long: analytics.same };
  return change > 0
    ? { short: `▲ ${percent}`, long: withValues(analytics.more, { percent }) }
    : { short: `▼ ${percent}`, long: withValues(analytics.less, { percent }) };
};
