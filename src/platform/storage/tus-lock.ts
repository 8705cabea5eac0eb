/**
 * Lets one request at a time write to an upload, in whichever process. A new one ends the one before it, whose
 * connection is probably dead: in this process at once, in another one when that renews its lease.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Lock, Locker, RequestRelease } from '@tus/server';
import type { Db } from '../db/dialect.js';
import { holdLease, leaseHolder, releaseLease } from '../jobs/lease.js';
import type { Clock } from '../lib/clock.js';
import { unavailable } from '../lib/errors.js';
import type { Log } from '../lib/log.js';

const TIMEOUT_MS = 10_000;
const RENEW_MS = 1_000;
/** A process that was killed on another machine blocks an upload for this long. */
const LEASE_MS = 6_000;
const POLL_MS = 200;

interface Held {
  release: RequestRelease;
  /** Resolves when the lock is free. */
  freed: Promise<void>;
  /** Frees it for the next request, which may be another process's. */
  free(): Promise<void>;
}

export interface LockContext {
  db: Db;
  clock: Clock;
  log: Log;
  /** Name of this process in leases. */
  owner: string;
}

export const createTusLocker = ({ db, clock, log, owner }: LockContext): Locker => {
  const held = new Map<string, Held>();

  /** Ends this process's request. @returns false if it does not end in time */
  const endOwn = async (holder: Held, late: Promise<unknown>): Promise<boolean> => {
    await holder.release();
    return Promise.race([holder.freed.then(() => true), late.then(() => false)]);
  };

  /** Waits for another process, which sees that its lease is wanted. @returns false if it does not end in time */
  const takeLease = async (id: string, signal: AbortSignal): Promise<boolean> => {
    const [name, wanted] = [leaseOf(id), wantedOf(id)];
    for (let waitedMs = 0; waitedMs < TIMEOUT_MS && !signal.aborted; waitedMs += POLL_MS) {
      if (await holdLease(db, clock, name, owner, LEASE_MS)) {
        if (waitedMs > 0) await releaseLease(db, wanted, owner);
        return true;
      }
      await holdLease(db, clock, wanted, owner, LEASE_MS);
      await wait(POLL_MS);
    }
    return false;
  };

  /** Renews the lease until it is wanted or lost. @returns a function that stops it */
  const keepLease = (id: string, release: RequestRelease): (() => Promise<void>) => {
    const stopped = new AbortController();
    const renew = async (): Promise<void> => {
      while (await pause(stopped.signal)) {
        const isMine = await holdLease(db, clock, leaseOf(id), owner, LEASE_MS);
        const rival = await leaseHolder(db, clock, wantedOf(id));
        if (!isMine || (rival !== null && rival !== owner)) return await release();
      }
    };
    const renewing = renew().catch(async (err: unknown) => {
      log.warn({ err }, 'could not renew the lock of an upload');
      await release();
    });
    return async () => {
      stopped.abort();
      await renewing;
    };
  };

  const take = async (id: string, signal: AbortSignal, release: RequestRelease): Promise<void> => {
    const timeout = new AbortController();
    const late = wait(TIMEOUT_MS, undefined, { signal: timeout.signal, ref: false }).catch(() => undefined);
    try {
      for (let holder = held.get(id); holder; holder = held.get(id))
        if (!(await endOwn(holder, late)) || signal.aborted) throw notEnded();
    } finally {
      timeout.abort();
    }
    let stop = (): Promise<void> => Promise.resolve();
    let resolveFreed = (): void => undefined;
    const freed = new Promise<void>((resolve) => (resolveFreed = resolve));
    const free = async (): Promise<void> => {
      await stop();
      await releaseLease(db, leaseOf(id), owner).catch((err: unknown) =>
        log.warn({ err }, 'could not unlock an upload'),
      );
      held.delete(id);
      resolveFreed();
    };
    held.set(id, { release, freed, free });
    const isMine = await takeLease(id, signal).catch(async (error: unknown) => {
      await free();
      throw error;
    });
    if (!isMine) {
      await free();
      throw notEnded();
    }
    stop = keepLease(id, release);
  };

  return {
    newLock: (id): Lock => ({
      lock: (signal, release) => take(id, signal, release),
      unlock: async () => held.get(id)?.free(),
    }),
  };
};

const leaseOf = (id: string): string => `upload ${id}`;
const wantedOf = (id: string): string => `upload ${id} wanted`;
const notEnded = () => unavailable('Another request of this upload has not ended yet');

/** @returns false if the signal was aborted */
const pause = (signal: AbortSignal): Promise<boolean> =>
  wait(RENEW_MS, true, { signal, ref: false }).catch(() => false);
