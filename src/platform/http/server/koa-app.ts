/** Creates the Koa application of a host. */
import type { IncomingMessage } from 'node:http';
import cors from '@koa/cors';
import helmet, { type HelmetOptions } from 'helmet';
import Koa from 'koa';
import type { Context, Middleware } from 'koa';
import { badRequest, forbidden, notFound } from '../../lib/errors.js';
import type { Clock } from '../../lib/clock.js';
import type { Log } from '../../lib/log.js';
import type { Identity } from '../callers/authenticate.js';
import { isHost, trustProxies, type TrustedProxies } from '../callers/client-address.js';
import { compression, type RenderedResponses } from './rendered-responses.js';
import { conditionalRequests } from '../endpoint/conditional-requests.js';
import type { Endpoint } from '../endpoint/endpoint.js';
import { errorHandler, respondWithError, type ErrorHandlerOptions, type ErrorPage } from './error-handler.js';
import type { Idempotency } from '../endpoint/idempotency.js';
import { ACCOUNT_PREFIX, belowAccount, createRoutes, type Routes } from './routes.js';
import {
  onlyFromThisSite,
  onlyThisHost,
  restrictContent,
  sendFiles,
  type ConsoleHost,
} from './console-host.js';
import { mount, type Audit } from './mount.js';
import type { LinksOf } from '../../lib/links.js';
import type { RateLimit, RateLimitName } from '../callers/rate-limit.js';
import type { AuthenticationLimit, TokenLimits } from '../callers/token-limits.js';
import { requestLog, type RequestObserver } from './request-log.js';
import type { WriteLimits } from '../callers/write-limits.js';
import { closeIfUnread } from '../endpoint/unread-body.js';

export interface AppOptions {
  endpoints: readonly Endpoint[];
  /** The private API, on the console's host below `/a/{shortName}/v2`. */
  accountEndpoints?: readonly Endpoint[];
  /** `/v2` or `/api` */
  prefix: string;
  identity: Identity;
  idempotency: Idempotency;
  linksOf: LinksOf;
  log: Log;
  slowMs: number;
  observer?: RequestObserver | undefined;
  trustedProxies: TrustedProxies;
  /** The country of the client, from a trusted proxy. */
  countryOf(message: IncomingMessage): string | undefined;
  /** Timeout for receiving a JSON body. */
  bodyTimeoutMs: number;
  clock: Clock;
  /** Allows requests from pages of any origin to all endpoints, not only to those with `cors`. */
  cors?: boolean;
  /** Origins whose pages may upload files in pieces. */
  uploadOrigins: readonly string[];
  /** Origin that serves only files; null if this host serves them. */
  filesBaseUrl: string | null;
  /** Whether browsers and proxies may cache responses and revalidate them by ETag. */
  cacheable?: boolean;
  limits?: Partial<Record<RateLimitName, RateLimit>>;
  /** Cache for the responses of `cached` endpoints. */
  rendered?: RenderedResponses;
  /** Names of query parameters that are dropped. */
  ignoredParameters?: RegExp;
  authenticationLimit?: AuthenticationLimit;
  tokenLimits?: TokenLimits;
  audit?: Audit;
  /** Only on the private host. */
  writeLimits?: WriteLimits;
  /** Only on the console's host. */
  console?: ConsoleHost;
  /** For endpoints that are pages. */
  errorPage?: ErrorPage;
  noteFailure?: ErrorHandlerOptions['noteFailure'];
}

/** Also in the middle of a body, which the HTTP parser reports with its own code. */
const CLIENT_GONE = /^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|HPE_\w+)$/;
const API = '/v2';
const PREFLIGHT_SECS = 86_400;

export const createKoaApp = (options: AppOptions): Koa => {
  const { endpoints, prefix, log } = options;
  const app = new Koa();
  trustProxies(app, options.trustedProxies);
  app.on('error', (error: NodeJS.ErrnoException) => {
    const code = error.code ?? '';
    if (CLIENT_GONE.test(code)) log.debug({ code }, 'the client closed the connection');
    else log.error({ err: error }, 'response failed');
  });
  app.use(requestLog(options));
  app.use(closeIfUnread);
  app.use(rejectMalformed);
  const routes = createRoutes(endpoints, prefix);
  if (options.console) useConsole(app, options, options.console, routes);
  else useApi(app, options);
  app.use(mount(routes, options));
  if (options.accountEndpoints)
    app.use(
      mount(belowAccount(createRoutes(options.accountEndpoints, API)), {
        ...options,
        prefix: ACCOUNT_PREFIX + API,
      }),
    );
  app.use(unknownPath(options));
  return app;
};

const useApi = (app: Koa, options: AppOptions): void => {
  const { prefix } = options;
  app.use(compression);
  app.use(securityHeaders({ crossOriginResourcePolicy: { policy: 'cross-origin' } }));
  if (!options.cacheable) app.use(noStore);
  if (options.filesBaseUrl) app.use(filesApart(options.filesBaseUrl, prefix));
  app.use(crossOrigin(options));
  app.use(errorHandler(options));
  if (options.cacheable) app.use(conditionalRequests);
};

