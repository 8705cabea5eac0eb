/** Endpoints onto a router: authenticate → parse → handle → serialise through the response schema. */
import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { methodNotAllowed, notFound } from '../lib/errors.js';
import { authenticate, type Identity } from './authenticate.js';
import type { Endpoint, Raw } from './endpoint.js';
import type { RateLimit } from './rate-limit.js';
import { readBody, readParams, readQuery } from './read-request.js';

export interface MountOptions {
  prefix: string;
  identity: Identity;
  searchLimit?: RateLimit;
}

/** The middleware that serves `endpoints` below `prefix`; other methods of a known path get 405. */
export const mount = (
  endpoints: readonly Endpoint[],
  { prefix, identity, searchLimit }: MountOptions,
): Middleware => {
  const router = new Router({ prefix });
  for (const endpoint of [...endpoints].sort(staticFirst)) {
    router.register(koaPath(endpoint.path), [endpoint.method], async (ctx: Context) => {
      const { params } = ctx as Context & { params: Record<string, string> };
      const account = await authenticate(identity, ctx, endpoint.scope, params);
      if (endpoint.rateLimit) await searchLimit?.(ctx);
      const input = {
        account,
        params: readParams(endpoint, params),
        query: readQuery(endpoint, ctx),
        body: await readBody(endpoint, ctx),
        request: { id: ctx.state.requestId as string, ip: ctx.ip, message: ctx.req },
      };
      const answer = await endpoint.handle(input);
      ctx.status = endpoint.status ?? 200;
      if (typeof endpoint.response === 'string') {
        const { contentType, body } = answer as Raw;
        ctx.type = contentType;
        ctx.body = body;
      } else {
        ctx.type = 'application/json; charset=utf-8';
        const base = `${ctx.protocol}://${ctx.host}${prefix}`;
        ctx.body = withAddress(JSON.stringify(endpoint.response.parse(answer)), base);
      }
    });
  }
  const routes = router.routes();
  return async (ctx, next) => {
    if (ctx.path !== prefix && !ctx.path.startsWith(`${prefix}/`)) {
      await next();
      return;
    }
    await routes(ctx as never, () => {
      const layers = router.match(ctx.path, ctx.method).path;
      const allowed = [...new Set(layers.flatMap(({ methods }) => methods))];
      if (allowed.length > 0 && !allowed.includes(ctx.method)) throw methodNotAllowed(allowed);
      throw notFound('No such path');
    });
  };
};

/**
 * Fields named …Url that hold a path are addresses of this API: they go out whole, as the caller reached it. In JSON text a quote
 * inside a string is escaped, so that nothing but such a field matches.
 */
const withAddress = (json: string, base: string): string => {
  const completed = `Url":${JSON.stringify(`${base}/`).slice(0, -1)}`;
  return json.replaceAll('Url":"/', () => completed);
};

const koaPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** Paths with fixed segments before those with parameters, so that `/items/create` is not an item. */
const staticFirst = (a: Endpoint, b: Endpoint): number => {
  const key = ({ path }: Endpoint): string => path.replace(/\{\w+\}/g, '~');
  return key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;
};
