/** When backups are due, and which are kept. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keptBackups, lastDue } from '../../src/backup/runs/schedule.js';
import { loadConfig } from '../../src/config/config.js';
import { seed } from '../support/seed.js';

const DAY = 86_400_000;
const due = (time: string, zone: string, now: string): string =>
  new Date(lastDue(time, zone, Date.parse(now))).toISOString();

describe('a schedule', () => {
  it('comes round once a day in its time zone, also when clocks change', () => {
    expect(due('02:30', 'UTC', '2026-03-01T02:29:59Z')).toBe('2026-02-28T02:30:00.000Z');
    expect(due('02:30', 'UTC', '2026-03-01T02:30:00Z')).toBe('2026-03-01T02:30:00.000Z');
    expect(due('02:30', 'Europe/Berlin', '2026-03-28T12:00:00Z')).toBe('2026-03-28T01:30:00.000Z');
    // That night has no half past two: it is three then.
    expect(due('02:30', 'Europe/Berlin', '2026-03-29T12:00:00Z')).toBe('2026-03-29T01:00:00.000Z');
    // And this one has two of them.
    expect(due('02:30', 'Europe/Berlin', '2026-10-25T12:00:00Z')).toBe('2026-10-25T00:30:00.000Z');
    expect(due('23:45', 'Pacific/Kiritimati', '2026-06-01T09:46:00Z')).toBe('2026-06-01T09:45:00.000Z');
  });

  it('is never more than a day and an hour ago', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) }),
        fc.constantFrom('UTC', 'Europe/Berlin', 'Australia/Lord_Howe', 'America/New_York'),
        fc.constantFrom('00:00', '02:30', '23:59'),
        (now, zone, time) => {
          const at = lastDue(time, zone, now);
          expect(at).toBeLessThanOrEqual(now);
          expect(at).toBeGreaterThan(now - DAY - 3_600_000 - 60_000);
        },
      ),
      { seed },
    );
  });
});

describe('kept backups', () => {
  const made = (times: number[]) =>
    times.map((at) => ({ name: new Date(at).toISOString(), startedAt: new Date(at).toISOString() }));

  it('are the newest of the last seven days, four weeks and twelve months', () => {
    const daily = made(Array.from({ length: 400 }, (_, day) => Date.UTC(2027, 0, 31, 2, 30) - day * DAY));
    const kept = [...keptBackups(daily, { daily: 7, weekly: 4, monthly: 12 }, 'UTC')].map((name) =>
      name.slice(0, 10),
    );
    expect(kept.toSorted().reverse()).toEqual([
      ...['2027-01-31', '2027-01-30', '2027-01-29', '2027-01-28', '2027-01-27', '2027-01-26', '2027-01-25'],
      ...['2027-01-24', '2027-01-17', '2027-01-10', '2026-12-31', '2026-11-30', '2026-10-31', '2026-09-30'],
      ...['2026-08-31', '2026-07-31', '2026-06-30', '2026-05-31', '2026-04-30', '2026-03-31', '2026-02-28'],
    ]);
  });

  it('are never more than asked for, and always have the newest', () => {
    const limits = fc.integer({ min: 0, max: 12 });
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2026, 0, 1) }), {
          maxLength: 60,
        }),
        fc.record({ daily: limits, weekly: limits, monthly: limits }),
        (times, keep) => {
          const kept = keptBackups(made(times), keep, 'Europe/Berlin');
          expect(kept.size).toBeLessThanOrEqual(Math.max(1, keep.daily + keep.weekly + keep.monthly));
          if (times.length > 0) expect(kept).toContain(new Date(Math.max(...times)).toISOString());
        },
      ),
      { seed },
    );
  });
});

describe('the settings of backups', () => {
  it('are read from variables, and wrong ones are named', () => {
    const { backup } = loadConfig({
      BACKUP_TO: 's3://church-backups/lectern',
      BACKUP_SCHEDULE: '02:30',
      BACKUP_TIME_ZONE: 'Europe/Berlin',
      BACKUP_KEEP: '3,2,1',
      BACKUP_PASSPHRASE: 'correct horse battery',
    });
    expect(backup).toMatchObject({
      to: 's3://church-backups/lectern',
      schedule: '02:30',
      keep: { daily: 3, weekly: 2, monthly: 1 },
      encryption: { passphrase: 'correct horse battery' },
    });
    expect(() =>
      loadConfig({ BACKUP_TO: 'backups', BACKUP_KEEP: '7', BACKUP_TIME_ZONE: 'Mars/One' }),
    ).toThrow(
      /BACKUP_TO must be the absolute path.*BACKUP_TIME_ZONE must be a time zone.*BACKUP_KEEP must be three numbers/,
    );
    expect(() => loadConfig({ BACKUP_SCHEDULE: '02:30' })).toThrow('BACKUP_SCHEDULE needs BACKUP_TO');
    expect(() => loadConfig({ BACKUP_KEEP: '0,0,0' })).toThrow('at least one');
  });
});
