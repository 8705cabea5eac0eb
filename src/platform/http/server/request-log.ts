/**
 * Assigns an id to every request and logs one line for it, and one more if it was slow, without path and query, which
 * may identify people.
 */
import type { Context, Middleware } from 'koa';
import { currentRequest, loggedMs, loggedWork, type RequestWork } from '../../db/request-work.js';
import { newId } from '../../lib/ids.js';
import type { Log } from '../../lib/log.js';
import type { Tenant } from '../callers/tenant.js';

const CLIENT_ID = /^[\w.-]{8,128}$/;

/** Watches the requests of a host. */
export interface RequestObserver {
  started(): void;
  ended(request: ObservedRequest): void;
}

export interface ObservedRequest extends Pick<LoggedRequest, 'method' | 'route' | 'status'> {
  /** Until the response was ready, without the time in which the body arrived; null if it depended on the client. */
  ms: number | null;
}

export interface RequestLogOptions {
  log: Log;
  /** Requests that take longer are logged as slow, with their parts; 0 for none. */
  slowMs: number;
  observer?: RequestObserver | undefined;
}

/** Uses the client's `X-Request-Id` if it is valid. */
export const requestLog = (options: RequestLogOptions): Middleware => {
  const { log, slowMs, observer } = options;
  return (ctx, next) => {
    const sentId = ctx.get('X-Request-Id');
    const requestId = sentId && CLIENT_ID.test(sentId) ? sentId : newId();
    ctx.state.requestId = requestId;
    ctx.set('X-Request-Id', requestId);
    if (!observer && slowMs === 0 && !log.isLevelEnabled('info')) return next() as Promise<void>;
    const request: OpenRequest = { started: performance.now(), readyAt: null, work: currentRequest() };
    observer?.started();
    ctx.res.once('close', () => requestEnded(options, ctx, request));
    return next().finally(() => (request.readyAt = performance.now())) as Promise<void>;
  };
};

interface OpenRequest {
  /** ms */
  started: number;
  /** When its response was ready to be sent. */
  readyAt: number | null;
  work: RequestWork | undefined;
}

/** What the middleware and the endpoints have found out about a request. */
interface RequestState {
  requestId: string;
  route?: string;
  account?: Tenant;
  /** Time in which the body arrived, ms. */
  bodyMs?: number;
  /** True if the handler reads the body as it arrives. */
  isTransfer?: boolean;
}

/** Called once the response has been sent or the connection has ended. */
const requestEnded = (
  { log, slowMs, observer }: RequestLogOptions,
  { state, method, res }: Context,
  { started, readyAt, work }: OpenRequest,
): void => {
  const now = performance.now();
  const { requestId, route = null, account, bodyMs = 0, isTransfer } = state as RequestState;
  const request = { method, route, status: res.statusCode };
  const caller = { account: account?.shortName ?? null, requestId };
  const ms = isTransfer ? null : (readyAt ?? now) - started - bodyMs;
  logRequest(log, { ...request, ms: loggedMs(now - started), ...caller });
  observer?.ended({ ...request, ms });
  if (slowMs === 0 || ms === null || ms < slowMs) return;
  const waited = bodyMs > 0 ? { bodyMs: loggedMs(bodyMs) } : {};
  log.warn({ ...request, ms: loggedMs(ms), ...waited, ...loggedWork(work), ...caller }, 'slow request');
};

export interface LoggedRequest {
  /** Null if the head of the request was not read. */
  method: string | null;
  /** Such as `/v2/items/{itemId}`; null if the path does not exist. */
  route: string | null;
  status: number;
  ms: number;
  /** Short name; null if the request has no account or no valid token. */
  account: string | null;
  requestId: string;
}

const logRequest = (log: Log, request: LoggedRequest): void => log.info(request, 'request');

/** Logs a request that reached no application. */
export const refusedLog =
  ({ log, observer }: Omit<RequestLogOptions, 'slowMs'>) =>
  (status: number, requestId: string): void => {
    const request = { method: null, route: null, status };
    logRequest(log, { ...request, ms: 0, account: null, requestId });
    observer?.started();
    observer?.ended({ ...request, ms: null });
  };
