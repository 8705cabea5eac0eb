/** A route as data, from which the router, the presenter and the OpenAPI document are derived. */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { ListParams, ListSpec, Page } from '../db/list-query.js';
import type { Caller } from '../lib/caller.js';
import { presenter, type Presenter, type StoredOf } from '../lib/present.js';
import type { RateLimitName } from './rate-limit.js';
import type { RequestInfo } from './request-info.js';
import type { Tenant } from './tenant.js';

export const scopes = ['content:read', 'content:write', 'logging:write', 'stats:read', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/**
 * Who may call: tokens with the scope; anyone, for the account of the host (`public`) or of the path's {accountId}
 * (`link`: the handler checks a secret in the path); or anyone, for no account (`open`).
 */
export type Access = Scope | 'public' | 'link' | 'open';

/** Whether the call needs a token. */
export const needsToken = ({ scope }: Pick<Endpoint, 'scope'>): boolean =>
  (scopes as readonly Access[]).includes(scope);

/** Whether the endpoint honours `If-Match`. */
export const acceptsIfMatch = ({ method }: Pick<Endpoint, 'method'>): boolean =>
  method === 'PATCH' || method === 'DELETE';

/** A response that is not JSON of a schema. */
export interface RawResponse {
  contentType: string;
  /**
   * If a stream fails, the connection is closed, so that a part does not look like the whole. A function opens the
   * stream when needed: not for HEAD, and not when the caller has the version that `headers` describe.
   */
  body: string | Buffer | Readable | (() => Promise<Readable>) | null;
  /** The endpoint's if absent. */
  status?: number;
  /** Override the headers of every response; null removes one. */
  headers?: Record<string, string | null>;
  /** False: of a `kept` endpoint, this response is rendered for each request all the same. */
  keep?: boolean;
}

/** JSON that has been written already, since the result is large: it is not parsed by the schema of the response. */
export type JsonBytes = Buffer;

/** A body passed as bytes, in any of these content types; without one it is `application/octet-stream`. */
export interface RawBody {
  raw: readonly string[];
  maxBytes: number;
  /** A query parameter that says what the body is: with it any content type will do. */
  typeParameter?: string;
  /** Follows the content types in the message that names them. */
  hint?: string;
  /** Schema for the OpenAPI document, if `application/json` is one of the types. */
  json?: z.ZodType;
}

export interface RawBodyInput {
  contentType: string;
  bytes: Buffer;
}

/** A multipart/form-data body with one file part. */
export interface FileBody {
  /** Name of the file part. */
  file: string;
  /** Content types for the OpenAPI document; the handler checks the bytes. */
  types: readonly string[];
  maxBytes: number;
}

export interface FileBodyInput {
  /** As sent; empty if absent. */
  filename: string;
  bytes: Buffer;
}

/** A body that the handler reads as it arrives. */
export interface StreamBody {
  /** Content type for the OpenAPI document; the handler checks the actual one. */
  stream: string;
}

export interface StreamBodyInput {
  /** The header; empty if absent. */
  contentType: string;
  /** undefined if the header is absent. */
  contentLength: number | undefined;
  stream: IncomingMessage;
}

export type Body = z.ZodType | RawBody | FileBody | StreamBody;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Input<P, Q, B, A = Tenant> {
  /** undefined if the endpoint is open. */
  account: A;
  caller: Caller;
  params: P;
  query: Q;
  body: B;
  /** The `If-Match` header of a PATCH or DELETE. */
  ifMatch: string | undefined;
  request: RequestInfo;
}

interface Description {
  method: Method;
  /** OpenAPI style, e.g. `/items/{itemId}/publish`. */
  path: `/${string}`;
  /** The OpenAPI operationId: camelCase verb and noun. */
  operationId: string;
  summary: string;
  description?: string;
  tag: string;
  scope: Access;
  /** Served at the root of the host rather than below its prefix. */
  atRoot?: boolean;
  /** Allows requests from pages of any origin, also on the private host. */
  cors?: boolean;
  /** The message with which other methods of the path get 403 instead of 405. */
  otherMethods?: string;
  status?: 200 | 201;
  /** Descriptions of further statuses with the same kind of body. */
  otherStatuses?: Partial<Record<206 | 302 | 304 | 503, string>>;
  /** Error statuses besides those that its shape implies. */
  errors?: readonly (400 | 403 | 404 | 409 | 416 | 422 | 501)[];
  /** The response contains a secret: it is encrypted when stored for its Idempotency-Key. */
  encrypted?: boolean;
  /** The limit per client address on the public host that requests count against; `read` if absent. */
  rateLimit?: RateLimitName;
  /** Takes the JSON body as `text/plain` too, as `navigator.sendBeacon` sends it. */
  takesText?: boolean;
  /** Markdown that follows the description in the OpenAPI document only. */
  guide?: string;
  /** The largest JSON body, if not 1 MiB. */
  maxJsonBytes?: number;
  /** It depends only on the URL and on what is public: kept until that changes. Only rendering counts against `rateLimit`. */
  kept?: boolean;
  /** A page for people: its errors are pages too, and a document of their own describes pages. At the root of the host. */
  isPage?: boolean;
  /** Content type of a JSON response, if not `application/json`. */
  mediaType?: `application/${string}`;
  headers?(request: { baseUrl: string }, result: unknown): Record<string, string>;
}

/** Of an update whose body may be what GET answered. */
interface Update<I, R> {
  /** The response of GET with these expansions. */
  read(input: I, expand: readonly string[]): Promise<R>;
  /** Fields of the response that change by themselves, and that are ignored whatever they say. */
  ignored?: readonly string[];
  /** All values that GET, a list or an expansion may show of a field, where they depend on the request. */
  alsoShown?: Record<string, (record: Record<string, unknown>) => readonly unknown[]>;
}

/** An endpoint with its types erased, for the router. */
export interface Endpoint extends Description {
  /** The status of a JSON response, if it varies. */
  statusOf?(result: unknown): number;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: Body;
  /** A schema, or the content types of a non-JSON response. */
  response: z.ZodType | string | readonly string[];
  /** Presents the result of `handle`, if the response has a schema. */
  present?: Presenter;
  list?: ListSpec;
  update?: Update<Omit<Input<unknown, unknown, unknown, unknown>, 'body'>, unknown>;
  example: { params?: unknown; query?: unknown; body?: unknown; response: unknown };
  /** A further limit, for the content of the body. */
  bodyLimit?: { name: RateLimitName; pointsOf(body: unknown): number };
  handle(input: Input<unknown, unknown, unknown, unknown>): Promise<unknown>;
}

/** Whether the response is JSON with a schema. */
export const isSchema = (response: Endpoint['response']): response is z.ZodType =>
  response instanceof z.ZodType;

type Output<T> = T extends z.ZodType
  ? z.output<T>
  : T extends RawBody
    ? RawBodyInput
    : T extends FileBody
      ? FileBodyInput
      : T extends StreamBody
        ? StreamBodyInput
        : undefined;
type TenantOf<S> = S extends 'open' ? undefined : Tenant;
type Result<R> = R extends z.ZodType ? StoredOf<R> : RawResponse;
type Example<T> = T extends z.ZodType ? z.input<T> : unknown;

interface Definition<
  P extends z.ZodObject | undefined,
  Q extends z.ZodObject | undefined,
  B extends Body | undefined,
  R extends z.ZodType | string | readonly string[],
  S extends Access,
> extends Description {
  scope: S;
  params?: P;
  query?: Q;
  body?: B;
  response: R;
  /** One request and its response, for the API reference. */
  example: {
    params?: Example<P>;
    query?: Example<Q>;
    body?: Example<B>;
    /** One for each content type, in their order. */
    response: R extends z.ZodType ? z.input<R> : R extends string ? string : { [K in keyof R]: string };
  };
  bodyLimit?: { name: RateLimitName; pointsOf(body: Output<B>): number };
  update?: Update<Omit<Input<Output<P>, Output<Q>, Output<B>, TenantOf<S>>, 'body'>, Result<R>>;
  statusOf?(result: Result<R>): number;
  handle(
    input: Input<Output<P>, Output<Q>, Output<B>, TenantOf<S>>,
  ): Promise<R extends z.ZodType ? Result<R> | JsonBytes : Result<R>>;
}

/** Declares a route. The types of the handler's input and result follow from the schemas. */
export const endpoint = <
  R extends z.ZodType | string | readonly string[],
  S extends Access,
  P extends z.ZodObject | undefined = undefined,
  Q extends z.ZodObject | undefined = undefined,
  B extends Body | undefined = undefined,
>(
  definition: Definition<P, Q, B, R, S>,
): Endpoint => presented(definition);

const presented = (declared: Endpoint): Endpoint =>
  isSchema(declared.response) ? { ...declared, present: presenter(declared.response) } : declared;

interface ListDefinition<
  P extends z.ZodObject | undefined,
  Q extends z.ZodObject | undefined,
  R extends z.ZodType,
> extends Omit<Description, 'method' | 'status'> {
  /** Name of the array in the response, e.g. `items`. */
  plural: string;
  spec: ListSpec;
  record: R;
  params?: P;
  /** Parameters besides those of every list; none may have the name of a field. */
  query?: Q;
  example: { params?: Example<P>; query?: Example<Q>; record: z.input<R> };
  handle(input: Input<Output<P>, ListQuery<Q>, undefined>): Promise<Page<StoredOf<R>>>;
}

type ListQuery<Q> = ListParams & (Q extends z.ZodType ? z.output<Q> : unknown);

export const listEnvelope = {
  limit: z.int(),
  offset: z.int(),
  page: z.int().meta({ description: 'floor(offset / limit)' }),
  totalRecords: z.int().meta({ description: 'Records that match the filter, on all pages.' }),
  totalPages: z.int(),
  hasMore: z.boolean(),
};

/** The paging fields of a list response. */
export const envelope = (limit: number, offset: number, totalRecords: number) => ({
  limit,
  offset,
  page: Math.floor(offset / limit),
  totalRecords,
  totalPages: Math.ceil(totalRecords / limit),
  hasMore: offset + limit < totalRecords,
});

/** Declares a list with paging, sorting, filters, expansions, `_q` and `_withDeleted`. */
export const endpointList = <
  R extends z.ZodType,
  P extends z.ZodObject | undefined = undefined,
  Q extends z.ZodObject | undefined = undefined,
>(
  definition: ListDefinition<P, Q, R>,
): Endpoint => {
  const { plural, spec, record, handle, example, ...description } = definition;
  return presented({
    ...description,
    method: 'GET',
    list: spec,
    response: z.object({ [plural]: z.array(record), ...listEnvelope }),
    example: {
      params: example.params,
      query: example.query,
      response: { [plural]: [example.record], ...envelope(50, 0, 1) },
    },
    handle: async (input) => {
      const typed = input as Input<Output<P>, ListQuery<Q>, undefined>;
      const { rows, totalRecords } = await handle(typed);
      return { [plural]: rows, ...envelope(typed.query.limit, typed.query.offset, totalRecords) };
    },
  });
};