const useConsole = (app: Koa, { log, noteFailure }: AppOptions, host: ConsoleHost, routes: Routes): void => {
  app.use(onlyThisHost(host));
  app.use(compression);
  app.use(securityHeaders({ crossOriginResourcePolicy: { policy: 'same-origin' } }));
  app.use(noStore);
  app.use(restrictContent);
  app.use(errorHandler({ log, noteFailure }));
  app.use(onlyFromThisSite(host, routes));
  // Before the endpoints: a screen can have the address of one that takes no GET.
  app.use(sendFiles(host));
};

/** Browsers get a page in the language of the account; API paths and other clients get JSON. */
const unknownPath =
  ({ errorPage, prefix, identity }: AppOptions): Middleware =>
  async (ctx) => {
    const isApi = ctx.path === prefix || ctx.path.startsWith(`${prefix}/`);
    if (errorPage && !isApi && ctx.accepts('json', 'html') === 'html') {
      ctx.state.isPage = true;
      ctx.state.account = (await identity.accountOfHost(ctx.hostname)) ?? undefined;
    }
    throw notFound('No such path');
  };

/** Serves only files on their own origin, and everything else on the others, which redirect old file URLs. */
const filesApart = (filesBaseUrl: string, prefix: string): Middleware => {
  const { host } = new URL(filesBaseUrl);
  return (ctx, next) => {
    const isFilesHost = ctx.host === host;
    const path = !isFilesHost && ctx.path.startsWith(prefix) ? ctx.path.slice(prefix.length) : ctx.path;
    const isFile = path.startsWith('/files/');
    if (!isFilesHost && !isFile) return next() as Promise<void>;
    if (isFilesHost && isFile) {
      ctx.path = prefix + path;
      return next() as Promise<void>;
    }
    if (isFilesHost) respondWithError(ctx, notFound('No such path'));
    else {
      ctx.status = 308;
      ctx.set('Location', filesBaseUrl + path + ctx.search);
    }
    return Promise.resolve();
  };
};

/** Rejects an invalid request line or `Host`, before anything is derived from it. */
const rejectMalformed: Middleware = (ctx, next) => {
  const host = ctx.get('Host');
  if (isParsed(ctx) && (host === '' || isHost(host))) return next() as Promise<void>;
  ctx.url = '/';
  respondWithError(ctx, badRequest('The request line or the Host header is not valid'));
  return Promise.resolve();
};

/** Koa throws when it first parses an invalid URL. */
const isParsed = (ctx: Context): boolean => {
  try {
    return typeof ctx.path === 'string';
  } catch {
    return false;
  }
};

/** Default for responses: what a token may read must not be cached. */
const noStore: Middleware = (ctx, next) => {
  ctx.res.setHeader('Cache-Control', 'no-store');
  return next() as Promise<void>;
};

const securityHeaders = (options: HelmetOptions): Middleware => {
  const setHeaders = helmet({
    contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
    ...options,
  });
  return (ctx, next) => {
    setHeaders(ctx.req, ctx.res, () => undefined);
    return next() as Promise<void>;
  };
};

/** What the tus protocol sends and returns. */
const TUS_HEADERS = ['Tus-Resumable', 'Upload-Length', 'Upload-Offset', 'Upload-Metadata'];

/** Allows cross-origin requests to every endpoint, or only to those with `cors`. */
const crossOrigin = (options: AppOptions): Middleware => {
  const { cors: everywhere } = options;
  const allow = cors({
    origin: '*',
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT'],
    allowHeaders: ['Content-Type', 'Range', 'If-Range', 'If-None-Match'],
    exposeHeaders: [
      'Accept-Ranges',
      'Content-Disposition',
      'Content-Range',
      'Date',
      'ETag',
      'Retry-After',
      'X-Request-Id',
    ],
    maxAge: PREFLIGHT_SECS,
  });
  if (everywhere) return allow;
  const allowUploads = uploadsFrom(options.uploadOrigins);
  const open = startsOf(options, true);
  const uploads = startsOf(options, 'uploads');
  return async (ctx, next): Promise<void> => {
    const isBelow = (start: string): boolean => ctx.path.startsWith(start);
    await (open.some(isBelow) ? allow(ctx, next) : uploads.some(isBelow) ? allowUploads(ctx, next) : next());
  };
};

/** How the paths of endpoints with this `cors` start. */
const startsOf = ({ endpoints, prefix }: AppOptions, cors: Endpoint['cors']): string[] =>
  endpoints.flatMap((one) => (one.cors === cors ? prefix + one.path.replace(/\{.*/, '') : []));

/** Pages of these origins may upload; programs send no `Origin`. */
const uploadsFrom = (origins: readonly string[]): Middleware => {
  const allow = cors({
    origin: (ctx) => ctx.get('Origin'),
    allowMethods: ['HEAD', 'GET', 'POST', 'PATCH', 'DELETE'],
    allowHeaders: ['Content-Type', ...TUS_HEADERS],
    exposeHeaders: [...TUS_HEADERS, 'Upload-Expires', 'Retry-After', 'X-Request-Id'],
    maxAge: PREFLIGHT_SECS,
  });
  return async (ctx, next): Promise<void> => {
    const origin = ctx.get('Origin');
    if (!origin || origins.includes(origin)) return allow(ctx, next) as Promise<void>;
    respondWithError(ctx, forbidden('Pages of this origin must not upload: see UPLOAD_ORIGINS'));
  };
};
