/** Creates the Koa application of a host. */
import cors from '@koa/cors';
import Koa from 'koa';
import helmet from 'koa-helmet';
import type { Middleware } from 'koa';
import { notFound } from '../lib/errors.js';
import type { Log } from '../lib/log.js';
import type { Identity } from './authenticate.js';
import { compression } from './compression.js';
import { conditionalRequests } from './conditional-requests.js';
import type { Endpoint, RateLimitName } from './endpoint.js';
import { errorHandler } from './error-handler.js';
import type { Idempotency } from './idempotency.js';
import { mount } from './mount.js';
import type { RateLimit } from './rate-limit.js';
import { requestLog } from './request-log.js';
import { createRoutes } from './routes.js';

export interface AppOptions {
  endpoints: readonly Endpoint[];
  /** `/v2` or `/api` */
  prefix: string;
  identity: Identity;
  idempotency: Idempotency;
  log: Log;
  trustProxy: boolean;
  /** Allows requests from pages of any origin to all endpoints rather than only those with `cors`. */
  cors?: boolean;
  /** Browsers and proxies may cache its responses and revalidate them by ETag. */
  cacheable?: boolean;
  limits?: Partial<Record<RateLimitName, RateLimit>>;
}

const CLIENT_GONE = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);
const PREFLIGHT_SECS = 86_400;

export const createKoaApp = (options: AppOptions): Koa => {
  const { endpoints, prefix, log } = options;
  const app = new Koa({ proxy: options.trustProxy });
  app.on('error', (error: NodeJS.ErrnoException) => {
    // A client that disconnects during a response is not an error.
    if (!CLIENT_GONE.has(error.code ?? '')) log.error({ err: error }, 'response failed');
  });
  app.use(requestLog(log));
  app.use(compression);
  app.use(securityHeaders());
  app.use(crossOrigin(options));
  app.use(errorHandler(log));
  if (options.cacheable) app.use(conditionalRequests);
  app.use(mount(createRoutes(endpoints, prefix), options));
  app.use(() => {
    throw notFound('No such path');
  });
  return app;
};

const securityHeaders = (): Middleware =>
  helmet({
    contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  });

/** Allows cross-origin requests to every endpoint, or only to those with `cors`. */
const crossOrigin = ({ endpoints, prefix, cors: everywhere }: AppOptions): Middleware => {
  const allow = cors({
    origin: '*',
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT'],
    allowHeaders: ['Content-Type', 'Range', 'If-Range', 'If-None-Match'],
    exposeHeaders: [
      'Accept-Ranges',
      'Content-Disposition',
      'Content-Range',
      'ETag',
      'Retry-After',
      'X-Request-Id',
    ],
    maxAge: PREFLIGHT_SECS,
  });
  if (everywhere) return allow;
  const open = endpoints.flatMap(({ cors: isOpen, path }) =>
    isOpen ? prefix + path.replace(/\{.*/, '') : [],
  );
  return async (ctx, next): Promise<void> => {
    await (open.some((start) => ctx.path.startsWith(start)) ? allow(ctx, next) : next());
  };
};
