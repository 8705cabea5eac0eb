/** Reads a stream of server-sent events, as a page does. */
import { get, type ClientRequest, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { Json } from './operations.js';

export interface ReceivedEvent {
  id?: string;
  event: string;
  data: Json;
}

export interface EventReader {
  status: number;
  /** All events so far. */
  events: ReceivedEvent[];
  /** Resolves when the server has closed the connection, or `close` has. */
  ended: Promise<unknown>;
  close(): void;
}

const parsed = (text: string): ReceivedEvent => {
  const fields = Object.fromEntries(
    text.split('\n').map((line) => [line.replace(/:.*/s, ''), line.replace(/^\w+: /, '')]),
  ) as Record<string, string>;
  return {
    ...(fields.id && { id: fields.id }),
    event: fields.event ?? '',
    data: JSON.parse(fields.data ?? 'null'),
  };
};

/** @param url that reaches the server, with the headers of the page */
export const readEvents = (url: string, headers: Record<string, string>): Promise<EventReader> =>
  readEventsOf(get(url, { headers }));

/** The same for a request that has been made. */
export const readEventsOf = async (call: ClientRequest): Promise<EventReader> => {
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  const events: ReceivedEvent[] = [];
  let rest = '';
  response.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split('\n\n');
    rest = parts.pop() ?? '';
    events.push(...parts.filter((part) => !part.startsWith(':')).map(parsed));
  });
  response.on('error', () => undefined);
  call.on('error', () => undefined);
  const ended = new Promise((resolve) => response.once('close', resolve));
  return { status: response.statusCode ?? 0, events, ended, close: () => call.destroy() };
};
