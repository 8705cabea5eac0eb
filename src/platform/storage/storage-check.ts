/**
 * Whether the database and the data folder take what is written, and the pages of the database are whole. However often
 * health is asked for, each is tried once in its time.
 */
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { checkIntegrity } from '../db/integrity.js';
import type { Db } from '../db/dialect.js';
import { isoTime, type Clock } from '../lib/clock.js';
import { storeFault } from '../lib/store-fault.js';

/** A write is never longer ago than this when it is reported to work. */
const WRITE_TTL_MS = 10_000;
/** What failed is tried again sooner. */
const RETRY_MS = 1_000;
const INTEGRITY_TTL_MS = 10 * 60_000;
/** A folder takes less than this only on a disk that is full. */
const WRITTEN_BYTES = 256 * 1024;
const LEASE = 'storageCheck';

interface Storage {
  db: Db;
  clock: Clock;
  owner: string;
  dataDir: string;
  /** The file of SQLite; null for PostgreSQL. */
  file: string | null;
}

/** @returns a check that throws with the path and what to do */
export const createStorageCheck = ({ db, clock, owner, dataDir, file }: Storage): (() => Promise<void>) => {
  const writeRow = async (): Promise<void> => {
    const row = { owner, expiresAt: isoTime(clock) };
    try {
      await db
        .insertInto('lease')
        .values({ name: LEASE, ...row })
        .onConflict((oc) => oc.column('name').doUpdateSet(row))
        .execute();
    } catch (error) {
      throw file === null ? error : storeFault(error, file);
    }
  };
  const written = cached(WRITE_TTL_MS, async () => {
    await writeRow();
    await writeFile(dataDir);
  });
  const intact = cached(INTEGRITY_TTL_MS, () => (file === null ? Promise.resolve() : checkIntegrity(file)));
  return async () => {
    // A large file takes longer than a caller waits: a later call has the result.
    const reading = intact();
    await written().result;
    if (!reading.isPending) await reading.result;
  };
};

interface Cached {
  result: Promise<void>;
  isPending: boolean;
}

/** Runs `work` again once its last result is older than `ttlMs`, and after a failure sooner. */
const cached = (ttlMs: number, work: () => Promise<void>): (() => Cached) => {
  let last: (Cached & { until: number }) | undefined;
  return () => {
    if (last && (last.isPending || performance.now() < last.until)) return last;
    const result = work();
    const current: Cached & { until: number } = { result, isPending: true, until: 0 };
    last = current;
    const settle = (ms: number) => (): void => {
      current.isPending = false;
      current.until = performance.now() + ms;
    };
    result.then(settle(ttlMs), settle(RETRY_MS));
    return current;
  };
};

const writeFile = async (dataDir: string): Promise<void> => {
  const path = join(dataDir, `.write-check-${process.pid}`);
  try {
    const file = await open(path, 'w', 0o600);
    try {
      await file.write(Buffer.alloc(WRITTEN_BYTES));
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    throw storeFault(error, dataDir);
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
};
