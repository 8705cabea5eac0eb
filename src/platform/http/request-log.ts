/** A name for every request, and a line in the log when it is answered. */
import type { Context, Middleware, Next } from 'koa';
import { newId } from '../lib/ids.js';
import type { Log } from '../lib/log.js';

const CALLER_ID = /^[\w.-]{8,128}$/;

/** `X-Request-Id` of the caller is kept where it is a plain name. */
export const requestLog =
  (log: Log): Middleware =>
  (ctx, next) => {
    const given = ctx.get('X-Request-Id');
    const requestId = given && CALLER_ID.test(given) ? given : newId();
    ctx.state.requestId = requestId;
    ctx.set('X-Request-Id', requestId);
    return log.isLevelEnabled('debug') ? logged(log, ctx, next) : (next() as Promise<void>);
  };

const logged = async (log: Log, ctx: Context, next: Next): Promise<void> => {
  const started = process.hrtime.bigint();
  await next();
  const ms = Number(process.hrtime.bigint() - started) / 1e6;
  const { method, path, status } = ctx;
  log.debug({ requestId: ctx.state.requestId as string, method, path, status, ms }, 'request');
};
