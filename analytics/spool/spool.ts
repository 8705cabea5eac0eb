/** The event spool: stores events durably in a SQLite file before they are acknowledged, until ClickHouse has them. */
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createWorker } from '../../workers/index.js';
import { encodeEvents, mergeEncoded, type EncodedEvents } from '../events/encode.js';
import type { StoredEvent } from '../events/events.js';
import { createQueuedShares, type AccountShares } from './queued-shares.js';
import type { SpoolBatch, SpoolState } from './spool-database.js';
import type { SpoolCalls, SpoolReply } from './spool-thread.js';

export type { SpoolBatch } from './spool-database.js';

/** The logger that the library writes to, a subset of pino's. */
export interface AnalyticsLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** The queue of events is full, or the account's part of it. Nothing of the append was stored. */
export class SpoolFullError extends Error {
  override readonly name = 'SpoolFullError';
  readonly code = 'STORE_UNAVAILABLE';
  constructor(whose = '') {
    super(`Too many events${whose} are waiting to be stored. Send them again later`);
  }
}

/** The disk cannot be written, or another process owns the spool. Nothing of the append was stored. */
export class SpoolUnavailableError extends Error {
  override readonly name = 'SpoolUnavailableError';
  readonly code = 'STORE_UNAVAILABLE';
}

