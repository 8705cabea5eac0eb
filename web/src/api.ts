/** Calls of the public API from a page. */
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

/** What a visitor is told of a call that failed. */
export type FailureKind = 'offline' | 'limited' | 'missing' | 'server';

/** A call without the expected answer. */
export class ApiError extends Error {
  constructor(
    readonly kind: FailureKind,
    /** How long the server asks to wait. */
    readonly retryAfterSecs = 0,
  ) {
    super(kind);
    this.name = 'ApiError';
  }
}

/** Where the script comes from. */
const SCRIPT_ORIGIN = new URL(import.meta.url).origin;

/** @param baseUrl address of the public host, with or without `/api`; that of the script if empty */
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

/** How far the server's clock is ahead of this one, in ms: events must not come from the future. */
let clockOffsetMs = 0;
const MAX_CLOCK_ERROR_MS = 30_000;

export const serverNow = (): Date => new Date(Date.now() + clockOffsetMs);

const noteClock = (response: Response): void => {
  const ahead = Date.parse(response.headers.get('Date') ?? '') - Date.now();
  if (Math.abs(ahead) > MAX_CLOCK_ERROR_MS) clockOffsetMs = ahead;
};

/**
 * @throws {ApiError} when the server does not answer as hoped
 * @throws {DOMException} when it is aborted
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
  /** The configuration of the site, requested once. */
  config(): Promise<Config>;
}

const apis = new Map<string, Api>();

/** The API of a host; one for all components on the page. */
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

/** A body that breaks off is a lost connection. */
const readBody = async <T>(body: Promise<T>, signal?: AbortSignal): Promise<T> => {
  try {
    return await body;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError('offline');
  }
};
