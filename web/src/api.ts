/** Client of the public API for the components on a page. */
import type { paths } from '../../client/public-api.js';

type Answer<P extends keyof paths> = paths[P] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;

export type SearchResponse = Answer<'/search'>;
export type Result = SearchResponse['results'][number];
export type Passage = Result['passages'][number];
export type Item = Result['item'];
export type Facets = NonNullable<SearchResponse['facets']>;
export type Suggestion = Answer<'/search/suggest'>['suggestions'][number];
export type Config = Answer<'/config'>;
export type Series = Answer<'/series'>['series'][number];
export type ItemDetail = Answer<'/items/{itemId}'>['item'];
export type Media = ItemDetail['mediaAssets'][number];
export type Transcript = Answer<'/items/{itemId}/transcript'>['transcript'];
export type Chapter = Answer<'/items/{itemId}/chapters'>['chapters'][number];

/** The kinds of failure that have a message of their own for visitors. */
export type FailureKind = 'offline' | 'limited' | 'missing' | 'server';

/** A call that failed. */
export class ApiError extends Error {
  constructor(
    readonly kind: FailureKind,
    /** Seconds to wait before retrying, from the `Retry-After` header. */
    readonly retryAfterSecs = 0,
  ) {
    super(kind);
    this.name = 'ApiError';
  }
}

/** The origin that served this script. */
const SCRIPT_ORIGIN = new URL(import.meta.url).origin;

/** @param baseUrl URL of the public host, with or without `/api`; empty: the origin of this script */
const hostOf = (baseUrl: string): string =>
  baseUrl ? new URL(baseUrl, document.baseURI).href.replace(/(?:\/api)?\/*$/, '') : SCRIPT_ORIGIN;

export type Params = Record<string, string | number | undefined>;

const urlOf = (host: string, path: string, params: Params = {}): string => {
  const given = Object.entries(params).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const query = new URLSearchParams(given).toString();
  return `${host}/api${path}${query && `?${query}`}`;
};

/** How far the server's clock is ahead of the browser's, in ms. The server rejects events with a future time. */
let clockOffsetMs = 0;
const MAX_CLOCK_ERROR_MS = 30_000;

export const serverNow = (): Date => new Date(Date.now() + clockOffsetMs);

const noteClock = (response: Response): void => {
  const ahead = Date.parse(response.headers.get('Date') ?? '') - Date.now();
  if (Math.abs(ahead) > MAX_CLOCK_ERROR_MS) clockOffsetMs = ahead;
};

/**
 * @throws {ApiError} when the call fails or the status is not a success
 * @throws {DOMException} when the call is aborted
 */
const call = async (host: string, path: string, params?: Params, signal?: AbortSignal): Promise<Response> => {
  let response: Response;
  try {
    response = await fetch(urlOf(host, path, params), { signal });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError('offline');
  }
  noteClock(response);
  if (response.ok) return response;
  if (response.status === 429 || response.status === 503)
    throw new ApiError(
      response.status === 429 ? 'limited' : 'server',
      Number(response.headers.get('Retry-After')) || 1,
    );
  throw new ApiError(response.status === 404 ? 'missing' : 'server');
};

export interface Api {
  host: string;
  get<T>(path: string, params?: Params, signal?: AbortSignal): Promise<T>;
  /** The configuration of the site, fetched once. */
  config(): Promise<Config>;
}

const apis = new Map<string, Api>();

/** Returns the API client of a host. All components on the page share it. */
export const apiOf = (baseUrl: string): Api => {
  const host = hostOf(baseUrl);
  let config: Promise<Config> | undefined;
  const api: Api = apis.get(host) ?? {
    host,
    get: async <T>(path: string, params?: Params, signal?: AbortSignal) => {
      const response = await call(host, path, params, signal);
      return (await readBody(response.json() as Promise<T>, signal)) as T;
    },
    config: () => {
      config ??= api.get<Config>('/config').catch((error: unknown) => {
        config = undefined;
        throw error;
      });
      return config;
    },
  };
  apis.set(host, api);
  return api;
};

/** Treats a response body that ends early as a lost connection. */
const readBody = async <T>(body: Promise<T>, signal?: AbortSignal): Promise<T> => {
  try {
    return await body;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError('offline');
  }
};
