/** Sends what a handler returned: JSON by the response schema, or bytes, text or a stream. */
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { versionOf } from '../../lib/etag.js';
import type { Endpoint, Input, RawResponse } from '../endpoint/endpoint.js';
import { setHeaders, type Rendered } from './rendered-responses.js';

export type AnyInput = Input<unknown, unknown, unknown, unknown>;

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Handles the request of a `kept` endpoint. */
export const renderedBy = async (endpoint: Endpoint, input: AnyInput): Promise<Rendered> => {
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
export const respond = async (endpoint: Endpoint, ctx: Context, input: AnyInput): Promise<void> => {
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
