/** Answers of the public host that can be asked for again at no cost: a tag of their content, and 304 to who has it already. */
import { hash } from 'node:crypto';
import type { Context, Middleware } from 'koa';

/**
 * Successes of GET and HEAD whose body is at hand get a weak ETag of it, unless they have one, and `Cache-Control: public, max-age=0,
 * must-revalidate`, unless they say otherwise: a published change is seen with the next request.
 */
export const conditionalRequests: Middleware = async (ctx, next) => {
  await next();
  if (ctx.status !== 200 || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return;
  const body = ctx.body as unknown;
  const given = (ctx.response.get('Cache-Control') as string | undefined) ?? '';
  if (given.includes('no-store')) return;
  if (typeof body === 'string') {
    if (!given) ctx.set('Cache-Control', 'public, max-age=0, must-revalidate');
    if (!ctx.response.get('ETag')) ctx.set('ETag', `W/"${hash('sha1', body, 'base64url')}"`);
  }
  if (ctx.fresh || holds(ctx)) {
    ctx.status = 304;
    ctx.body = null;
  }
};

/** Whether `If-None-Match` names the answer's tag, also where `no-cache` comes with it, as `fetch` of Node sends both. */
const holds = (ctx: Context): boolean => {
  const tag = ctx.response.get('ETag') as string | undefined;
  const known = ctx.get('If-None-Match').split(',');
  return Boolean(tag) && known.some((one) => opaque(one) === opaque(tag ?? ''));
};

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');
