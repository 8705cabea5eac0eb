/**
 * Hashes visitors with a salt per account and day, which is created at the first event and deleted about a day later.
 */
import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { dateIn, namedRange, visitorHash, type Visitor } from '../../../analytics/index.js';
import type { Account } from '../../identity/accounts/account.record.js';
import type { Db } from '../../platform/db/dialect.js';
import { truncateWal } from '../../platform/db/truncate-wal.js';
import type { MaintenanceTask } from '../../platform/jobs/maintenance.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { sql } from 'kysely';
import type { NewRow } from '../../platform/db/tables.js';
import { rowsWhere, deleteWhere } from '../../platform/db/rows.js';

/**
 * Returns 64 bits as hex.
 * @param occurredAt ms since 1970, default now. An event of an earlier day has the salt of its day while that exists,
 * otherwise the one of today.
 */
export type HashVisitor = (account: Account, visitor: Visitor, occurredAt?: number) => Promise<string>;

const MINUTE_MS = 60_000;
/** Longer than the longest day, which has 25 hours when the clocks change. */
const SALT_LIFE_MS = 26 * 60 * MINUTE_MS;
const MAX_ACCOUNTS = 10_000;

/** What is known of an account for a minute. */
interface Salts {
  minute: number;
  timeZone: string;
  /** Today, and its first instant. */
  day: string;
  from: number;
  salt: Promise<Buffer>;
  /** By day; null if it does not exist, or no more. */
  earlier: Map<string, Promise<Buffer | null>>;
}

/** Days start at midnight in the account's time zone, as in its reports. */
export const createVisitorHash = ({ db, clock }: { db: Db; clock: Clock }): HashVisitor => {
  const salts = new LRUCache<number, Salts>({ max: MAX_ACCOUNTS });

  /** Checks once a minute whether a new day has started. */
  const saltsOf = ({ id, timeZone }: Account): Salts => {
    const now = clock.now().getTime();
    const minute = Math.floor(now / MINUTE_MS);
    const cached = salts.get(id);
    if (cached?.minute === minute && cached.timeZone === timeZone) return cached;
    const day = dateIn(timeZone, now);
    const { from } = namedRange('day', now, timeZone);
    const salt = cached?.day === day ? cached.salt : load(id, day);
    const read = { minute, timeZone, day, from, salt, earlier: new Map<string, Promise<Buffer | null>>() };
    salts.set(id, read);
    return read;
  };
  const saltOf = async (account: Account, occurredAt: number | undefined): Promise<Buffer> => {
    const { from, salt, earlier } = saltsOf(account);
    if (occurredAt === undefined || occurredAt >= from) return salt;
    const day = dateIn(account.timeZone, occurredAt);
    const found = earlier.get(day) ?? findSalt(db, account.id, day);
    earlier.set(day, found);
    return (await found) ?? salt;
  };
  const load = async (accountId: number, day: string): Promise<Buffer> => {
    try {
      const salt = randomBytes(32).toString('hex');
      return Buffer.from(
        await findOrInsertSalt(
          db,
          { accountId, day, salt, entryDate: isoTime(clock) },
          isoTime(clock, -SALT_LIFE_MS),
        ),
        'hex',
      );
    } catch (error) {
      salts.delete(accountId);
      throw error;
    }
  };

  return async (account, { ip, userAgent }, occurredAt) =>
    visitorHash(await saltOf(account, occurredAt), account.id, {
      ip: ip.replace(/^::ffff:(?=[\d.]+$)/i, ''),
      userAgent,
    });
};

/** Deletes expired salts, including those of accounts that receive no more events. */
export const saltMaintenance = ({ db, clock }: { db: Db; clock: Clock }): MaintenanceTask => ({
  name: 'visitor salts',
  everyMs: 60 * MINUTE_MS,
  run: () => destroySalts(db, isoTime(clock, -SALT_LIFE_MS)),
});

const findSalt = async (db: Db, accountId: number, day: string): Promise<Buffer | null> => {
  const row = await rowsWhere(db, 'visitorSalt', { accountId, day }).select('salt').executeTakeFirst();
  return row ? Buffer.from(row.salt, 'hex') : null;
};

/**
 * Returns the stored salt of the day, or stores the given one.
 * @param expired destroys the account's salts from before this time
 */
const findOrInsertSalt = async (db: Db, values: NewRow<'visitorSalt'>, expired: string): Promise<string> => {
  const { salt, destroyed } = await db.transaction().execute(async (trx) => {
    const { accountId, day } = values;
    const { numDeletedRows } = await deleteWhere(trx, 'visitorSalt', { accountId })
      .where(sql.ref('entryDate'), '<', expired)
      .executeTakeFirst();
    await trx
      .insertInto('visitorSalt')
      .values(values)
      .onConflict((conflict) => conflict.columns(['accountId', 'day']).doNothing())
      .execute();
    const { salt } = await rowsWhere(trx, 'visitorSalt', { accountId, day })
      .select('salt')
      .executeTakeFirstOrThrow();
    return { salt, destroyed: numDeletedRows > 0 };
  });
  if (destroyed) await truncateWal(db);
  return salt;
};

/**
 * Destroys all salts created before `time`, and truncates the write-ahead log, which may still contain salts
 * deleted while another process used it.
 */
const destroySalts = async (db: Db, time: string): Promise<void> => {
  await db.deleteFrom('visitorSalt').where(sql.ref('entryDate'), '<', time).execute();
  await truncateWal(db);
};
