/** A typed client for all hosts: the compiler checks every path, field and response against the OpenAPI documents. */
import createClient, { type Client, type ClientOptions } from 'openapi-fetch';
import type {
  components as PrivateComponents,
  operations as PrivateOperations,
  paths as PrivatePaths,
} from './private-api.js';
import type { paths as ConsolePaths } from './console-api.js';
import type { paths as PublicPaths } from './public-api.js';

export type {
  LecternEventDetails,
  LecternPlaybackDetail,
  LecternPlayerControls,
  LecternSearchControls,
  LecternSearchDetail,
  LecternSelectDetail,
} from './components.js';

export type LecternClient = Client<PrivatePaths>;
export type ConsoleClient = Client<ConsolePaths>;
export type SearchClient = Client<PublicPaths>;

/** The records of the private API by name, e.g. `Schemas['Item']`. */
export type Schemas = PrivateComponents['schemas'];
/** The body of every error. */
export type ErrorBody = Schemas['Error'];
/** An event of `POST /logging/batch`. */
export type BatchEvent =
  PrivateOperations['logBatch']['requestBody']['content']['application/json']['events'][number];

/** An error response of the API, or of something in front of it such as a proxy. */
export class LecternError extends Error {
  constructor(
    /** HTTP status. */
    readonly status: number,
    /** e.g. `ValidationError` */
    readonly type: string,
    message: string,
    /** The invalid fields, if any. */
    readonly details: { path: string; message: string }[] = [],
    /** Id of the request in the server's log. */
    readonly requestId: string | null = null,
    /** Fields that somebody else has changed too, if any. */
    readonly conflicts: NonNullable<ErrorBody['error']['conflicts']> = [],
  ) {
    super(message);
    this.name = 'LecternError';
  }
}

interface Access {
  /** e.g. `https://api.example.org/v2` */
  baseUrl: string;
  /** Replaces the global fetch. */
  fetch?: ClientOptions['fetch'];
}

/**
 * The private API, in one of two ways: with a token, whose scopes decide what the client may do; or, in a page of the
 * console, as the person who is signed in, at the `baseUrl` `/a/{shortName}/v2`.
 */
export const createLecternClient = ({ baseUrl, token, fetch }: Access & { token?: string }): LecternClient =>
  createClient<PrivatePaths>({
    baseUrl,
    fetch,
    ...(token === undefined
      ? { credentials: 'same-origin' }
      : { credentials: 'omit', headers: { Authorization: `Bearer ${token}` } }),
  });

/** Signing in and out, in a page of the console. Its sessions are cookies, which the browser keeps. */
export const createConsoleClient = ({ baseUrl = '', fetch }: Partial<Access> = {}): ConsoleClient =>
  createClient<ConsolePaths>({ baseUrl, fetch, credentials: 'same-origin' });

/** The public host of an account, e.g. `https://demo.example.org/api`: search, published items, feeds. */
export const createSearchClient = ({ baseUrl, fetch }: Access): SearchClient =>
  createClient<PublicPaths>({ baseUrl, fetch });

/**
 * List filters with operators, for the query of a call: `query: { ...where({ 'title.like': 'The %' }), _limit: 10 }`.
 */
export const where = (filters: Record<`${string}.${Operator}`, string | number | boolean>): object => filters;

type Operator = 'eq' | 'ne' | 'in' | 'lt' | 'le' | 'gt' | 'ge' | 'bt' | 'nl' | 'like';

interface Result<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/**
 * The response body of a call.
 * @throws {LecternError} when the server responds with an error
 */
export const unwrap = async <T>(call: Promise<Result<T>>): Promise<T> => {
  const { data, error, response } = await call;
  if (response.ok) return data as T;
  const { type, message, details, requestId, conflicts } =
    (error as Partial<ErrorBody> | undefined)?.error ?? {};
  throw new LecternError(
    response.status,
    type ?? 'UnknownError',
    message ?? `The server responded with status ${response.status}`,
    details,
    requestId,
    conflicts,
  );
};
