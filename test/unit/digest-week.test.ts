/** The week that a digest is about, in the time zone of the account. */
import { describe, expect, it } from 'vitest';
import { digestWeekAt } from '../../src/engagement/digest/make-digest.js';

const at = (time: string, timeZone: string) => digestWeekAt(Date.parse(time), timeZone);

describe('the week of a digest', () => {
  it('is the last whole one, from Monday 06:00 on until the next Monday', () => {
    const week = { week: '2026-W09', from: '2026-02-23', to: '2026-03-01' };
    expect(at('2026-03-02T06:00:00Z', 'UTC')).toEqual(week);
    expect(at('2026-03-05T00:00:00Z', 'UTC')).toEqual(week);
    expect(at('2026-03-08T23:59:59.999Z', 'UTC')).toEqual(week);
    expect(at('2026-03-09T00:00:00Z', 'UTC')).toBeNull();
    expect(at('2026-03-09T05:59:59.999Z', 'UTC')).toBeNull();
    expect(at('2026-03-09T06:00:00Z', 'UTC')?.week).toBe('2026-W10');
  });

  it('begins and ends in the time zone of the account', () => {
    // 06:00 on Monday in Auckland is Sunday evening in London, and noon in Los Angeles.
    const time = '2026-03-01T17:00:00Z';
    expect(at(time, 'Pacific/Auckland')).toEqual({ week: '2026-W09', from: '2026-02-23', to: '2026-03-01' });
    expect(at('2026-03-01T16:59:59Z', 'Pacific/Auckland')).toBeNull();
    for (const zone of ['Europe/London', 'America/Los_Angeles'])
      expect(at(time, zone)?.week).toBe('2026-W08');
    expect(at('2026-03-02T13:59:59Z', 'America/Los_Angeles')).toBeNull();
    expect(at('2026-03-02T14:00:00Z', 'America/Los_Angeles')?.week).toBe('2026-W09');
  });

  it('is sent at 06:00 of the clock on the wall when it has just changed', () => {
    // In Berlin, summer time begins on Sunday 29 March 2026 and ends on Sunday 25 October.
    expect(at('2026-03-30T03:59:59Z', 'Europe/Berlin')).toBeNull();
    expect(at('2026-03-30T04:00:00Z', 'Europe/Berlin')?.to).toBe('2026-03-29');
    expect(at('2026-10-26T04:59:59Z', 'Europe/Berlin')).toBeNull();
    expect(at('2026-10-26T05:00:00Z', 'Europe/Berlin')?.to).toBe('2026-10-25');
  });

  it('has names that sort by time across years', () => {
    const names = ['2026-12-28', '2027-01-04', '2027-01-11'].map(
      (day) => at(`${day}T12:00:00Z`, 'UTC')?.week,
    );
    expect(names).toEqual(['2026-W52', '2026-W53', '2027-W01']);
    expect(at('2027-01-04T12:00:00Z', 'UTC')).toMatchObject({ from: '2026-12-28', to: '2027-01-03' });
    expect(at('2026-01-05T12:00:00Z', 'UTC')).toEqual({
      week: '2026-W01',
      from: '2025-12-29',
      to: '2026-01-04',
    });
  });
});
