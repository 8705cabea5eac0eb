/** Gives every request an id, and logs it at level debug. */
import type { Context, Middleware, Next } from 'koa';
import { newId } from '../lib/ids.js';
import type { Log } from '../lib/log.js';
import { redactPath } from './redact-path.js';

const CLIENT_ID = /^[\w.-]{8,128}$/;

/** Uses the client's `X-Request-Id` if it is valid. */
export const requestLog =
  (log: Log): Middleware =>
  (ctx, next) => {
    const sentId = ctx.get('X-Request-Id');
    const requestId = sentId && CLIENT_ID.test(sentId) ? sentId : newId();
    ctx.state.requestId = requestId;
    ctx.set('X-Request-Id', requestId);
    return log.isLevelEnabled('debug') ? logged(log, ctx, next) : (next() as Promise<void>);
  };

const logged = async (log: Log, ctx: Context, next: Next): Promise<void> => {
  const started = process.hrtime.bigint();
  await next();
  const ms = Number(process.hrtime.bigint() - started) / 1e6;
  const { method, path, status } = ctx;
  const requestId = ctx.state.requestId as string;
  log.debug({ requestId, method, path: redactPath(path), status, ms }, 'request');
};
