/** Serves endpoints: authenticate → parse → handle → present by the response schema. */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Context, Middleware } from 'koa';
import { forbidden, methodNotAllowed } from '../lib/errors.js';
import { versionOf } from '../lib/etag.js';
import { authenticate, type Identity } from './authenticate.js';
import type { Links } from '../lib/links.js';
import { acceptsIfMatch, type Endpoint, type Input, type RawResponse } from './endpoint.js';
import { keyedCall, keyOf, type Idempotency } from './idempotency.js';
import { passedVisitor } from './passed-visitor.js';
import { isCounted, passesVisitor, type RateLimit, type RateLimitName } from './rate-limit.js';
import { setHeaders, type Rendered, type RenderedResponses } from './rendered-responses.js';
import type { AuthenticationLimit, TokenLimits } from './token-limits.js';
import { readBody, readParams, readQuery } from './read-request.js';
import type { Routes } from './routes.js';
import type { Tenant } from './tenant.js';
import type { WriteLimits } from './write-limits.js';

export interface MountOptions {
  prefix: string;
  identity: Identity;
  idempotency: Idempotency;
  linksOf(baseUrl: string): Links;
  /** The country of the client, as a trusted proxy names it. */
  countryOf(message: IncomingMessage): string | undefined;
  /** Time for a JSON body to arrive. */
  bodyTimeoutMs: number;
  limits?: Partial<Record<RateLimitName, RateLimit>>;
  rendered?: RenderedResponses;
  /** Names of query parameters that are dropped. */
  ignoredParameters?: RegExp;
  authenticationLimit?: AuthenticationLimit;
  tokenLimits?: TokenLimits;
  audit?: Audit;
  /** Of the private host. */
  writeLimits?: WriteLimits;
}

/** Logs changes that succeeded. */
export interface Audit {
  covers(endpoint: Endpoint): boolean;
  record(endpoint: Endpoint, input: AnyInput, params: Record<string, string>, result: unknown): Promise<void>;
}

/** Middleware that serves the endpoints of `routes`; other methods of a known path get 405. */
export const mount =
  (routes: Routes, options: MountOptions): Middleware =>
  (ctx, next) => {
    const { path, method } = ctx;
    const route = routes.find(method, path);
    if (route) return call(route.endpoint, options, ctx, route.params);
    const { methods, endpoints } = routes.at(path);
    if (methods.length === 0) return next() as Promise<void>;
    const refusal = endpoints.find(({ otherMethods }) => otherMethods)?.otherMethods;
    throw refusal ? forbidden(refusal) : methodNotAllowed(methods);
  };

const call = async (
  endpoint: Endpoint,
  options: MountOptions,
  ctx: Context,
  params: Record<string, string>,
): Promise<void> => {
  const { prefix, identity, linksOf, limits, authenticationLimit, tokenLimits, writeLimits } = options;
  ctx.state.isPage = endpoint.isPage;
  ctx.state.route = (endpoint.atRoot ? '' : prefix) + endpoint.path;
  const { account, token } = await authenticate(identity, ctx, endpoint.scope, params, authenticationLimit);
  ctx.state.account = account;
  if (token && account) await tokenLimits?.count(account.id, endpoint, ctx);
  const visitor =
    passesVisitor(endpoint) && account
      ? await passedVisitor(identity, ctx, account, { limit: authenticationLimit, tokenLimits })
      : undefined;
  const limit = async (name: RateLimitName, points?: number): Promise<void> =>
    limits?.[name]?.(visitor?.ip ?? ctx.ip, points);
  await limit((!endpoint.kept && endpoint.rateLimit) || 'read');
  if (isCounted(endpoint)) ctx.set('Cache-Control', 'no-store');
  const baseUrl = `${ctx.protocol}://${ctx.host}${prefix}`;
  const links = linksOf(baseUrl);
  const { ip, req: message } = ctx;
  const request = {
    account,
    // An open endpoint has no account and asks no service.
    caller: { accountId: account?.id ?? 0, token },
    params: readParams(endpoint, params),
    query: readQuery(endpoint, ctx, links, options.ignoredParameters),
    ifMatch: acceptsIfMatch(endpoint) ? ctx.get('If-Match') || undefined : undefined,
    request: {
      id: ctx.state.requestId as string,
      ip,
      country: options.countryOf(message),
      visitor,
      baseUrl,
      links,
      message,
    },
  };
  const serve = (): Promise<void> => readAndServe(endpoint, options, ctx, { request, params, limit });
  return account && writeLimits ? writeLimits.read(account.id, endpoint, ctx, serve) : serve();
};

interface Admitted {
  request: Omit<Input<unknown, unknown, undefined, Tenant | undefined>, 'body'>;
  /** As the path has them. */
  params: Record<string, string>;
  limit(name: RateLimitName, points?: number): Promise<void>;
}

const readAndServe = async (
  endpoint: Endpoint,
  options: MountOptions,
  ctx: Context,
  { request, params, limit }: Admitted,
): Promise<void> => {
  const { identity, rendered, bodyTimeoutMs, writeLimits } = options;
  const { account } = request;
  const { baseUrl } = request.request;
  const body = endpoint.body && (await readBody(endpoint, ctx, bodyTimeoutMs, request));
  const input = { ...request, body };
  const { bodyLimit } = endpoint;
  if (bodyLimit) await limit(bodyLimit.name, bodyLimit.pointsOf(input.body));
  if (rendered && endpoint.kept && account) {
    const wasSent = await rendered.send(ctx, {
      accountId: account.id,
      key: JSON.stringify([endpoint.operationId, baseUrl, input.params, input.query]),
      isExpensive: endpoint.rateLimit === 'render',
      admit: async () => endpoint.rateLimit && limit(endpoint.rateLimit),
      // The account is read again: it may have changed before the version was read.
      render: async () =>
        renderedBy(endpoint, { ...input, account: (await identity.accountById(account.id)) ?? account }),
    });
    if (wasSent) return undefined;
  }
  const serve = (): Promise<void> => respondOnce(endpoint, options, ctx, params, input);
  return account && writeLimits ? writeLimits.handle(account.id, endpoint, serve) : serve();
};

