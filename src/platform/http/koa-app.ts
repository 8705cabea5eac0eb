/** One of the two hosts as a Koa application: health, reference, endpoints, errors. */
import Koa from 'koa';
import helmet from 'koa-helmet';
import type { Context, Middleware } from 'koa';
import { notFound } from '../lib/errors.js';
import type { Log } from '../lib/log.js';
import type { Identity } from './authenticate.js';
import type { Endpoint, RateLimitName } from './endpoint.js';
import { compression } from './compression.js';
import { errorHandler } from './error-handler.js';
import { health, type HealthChecks } from './health.js';
import type { Idempotency } from './idempotency.js';
import { mount } from './mount.js';
import type { DocumentInfo } from './openapi.js';
import { preflight } from './preflight.js';
import type { RateLimit } from './rate-limit.js';
import { reference } from './api-docs.js';
import { requestLog } from './request-log.js';
import { conditionalRequests } from './conditional-requests.js';

export interface AppOptions {
  endpoints: readonly Endpoint[];
  /** What is served beside the endpoints, e.g. files. */
  middleware: readonly Middleware[];
  /** `/v2` or `/api` */
  prefix: string;
  document: DocumentInfo;
  identity: Identity;
  idempotency: Idempotency;
  checks: HealthChecks;
  log: Log;
  trustProxy: boolean;
  /** Open to browsers of any origin. */
  cors?: boolean;
  /** What it answers may be kept by browsers and proxies, and asked for anew by its tag. */
  cacheable?: boolean;
  limits?: Partial<Record<RateLimitName, RateLimit>>;
}

const HUNG_UP = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

export const createKoaApp = (options: AppOptions): Koa => {
  const { endpoints, prefix, identity, idempotency, log, limits } = options;
  const app = new Koa({ proxy: options.trustProxy });
  app.on('error', (error: NodeJS.ErrnoException) => {
    // A client that hangs up in the middle of an answer is no fault of ours.
    if (!HUNG_UP.has(error.code ?? '')) log.error({ err: error }, 'response failed');
  });
  app.use(requestLog(log));
  app.use(compression);
  app.use(securityHeaders());
  if (options.cors) app.use(cors);
  app.use(errorHandler(log));
  app.use(health(options.checks));
  if (options.cacheable) app.use(conditionalRequests);
  app.use(reference(endpoints, prefix, options.document));
  for (const serve of options.middleware) app.use(serve);
  app.use(mount(endpoints, { prefix, identity, idempotency, limits }));
  app.use(() => {
    throw notFound('No such path');
  });
  return app;
};

/** Helmet's headers are the same for every answer: they are made once, by an answer that is never sent. */
const securityHeaders = (): Middleware => {
  const headers = new Map<string, string>();
  const blank = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: () => undefined,
  };
  const protect = helmet({
    contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  });
  void protect({ req: {}, res: blank } as unknown as Context, () => Promise.resolve());
  return (ctx, next) => {
    for (const [name, value] of headers) ctx.res.setHeader(name, value);
    return next();
  };
};

const cors: Middleware = async (ctx, next) => {
  ctx.set('Access-Control-Allow-Origin', '*');
  ctx.set('Access-Control-Expose-Headers', 'X-Request-Id, Retry-After');
  if (ctx.method === 'OPTIONS' && ctx.get('Access-Control-Request-Method'))
    return preflight(ctx, 'GET, POST, OPTIONS', 'Content-Type');
  await next();
};
