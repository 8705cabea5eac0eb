/** A route as data, from which the router, the presenter and the OpenAPI document are derived. */
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { ListParams, ListSpec, Page } from '../../db/list-query.js';
import type { SaveConditions } from '../../db/save-conditions.js';
import type { Caller } from '../../lib/caller.js';
import { succeeded, success } from '../../lib/fields.js';
import type { Access } from '../callers/access.js';
import type {
  Body,
  FileBody,
  FileBodyInput,
  RawBody,
  RawBodyInput,
  StreamBody,
  StreamBodyInput,
} from './bodies.js';
import { presenter, type Presenter, type StoredOf } from '../../lib/present.js';
import type { RateLimitName } from '../callers/rate-limit.js';
import type { RequestInfo } from '../callers/request-info.js';
import type { Session } from '../callers/sessions.js';
import type { Tenant } from '../callers/tenant.js';

/** A response that is not JSON of a schema. */
export interface RawResponse {
  contentType: string;
  /**
   * If a stream fails, the connection is closed, so that no part passes for the whole. A function opens the
   * stream on demand: not for HEAD, nor if the caller has the version in `headers`.
   */
  body: string | Buffer | Readable | (() => Promise<Readable>) | null;
  /** Default: the endpoint's status. */
  status?: number;
  /** Override the headers of every response; null removes one. */
  headers?: Record<string, string | null>;
  /** False: this response of a `cached` endpoint is not cached. */
  keep?: boolean;
}

/** A serialised JSON response, for large results; it bypasses the response schema. */
export type JsonBytes = Buffer;

export type Method = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Input<P, Q, B, A = Tenant, S = Session | undefined> {
  /** undefined if the endpoint is open. */
  account: A;
  caller: Caller;
  /** The person's session, on the console's host; set if the scope is `session`. */
  session: S;
  params: P;
  query: Q;
  body: B;
  /** `If-Match` of a PATCH, a DELETE or an endpoint with `supportsIfMatch`, and `_base` of a PATCH. The service checks them. */
  conditions: SaveConditions;
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
  /** People must have proved who they are in the last ten minutes. What concerns access or exports data says so or not. */
  recent?: boolean;
  /** Served at the root of the host instead of below its prefix. */
  atRoot?: boolean;
  /** Allows requests from pages of any origin, also on the private and the console's host; `uploads`: of the origins for uploads only. */
  cors?: true | 'uploads';
  /** Message of the 403 that other methods of the path get instead of 405. */
  otherMethods?: string;
  status?: 200 | 201 | 204;
  /** Descriptions of further statuses with the same kind of body. */
  otherStatuses?: Partial<Record<206 | 302 | 304 | 503, string>>;
  /** Error statuses in addition to those that its shape implies. */
  errors?: readonly (400 | 403 | 404 | 409 | 413 | 416 | 422 | 501)[];
  /** The response contains a secret, so it is encrypted when stored for its Idempotency-Key. */
  encrypted?: boolean;
  /** The rate limit per client address on the public host; default `read`. */
  rateLimit?: RateLimitName;
  /** Also accepts the JSON body as `text/plain`, as `navigator.sendBeacon` sends it. */
  acceptsTextPlain?: boolean;
  /** Markdown appended to the description in the OpenAPI document only. */
  guide?: string;
  /**
   * Maximum size of the JSON body, for what its fields allow. Default: 64 KiB; an `update`, which may be a response of
   * GET, 1 MiB. Open and public endpoints must state it, as must those whose fields allow more (test/http/json-bounds.test.ts).
   */
  maxJsonBytes?: number;
  /** Cached until the public content changes, on which alone it depends. Only rendering counts against `rateLimit`. */
  cached?: boolean;
  /** A page for people, at the root of the host. Its errors are pages too; pages have their own OpenAPI document. */
  isPage?: boolean;
  /** Content type of a JSON response, if not `application/json`. */
  mediaType?: `application/${string}`;
  /** Honours `If-Match`, as every PATCH and DELETE does. */
  supportsIfMatch?: boolean;
  /**
   * `none`: what nobody else sees, such as a draft that the caller is still working on. `own`: the handler adds an
   * entry for each record.
   */
  auditing?: 'none' | 'own';
  /** The schema of `_base` of a PATCH, if it is not that of the body. The handler compares it. */
  base?: z.ZodObject;
  /** More for the audit entry than follows from the request. */
  audited?(result: unknown): { changedFields: string[]; draftAuthor: string | null };
  headers?(request: { baseUrl: string }, result: unknown): Record<string, string>;
}

/** For an update whose body may be a response of GET. */
export interface Update<I, R> {
  /** The response of GET with these expansions. */
  read(input: I, expand: readonly string[]): Promise<R>;
  /** Fields of the response that change on their own, so the update ignores them. */
  ignored?: readonly string[];
  /** The schema of the stored values with which `_base` is compared, if not that of the response. */
  compared?: z.ZodObject;
  /** All values that GET, a list or an expansion may show for a field, if they depend on the request. */
  alsoShown?: Record<string, (record: Record<string, unknown>) => readonly unknown[]>;
}

/** An endpoint with its types erased, for the router. */
export interface Endpoint extends Description {
  /** The status of a JSON response, if it varies. */
  statusOf?(result: unknown): number;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: Body;
  /** A schema, or the content types of a non-JSON response; none without a body. */
  response: z.ZodType | string | readonly string[];
  /** Presents the result of `handle`, if the response has a schema. */
  present?: Presenter;
  list?: ListSpec;
  update?: Update<Omit<Input<unknown, unknown, unknown, unknown>, 'body'>, unknown>;
  example: { params?: unknown; query?: unknown; body?: unknown; response: unknown };
  /** A further limit, based on the content of the body. */
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
type TenantOf<S> = S extends 'open' | 'session' ? undefined : Tenant;
type SessionOf<S> = S extends 'session' ? Session : Session | undefined;
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
    /** One per content type, in the same order. */
    response: R extends z.ZodType ? z.input<R> : R extends string ? string : { [K in keyof R]: string };
  };
  bodyLimit?: { name: RateLimitName; pointsOf(body: Output<B>): number };
  update?: Update<Omit<Input<Output<P>, Output<Q>, Output<B>, TenantOf<S>>, 'body'>, Result<R>>;
  statusOf?(result: Result<R>): number;
  handle(
    input: Input<Output<P>, Output<Q>, Output<B>, TenantOf<S>, SessionOf<S>>,
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

interface Command<
  P extends z.ZodObject | undefined,
  Q extends z.ZodObject | undefined,
  B extends Body | undefined,
  S extends Access,
> extends Omit<Definition<P, Q, B, typeof success, S>, 'response' | 'example' | 'handle'> {
  /** None without parameters and body. */
  example?: { params?: Example<P>; query?: Example<Q>; body?: Example<B> };
  handle(input: Input<Output<P>, Output<Q>, Output<B>, TenantOf<S>, SessionOf<S>>): Promise<unknown>;
}

/** Declares a route that responds with success only, such as a deletion. */
export const command = <
  S extends Access,
  P extends z.ZodObject | undefined = undefined,
  Q extends z.ZodObject | undefined = undefined,
  B extends Body | undefined = undefined,
>(
  definition: Command<P, Q, B, S>,
): Endpoint =>
  endpoint<typeof success, S, P, Q, B>({
    ...definition,
    response: success,
    example: { ...definition.example, response: succeeded },
    handle: async (input) => {
      await definition.handle(input);
      return succeeded;
    },
  });

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
  /** Parameters in addition to those of every list; their names must differ from the fields'. */
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