export interface SpoolOptions {
  /** Folder of the spool; one process at a time owns it. */
  dir: string;
  /** Events are rejected once this many bytes are queued. */
  maxBytes: number;
  /** The parts of the queue that accounts may fill; any part if absent. */
  shares?: AccountShares;
  log: AnalyticsLog;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** The events queued in the spool. */
export interface Lag {
  events: number;
  bytes: number;
  /** Age of the oldest queued event in ms; 0 if there is none. */
  ageMs: number;
  /** When it was appended, ms since 1970; null if there is none. */
  since: number | null;
}

export interface Spool {
  /**
   * Resolves once all events are durable. If it rejects, none of them was stored.
   * @param events of one account
   * @throws {SpoolFullError} when too much is queued
   * @throws {SpoolUnavailableError} when the disk cannot be written
   */
  append(events: readonly StoredEvent[]): Promise<void>;
  lag(): Lag;
  /** Resolves once `events` are queued, the oldest has waited for `waitMs`, or `signal` aborts. */
  due(events: number, waitMs: number, signal: AbortSignal): Promise<void>;
  /**
   * Returns the oldest queued events: the same ones with the same token until `done`, also after a restart; null
   * if the queue is empty. One reader at a time.
   */
  next(): Promise<SpoolBatch | null>;
  /** Removes the batch of the last `next`, which has been stored. */
  done(): Promise<void>;
  /** Moves the batch of the last `next`, which can never be stored, to the table `dead_letter`. */
  deadLetter(error: string): Promise<void>;
  /** Number of events in `dead_letter`. */
  deadLetters(): number;
  /** Accepts no more events; resolves once pending ones are durable. */
  close(): Promise<void>;
}

/** Name of the file in the spool's folder. */
const FILE = 'events.db';
/** Maximum bytes appended in one transaction; the first append of a group may exceed it. */
const MAX_GROUP_BYTES = 8 * 1024 * 1024;
const LOG_EVERY_MS = 60_000;
/** When the spool is closed, the current write may finish within this time. */
const FINISH_MS = 30_000;
/** The events of an earlier process, whose accounts are not known. */
const NO_ACCOUNT = 0;
const ANY_SHARE: AccountShares = { hasRoom: () => true, hold: () => undefined };

interface Append {
  accountId: number;
  groups: EncodedEvents[];
  bytes: number;
  resolve(): void;
  reject(error: Error): void;
}

/** @throws {SpoolUnavailableError} when another process owns the folder, or the folder is unusable */
export const openSpool = async ({
  dir,
  maxBytes,
  shares = ANY_SHARE,
  log,
  now = Date.now,
}: SpoolOptions): Promise<Spool> => {
  let state: SpoolState = { events: 0, bytes: 0, oldest: null, deadLetters: 0 };
  const queue: Append[] = [];
  const queued = createQueuedShares(shares, maxBytes);
  let queuedBytes = 0;
  let writing: Promise<void> | undefined;
  let closed = false;
  let loggedAt = 0;
  const listeners = new Set<() => void>();

  // A separate thread, because reports and images may occupy all of Node's file threads, and events must not wait for
  // them.
  const thread = createWorker<SpoolCalls>({
    name: 'The thread of the event spool',
    entry: './spool-thread',
    importer: import.meta.url,
    data: join(dir, FILE),
    finishMs: FINISH_MS,
  });

  /** The result of a call of the thread, and the state of the spool after it. */
  const taken = <T>(reply: SpoolReply<T>): T => {
    state = reply.state;
    queued.leave(state.bytes + queuedBytes);
    if (reply.movedTo)
      log.error({ file: reply.movedTo }, 'the event spool was corrupt: moved the file and started a new one');
    for (const listener of listeners) listener();
    return reply.result;
  };

  const call = async <T>(reply: () => Promise<SpoolReply<T>>): Promise<T> => {
    if (closed) throw new SpoolUnavailableError('The event spool is closed');
    try {
      return taken(await reply());
    } catch (error) {
      throw unavailable(error);
    }
  };

  const lag = (): Lag => ({
    events: state.events,
    bytes: state.bytes,
    ageMs: state.oldest === null ? 0 : Math.max(0, now() - state.oldest),
    since: state.oldest,
  });

  /** Every rejection is returned to its caller, but logged only once a minute. */
  const logRefusal = (fields: object, message: string): void => {
    if (Date.now() - loggedAt < LOG_EVERY_MS) return;
    loggedAt = Date.now();
    log.error({ dir, ...fields }, message);
  };

  const takeGroup = (): Append[] => {
    let bytes = 0;
    const end = queue.findIndex((append, i) => (bytes += append.bytes) > MAX_GROUP_BYTES && i > 0);
    return queue.splice(0, end === -1 ? queue.length : end);
  };

  /** All queued appends share one transaction. */
  const write = async (): Promise<void> => {
    while (queue.length > 0) {
      const appends = takeGroup();
      const groups = mergeEncoded(
        appends.flatMap((append) => append.groups),
        (parts) => parts.join(''),
      );
      try {
        taken(await thread.call('append', now(), groups));
        for (const { resolve } of appends) resolve();
      } catch (err) {
        logRefusal({ err }, 'events could not be written to the event spool');
        for (const { accountId, bytes, reject } of appends) {
          queued.add(accountId, -bytes);
          reject(unavailable(err));
        }
      } finally {
        for (const { bytes } of appends) queuedBytes -= bytes;
      }
    }
    writing = undefined;
  };

  const close = async (): Promise<void> => {
    closed = true;
    await writing;
    await thread.close();
  };

  try {
    await makeFolder(dir);
    await call(() => thread.call('state'));
    queued.add(NO_ACCOUNT, state.bytes);
  } catch (error) {
    await close();
    throw unavailable(error);
  }

  return {
    append: async (events) => {
      if (closed) throw new SpoolUnavailableError('The event spool is closed');
      if (events.length === 0) return;
      const groups = encodeEvents(events);
      const bytes = groups.reduce((sum, group) => sum + sizeOf(group), 0);
      if (state.bytes + queuedBytes + bytes > maxBytes) {
        logRefusal(lag(), 'the event spool is full');
        throw new SpoolFullError();
      }
      const { accountId } = events[0]!;
      if (!shares.hasRoom(accountId, bytes)) {
        logRefusal({ accountId, ...lag() }, 'the event spool is full of the events of an account');
        throw new SpoolFullError(' of this account');
      }
      queuedBytes += bytes;
      queued.add(accountId, bytes);
      await new Promise<void>((resolve, reject) => {
        queue.push({ accountId, groups, bytes, resolve, reject });
        writing ??= write();
      });
    },
    lag,
    due: (events, waitMs, signal) =>
      new Promise((resolve) => {
        let timer: NodeJS.Timeout | undefined;
        const end = (): void => {
          clearTimeout(timer);
          listeners.delete(look);
          signal.removeEventListener('abort', end);
          resolve();
        };
        const look = (): void => {
          if (state.events >= events || signal.aborted) end();
          else if (state.events > 0) timer ??= setTimeout(end, Math.max(0, waitMs - lag().ageMs));
        };
        listeners.add(look);
        signal.addEventListener('abort', end, { once: true });
        look();
      }),
    next: async () => {
      const before = state.deadLetters;
      const batch = await call(() => thread.call('next'));
      const damaged = state.deadLetters - before;
      if (damaged > 0) log.error({ dir, events: damaged }, 'damaged events became dead letters');
      return batch;
    },
    done: () => call(() => thread.call('done')),
    deadLetter: (error) => call(() => thread.call('deadLetter', error)),
    deadLetters: () => state.deadLetters,
    close,
  };
};

const sizeOf = ({ rows, eventIds }: EncodedEvents): number =>
  Buffer.byteLength(rows) + Buffer.byteLength(eventIds ?? '');

/** Creates the folder and makes its directory entry durable. */
const makeFolder = async (dir: string): Promise<void> => {
  if ((await mkdir(dir, { recursive: true })) === undefined) return;
  const parent = await open(dirname(dir), 'r');
  try {
    await parent.sync();
  } finally {
    await parent.close();
  }
};

const REASONS: Record<string, string> = {
  SQLITE_BUSY: 'Another process is using the event spool',
  SQLITE_FULL: 'The disk with the event spool is full',
};

const unavailable = (error: unknown): SpoolUnavailableError => {
  if (error instanceof SpoolUnavailableError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return new SpoolUnavailableError(REASONS[code] ?? 'Events cannot be stored at the moment', {
    cause: error,
  });
};