/** Handles the request and sends the response; with an `Idempotency-Key` that was used before, sends that response again. */
const respondOnce = async (
  endpoint: Endpoint,
  options: MountOptions,
  ctx: Context,
  params: Record<string, string>,
  input: Input<unknown, unknown, unknown, Tenant | undefined>,
): Promise<void> => {
  const { account } = input;
  const key = keyOf(endpoint, ctx);
  const served = options.audit?.covers(endpoint) ? audited(endpoint, options.audit, params) : endpoint;
  if (key === undefined || !account) return respond(served, ctx, input);
  const keyed = keyedCall(endpoint, ctx, account.id, key, input.body);
  const { response, replayed } = await options.idempotency.once(keyed, async () => {
    await respond(served, ctx, input);
    return { status: ctx.status, body: ctx.body as string };
  });
  if (!replayed) return undefined;
  ctx.status = response.status;
  ctx.type = JSON_TYPE;
  ctx.set('Idempotency-Replayed', 'true');
  ctx.body = response.body;
};

type AnyInput = Input<unknown, unknown, unknown, unknown>;

/** The endpoint, logging what it has done before it responds. A call that cannot be logged fails, though it is done. */
const audited = (endpoint: Endpoint, audit: Audit, params: Record<string, string>): Endpoint => ({
  ...endpoint,
  handle: async (input) => {
    const result = await endpoint.handle(input);
    await audit.record(endpoint, input, params, result);
    return result;
  },
});

/** Handles the request of a `kept` endpoint. */
const renderedBy = async (endpoint: Endpoint, input: AnyInput): Promise<Rendered> => {
  const result = await endpoint.handle(input);
  const headers = endpoint.headers?.(input.request, result) ?? {};
  if (!endpoint.present) {
    const raw = result as Rendered;
    return { ...raw, headers: { ...headers, ...raw.headers } };
  }
  const body = Buffer.isBuffer(result)
    ? result.toString()
    : JSON.stringify(endpoint.present(result, input.request.links));
  return { contentType: endpoint.mediaType ?? JSON_TYPE, headers, body };
};

/** Handles the request and sends the response. */
const respond = async (endpoint: Endpoint, ctx: Context, input: AnyInput): Promise<void> => {
  const result = await endpoint.handle(input);
  ctx.status = endpoint.status ?? 200;
  if (endpoint.headers) ctx.set(endpoint.headers(input.request, result));
  if (!endpoint.present) return sendRaw(ctx, { status: ctx.status, ...(result as RawResponse) });
  if (Buffer.isBuffer(result)) {
    const version = versionOf(result);
    if (version) ctx.set('ETag', version);
    ctx.body = result;
    ctx.type = endpoint.mediaType ?? JSON_TYPE;
    return;
  }
  if (endpoint.statusOf) ctx.status = endpoint.statusOf(result);
  const version = versionOfOne(result);
  if (version) ctx.set('ETag', version);
  ctx.type = endpoint.mediaType ?? JSON_TYPE;
  ctx.body = JSON.stringify(endpoint.present(result, input.request.links));
};

const sendRaw = async (
  ctx: Context,
  { contentType, body, status, headers = {} }: RawResponse & { status: number },
): Promise<void> => {
  const isFresh = hasCurrent(ctx, headers);
  const opened = typeof body !== 'function' ? body : isFresh || ctx.method === 'HEAD' ? null : await body();
  setHeaders(ctx, headers);
  if (isFresh) {
    ctx.status = 304;
    return;
  }
  // The body first: Koa then sets status, type and length.
  ctx.body = opened;
  ctx.status = status;
  if (ctx.status !== 302) ctx.type = contentType;
  if (headers['Content-Length']) ctx.set('Content-Length', headers['Content-Length']);
  if (opened instanceof Readable) bind(ctx, opened);
};

/** Whether the client has the current version, by ETag or time. Sets no headers. */
const hasCurrent = (
  ctx: Context,
  { ETag, 'Last-Modified': modified }: RawResponse['headers'] & object,
): boolean => {
  if (!ETag) return false;
  ctx.set({ ETag, ...(modified && { 'Last-Modified': modified }) });
  const isFresh = ctx.fresh;
  ctx.remove('ETag');
  ctx.remove('Last-Modified');
  return isFresh;
};

/** Closes the connection if the stream fails, and destroys the stream if the connection ends; also with compression. */
const bind = ({ res }: Context, body: Readable): void => {
  body.once('error', () => {
    if (res.headersSent) res.destroy();
  });
  res.once('close', () => body.destroy());
};

/** The ETag of the single record in a response, for `If-Match`; undefined for a list. */
const versionOfOne = (result: unknown): string | undefined => {
  const [record] = Object.values(result as Record<string, object | null>);
  return record ? versionOf(record) : undefined;
};

const JSON_TYPE = 'application/json; charset=utf-8';
