/** Closes the connection after a response whose request body was not fully read. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context, Middleware, Next } from 'koa';

/**
 * How long the rest of a body is read and discarded, so that the client can read the response before the
 * connection ends.
 */
const LINGER_MS = 2_000;

const closing = new WeakSet<Socket>();

/** True once the last response on the connection is being sent: further requests on it must not be served. */
export const isClosing = (socket: Socket): boolean => closing.has(socket);

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Node discards a body that has fully arrived without being read. */
const isDone = (request: IncomingMessage): boolean =>
  !hasBody(request) || request.readableEnded || (request.complete && !request.readableDidRead);

export const closeIfUnread: Middleware = (ctx, next) =>
  hasBody(ctx.req) ? closeAfter(ctx, next) : (next() as Promise<void>);

const closeAfter = async (ctx: Context, next: Next): Promise<void> => {
  await next();
  if (isDone(ctx.req)) return;
  // If a body arrives with its head, Node parses it only after a response that was sent immediately.
  await nextTurn();
  if (isDone(ctx.req)) return;
  ctx.set('Connection', 'close');
  lingerBeforeClose(ctx.req);
};

/** Node calls `destroySoon` after the last response. Closing with unread bytes would reset the connection at once. */
const lingerBeforeClose = (request: IncomingMessage): void => {
  const { socket } = request;
  closing.add(socket);
  socket.destroySoon = () => {
    socket.end();
    request.unpipe();
    request.resume();
    const timeout = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(timeout));
  };
};
