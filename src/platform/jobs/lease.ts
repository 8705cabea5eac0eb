/** Leases in SQL that one process holds at a time, and process names that show whether the process still runs. */
import { hostname } from 'node:os';
import type { Db } from '../db/dialect.js';
import { isoTime, type Clock } from '../lib/clock.js';
import { newId } from '../lib/ids.js';

/** A name for this run of this process: `<host>:<pid>:<random>`. */
export const processName = (): string => `${hostname()}:${process.pid}:${newId().slice(0, 8)}`;

/**
 * True if the owner was a process on this machine that no longer runs.
 * @param self this process's name
 */
export const isGone = (owner: string, self: string): boolean => {
  const [host, pid] = owner.split(':');
  if (owner === self || host !== hostname() || !pid) return false;
  if (Number(pid) === process.pid) return true;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
};

/**
 * Acquires or renews the lease.
 * @returns false while another running process holds it
 */
export const holdLease = async (
  db: Db,
  clock: Clock,
  name: string,
  owner: string,
  ttlMs: number,
): Promise<boolean> => {
  const now = isoTime(clock);
  const expiresAt = isoTime(clock, ttlMs);
  const holder = await leaseHolder(db, clock, name);
  if (holder && holder !== owner && !isGone(holder, owner)) return false;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('lease')
    .values({ name, owner, expiresAt })
    .onConflict((oc) =>
      oc
        .column('name')
        .doUpdateSet({ owner, expiresAt })
        .where((eb) =>
          eb.or([eb('lease.owner', 'in', [owner, holder ?? owner]), eb('lease.expiresAt', '<', now)]),
        ),
    )
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
};

export const releaseLease = async (db: Db, name: string, owner: string): Promise<void> => {
  await db.deleteFrom('lease').where('name', '=', name).where('owner', '=', owner).execute();
};

/** The current holder of the lease, or null. */
export const leaseHolder = async (db: Db, clock: Clock, name: string): Promise<string | null> => {
  const row = await db
    .selectFrom('lease')
    .select('owner')
    .where('name', '=', name)
    .where('expiresAt', '>=', isoTime(clock))
    .executeTakeFirst();
  return row?.owner ?? null;
};
