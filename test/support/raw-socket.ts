/** A connection that sends given bytes, and stores what it receives; and requests as text. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawSocket {
  socket: Socket;
  /** Resolves once the bytes have been sent. */
  send(text: string | Uint8Array): Promise<void>;
  received(): string;
  /** Resolves when the connection has ended, with everything received. */
  closed: Promise<string>;
}

/** @param url only its port is used @param localAddress the client's address, within 127.0.0.0/8 */
export const openSocket = async (url: string, localAddress = '127.0.0.1'): Promise<RawSocket> => {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => undefined);
  const received = (): string => Buffer.concat(chunks).toString('latin1');
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(received())));
  await once(socket, 'connect');
  return {
    socket,
    send: (text) => new Promise((resolve) => socket.write(text, () => resolve())),
    received,
    closed,
  };
};

/**
 * The head of a request.
 * @param line method and path
 */
export const head = (line: string, headers: Record<string, string | number> = {}): string =>
  [`${line} HTTP/1.1`, ...Object.entries(headers).map((pair) => pair.join(': ')), '', ''].join('\r\n');

/** The statuses of all responses in the received text. */
export const statusesOf = (received: string): number[] =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
