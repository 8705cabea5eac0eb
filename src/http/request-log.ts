/** A name for every request, and a line in the log when it is answered. */
import type { Middleware } from 'koa';
import { newId } from '../lib/ids.js';
import type { Log } from '../lib/log.js';

const CALLER_ID = /^[\w.-]{8,128}$/;

/** `X-Request-Id` of the caller is kept where it is a plain name. */
export const requestLog =
  (log: Log): Middleware =>
  async (ctx, next) => {
    const given = ctx.get('X-Request-Id');
    const requestId = given && CALLER_ID.test(given) ? given : newId();
    ctx.state.requestId = requestId;
    ctx.set('X-Request-Id', requestId);
    const started = process.hrtime.bigint();
    await next();
    const ms = Number(process.hrtime.bigint() - started) / 1e6;
    log.debug({ requestId, method: ctx.method, path: ctx.path, status: ctx.status, ms }, 'request');
  };
