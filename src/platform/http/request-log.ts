/** Assigns an id to every request and logs one line for it, without path and query, which may identify people. */
import type { Context, Middleware } from 'koa';
import { newId } from '../lib/ids.js';
import type { Log } from '../lib/log.js';
import type { Tenant } from './tenant.js';

const CLIENT_ID = /^[\w.-]{8,128}$/;

/** Uses the client's `X-Request-Id` if it is valid. */
export const requestLog =
  (log: Log): Middleware =>
  (ctx, next) => {
    const sentId = ctx.get('X-Request-Id');
    const requestId = sentId && CLIENT_ID.test(sentId) ? sentId : newId();
    ctx.state.requestId = requestId;
    ctx.set('X-Request-Id', requestId);
    if (log.isLevelEnabled('info')) logWhenClosed(log, ctx, performance.now());
    return next() as Promise<void>;
  };

/** Logs once the response has been sent or the connection has ended. */
const logWhenClosed = (log: Log, { state, method, res }: Context, started: number): void => {
  res.once('close', () => {
    const {
      requestId,
      route = null,
      account,
    } = state as {
      requestId: string;
      route?: string;
      account?: Tenant;
    };
    logRequest(log, {
      method,
      route,
      status: res.statusCode,
      ms: Math.round((performance.now() - started) * 10) / 10,
      account: account?.shortName ?? null,
      requestId,
    });
  });
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
  (log: Log) =>
  (status: number, requestId: string): void =>
    logRequest(log, { method: null, route: null, status, ms: 0, account: null, requestId });
