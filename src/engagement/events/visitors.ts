/** Visitors' hashes: the salt of the account's day, made at its first event and destroyed when the day is over. */
import { randomBytes } from 'node:crypto';
import { visitorHash, type Visitor } from '../../../analytics/index.js';
import type { Account } from '../../identity/accounts/account.record.js';
import type { Db } from '../../platform/db/dialect.js';
import type { MaintenanceTask } from '../../platform/jobs/maintenance.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { destroySalts, keepSalt } from './visitor-salt.repository.js';

/** 64 bits as hex. */
export type HashVisitor = (account: Account, visitor: Visitor) => Promise<string>;

const MINUTE_MS = 60_000;
/** Longer than the longest day that a change of clocks makes. */
const SALT_LIFE_MS = 26 * 60 * MINUTE_MS;

/** Days begin at midnight of the account's time zone, as in its reports. */
export const createVisitors = ({ db, clock }: { db: Db; clock: Clock }): HashVisitor => {
  const days = new Map<number, { minute: number; timeZone: string; day: string; salt: Promise<Buffer> }>();

  const saltOf = (account: Account): Promise<Buffer> => {
    const now = clock.now();
    const minute = Math.floor(now.getTime() / MINUTE_MS);
    const known = days.get(account.id);
    if (known?.minute === minute && known.timeZone === account.timeZone) return known.salt;
    const day = dayIn(account.timeZone, now);
    const salt = known?.day === day ? known.salt : load(account.id, day);
    days.set(account.id, { minute, timeZone: account.timeZone, day, salt });
    return salt;
  };
  const load = async (accountId: number, day: string): Promise<Buffer> => {
    try {
      const fresh = randomBytes(32).toString('hex');
      return Buffer.from(
        await keepSalt(db, { accountId, day, salt: fresh, entryDate: isoTime(clock) }),
        'hex',
      );
    } catch (error) {
      days.delete(accountId);
      throw error;
    }
  };

  return async (account, { ip, userAgent }) =>
    visitorHash(await saltOf(account), account.id, { ip: ip.replace(/^::ffff:(?=[\d.]+$)/i, ''), userAgent });
};

/** Salts of accounts that have no more events are destroyed too. */
export const saltMaintenance = ({ db, clock }: { db: Db; clock: Clock }): MaintenanceTask => ({
  name: 'visitor salts',
  everyMs: 60 * MINUTE_MS,
  run: async () => {
    await destroySalts(db, isoTime(clock, -SALT_LIFE_MS));
  },
});

const formats = new Map<string, Intl.DateTimeFormat>();

/** YYYY-MM-DD */
const dayIn = (timeZone: string, time: Date): string => {
  let format = formats.get(timeZone);
  if (!format)
    formats.set(timeZone, (format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })));
  return format.format(time);
};
