/** A typed client of both hosts: every path, field and answer is checked against the OpenAPI documents when it is compiled. */
import createClient, { type Client, type ClientOptions } from 'openapi-fetch';
import type { components as PrivateComponents, paths as PrivatePaths } from './private-api.js';
import type { paths as PublicPaths } from './public-api.js';

export type LecternClient = Client<PrivatePaths>;
export type SearchClient = Client<PublicPaths>;

/** The records of the private API by their names, e.g. `Schemas['Item']`. */
export type Schemas = PrivateComponents['schemas'];
/** The body of every refusal. */
export type ErrorBody = Schemas['Error'];

/** A refusal of the API, or an answer that is none of its own, e.g. of a proxy. */
export class LecternError extends Error {
  constructor(
    /** HTTP status. */
    readonly status: number,
    /** e.g. `ValidationError` */
    readonly type: string,
    message: string,
    /** The fields at fault, where the refusal names some. */
    readonly details: { path: string; message: string }[] = [],
    /** What the service's log calls the request. */
    readonly requestId: string | null = null,
  ) {
    super(message);
    this.name = 'LecternError';
  }
}

interface Access {
  /** e.g. `https://api.example.org/v2` */
  baseUrl: string;
  /** Takes the place of the global fetch. */
  fetch?: ClientOptions['fetch'];
}

/** The private API, with a token that says what the client may do. */
export const createLecternClient = ({ baseUrl, token, fetch }: Access & { token: string }): LecternClient =>
  createClient<PrivatePaths>({ baseUrl, fetch, headers: { Authorization: `Bearer ${token}` } });

/** The public host of an account: search, published items, feeds. @param access baseUrl e.g. `https://demo.example.org/api` */
export const createSearchClient = ({ baseUrl, fetch }: Access): SearchClient =>
  createClient<PublicPaths>({ baseUrl, fetch });

/** Filters of lists with operators, for the query of a call: `query: { ...where({ 'title.like': 'The %' }), _limit: 10 }`. */
export const where = (filters: Record<`${string}.${Operator}`, string | number | boolean>): object => filters;

type Operator = 'eq' | 'ne' | 'in' | 'lt' | 'le' | 'gt' | 'ge' | 'bt' | 'nl' | 'like';

interface Outcome<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** What the call answers. @throws LecternError where it is refused */
export const answerOf = async <T>(call: Promise<Outcome<T>>): Promise<T> => {
  const { data, error, response } = await call;
  if (response.ok) return data as T;
  const { type, message, details, requestId } = (error as Partial<ErrorBody> | undefined)?.error ?? {};
  throw new LecternError(
    response.status,
    type ?? 'UnknownError',
    message ?? `The service answered ${response.status}`,
    details,
    requestId,
  );
};
