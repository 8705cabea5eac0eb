/** Times that people type in the console, in their time zone. */
import { describe, expect, it } from 'vitest';
import { momentOf, offsetOf } from '../../web/console/parts/zoned-time.js';

describe('times in a time zone', () => {
  it('are the moment that its clocks show, in summer and in winter', () => {
    expect(momentOf('2026-01-15T09:30', 'Europe/Berlin')).toBe('2026-01-15T08:30:00.000Z');
    expect(momentOf('2026-07-15T09:30', 'Europe/Berlin')).toBe('2026-07-15T07:30:00.000Z');
    expect(momentOf('2026-07-15T23:30', 'America/Los_Angeles')).toBe('2026-07-16T06:30:00.000Z');
    expect(momentOf('2026-07-15T00:00', 'Pacific/Kiritimati')).toBe('2026-07-14T10:00:00.000Z');
  });

  it('exist when the clocks change', () => {
    // Clocks go from 2:00 to 3:00, and back from 3:00 to 2:00.
    expect(momentOf('2026-03-29T03:00', 'Europe/Berlin')).toBe('2026-03-29T01:00:00.000Z');
    expect(momentOf('2026-10-25T01:59', 'Europe/Berlin')).toBe('2026-10-24T23:59:00.000Z');
    expect(momentOf('2026-10-25T03:00', 'Europe/Berlin')).toBe('2026-10-25T02:00:00.000Z');
    expect(momentOf('2026-03-29T02:30', 'Europe/Berlin')).toMatch(/^2026-03-29T0[01]:30/);
  });

  it('are none of what is no time', () => {
    expect(momentOf('', 'UTC')).toBe(null);
    expect(momentOf('tomorrow', 'UTC')).toBe(null);
  });

  it('have an offset that is named', () => {
    expect(offsetOf(new Date('2026-07-15T00:00:00Z'), 'Europe/Berlin')).toBe('GMT+02:00');
    // Depends on the browser.
    expect(offsetOf(new Date('2026-01-15T00:00:00Z'), 'UTC')).toMatch(/^GMT(?:\+00:00)?$/);
  });
});
