/** The spool's SQLite file: groups of encoded events, the batch being stored, and dead letters. */
import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { Database } from '../../sqlite/driver.js';
import { mergeEncoded, type EncodedEvents } from '../events/encode.js';

/** A batch ends with the chunk that reaches one of these limits. */
const MAX_BATCH_EVENTS = 99_000;
const MAX_BATCH_BYTES = 48 * 1024 * 1024;

export interface SpoolState {
  /** Queued events, and the bytes of their rows. */
  events: number;
  bytes: number;
  /** When the oldest of them was appended, ms since 1970. Null if the queue is empty. */
  oldest: number | null;
  /** Number of events in `dead_letter`. */
  deadLetters: number;
}

export interface SpoolBatch {
  /** Identifies the batch: a token always stands for the same events. */
  token: string;
  events: number;
  groups: EncodedEvents<Uint8Array>[];
}

interface ChunkRow extends EncodedEvents<Buffer> {
  id: number;
  /** CRC-32 of `rows`: SQLite detects a damaged page, but not a damaged value in it. */
  checksum: number;
}

/** The smallest id that SQLite assigns. */
const FIRST_ID = 1;
const DAMAGED = 'The stored rows do not match their checksum';

const SCHEMA = `
CREATE TABLE IF NOT EXISTS chunk (
  id INTEGER PRIMARY KEY,
  time INTEGER NOT NULL,
  target TEXT NOT NULL,
  events INTEGER NOT NULL,
  eventIds BLOB,
  checksum INTEGER NOT NULL,
  rows BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS batch (token TEXT NOT NULL, lastId INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS dead_letter (
  id INTEGER PRIMARY KEY,
  token TEXT NOT NULL,
  time INTEGER NOT NULL,
  error TEXT NOT NULL,
  target TEXT NOT NULL,
  events INTEGER NOT NULL,
  eventIds BLOB,
  rows BLOB NOT NULL
)`;

/** Above this size, free pages are returned to the file system once the queue is empty. */
const MAX_FREE_BYTES = 64 * 1024 * 1024;

export type SpoolDatabase = ReturnType<typeof openSpoolDatabase>;

/**
 * Every call is one transaction, durable when it returns. Only one connection may open the file at a time; its
 * lock ends with the process.
 * @throws {SqliteError} SQLITE_BUSY when another process has the file open; SQLITE_FULL; SQLITE_CORRUPT,
 * SQLITE_NOTADB
 */
export const openSpoolDatabase = (path: string) => {
  const db = new Database(path, { timeout: 0 });
  try {
    db.pragma('locking_mode = EXCLUSIVE');
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.pragma('wal_autocheckpoint = 4000');
    db.pragma('journal_size_limit = 67108864');
    // The first write takes the lock.
    db.exec(`BEGIN IMMEDIATE; ${SCHEMA}; COMMIT`);
    return statements(db);
  } catch (error) {
    db.close();
    throw error;
  }
};

