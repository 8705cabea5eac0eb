/** Parses path, query and body of a request by the endpoint's schemas. */
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import type { Context } from 'koa';
import { z, type ZodError } from 'zod';
import type { BaseValues } from '../../db/save-conditions.js';
import { isoTime, type Clock } from '../../lib/clock.js';
import type { Links } from '../../lib/links.js';
import {
  badQuery,
  badRequest,
  invalid,
  notFound,
  requestTimeout,
  unsupportedMediaType,
  type ErrorDetail,
} from '../../lib/errors.js';
import { createFairQueue } from '../../lib/fair-queue.js';
import { isObject } from '../../lib/values.js';
import { details } from '../../lib/zod-issues.js';
import { maxJsonBytesOf } from '../callers/access.js';
import type { RawBody, RawBodyInput, StreamBodyInput } from './bodies.js';
import type { Endpoint, Input } from './endpoint.js';
import { readUpdate, recordOf } from './read-update.js';
import { parseListParams, queryValues, withStoredUrls } from './list-params.js';
import { parseJson, readBytes } from './parse-body.js';
import { readMultipart } from './read-multipart.js';
import { hasBody } from './unread-body.js';

/** The parts of a request other than its body. */
type Request = Omit<Input<unknown, unknown, unknown, unknown>, 'body'>;

/** @throws {RequestTimeoutError} when the body does not arrive in time */
const readInTime = async (ctx: Context, limitBytes: number, timeoutMs: number): Promise<Buffer> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(requestTimeout('The body did not arrive in time')), timeoutMs);
  });
  try {
    return await Promise.race([readBytes(ctx, limitBytes), timeout]);
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
 * @throws {BadRequestError} listing each invalid parameter
 */
export const readQueryParameters = (
  endpoint: Endpoint,
  ctx: Context,
  links: Links,
  ignored?: RegExp,
): unknown => {
  const values = queryValues(ctx.querystring, ignored);
  if (endpoint.list) return withStoredUrls(parseListParams(values, endpoint.list, endpoint.query), links);
  if (!endpoint.query) {
    if (values.size > 0 && endpoint.scope !== 'open')
      throw badQuery([...values.keys()].map((path) => ({ path, message: 'is not a known parameter' })));
    return undefined;
  }
  const object = Object.fromEntries([...values].map(([name, all]) => [name, all.length > 1 ? all : all[0]]));
  const parsed = endpoint.query.safeParse(object);
  if (!parsed.success) throw badQuery(queryDetails(parsed.error, values));
  return parsed.data;
};

const queryDetails = (error: ZodError, values: Map<string, string[]>): ErrorDetail[] => {
  const unknown = new Set<unknown>(
    error.issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : [])),
  );
  return details(error).map(({ path, message }) => {
    if (unknown.has(path)) return { path, message: 'is not a known parameter' };
    const isRepeated = (values.get(path)?.length ?? 0) > 1;
    return { path, message: isRepeated ? 'must not be repeated' : message };
  });
};

export interface BodyOptions {
  /** Time for a JSON body to arrive. */
  bodyTimeoutMs: number;
  clock: Clock;
  /** Whose body it is: an account, or the address of an anonymous caller. */
  sender: string;
}

export interface ReadBody {
  body: unknown;
  /** Set for a PATCH with `_base`. */
  base?: BaseValues;
}

/**
 * @throws {UnsupportedMediaTypeError} when the content type or encoding is not supported
 * @throws {BadRequestError} when the body is not JSON, or that of a PATCH is missing
 * @throws {PayloadTooLargeError} when it is too large
 * @throws {RequestTimeoutError} when a JSON body does not arrive in time
 * @throws {ValidationError} listing the invalid fields
 */
export const readBody = async (
  endpoint: Endpoint,
  ctx: Context,
  options: BodyOptions,
  request: Request,
): Promise<ReadBody> => {
  const { body } = endpoint;
  if (!body) return { body: undefined };
  if ('raw' in body) return { body: await arriving(ctx, readRaw(body, ctx, request.query)) };
  if ('file' in body) return { body: await arriving(ctx, readMultipart(body, ctx)) };
  if ('stream' in body) {
    ctx.state.isTransfer = true;
    const {
      req: stream,
      request: { length: contentLength },
    } = ctx;
    return {
      body: { contentType: ctx.get('Content-Type'), contentLength, stream } satisfies StreamBodyInput,
    };
  }
  const value = await readValue(endpoint, ctx, options);
  if (endpoint.method === 'PATCH') return readPatch(endpoint, body, value, request, options.clock);
  const parsed = body.safeParse(value);
  if (!parsed.success) throw invalid(details(parsed.error));
  return { body: parsed.data };
};

