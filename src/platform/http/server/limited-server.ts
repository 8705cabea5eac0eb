/** An HTTP server that clients can neither exhaust with connections nor block by idling. */
import {
  createServer,
  STATUS_CODES,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError, badRequest, requestTimeout } from '../../lib/errors.js';
import { limitKey } from '../callers/client-address.js';
import { isClosing } from '../endpoint/unread-body.js';
import { newId } from '../../lib/ids.js';

export interface ConnectionLimits {
  /**
   * Maximum number of open connections; further ones get 503. Idle connections are closed first, then the oldest
   * without a complete request head, of the address that has most of them.
   */
  max: number;
  /** Maximum number of connections per client address or IPv6 network (/64). */
  maxPerAddress: number;
  /** Timeout for receiving the head of a request. */
  requestTimeoutMs: number;
  /** A connection on which the client neither sends nor reads anything for this long is closed. */
  stallTimeoutMs: number;
  /** Whether an address has no limit of its own. */
  isProxy(address: string): boolean;
}

/** Longer than the idle timeout of common proxies, so that the proxy closes connections first. */
const KEEP_ALIVE_MS = 65_000;
/** The longest upload: a film over a slow connection. */
const UPLOAD_MS = 6 * 60 * 60_000;
const CHECK_MS = 1_000;
/** Maximum number of rejected connections that are kept open to receive the 503; others are closed at once. */
const MAX_REFUSED = 100;
const RETRY_AFTER_SECS = 5;
/** Maximum number of pipelined requests on a connection; it is closed when there are more. */
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
      // A request after one that closes the connection is not served.
      if (isClosing(socket)) request.resume();
      // The client may have disconnected in the meantime.
      else if (!socket.destroyed) handle(request, response);
    };
    const previous = responses.get(socket);
    responses.set(socket, response);
    if (!previous || previous.writableFinished) return turns.take(address, serve);
    // One at a time, because responses that cannot be sent yet would occupy memory.
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
 * Stops the parser in the middle of its input: hundreds of request heads fit into one read, and Node would create
 * an error for each when the connection is closed. Node has no public API for this, and would report it as a
 * client error.
 */
const stopParsing = ({ parser }: Socket & { parser?: { pause?(): void } }): void => parser?.pause?.();

/** Whether a response is in progress; otherwise the connection is waiting for a request head. */
const isServed = (response: ServerResponse | undefined): boolean =>
  response !== undefined && !response.writableFinished && !response.closed;

/**
 * Whether the client has sent its request and read everything written, so that the server is the one to act next.
 * That is also true if no part of the body has been read: the request is queued.
 */
const isWaitingForServer = (socket: Socket, response: ServerResponse | undefined): boolean =>
  response !== undefined &&
  !response.writableFinished &&
  (response.req.complete || response.req.readableFlowing === null) &&
  socket.writableLength === 0;

/** Passes connections to the HTTP parser only while there are not too many. */
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
  /** Closes the oldest connection without a complete request head, of the address that has most of them. */
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

/** Called for every response, for the log. */
type OnRefused = (status: number, requestId: string) => void;

/** Time for the client to read the response. */
const REFUSAL_MS = 2_000;

/** @returns the bytes of the response, after which the connection must be closed */
const refusalOf = ({ status, type, message, headers }: AppError, onRefused: OnRefused): string => {
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
const refuse = (socket: Duplex, refusal: string): void => {
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
const onClientError =
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

interface RequestTurns {
  /**
   * Serves at once while there is time, otherwise queues the request.
   * @param address queue to which the request belongs
   */
  take(address: string, serve: () => void): void;
  /** Queues the request in any case. */
  wait(address: string, run: () => void): void;
}

/** How long requests may start in one turn of the event loop before the rest waits for the next. */
const TURN_MS = 10;
/** One in this many queued requests comes from an address that has already had a queued request served. */
const BACKLOG_EVERY = 4;

type Queue = Map<string, (() => void)[]>;

/** Spreads requests that arrive together over turns of the event loop, with a fair share for each client address. */
const createRequestTurns = (): RequestTurns => {
  /**
   * Queued requests by address, those that have waited longest first: of addresses that had nothing queued before, and of
   * those that had a queued request served. However much a client queues, it does not delay another client's first request.
   */
  const first: Queue = new Map();
  const backlog: Queue = new Map();
  let served = 0;
  let startedAt: number | undefined;

  const serveNext = (): void => {
    const isBacklogTurn = ++served % BACKLOG_EVERY === 0;
    const queue = backlog.size > 0 && (isBacklogTurn || first.size === 0) ? backlog : first;
    const [next] = queue;
    if (!next) return;
    const [address, requests] = next;
    queue.delete(address);
    const serve = requests.shift();
    if (requests.length > 0) backlog.set(address, requests);
    serve?.();
  };

  /** One request per callback, because its microtasks run before the next callback. */
  const nextTurn = (): void => {
    startedAt = undefined;
    if (first.size + backlog.size === 0) return;
    startTurn();
    serveNext();
  };

  const startTurn = (): void => {
    startedAt = performance.now();
    setImmediate(nextTurn);
  };

  const queueOf = (address: string): (() => void)[] | undefined => first.get(address) ?? backlog.get(address);

  const wait = (address: string, run: () => void): void => {
    if (startedAt === undefined) startTurn();
    const requests = queueOf(address);
    if (requests) requests.push(run);
    else first.set(address, [run]);
  };

  return {
    take: (address, serve) => {
      const now = performance.now();
      if (startedAt === undefined) startTurn();
      // A client with nothing queued goes ahead of those that have.
      if (!queueOf(address) && now - (startedAt ?? now) < TURN_MS) serve();
      else wait(address, serve);
    },
    wait,
  };
};
