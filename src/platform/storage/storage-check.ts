/**
 * Checks that the database and the data folder can be written, and that the pages of the database are intact.
 * Results are cached, however often health is requested.
 */
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { checkIntegrity } from '../db/integrity.js';
import type { Db } from '../db/dialect.js';
import { isoTime, type Clock } from '../lib/clock.js';
import { isDiskFull, storeFault } from '../lib/store-fault.js';

/** A successful write is reported for at most this long. */
const WRITE_TTL_MS = 10_000;
/** A failed check is repeated sooner. */
const RETRY_MS = 1_000;
const INTEGRITY_TTL_MS = 10 * 60_000;
/** Only a full disk cannot take this much. */
const WRITTEN_BYTES = 256 * 1024;
const LEASE = 'storageCheck';

interface Storage {
  db: Db;
  clock: Clock;
  owner: string;
  dataDir: string;
  /** The SQLite file; null for PostgreSQL. */
  file: string | null;
}

export interface StorageCheck {
  /** @throws {Error} with the path and the remedy */
  check(): Promise<void>;
  /** A write has failed: the next check writes anew if the disk may be full. */
  noteFailure(error: unknown): void;
}

export const createStorageCheck = ({ db, clock, owner, dataDir, file }: Storage): StorageCheck => {
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
  const check = async (): Promise<void> => {
    // Reading a large file takes longer than a caller waits, so a later call gets the result.
    const reading = intact.get();
    await written.get().result;
    if (!reading.isPending) await reading.result;
  };
  return {
    check,
    noteFailure: (error) => {
      if (isDiskFull(error)) written.expire();
    },
  };
};

interface Cached {
  result: Promise<void>;
  isPending: boolean;
}

/** Runs `work` again once its last result is older than `ttlMs`, or sooner after a failure. */
const cached = (ttlMs: number, work: () => Promise<void>): { get(): Cached; expire(): void } => {
  let last: (Cached & { until: number }) | undefined;
  const get = (): Cached => {
    if (last && (last.isPending || performance.now() < last.until)) return last;
    const result = work();
    const current: Cached & { until: number } = { result, isPending: true, until: 0 };
    last = current;
    const finish = (ms: number) => (): void => {
      current.isPending = false;
      current.until = performance.now() + ms;
    };
    result.then(finish(ttlMs), finish(RETRY_MS));
    return current;
  };
  const expire = (): void => {
    if (last && !last.isPending) last = undefined;
  };
  return { get, expire };
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
