/**
 * Conditional requests: on the public host ETags, and 304 for clients that have the current content; on the private
 * host `If-Match`.
 */
import { hash } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import type { Endpoint } from './endpoint.js';

/** Caches may store a response, but must revalidate it. */
export const REVALIDATE = 'public, max-age=0, must-revalidate';

/**
 * Adds a weak ETag and `Cache-Control: public, max-age=0, must-revalidate` to successful GET and HEAD responses
 * with a text body, unless they have these headers. A published change is thus visible in the next request.
 */
export const conditionalRequests: Middleware = async (ctx, next) => {
  await next();
  if (ctx.status !== 200 || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return;
  const body = ctx.body as unknown;
  const cacheControl = (ctx.response.get('Cache-Control') as string | undefined) ?? '';
  if (cacheControl.includes('no-store')) return;
  if (typeof body === 'string') {
    if (!cacheControl) ctx.set('Cache-Control', REVALIDATE);
    if (!ctx.response.get('ETag')) ctx.set('ETag', `W/"${hash('sha1', body, 'base64url')}"`);
  }
  if (isNotModified(ctx)) {
    ctx.status = 304;
    ctx.body = null;
  }
};

/** Whether the client already has the response whose headers are set. */
export const isNotModified = (ctx: Context): boolean => ctx.fresh || isCurrent(ctx);

/** Whether `If-None-Match` contains the response's ETag, even along with `no-cache`: Node's `fetch` sends both. */
const isCurrent = (ctx: Context): boolean => {
  const tag = ctx.response.get('ETag') as string | undefined;
  const cached = ctx.get('If-None-Match').split(',');
  return Boolean(tag) && cached.some((one) => opaque(one) === opaque(tag ?? ''));
};

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Whether the endpoint honours `If-Match`. Files in pieces have no versions. */
export const acceptsIfMatch = ({
  method,
  scope,
  supportsIfMatch,
}: Pick<Endpoint, 'method' | 'scope' | 'supportsIfMatch'>): boolean =>
  (scope !== 'open' && (method === 'PATCH' || method === 'DELETE')) || supportsIfMatch === true;
