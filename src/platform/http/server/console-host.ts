/** The rules of the console's host: its name, the pages that may call it, and what browsers may do with its responses. */
import type { Context, Middleware } from 'koa';
import type { Clock } from '../../lib/clock.js';
import { AppError, forbidden } from '../../lib/errors.js';
import { respondWithError } from './error-handler.js';
import type { OpenRequests } from '../callers/open-requests.js';
import type { Routes } from './routes.js';
import type { Sessions } from '../callers/sessions.js';

export interface ConsoleHost {
  sessions: Sessions;
  /** Its origin, as browsers reach it. */
  baseUrl: string;
  clock: Clock;
  openRequests: OpenRequests;
  files: ConsoleFiles;
}

/** A page has a content security policy; an asset says how it may be cached. */
export interface ConsoleFile {
  body: string | Buffer;
  contentType: string;
  policy?: string;
  caching?: string;
}

/** The page or asset at a path; null if there is none. */
export type ConsoleFiles = (path: string) => Promise<ConsoleFile | null>;

/**
 * Refuses requests to any other host name with 421, so that no other name that leads here can be used by a page of
 * that name. Probes name the console's host too, or use the private port.
 */
export const onlyThisHost = ({ baseUrl }: ConsoleHost): Middleware => {
  const { host, protocol } = new URL(baseUrl);
  // Adds no default port, and ignores case.
  const normal = (sent: string): string =>
    URL.canParse(`${protocol}//${sent}`) ? new URL(`${protocol}//${sent}`).host : '';
  return (ctx, next) => {
    if (ctx.host === host || normal(ctx.host) === host) return next() as Promise<void>;
    respondWithError(ctx, new AppError(421, 'MisdirectedRequestError', `The console is at ${baseUrl}`));
    return Promise.resolve();
  };
};

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses changes that no page of the console has sent, and reads that a page of another site has sent other than by
 * a link. Another port of this machine is another site as well. Endpoints with `cors: true` are open to all.
 * @throws {PermissionError}
 */
export const onlyFromThisSite =
  ({ baseUrl }: ConsoleHost, routes: Routes): Middleware =>
  (ctx, next) => {
    if (routes.find(ctx.method, ctx.path)?.endpoint.cors === true) return next() as Promise<void>;
    const refusal = SAFE_METHODS.has(ctx.method) ? refusalOfRead(ctx) : refusalOfChange(ctx, baseUrl);
    if (refusal) throw forbidden(refusal);
    return next() as Promise<void>;
  };

const refusalOfChange = (ctx: Context, origin: string): string | undefined => {
  const site = ctx.get('Sec-Fetch-Site');
  if (site) return site === 'same-origin' ? undefined : 'Pages of other sites must not call the console';
  const sent = ctx.get('Origin');
  if (!sent) return `Send Sec-Fetch-Site: same-origin or Origin: ${origin}, as browsers do`;
  return sent === origin ? undefined : 'Pages of other sites must not call the console';
};

const refusalOfRead = (ctx: Context): string | undefined => {
  const isForeign = ['cross-site', 'same-site'].includes(ctx.get('Sec-Fetch-Site'));
  return isForeign && ctx.get('Sec-Fetch-Mode') !== 'navigate'
    ? 'Pages of other sites must not read the console'
    : undefined;
};

const PDF = 'application/pdf';
/** Browsers do not display a PDF in a sandbox. */
const PDF_POLICY = "script-src 'none'; frame-ancestors 'none'";
const DATA_POLICY =
  "default-src 'none'; img-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/** Policy of what is not a page of the console, whatever its handler has set: files and data run nothing. */
export const restrictContent: Middleware = async (ctx, next) => {
  await next();
  if (ctx.state.isPage) return;
  ctx.set('Content-Security-Policy', ctx.response.type === PDF ? PDF_POLICY : DATA_POLICY);
  ctx.set('X-Frame-Options', 'DENY');
};

/** Sends the console's page and its assets, which are public: a script fills the page with what the session allows. */
export const sendFiles =
  ({ files }: ConsoleHost): Middleware =>
  async (ctx, next) => {
    const file = ['GET', 'HEAD'].includes(ctx.method) ? await files(ctx.path) : null;
    if (!file) return next() as Promise<void>;
    if (file.policy !== undefined) {
      ctx.state.isPage = true;
      ctx.set('Content-Security-Policy', file.policy);
      ctx.set('X-Frame-Options', 'DENY');
    }
    if (file.caching !== undefined) ctx.set('Cache-Control', file.caching);
    ctx.type = file.contentType;
    ctx.body = file.body;
  };
