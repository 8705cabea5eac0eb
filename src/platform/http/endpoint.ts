/** A route as data: what it takes, who may call it, what it responds with. The router, the presenter and the OpenAPI document follow from it. */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { ListParams, ListSpec, Page } from '../db/list-query.js';
import type { Caller } from '../lib/caller.js';
import type { Tenant } from './tenant.js';

export const scopes = ['content:read', 'content:write', 'logging:write', 'stats:read', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/**
 * Who may call: a token with the scope; anyone, for the account that the host names (`public`) or that the path's {accountId} names
 * (`link`: the handler checks a secret in the path); or anyone, for no account at all (`open`).
 */
export type Access = Scope | 'public' | 'link' | 'open';

/** Whether the call needs a token. */
export const needsToken = ({ scope }: Pick<Endpoint, 'scope'>): boolean =>
  (scopes as readonly Access[]).includes(scope);

/** A response that is not JSON of a schema. */
export interface RawResponse {
  contentType: string;
  /**
   * A stream is sent as it comes; where it fails, the connection is cut, so that no part looks like the whole. A function opens it once
   * it is needed: not for HEAD, and not where the caller has what `headers` describe already.
   */
  body: string | Readable | (() => Promise<Readable>) | null;
  /** Default: the endpoint's. */
  status?: number;
  /** Replace those of every response; null removes one. */
  headers?: Record<string, string | null>;
}

/** A body taken as bytes, in any of these content types. */
export interface RawBody {
  raw: readonly string[];
  maxBytes: number;
  /** The JSON form, where `application/json` is one of the types; for the OpenAPI document. */
  json?: z.ZodType;
}

export interface RawBodyInput {
  contentType: string;
  bytes: Buffer;
}

/** A multipart/form-data body with one file and nothing else. */
export interface FileBody {
  /** Name of the part that holds the file. */
  file: string;
  /** Content types that the file can have; for the OpenAPI document, the handler looks at the bytes. */
  types: readonly string[];
  maxBytes: number;
}

export interface FileBodyInput {
  /** As it was sent; empty where the part names none. */
  filename: string;
  bytes: Buffer;
}

/** A body that the handler reads as it arrives. */
export interface StreamBody {
  /** Content types for the OpenAPI document; the handler checks what came. */
  stream: string;
}

export interface StreamBodyInput {
  /** The header; empty where there is none. */
  contentType: string;
  /** undefined where the request does not say. */
  contentLength: number | undefined;
  stream: IncomingMessage;
}

export type Body = z.ZodType | RawBody | FileBody | StreamBody;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Input<P, Q, B, A = Tenant> {
  /** undefined where the endpoint is open. */
  account: A;
  caller: Caller;
  params: P;
  query: Q;
  body: B;
  /** The `If-Match` header of a PATCH. */
  ifMatch: string | undefined;
  /** `baseUrl`: this API's own address as the caller reached it, its prefix included. */
  request: { id: string; ip: string; method: string; baseUrl: string; message: IncomingMessage };
}

export type RateLimitName = 'search' | 'suggest' | 'eventCalls' | 'events';

interface Description {
  method: Method;
  /** OpenAPI style, e.g. `/items/{itemId}/publish`. */
  path: `/${string}`;
  /** The OpenAPI operationId: camelCase verb and noun. */
  name: string;
  summary: string;
  description?: string;
  tag: string;
  scope: Access;
  /** Served at the root of the host rather than below its prefix. */
  atRoot?: boolean;
  /** Pages of any origin may call it, also on a host that is not open to them. */
  cors?: boolean;
  /** What other methods of the path get as 403, in place of 405: of addresses that are good for one call only. */
  otherMethods?: string;
  status?: 200 | 201;
  /** Statuses beside `status` that answer with the same kind of body, and what they mean. */
  otherStatuses?: Partial<Record<206 | 302 | 304 | 503, string>>;
  /** Error statuses beside those that its shape implies. */
  errors?: readonly (400 | 403 | 404 | 409 | 416 | 422 | 501)[];
  /** The response holds a secret that is stored nowhere: it is stored encrypted for its Idempotency-Key. */
  encrypted?: boolean;
  /** The limit per client address that calls count against. */
  rateLimit?: RateLimitName;
  /** Content type of a JSON response whose format has one of its own. */
  mediaType?: `application/${string}`;
  /** Headers of the response, by the request and what the handler returned. */
  headers?(request: { baseUrl: string }, result: unknown): Record<string, string>;
}

/** An endpoint whose types the router no longer needs to know. */
export interface Endpoint extends Description {
  /** The status of a JSON response, where it varies. */
  statusOf?(result: unknown): number;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: Body;
  /** A schema, or the content types of a response that is not JSON. */
  response: z.ZodType | string | readonly string[];
  list?: ListSpec;
  example: { params?: unknown; query?: unknown; body?: unknown; response: unknown };
  /** The content of the body counts against a limit of its own, beside the call. */
  bodyLimit?: { name: RateLimitName; pointsOf(body: unknown): number };
  handle(input: Input<unknown, unknown, unknown, unknown>): Promise<unknown>;
}

/** Whether a response is JSON of a schema. */
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
  /** One call and its response, as the reference shows them. */
  example: {
    params?: Example<P>;
    query?: Example<Q>;
    body?: Example<B>;
    /** Of each content type one, in their order. */
    response: R extends z.ZodType ? z.input<R> : R extends string ? string : { [K in keyof R]: string };
  };
  bodyLimit?: { name: RateLimitName; pointsOf(body: Output<B>): number };
  statusOf?(result: R extends z.ZodType ? z.input<R> : RawResponse): number;
  handle(
    input: Input<Output<P>, Output<Q>, Output<B>, TenantOf<S>>,
  ): Promise<R extends z.ZodType ? z.input<R> : RawResponse>;
}

