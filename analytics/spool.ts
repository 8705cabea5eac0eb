/** The event spool: events are durable in files of its own before they are acknowledged, and wait there for ClickHouse. */
import { stat } from 'node:fs/promises';
import type { StoredEvent } from './events.js';
import type { AnalyticsLog } from './log.js';
import { createAppender } from './spool/appender.js';
import { createBacklog, type Lag } from './spool/backlog.js';
import { createBatches, type Batch } from './spool/batches.js';
import { SpoolFullError, SpoolUnavailableError } from './spool/errors.js';
import { countAside, listSegments, lockFolder, makeFolder, removeSegment } from './spool/folder.js';
import { encodeFrame } from './spool/frame.js';
import { segmentPath } from './spool/names.js';
import { readSegment } from './spool/segment-reader.js';
import { readState } from './spool/state.js';

export type { Lag } from './spool/backlog.js';
export type { Batch } from './spool/batches.js';
export { SpoolFullError, SpoolUnavailableError } from './spool/errors.js';

export interface SpoolOptions {
  /** Its folder; one process at a time owns it. */
  dir: string;
  /** Events are refused once this much waits. */
  maxBytes: number;
  log: AnalyticsLog;
  /** Milliseconds since 1970. */
  now?: () => number;
}

export interface Spool {
  /**
   * Resolves once the events are on disk for good, all of them or, where it rejects, none.
   * @throws SpoolFullError, SpoolUnavailableError
   */
  append(events: readonly StoredEvent[]): Promise<void>;
  lag(): Lag;
  /** Resolves once `events` wait, or some for `waitMs`, or `signal` aborts. */
  due(events: number, waitMs: number, signal: AbortSignal): Promise<void>;
  /**
   * The oldest events that wait, the same ones with the same token until they are done, also after a restart; null where none
   * waits. One reader at a time.
   */
  next(): Promise<Batch | null>;
  /** The batch has been stored: it will not come again. */
  done(batch: Batch): Promise<void>;
  /**
   * The batch can never be stored: its events are kept in a file in `damaged/` instead, and it will not come again.
   * @returns the file's name
   */
  setAside(batch: Batch): Promise<string>;
  /** How many files lie in `damaged/`. */
  aside(): Promise<number>;
  /** Takes no more events; resolves once those under way are on disk. */
  close(): Promise<void>;
}

/** A segment is a small part of the whole, so that room is given back soon. */
const MAX_SEGMENT_BYTES = 64 * 1024 * 1024;
const SEGMENTS = 16;
const SAY_EVERY_MS = 60_000;

/** @throws SpoolUnavailableError where another process owns the folder, or it cannot be used */
export const openSpool = async (options: SpoolOptions): Promise<Spool> => {
  try {
    return await open(options);
  } catch (error) {
    if (error instanceof SpoolUnavailableError) throw error;
    throw new SpoolUnavailableError('The events cannot be kept at the moment', { cause: error });
  }
};

const open = async ({ dir, maxBytes, log, now = Date.now }: SpoolOptions): Promise<Spool> => {
  await makeFolder(dir);
  const lock = lockFolder(dir);
  try {
    const state = await readState(dir, log);
    const found = await listSegments(dir);
    const segments = new Map<number, number>();
    for (const segment of found) {
      if (segment < state.segment) await removeSegment(dir, segment);
      else segments.set(segment, (await stat(segmentPath(dir, segment))).size);
    }
    let last = Math.max(state.segment, ...found);
    const backlog = createBacklog(now);
    const listeners = new Set<() => void>();
    let refusedAt = 0;
    let closed = false;

    /** Each refusal is told to who sent the events; the log hears of them now and then. */
    const saySometimes = (fields: object, message: string): void => {
      if (Date.now() - refusedAt < SAY_EVERY_MS) return;
      refusedAt = Date.now();
      log.error({ dir, ...fields }, message);
    };

    const appender = createAppender({
      dir,
      segmentBytes: Math.min(MAX_SEGMENT_BYTES, Math.ceil(maxBytes / SEGMENTS)),
      nextSegment: () => (last += 1),
      onAppended: ({ segment, offset, bytes, events, time }) => {
        segments.set(segment, offset + bytes);
        backlog.add({ segment, offset }, events, bytes, time);
        for (const heard of listeners) heard();
      },
      onRefused: (err) => saySometimes({ err }, 'the event spool cannot take events'),
    });
    const batches = createBatches({ dir, log, state, segments, backlog, growing: appender.growing });
    // Events of earlier runs are counted beside the work: it may be gigabytes of them.
    const counted = countLeft(dir, segments, state, backlog).catch((err: unknown) =>
      log.warn({ err, dir }, 'the events that wait could not be counted'),
    );

    return {
      append: async (events) => {
        if (closed) throw new SpoolUnavailableError('The service is ending');
        if (events.length === 0) return;
        const time = now();
        const frame = encodeFrame(linesOf(events), events.length, time);
        if (batches.waitingBytes() + appender.queuedBytes() + frame.length > maxBytes) {
          saySometimes(backlog.lag(), 'the event spool is full');
          throw new SpoolFullError();
        }
        await appender.append(frame, events.length, time);
      },
      lag: backlog.lag,
      due: (events, waitMs, signal) => whenDue({ backlog, listeners, events, waitMs, signal }),
      next: async () => {
        await counted;
        return batches.next();
      },
      done: batches.done,
      setAside: batches.setAside,
      aside: () => countAside(dir),
      close: async () => {
        closed = true;
        await appender.close();
        await counted;
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
};

const linesOf = (events: readonly StoredEvent[]): string => {
  let lines = '';
  for (const event of events) lines += `${JSON.stringify(event)}\n`;
  return lines;
};

const countLeft = async (
  dir: string,
  segments: ReadonlyMap<number, number>,
  { segment: from, offset }: { segment: number; offset: number },
  backlog: ReturnType<typeof createBacklog>,
): Promise<void> => {
  for (const [segment, size] of [...segments]) {
    let at = segment === from ? offset : 0;
    for await (const { frames, ends } of readSegment(segmentPath(dir, segment), at, size)) {
      const [first] = frames;
      const end = ends.at(-1);
      if (!first || end === undefined) continue;
      const events = frames.reduce((sum, frame) => sum + frame.events, 0);
      backlog.add({ segment, offset: at }, events, end - at, first.time);
      at = end;
    }
  }
};

const whenDue = ({
  backlog,
  listeners,
  events,
  waitMs,
  signal,
}: {
  backlog: ReturnType<typeof createBacklog>;
  listeners: Set<() => void>;
  events: number;
  waitMs: number;
  signal: AbortSignal;
}): Promise<void> =>
  new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const end = (): void => {
      clearTimeout(timer);
      listeners.delete(look);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const look = (): void => {
      const lag = backlog.lag();
      if (lag.events >= events || signal.aborted) end();
      else if (lag.events > 0) timer ??= setTimeout(end, Math.max(0, waitMs - lag.ageMs));
    };
    listeners.add(look);
    signal.addEventListener('abort', end, { once: true });
    look();
  });
