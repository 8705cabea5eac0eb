/** Server-sent events: streams that are bounded in number, kept alive by a heartbeat, and end when the server stops. */
import { Readable } from 'node:stream';
import { rateLimited } from '../lib/errors.js';
import { limitKey } from './client-address.js';
import type { RawResponse } from './endpoint.js';

const HEARTBEAT_MS = 15_000;
/** Streams at once, of a process. */
const MAX_STREAMS = 512;
const MAX_PER_ACCOUNT = 64;
const MAX_PER_ADDRESS = 16;
/** A client that reads nothing is cut off once this much waits for it. */
const MAX_WAITING_BYTES = 256 * 1024;
const RETRY_AFTER_MS = 5_000;

export interface EventStream {
  /** @param data anything that JSON can say */
  send(event: string, data: unknown): void;
  /** Ends the stream after what has been sent. */
  end(): void;
  /** Aborted once nobody reads the stream any more, or it has ended. */
  readonly closed: AbortSignal;
}

export interface EventStreams {
  /**
   * Opens a stream for a request.
   * @param start what it sends at once is the beginning of the stream
   * @returns a response that is refused with 429 when the account or the client's address has as many as it may
   */
  open(client: { accountId: number; ip: string }, start: (stream: EventStream) => void): RawResponse;
  /** How many are open. */
  count(): number;
  /** Ends all streams: the server stops. */
  close(): void;
}

export const createEventStreams = (): EventStreams => {
  const streams = new Set<EventStream>();
  const counts = new Map<string, number>();
  let stopped = false;

  const admit = (accountId: number, ip: string): string[] => {
    const limits = [
      [`account ${accountId}`, MAX_PER_ACCOUNT],
      [`address ${limitKey(ip)}`, MAX_PER_ADDRESS],
    ] as const;
    if (streams.size >= MAX_STREAMS || limits.some(([key, max]) => (counts.get(key) ?? 0) >= max))
      throw rateLimited(RETRY_AFTER_MS);
    const keys = limits.map(([key]) => key);
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    return keys;
  };
  const discount = (key: string): void => {
    const left = (counts.get(key) ?? 1) - 1;
    if (left > 0) counts.set(key, left);
    else counts.delete(key);
  };

  const begin = (keys: readonly string[], start: (stream: EventStream) => void): Readable => {
    const body = new Readable({ read: () => undefined });
    const closing = new AbortController();
    const push = (text: string | null): void => {
      if (closing.signal.aborted) return;
      body.push(text);
      if (body.readableLength > MAX_WAITING_BYTES) body.destroy();
    };
    const heartbeat = setInterval(() => push(': heartbeat\n\n'), HEARTBEAT_MS).unref();
    const release = (): void => {
      if (!streams.delete(stream)) return;
      clearInterval(heartbeat);
      keys.forEach(discount);
      closing.abort();
    };
    const stream: EventStream = {
      send: (event, data) => push(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
      end: () => {
        push(null);
        release();
      },
      closed: closing.signal,
    };
    body.once('close', release);
    streams.add(stream);
    start(stream);
    if (stopped) stream.end();
    return body;
  };

  return {
    open: ({ accountId, ip }, start) => ({
      contentType: 'text/event-stream',
      body: () => Promise.resolve(begin(admit(accountId, ip), start)),
      // Nothing in between may hold events back to compress or to cache them.
      headers: { 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no' },
    }),
    count: () => streams.size,
    close: () => {
      stopped = true;
      for (const stream of [...streams]) stream.end();
    },
  };
};
