/** Server-sent events: streams with a heartbeat, limited in number, that end when the server stops. */
import { Readable } from 'node:stream';
import { rateLimited } from '../../lib/errors.js';
import { createShares } from '../../lib/shares.js';
import { limitKey } from '../callers/client-address.js';
import type { RawResponse } from '../endpoint/endpoint.js';

const HEARTBEAT_MS = 15_000;
/** While a process has as many streams, accounts above their share are refused. */
const MAX_STREAMS = 256;
const MAX_PER_ADDRESS = 16;
const MAX_PER_PERSON = 16;
/** A client that does not read is disconnected once this much is buffered. */
const MAX_WAITING_BYTES = 256 * 1024;
const RETRY_AFTER_MS = 5_000;

export interface EventStream {
  /**
   * @param data any JSON value
   * @param id from which the client can resume
   */
  send(event: string, data: unknown, id?: string): void;
  /** Ends the stream after what has been sent. */
  end(): void;
  /** Aborts when the client disconnects or the stream has ended. */
  readonly closed: AbortSignal;
}

export interface StreamClient {
  accountId: number;
  ip: string;
  /** On the console's host. */
  personId?: number | undefined;
}

export interface EventStreams {
  /**
   * Opens a stream for a request.
   * @param start may send the first events of the stream
   * @returns a response; 429 if the account, or the person or else the client's address, has too many streams
   */
  open(client: StreamClient, start: (stream: EventStream) => void): RawResponse;
  /** Number of open streams. */
  count(): number;
  /** Ends all streams, when the server stops. */
  close(): void;
}

export const createEventStreams = (): EventStreams => {
  const streams = new Set<EventStream>();
  const accounts = createShares(MAX_STREAMS);
  /** By person or address. */
  const counts = new Map<string, number>();
  let stopped = false;

  /** @returns a function to call when the stream has ended */
  const admit = ({ accountId, ip, personId }: StreamClient): (() => void) => {
    const [key, max] =
      personId === undefined
        ? [`address ${limitKey(ip)}`, MAX_PER_ADDRESS]
        : [`person ${personId}`, MAX_PER_PERSON];
    const count = counts.get(key) ?? 0;
    if (count >= max || !accounts.hasRoom(accountId, 1)) throw rateLimited(RETRY_AFTER_MS);
    counts.set(key, count + 1);
    accounts.hold(accountId, 1);
    return () => {
      accounts.hold(accountId, -1);
      const left = (counts.get(key) ?? 1) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    };
  };

  const begin = (leave: () => void, start: (stream: EventStream) => void): Readable => {
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
      leave();
      closing.abort();
    };
    const stream: EventStream = {
      send: (event, data, id) =>
        push(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
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
    open: (client, start) => ({
      contentType: 'text/event-stream',
      body: () => Promise.resolve(begin(admit(client), start)),
      // Proxies must not delay events by compressing or buffering them.
      headers: { 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no' },
    }),
    count: () => streams.size,
    close: () => {
      stopped = true;
      for (const stream of [...streams]) stream.end();
    },
  };
};