/** Notes how long the body took to arrive, which depends on the client. */
const arriving = async <T>(ctx: Context, body: Promise<T>): Promise<T> => {
  const started = performance.now();
  try {
    return await body;
  } finally {
    ctx.state.bodyMs = performance.now() - started;
  }
};

/** The value of a JSON body. */
const readValue = async (
  endpoint: Endpoint,
  ctx: Context,
  { bodyTimeoutMs, sender }: BodyOptions,
): Promise<unknown> => {
  if (!hasBody(ctx.req)) {
    if (endpoint.method === 'PATCH') throw badRequest('Send the fields to change as a JSON body');
    // An action without a body gets an empty object; a body of `null` does not.
    return {};
  }
  if (!ctx.is('application/json') && !(endpoint.acceptsTextPlain && ctx.is('text/plain')))
    throw unsupportedMediaType('Send the body as Content-Type: application/json');
  if (!/^(|utf-?8|us-ascii)$/i.test(ctx.request.charset))
    throw unsupportedMediaType('Send the body as UTF-8');
  const read = (): Promise<Buffer> => arriving(ctx, readInTime(ctx, maxJsonBytesOf(endpoint), bodyTimeoutMs));
  const { length } = ctx.request as { length?: number };
  const isSmall = length !== undefined && length <= SMALL_BYTES;
  return parseJson(await (isSmall ? read() : readInTurn(sender, read)));
};

/** Reading and parsing as much takes a fraction of a millisecond. */
const SMALL_BYTES = 16 * 1024;
/** Larger ones are read one at a time, and senders take turns. */
const largeBodies = createFairQueue<string>({ atOnce: 1, total: 2, maxWaiting: 100 });
/** A body that has not arrived by then is read beside the next one: nobody waits for a slow client. */
const SLOT_MS = 50;

const readInTurn = async (sender: string, read: () => Promise<Buffer>): Promise<Buffer> => {
  let reading: Promise<Buffer> | undefined;
  await largeBodies.run(sender, async () => {
    // Other requests have their turn of the event loop between two bodies.
    await setImmediate();
    reading = read();
    await Promise.race([reading.then(noResult, noResult), delay(SLOT_MS, undefined, { ref: false })]);
  });
  return reading!;
};
const noResult = (): void => undefined;

/** A change, and what the caller saw before. */
const readPatch = async (
  endpoint: Endpoint,
  schema: z.ZodType,
  value: unknown,
  request: Request,
  clock: Clock,
): Promise<ReadBody> => {
  const { update, response } = endpoint;
  const {
    conditions: { ifMatch },
    request: { links },
  } = request;
  const { changes, base } = await readUpdate(endpoint, schema, value, {
    read: (expand) => update!.read(request, expand),
    links,
    ifMatch,
  });
  if (!base || !isObject(changes) || !(schema instanceof z.ZodObject)) return { body: changes };
  const record = update?.compared ?? recordOf(response).schema;
  const saver = saverOf(endpoint, request, clock);
  return { body: changes, base: { values: base, changes, schema, record, links, saver } };
};

const saverOf = (
  { operationId }: Endpoint,
  { caller, session, params }: Request,
  clock: Clock,
): BaseValues['saver'] => {
  const personId = caller.person?.id ?? session?.person.id;
  if (personId === undefined) return null;
  const subject = JSON.stringify([operationId, caller.accountId, params]);
  return { personId, subject, savedAt: isoTime(clock) };
};

const readRaw = async (declared: RawBody, ctx: Context, query: unknown): Promise<RawBodyInput> => {
  // RFC 9110, 8.3: content without a type may be treated as octets.
  const contentType = ctx.request.type.trim().toLowerCase() || 'application/octet-stream';
  const isNamed =
    (query as Record<string, unknown> | undefined)?.[declared.typeParameter ?? ''] !== undefined;
  if (!declared.raw.includes(contentType) && !isNamed)
    throw unsupportedMediaType(`Send the body as one of ${declared.raw.join(', ')}${declared.hint ?? ''}`);
  if (ctx.req.headers['content-encoding'] && ctx.req.headers['content-encoding'] !== 'identity')
    throw unsupportedMediaType('Send the body without Content-Encoding');
  return { contentType, bytes: await readBytes(ctx, declared.maxBytes) };
};
