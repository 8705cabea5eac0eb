/** Calendar ranges by hand: clock changes, weeks, leap days, months of unequal length; and the score of a trend. */
import { describe, expect, it } from 'vitest';
import { daysBetween, previousRange, namedRange, type RangeName } from '../../analytics/reports/range.js';
import { trendScore } from '../../analytics/reports/trending-topics.js';

const iso = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z');
const HOUR = 3_600_000;

const unit = (name: RangeName, now: string, zone: string): string[] => {
  const { from, to, previousFrom, previousTo } = namedRange(name, Date.parse(now), zone);
  return [from, to, previousFrom, previousTo].map(iso);
};

describe('the last days', () => {
  it('are whole days, even across clock changes and in leap years', () => {
    // Seven days in Berlin, one of them with 23 hours, compared with the seven days before.
    expect(unit('last7days', '2024-03-31T15:07:00Z', 'Europe/Berlin')).toEqual([
      '2024-03-24T23:00:00Z',
      '2024-03-31T22:00:00Z',
      '2024-03-17T23:00:00Z',
      '2024-03-24T23:00:00Z',
    ]);
    expect(unit('last30days', '2024-03-01T00:00:00Z', 'UTC')).toEqual([
      '2024-02-01T00:00:00Z',
      '2024-03-02T00:00:00Z',
      '2024-01-02T00:00:00Z',
      '2024-02-01T00:00:00Z',
    ]);
    // From the day after the last day of February 2023, which has no 29th.
    expect(unit('last12months', '2024-02-29T12:00:00Z', 'UTC')).toEqual([
      '2023-03-01T00:00:00Z',
      '2024-03-01T00:00:00Z',
      '2022-02-28T00:00:00Z',
      '2023-03-01T00:00:00Z',
    ]);
    expect(namedRange('last12months', Date.parse('2024-02-29T12:00:00Z'), 'UTC').intervals).toHaveLength(12);
  });
});

describe('units to date', () => {
  it('start at local midnight, and are compared with the same elapsed part', () => {
    // 31 March 2024, 17:07 in Berlin, where summer time started that morning.
    const now = '2024-03-31T15:07:00Z';
    expect(unit('day', now, 'Europe/Berlin')).toEqual([
      '2024-03-30T23:00:00Z',
      now,
      '2024-03-29T23:00:00Z',
      '2024-03-30T16:07:00Z',
    ]);
    // A Sunday: the first day of a week, or the last of an ISO week.
    expect(unit('week', now, 'Europe/Berlin')).toEqual([
      '2024-03-30T23:00:00Z',
      now,
      '2024-03-23T23:00:00Z',
      '2024-03-24T16:07:00Z',
    ]);
    expect(unit('isoWeek', now, 'Europe/Berlin')).toEqual([
      '2024-03-24T23:00:00Z',
      now,
      '2024-03-17T23:00:00Z',
      '2024-03-24T16:07:00Z',
    ]);
    // February has no 31st, so it counts as a whole.
    expect(unit('month', now, 'Europe/Berlin')).toEqual([
      '2024-02-29T23:00:00Z',
      now,
      '2024-01-31T23:00:00Z',
      '2024-02-29T23:00:00Z',
    ]);
    // The 91st day of a quarter; the previous one had 92.
    expect(unit('quarter', now, 'Europe/Berlin')).toEqual([
      '2023-12-31T23:00:00Z',
      now,
      '2023-09-30T22:00:00Z',
      '2023-12-30T16:07:00Z',
    ]);
    // Only this year has a leap day before the 91st day.
    expect(unit('year', now, 'Europe/Berlin')).toEqual([
      '2023-12-31T23:00:00Z',
      now,
      '2022-12-31T23:00:00Z',
      '2023-04-01T15:07:00Z',
    ]);
  });

  it('handle days of 23 and 25 hours', () => {
    const hours = (day: string, zone: string): number => daysBetween(day, day, zone).intervals.length;
    expect(hours('2024-03-30', 'Europe/Berlin')).toBe(24);
    expect(hours('2024-03-31', 'Europe/Berlin')).toBe(23);
    expect(hours('2024-10-27', 'Europe/Berlin')).toBe(25);
    // Half an hour more: the last hour of the day has only thirty minutes.
    expect(hours('2024-04-07', 'Australia/Lord_Howe')).toBe(25);
    // Midnight does not exist on this day, which starts at one o'clock.
    const { from } = daysBetween('2024-09-08', '2024-09-08', 'America/Santiago');
    expect(iso(from)).toBe('2024-09-08T04:00:00Z');
    expect(hours('2024-09-08', 'America/Santiago')).toBe(23);
  });

  it('are empty at the very start of a unit', () => {
    const { from, to, previousFrom, previousTo, intervals } = namedRange(
      'isoWeek',
      Date.parse('2024-04-01T00:00:00Z'),
      'UTC',
    );
    expect(to - from).toBe(1);
    expect(previousTo).toBe(previousFrom);
    expect(intervals).toEqual([from]);
  });
});

describe('days with from and to', () => {
  it('include both ends, and are compared with as many days before', () => {
    const range = daysBetween('2024-02-28', '2024-03-01', 'UTC');
    expect([range.from, range.to, range.previousFrom, range.previousTo].map(iso)).toEqual([
      '2024-02-28T00:00:00Z',
      '2024-03-02T00:00:00Z',
      '2024-02-25T00:00:00Z',
      '2024-02-28T00:00:00Z',
    ]);
    expect(range.days.map(iso)).toEqual([
      '2024-02-28T00:00:00Z',
      '2024-02-29T00:00:00Z',
      '2024-03-01T00:00:00Z',
    ]);
    expect(previousRange(range).days).toHaveLength(3);
  });

  it('reject invalid days, and an end before the start', () => {
    for (const [from, to] of [
      ['2023-02-29', '2023-03-01'],
      ['2024-13-01', '2024-13-02'],
      ['today', '2024-01-01'],
      ['2024-01-02', '2024-01-01'],
    ] as const) {
      expect(() => daysBetween(from, to, 'UTC')).toThrow(RangeError);
    }
  });

  it.each([
    [1, 'hour', 24],
    [2, 'hour', 48],
    [3, 'day', 3],
    [62, 'day', 62],
    [63, 'week', 10],
    [400, 'month', 14],
  ] as const)('over %d days are grouped by %s', (days, interval, count) => {
    const last = new Date(Date.UTC(2024, 0, 1) + (days - 1) * 24 * HOUR).toISOString().slice(0, 10);
    const range = daysBetween('2024-01-01', last, 'UTC');
    expect([range.interval, range.intervals.length]).toEqual([interval, count]);
  });
});

describe('the score of a trend', () => {
  it('measures growth that is significant, not growth by chance', () => {
    expect(trendScore(900, 500)).toBeGreaterThan(trendScore(2, 0));
    expect(trendScore(900, 500)).toBeGreaterThan(trendScore(12, 0));
    expect(trendScore(200, 0)).toBeGreaterThan(trendScore(900, 500));
    expect(trendScore(900, 500)).toBeCloseTo(1.629, 3);
    expect(trendScore(2, 0)).toBeCloseTo(0.593, 3);
  });
});
