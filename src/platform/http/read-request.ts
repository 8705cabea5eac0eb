/** Parses path, query and body of a request by the endpoint's schemas. */
import { koaBody } from 'koa-body';
import type { Context } from 'koa';
import rawBody from 'raw-body';
import type { ListFilter } from '../db/list-query.js';
import { storedUrl, type Links } from '../lib/links.js';
import {
  badQuery,
  badRequest,
  invalid,
  notFound,
  requestTimeout,
  unsupportedMediaType,
} from '../lib/errors.js';
import { details } from '../lib/zod-issues.js';
import type { Endpoint, Input, RawBody, RawBodyInput, StreamBodyInput } from './endpoint.js';
import { outOfBounds } from './json-bounds.js';
import { readUpdate } from './read-update.js';
import { parseListParams, type QueryValues } from './list-params.js';
import { readMultipart } from './read-multipart.js';
import { hasBody } from './unread-body.js';

/** What is read of a request before its body. */
type Request = Omit<Input<unknown, unknown, unknown, unknown>, 'body'>;

export const MAX_JSON_BYTES = 1024 * 1024;
/** Parameters of a query string, repeated ones counted each. */
const MAX_PARAMETERS = 100;

const jsonParser = (jsonLimit: number) =>
  koaBody({
    json: true,
    jsonStrict: false,
    urlencoded: false,
    text: false,
    multipart: false,
    jsonLimit,
    parsedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'] as never,
  });

const jsonParsers = new Map<number, ReturnType<typeof jsonParser>>();

/** @throws {RequestTimeoutError} when the body has not arrived in time */
const parseJson = async (ctx: Context, limitBytes: number, timeoutMs: number): Promise<void> => {
  const parse = jsonParsers.get(limitBytes) ?? jsonParser(limitBytes);
  jsonParsers.set(limitBytes, parse);
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(requestTimeout('The body did not arrive in time')), timeoutMs);
  });
  try {
    await Promise.race([parse(ctx, () => Promise.resolve()), timeout]);
  } finally {
    clearTimeout(timer);
  }
};

/** @throws {NotFoundError} when a path parameter is invalid, so that `/items/abc` is a record that does not exist */
export const readParams = (endpoint: Endpoint, params: Record<string, string>): unknown => {
  if (!endpoint.params) return undefined;
  const parsed = endpoint.params.safeParse(params);
  if (!parsed.success) throw notFound();
  return parsed.data;
};

/**
 * @param ignored parameters that are dropped
 * @throws {BadRequestError} naming each parameter at fault
 */
export const readQuery = (endpoint: Endpoint, ctx: Context, links: Links, ignored?: RegExp): unknown => {
  const values = queryValues(ctx, ignored);
  if (endpoint.list) {
    const params = parseListParams(values, endpoint.list, endpoint.query);
    return { ...params, filters: params.filters.map((filter) => toStoredUrls(filter, links)) };
  }
  if (!endpoint.query) {
    if (values.size > 0 && endpoint.scope !== 'open')
      throw badQuery([...values.keys()].map((path) => ({ path, message: 'is not a known parameter' })));
    return undefined;
  }
  const object = Object.fromEntries([...values].map(([name, all]) => [name, all.length > 1 ? all : all[0]]));
  const parsed = endpoint.query.safeParse(object);
  if (!parsed.success) throw badQuery(details(parsed.error));
  return parsed.data;
};

const URL_FIELD = /(^u|U)rl$/;

/** Records show files of ours below the base URL, and store them without it. */
const toStoredUrls = (filter: ListFilter, links: Links): ListFilter =>
  URL_FIELD.test(filter.field)
    ? {
        ...filter,
        values: filter.values.map((value) => (typeof value === 'string' ? storedUrl(value, links) : value)),
      }
    : filter;

/** As qs and PHP write lists. */
const INDEXED = /^(_orderBy|_expand)\[(\d{1,4})\]$/;
const indexIn = (name: string): number => Number(INDEXED.exec(name)?.[2] ?? 0);

const queryValues = (ctx: Context, ignored?: RegExp): QueryValues => {
  const values: QueryValues = new Map();
  const { querystring } = ctx;
  if (!querystring) return values;
  const parameters = [...new URLSearchParams(querystring)];
  if (parameters.length > MAX_PARAMETERS)
    throw badRequest(`The query string has more than ${MAX_PARAMETERS} parameters`);
  if (parameters.some(([name]) => INDEXED.test(name))) parameters.sort(([a], [b]) => indexIn(a) - indexIn(b));
  for (const [name, value] of parameters) {
    if (ignored?.test(name)) continue;
    const key = name.endsWith('[]') ? name.slice(0, -2) : name.replace(INDEXED, '$1');
    const earlier = values.get(key);
    if (earlier) earlier.push(value);
    else values.set(key, [value]);
  }
  return values;
};

/**
 * @throws {UnsupportedMediaTypeError} when the content type or encoding is not supported
 * @throws {BadRequestError} when the body is not JSON
 * @throws {PayloadTooLargeError} when it is too large
 * @throws {RequestTimeoutError} when a JSON body has not arrived in time
 * @throws {ValidationError} naming the invalid fields
 */
export const readBody = async (
  endpoint: Endpoint,
  ctx: Context,
  timeoutMs: number,
  request: Request,
): Promise<unknown> => {
  const { body } = endpoint;
  if (!body) return undefined;
  if ('raw' in body) return readRaw(body, ctx);
  if ('file' in body) return readMultipart(body, ctx);
  if ('stream' in body)
    return {
      contentType: ctx.get('Content-Type'),
      contentLength: ctx.request.length,
      stream: ctx.req,
    } satisfies StreamBodyInput;
  if (hasBody(ctx.req)) {
    // The parser goes by the content type.
    if (endpoint.takesText && ctx.is('text/plain'))
      ctx.req.headers['content-type'] = ctx.get('Content-Type').replace(/^[^;]*/, 'application/json');
    if (!ctx.is('application/json'))
      throw unsupportedMediaType('Send the body as Content-Type: application/json');
    if (!/^(|utf-?8|us-ascii)$/i.test(ctx.request.charset))
      throw unsupportedMediaType('Send the body as UTF-8');
    await parseJson(ctx, endpoint.maxJsonBytes ?? MAX_JSON_BYTES, timeoutMs);
  }
  const value = bodyOf(ctx);
  const problem = outOfBounds(value);
  if (problem) throw invalid([problem]);
  const { update } = endpoint;
  if (update) {
    const { ifMatch } = request;
    return readUpdate(endpoint, body, value, {
      read: () => update.read(request),
      links: request.request.links,
      ifMatch,
    });
  }
  const parsed = body.safeParse(value);
  if (!parsed.success) throw invalid(details(parsed.error));
  return parsed.data;
};

/** A missing body counts as an empty object; `null` does not. */
const bodyOf = (ctx: Context): unknown => {
  const { body } = ctx.request as { body?: unknown };
  return body === undefined ? {} : body;
};

const readRaw = async (declared: RawBody, ctx: Context): Promise<RawBodyInput> => {
  const contentType = ctx.is(...declared.raw);
  if (!contentType) throw unsupportedMediaType(`Send the body as one of ${declared.raw.join(', ')}`);
  if (ctx.req.headers['content-encoding'] && ctx.req.headers['content-encoding'] !== 'identity')
    throw unsupportedMediaType('Send the body without Content-Encoding');
  const bytes = await rawBody(ctx.req, {
    limit: declared.maxBytes,
    length: ctx.req.headers['content-length'],
  });
  return { contentType, bytes };
};