/** Declares one route. Types of the handler's input and of its result follow from the schemas. */
export const endpoint = <
  R extends z.ZodType | string | readonly string[],
  S extends Access,
  P extends z.ZodObject | undefined = undefined,
  Q extends z.ZodObject | undefined = undefined,
  B extends Body | undefined = undefined,
>(
  definition: Definition<P, Q, B, R, S>,
): Endpoint => definition;

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
  /** Parameters beside those of every list; none may be called like a field. */
  query?: Q;
  example: { params?: Example<P>; query?: Example<Q>; record: z.input<R> };
  handle(input: Input<Output<P>, ListQuery<Q>, undefined>): Promise<Page<z.input<R>>>;
}

type ListQuery<Q> = ListParams & (Q extends z.ZodType ? z.output<Q> : unknown);

export const listEnvelope = {
  limit: z.int(),
  offset: z.int(),
  page: z.int().meta({ description: 'floor(offset / limit)' }),
  totalRecords: z
    .int()
    .meta({ description: 'Records that match the filter, whatever the page and whatever is expanded.' }),
  totalPages: z.int(),
  hasMore: z.boolean(),
};

/** The page metrics of the list envelope. */
export const envelope = (limit: number, offset: number, totalRecords: number) => ({
  limit,
  offset,
  page: Math.floor(offset / limit),
  totalRecords,
  totalPages: Math.ceil(totalRecords / limit),
  hasMore: offset + limit < totalRecords,
});

/** Declares a list with all the list conventions of the contract: paging, sorts, filters, expansions, `_q`, `_withDeleted`. */
export const endpointList = <
  R extends z.ZodType,
  P extends z.ZodObject | undefined = undefined,
  Q extends z.ZodObject | undefined = undefined,
>(
  definition: ListDefinition<P, Q, R>,
): Endpoint => {
  const { plural, spec, record, handle, example, ...description } = definition;
  return {
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
  };
};