const statements = (db: Database) => {
  const add = db.prepare(
    `INSERT INTO chunk (time, target, events, eventIds, checksum, rows)
VALUES (:time, :target, :events, :eventIds, :checksum, :rows)`,
  );
  const chunks = db.prepare<[number], ChunkRow>(
    'SELECT id, target, events, eventIds, checksum, rows FROM chunk WHERE id <= ? ORDER BY id',
  );
  const oldest = db.prepare<[], number>('SELECT time FROM chunk ORDER BY id LIMIT 1').pluck();
  const planned = db.prepare<[], { token: string; lastId: number }>('SELECT token, lastId FROM batch');
  const plan = db.prepare('INSERT INTO batch (token, lastId) VALUES (?, ?)');
  const endBatch = db.prepare('DELETE FROM batch');
  const sizeOf = db.prepare<[number], { events: number; bytes: number }>(
    `SELECT ifnull(sum(events), 0) AS events, ifnull(sum(length(rows) + ifnull(length(eventIds), 0)), 0) AS bytes
FROM chunk WHERE id <= ?`,
  );
  const remove = db.prepare<[number, number]>('DELETE FROM chunk WHERE id BETWEEN ? AND ?');
  const setAside = db.prepare(
    `INSERT INTO dead_letter (token, time, error, target, events, eventIds, rows)
SELECT ?, time, ?, target, events, eventIds, rows FROM chunk WHERE id BETWEEN ? AND ? ORDER BY id`,
  );
  const state: SpoolState = {
    ...sizeOf.get(Number.MAX_SAFE_INTEGER)!,
    oldest: oldest.get() ?? null,
    deadLetters: db.prepare<[], number>('SELECT ifnull(sum(events), 0) FROM dead_letter').pluck().get()!,
  };

  /** Shrinks the file after a long backlog. Without one, SQLite reuses the pages. */
  const shrink = (): void => {
    const free = Number(db.pragma('freelist_count', { simple: true }));
    const size = Number(db.pragma('page_size', { simple: true }));
    if (state.events === 0 && free * size > MAX_FREE_BYTES) db.exec('VACUUM');
  };

  /**
   * Removes the current batch.
   * @param error if set, the batch becomes a dead letter with this message
   */
  const finish = (error?: string): void => {
    const batch = planned.get();
    if (!batch) return;
    const { events, bytes } = sizeOf.get(batch.lastId)!;
    db.transaction(() => {
      if (error !== undefined) setAside.run(batch.token, error, FIRST_ID, batch.lastId);
      remove.run(FIRST_ID, batch.lastId);
      endBatch.run();
    })();
    state.events -= events;
    state.bytes -= bytes;
    state.oldest = oldest.get() ?? null;
    if (error !== undefined) state.deadLetters += events;
    shrink();
  };

  /** Makes damaged chunks dead letters, so that they do not block others. */
  const setDamagedApart = db.transaction((token: string, damaged: readonly ChunkRow[]) => {
    for (const { id, events, rows, eventIds } of damaged) {
      setAside.run(token, DAMAGED, id, id);
      remove.run(id, id);
      state.events -= events;
      state.bytes -= rows.length + (eventIds?.length ?? 0);
      state.deadLetters += events;
    }
  });

  const append = db.transaction((time: number, groups: readonly EncodedEvents<Uint8Array>[]) => {
    for (const group of groups) add.run({ ...group, time, checksum: crc32(group.rows) });
  });

  /** Returns the oldest events: the same ones with the same token until they are done, also after a restart. */
  const next = (): SpoolBatch | null => {
    const batch = planned.get();
    const rows: ChunkRow[] = [];
    const damaged: ChunkRow[] = [];
    let events = 0;
    let bytes = 0;
    for (const row of chunks.iterate(batch?.lastId ?? Number.MAX_SAFE_INTEGER)) {
      if (crc32(row.rows) !== row.checksum) {
        damaged.push(row);
        continue;
      }
      rows.push(row);
      events += row.events;
      bytes += row.rows.length;
      if (!batch && (events >= MAX_BATCH_EVENTS || bytes >= MAX_BATCH_BYTES)) break;
    }
    const token = batch?.token ?? randomUUID();
    if (damaged.length > 0) setDamagedApart(token, damaged);
    const last = rows.at(-1);
    if (!last) {
      // Nothing is left of the planned batch, so the events after it are next.
      endBatch.run();
      return damaged.length > 0 ? next() : null;
    }
    if (!batch) plan.run(token, last.id);
    return { token, events, groups: groupsOf(rows) };
  };

  return {
    state: (): SpoolState => ({ ...state }),

    append: (time: number, groups: readonly EncodedEvents[]): void => {
      const encoded = groups.map(bytesOf);
      append(time, encoded);
      for (const { events, rows, eventIds } of encoded) {
        state.events += events;
        state.bytes += rows.length + (eventIds?.length ?? 0);
      }
      state.oldest ??= time;
    },

    next,
    done: (): void => finish(),
    deadLetter: (error: string): void => finish(error),
    /** Truncates the write-ahead log. */
    checkpoint: (): void => void db.pragma('wal_checkpoint(TRUNCATE)'),
    close: (): void => void db.close(),
  };
};

const bytesOf = (group: EncodedEvents): EncodedEvents<Buffer> => ({
  ...group,
  rows: Buffer.from(group.rows),
  eventIds: group.eventIds === null ? null : Buffer.from(group.eventIds),
});

/**
 * Rows with ids are not merged: of two events with the same id the first counts, so their order matters even
 * across tables.
 */
const groupsOf = (rows: readonly ChunkRow[]): EncodedEvents<Uint8Array>[] => [
  ...mergeEncoded<Uint8Array>(
    rows.filter(({ eventIds }) => eventIds === null),
    concat,
  ),
  ...rows.flatMap(({ target, events, rows: lines, eventIds }) =>
    eventIds === null ? [] : [{ target, events, rows: concat([lines]), eventIds: concat([eventIds]) }],
  ),
];

/** Copies into a new buffer, which can be transferred to another thread. */
const concat = (parts: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};
