/** An HTTP server that clients can neither fill with connections nor hold up by silence. */
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError } from '../lib/errors.js';
import { limitKey } from './client-address.js';
import { onClientError, refusalOf, refuse, type OnRefused } from './refused-requests.js';
import { createRequestTurns } from './request-turns.js';
import { isClosing } from './unread-body.js';

export interface ConnectionLimits {
  /**
   * Open connections; further ones get 503. Closed first are idle ones, then the oldest without a whole head of a request,
   * of the address that has most.
   */
  max: number;
  /** Open connections of one client address, or one IPv6 network (/64). */
  maxPerAddress: number;
  /** Time for the head of a request to arrive. */
  requestTimeoutMs: number;
  /** A connection on which the client neither sends nor reads anything for this long is closed. */
  stallTimeoutMs: number;
  /** Addresses without a limit of their own. */
  isProxy(address: string): boolean;
}

/** Longer than the idle timeout of common proxies, so that the proxy closes connections first. */
const KEEP_ALIVE_MS = 65_000;
/** The longest upload: a film over a slow connection. */
const UPLOAD_MS = 6 * 60 * 60_000;
const CHECK_MS = 1_000;
/** Refused connections that are open at a time, to be told so; more are closed without a word. */
const MAX_REFUSED = 100;
const RETRY_AFTER_SECS = 5;
/** Requests that may wait on a connection for the responses to those before; with more it is closed. */
const MAX_PIPELINED = 4;

const tooManyConnections = (): AppError =>
  new AppError(503, 'UnavailableError', 'Too many connections. Try again later.', undefined, {
    'Retry-After': String(RETRY_AFTER_SECS),
  });

export const createLimitedServer = (
  handle: RequestListener,
  limits: ConnectionLimits,
  onRefused: OnRefused,
): Server => {
  const responses = new WeakMap<Duplex, ServerResponse>();
  const pipelined = new WeakMap<Socket, number>();
  const overfull = new WeakSet<Duplex>();
  const turns = createRequestTurns();
  const server = createServer({ connectionsCheckingInterval: CHECK_MS }, (request, response) => {
    const { socket } = request;
    const address = limitKey(socket.remoteAddress ?? '');
    const serve = (): void => {
      // A request that was sent behind one that closes the connection is not served.
      if (isClosing(socket)) request.resume();
      // The client may have left while it waited.
      else if (!socket.destroyed) handle(request, response);
    };
    const previous = responses.get(socket);
    responses.set(socket, response);
    if (!previous || previous.writableFinished) return turns.take(address, serve);
    // One at a time: responses that cannot be sent yet would wait in memory.
    const waiting = (pipelined.get(socket) ?? 0) + 1;
    if (waiting > MAX_PIPELINED) {
      stopParsing(socket);
      if (!overfull.has(socket)) turns.wait(address, () => socket.destroy());
      overfull.add(socket);
      return;
    }
    pipelined.set(socket, waiting);
    previous.once('close', () => {
      pipelined.set(socket, (pipelined.get(socket) ?? 1) - 1);
      turns.take(address, serve);
    });
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = limits.requestTimeoutMs;
  server.requestTimeout = UPLOAD_MS;
  server.timeout = limits.stallTimeoutMs;
  server.maxConnections = limits.max + MAX_REFUSED;
  server.on('timeout', (socket: Socket) => {
    if (isWaitingForServer(socket, responses.get(socket))) socket.setTimeout(limits.stallTimeoutMs);
    else socket.destroy();
  });
  const isResponding = (socket: Duplex): boolean => isServed(responses.get(socket));
  const refuseUnreadable = onClientError(isResponding, onRefused);
  server.on('clientError', (error, socket) => {
    if (!overfull.has(socket)) refuseUnreadable(error, socket);
  });
  limitConnections(server, limits, isResponding, (socket) =>
    refuse(socket, refusalOf(tooManyConnections(), onRefused)),
  );
  return server;
};

/**
 * Stops the parser in the middle of what was read: hundreds of heads fit into one read, and Node makes an error of each
 * when the connection is closed. It has no public way to do so, and reports an error of the client.
 */
const stopParsing = ({ parser }: Socket & { parser?: { pause?(): void } }): void => parser?.pause?.();

/** Whether a request is being responded to; otherwise the connection waits for the head of one. */
const isServed = (response: ServerResponse | undefined): boolean =>
  response !== undefined && !response.writableFinished && !response.closed;

/**
 * Whether the client has sent its request and read all that was written, so that the silence is ours. So it is where
 * nothing of the body has been read yet: the request is waiting for its turn.
 */
const isWaitingForServer = (socket: Socket, response: ServerResponse | undefined): boolean =>
  response !== undefined &&
  !response.writableFinished &&
  (response.req.complete || response.req.readableFlowing === null) &&
  socket.writableLength === 0;

/** Passes connections on to the HTTP parser only while there are not too many. */
const limitConnections = (
  server: Server,
  { max, maxPerAddress, isProxy }: ConnectionLimits,
  isServed: (socket: Socket) => boolean,
  refuseOne: (socket: Socket) => void,
): void => {
  const open = new Map<Socket, string>();
  const perAddress = new Map<string, number>();
  const forget = (socket: Socket): void => {
    const key = open.get(socket);
    if (key === undefined) return;
    open.delete(socket);
    const left = (perAddress.get(key) ?? 1) - 1;
    if (left > 0) perAddress.set(key, left);
    else perAddress.delete(key);
  };
  const closeIdle = (): void => {
    server.closeIdleConnections();
    for (const socket of open.keys()) if (socket.destroyed) forget(socket);
  };
  /** Closes the oldest connection that waits for the head of a request, of the address that has most of them. */
  const closeUnfinished = (): void => {
    const oldest = new Map<string, { socket: Socket; count: number }>();
    for (const [socket, key] of open) {
      if (isServed(socket)) continue;
      const known = oldest.get(key);
      if (known) known.count++;
      else oldest.set(key, { socket, count: 1 });
    }
    let most: { socket: Socket; count: number } | undefined;
    for (const one of oldest.values()) if (one.count > (most?.count ?? 0)) most = one;
    if (!most) return;
    most.socket.destroy();
    forget(most.socket);
  };
  const isAddressFull = (address: string, key: string): boolean =>
    !isProxy(address) && (perAddress.get(key) ?? 0) >= maxPerAddress;

  const [parse] = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const key = limitKey(address);
    if (open.size >= max) closeIdle();
    if (isAddressFull(address, key)) return refuseOne(socket);
    if (open.size >= max) closeUnfinished();
    if (open.size >= max) return refuseOne(socket);
    open.set(socket, key);
    perAddress.set(key, (perAddress.get(key) ?? 0) + 1);
    socket.once('close', () => forget(socket));
    parse?.call(server, socket);
  });
};
