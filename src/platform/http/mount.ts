/** Endpoints onto a router: authenticate → parse → handle → serialise through the response schema. */
import type { Readable } from 'node:stream';
import type { Context, Middleware } from 'koa';
import { methodNotAllowed, notFound } from '../lib/errors.js';
import { etagOf, SOURCE, type Sourced } from '../lib/etag.js';
import { withAddress } from '../lib/own-address.js';
import { authenticate, type Identity } from './authenticate.js';
import { isSchema, type Endpoint, type Input, type Raw, type RateLimitName } from './endpoint.js';
import { keyedCall, keyOf, type Idempotency } from './idempotency.js';
import type { RateLimit } from './rate-limit.js';
import { readBody, readParams, readQuery } from './read-request.js';
import { createRoutes } from './routes.js';

export interface MountOptions {
  prefix: string;
  identity: Identity;
  idempotency: Idempotency;
  limits?: Partial<Record<RateLimitName, RateLimit>>;
}

/** The middleware that serves `endpoints` below `prefix`; other methods of a known path get 405. */
export const mount = (endpoints: readonly Endpoint[], options: MountOptions): Middleware => {
  const { prefix } = options;
  const routes = createRoutes(endpoints, prefix);
  return (ctx, next) => {
    const { path, method } = ctx;
    if (path !== prefix && !path.startsWith(`${prefix}/`)) return next() as Promise<void>;
    const route = routes.find(method, path);
    if (route) return answer(route.endpoint, options, ctx, route.params);
    const allowed = routes.methodsOf(path);
    throw allowed.length > 0 ? methodNotAllowed(allowed) : notFound('No such path');
  };
};

const answer = async (
  endpoint: Endpoint,
  { prefix, identity, idempotency, limits }: MountOptions,
  ctx: Context,
  params: Record<string, string>,
): Promise<void> => {
  const account = await authenticate(identity, ctx, endpoint.scope, params);
  if (endpoint.rateLimit) {
    await limits?.[endpoint.rateLimit]?.(ctx);
    // Each search has an id of its own, and is counted.
    ctx.set('Cache-Control', 'no-store');
  }
  const baseUrl = `${ctx.protocol}://${ctx.host}${prefix}`;
  const input = {
    account,
    params: readParams(endpoint, params),
    query: readQuery(endpoint, ctx, baseUrl),
    body: endpoint.body && (await readBody(endpoint, ctx)),
    ifMatch: endpoint.method === 'PATCH' ? ctx.get('If-Match') || undefined : undefined,
    request: { id: ctx.state.requestId as string, ip: ctx.ip, baseUrl, message: ctx.req },
  };
  const { bodyLimit } = endpoint;
  if (bodyLimit) await limits?.[bodyLimit.name]?.(ctx, bodyLimit.pointsOf(input.body));
  const key = keyOf(endpoint, ctx);
  if (key === undefined) return respond(endpoint, ctx, input);
  const call = keyedCall(endpoint, ctx, account.id, key, input.body);
  const { answer: kept, replayed } = await idempotency.once(call, async () => {
    await respond(endpoint, ctx, input);
    return { status: ctx.status, body: ctx.body as string };
  });
  if (!replayed) return undefined;
  ctx.status = kept.status;
  ctx.type = JSON_TYPE;
  ctx.set('Idempotency-Replayed', 'true');
  ctx.body = kept.body;
};

/** Handles the call and serialises what it answers. */
const respond = async (
  endpoint: Endpoint,
  ctx: Context,
  input: Input<unknown, unknown, unknown>,
): Promise<void> => {
  const result = await endpoint.handle(input);
  ctx.status = endpoint.status ?? 200;
  if (endpoint.headers) ctx.set(endpoint.headers(input.request, result));
  if (!isSchema(endpoint.response)) {
    const { contentType, body } = result as Raw;
    ctx.type = contentType;
    ctx.body = body;
    if (typeof body !== 'string') bind(ctx, body);
  } else {
    const version = endpoint.scope === 'public' ? undefined : versionOf(result);
    if (version) ctx.set('ETag', version);
    ctx.type = endpoint.mediaType ?? JSON_TYPE;
    const json = JSON.stringify(endpoint.response.parse(result));
    ctx.body = withAddress(json, input.request.baseUrl);
  }
};

/** A stream that fails cuts the connection, and a connection that ends stops the stream, packed or not on the way. */
const bind = ({ res }: Context, body: Readable): void => {
  body.once('error', () => {
    if (res.headersSent) res.destroy();
  });
  res.once('close', () => body.destroy());
};

/** The tag of the one record that an answer wraps, for `If-Match`; none of a list. */
const versionOf = (result: unknown): string | undefined => {
  const wrapped = Object.values(result as object) as (Sourced | null | undefined)[];
  const source = wrapped.length === 1 ? wrapped[0]?.[SOURCE] : undefined;
  return source && etagOf(source);
};

const JSON_TYPE = 'application/json; charset=utf-8';
