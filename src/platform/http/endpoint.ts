/** A route as data: what it takes, who may call it, what it answers. The router, the presenter and the OpenAPI document are made from it. */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { Account } from '../../identity/accounts/account.record.js';
import type { ListParams, ListSpec, Page } from '../db/list-query.js';

export const scopes = ['content:read', 'content:write', 'logging:write', 'stats:read', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** An answer that is not JSON. */
export interface Raw {
  contentType: string;
  /** A stream is sent as it comes; where it fails, the connection is cut, so that no part looks like the whole. */
  body: string | Readable;
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

export type Body = z.ZodType | RawBody | FileBody;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Input<P, Q, B> {
  account: Account;
  params: P;
  query: Q;
  body: B;
  /** The `If-Match` header of a PATCH. */
  ifMatch: string | undefined;
  /** `baseUrl`: this API's own address as the caller reached it, its prefix included. */
  request: { id: string; ip: string; baseUrl: string; message: IncomingMessage };
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
  /**
   * `public`: the account comes from the host and no token is asked. `link`: the path's {accountId} names the account, and a
   * secret in the path, which the handler checks, stands for the token.
   */
  scope: Scope | 'public' | 'link';
  status?: 200 | 201;
  /** Refusals that the call can answer beside those that its shape implies. */
  errors?: readonly (404 | 409 | 422 | 501)[];
  /** The answer holds a secret that is stored nowhere: it is kept for its Idempotency-Key under encrypt. */
  encrypted?: boolean;
  /** Calls of one address are limited: the name of the limit the route counts against. */
  rateLimit?: RateLimitName;
  /** Content type of a JSON answer whose format has one of its own. */
  mediaType?: `application/${string}`;
  /** Headers of the answer, by the request and what the handler gave. */
  headers?(request: { baseUrl: string }, result: unknown): Record<string, string>;
}

/** An endpoint whose types the router no longer needs to know. */
export interface Endpoint extends Description {
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: Body;
  /** A schema, or the content types of an answer that is not JSON. */
  response: z.ZodType | string | readonly string[];
  list?: ListSpec;
  example: { params?: unknown; query?: unknown; body?: unknown; response: unknown };
  /** What the body holds counts against a limit of its own, beside the call. */
  bodyLimit?: { name: RateLimitName; pointsOf(body: unknown): number };
  handle(input: Input<unknown, unknown, unknown>): Promise<unknown>;
}

/** Whether an answer is JSON of a schema. */
export const isSchema = (response: Endpoint['response']): response is z.ZodType =>
  response instanceof z.ZodType;

type Output<T> = T extends z.ZodType
  ? z.output<T>
  : T extends RawBody
    ? RawBodyInput
    : T extends FileBody
      ? FileBodyInput
      : undefined;
type Given<T> = T extends z.ZodType ? z.input<T> : unknown;

interface Definition<
  P extends z.ZodObject | undefined,
  Q extends z.ZodObject | undefined,
  B extends Body | undefined,
  R extends z.ZodType | string | readonly string[],
> extends Description {
  params?: P;
  query?: Q;
  body?: B;
  response: R;
  /** One call and its answer, as the reference shows them. */
  example: {
    params?: Given<P>;
    query?: Given<Q>;
    body?: Given<B>;
    /** Of each content type one, in their order. */
    response: R extends z.ZodType ? z.input<R> : R extends string ? string : { [K in keyof R]: string };
  };
  bodyLimit?: { name: RateLimitName; pointsOf(body: Output<B>): number };
  handle(input: Input<Output<P>, Output<Q>, Output<B>>): Promise<R extends z.ZodType ? z.input<R> : Raw>;
}

/** Declares one route. Types of the handler's input and of its answer follow from the schemas. */
export const endpoint = <
  R extends z.ZodType | string | readonly string[],
  P extends z.ZodObject | undefined = undefined,
  Q extends z.ZodObject | undefined = undefined,
  B extends Body | undefined = undefined,
>(
  definition: Definition<P, Q, B, R>,
): Endpoint => definition;

interface ListDefinition<
  P extends z.ZodObject | undefined,
  Q extends z.ZodObject | undefined,
  R extends z.ZodType,
> extends Omit<Description, 'method' | 'status'> {
  /** Name of the array in the answer, e.g. `items`. */
  plural: string;
  spec: ListSpec;
  record: R;
  params?: P;
  /** Parameters beside those of every list; none may be called like a field. */
  query?: Q;
  example: { params?: Given<P>; query?: Given<Q>; record: z.input<R> };
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
