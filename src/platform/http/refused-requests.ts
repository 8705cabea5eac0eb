/** Responses to requests that reach no application: an unreadable head, or too many connections. */
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError, badRequest, requestTimeout } from '../lib/errors.js';
import { newId } from '../lib/ids.js';

/** Called for every response, for the log. */
export type OnRefused = (status: number, requestId: string) => void;

/** Time for the client to read the response. */
const REFUSAL_MS = 2_000;

/** @returns the bytes of the response, after which the connection must be closed */
export const refusalOf = ({ status, type, message, headers }: AppError, onRefused: OnRefused): string => {
  const requestId = newId();
  const body = JSON.stringify({ result: 'error', error: { type, message, requestId } });
  onRefused(status, requestId);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `X-Request-Id: ${requestId}`,
    'Connection: close',
    'Cache-Control: no-store',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
};

/** Sends the response and closes the connection, ignoring what the client continues to send. */
export const refuse = (socket: Duplex, refusal: string): void => {
  socket.on('error', () => socket.destroy());
  socket.end(refusal);
  socket.resume();
  const timeout = setTimeout(() => socket.destroy(), REFUSAL_MS);
  socket.once('close', () => clearTimeout(timeout));
};

/** 431: Node's `maxHeaderSize`, 16 KiB, was exceeded. */
const headTooLarge = (): AppError =>
  new AppError(
    431,
    'HeadersTooLargeError',
    'The request line and the headers are larger than 16 KiB together',
  );

/** Handles the event `clientError`, which repeats for everything the client continues to send. */
export const onClientError =
  (isResponding: (socket: Duplex) => boolean, onRefused: OnRefused) =>
  (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (socket.writableEnded) return;
    if (error.code === 'ECONNRESET' || !socket.writable || isResponding(socket)) return void socket.destroy();
    const refused =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? headTooLarge()
        : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? requestTimeout('The request did not arrive in time')
          : badRequest('The request is not valid HTTP');
    refuse(socket, refusalOf(refused, onRefused));
  };
