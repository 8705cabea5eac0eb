/**
 * Lets one process at a time make, verify or remove backups: until its manifest is written, what a backup has copied
 * looks unused to a process that removes old ones.
 */
import type { Db } from '../../platform/db/dialect.js';
import { holdLease, releaseLease } from '../../platform/jobs/lease.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Log } from '../../platform/lib/log.js';

const LEASE = 'backup';
const TTL_MS = 60_000;
const RENEW_MS = 15_000;

export interface BackupLease {
  /** Aborts when the work has to end: with the given signal, or because another process has taken over. */
  signal: AbortSignal;
  release(): Promise<void>;
}

interface Deps {
  db: Db;
  clock: Clock;
  log: Log;
  owner: string;
}

/** @returns null while another process holds it */
export const holdBackupLease = async (
  { db, clock, log, owner }: Deps,
  signal: AbortSignal = new AbortController().signal,
): Promise<BackupLease | null> => {
  if (!(await holdLease(db, clock, LEASE, owner, TTL_MS))) return null;
  const lost = new AbortController();
  const renew = async (): Promise<void> => {
    // A process that was paused for longer than the lease lasts.
    if (!(await holdLease(db, clock, LEASE, owner, TTL_MS))) lost.abort();
  };
  const renewal = setInterval(() => {
    renew().catch((err: unknown) => log.warn({ err }, 'could not renew the lease of a backup'));
  }, RENEW_MS);
  return {
    signal: AbortSignal.any([signal, lost.signal]),
    release: async () => {
      clearInterval(renewal);
      await releaseLease(db, LEASE, owner);
    },
  };
};
